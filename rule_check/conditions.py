"""Minimal conditions: the smallest sets of open facts that settle a result, whatever else is left open.

They are the prime implicants of the result over the open facts. Each is found by minimising one completion with the
solver's unsatisfiable cores; completions that a known condition covers are avoided by assumptions, so that nothing is
ever added to the warm Control.
"""

from __future__ import annotations

from collections.abc import Sequence

from clingo import Symbol

from rule_check.derivation import Condition
from rule_check.solver import Solver, text_of_value

MOST_CONDITIONS = 16
"""More ways to come to one result are more than anybody reads; the list is cut there."""


def minimal_conditions(solver: Solver, wanted: Sequence[int], excluded: Sequence[int]) -> tuple[Condition, ...]:
    """The minimal conditions under which a result holds, shortest first.

    `wanted`: literals that hold where the result does; `excluded`: literals that hold where it does not. The
    scenario's facts must be assigned, with `open_world` among them.

    :raises TooComplexError: a solve reached its limit.
    """
    found: list[tuple[Symbol, ...]] = []
    while len(found) < MOST_CONDITIONS:
        completion = _uncovered(solver, wanted, found, [])
        if completion is None:
            break
        minimal = _minimised(solver, completion, excluded)
        found.append(minimal)
        if not minimal:
            break
    conditions = (Condition(tuple(sorted(_pair(choice) for choice in choices))) for choices in found)
    return tuple(sorted(conditions, key=lambda condition: (len(condition.facts), condition.facts)))


def _uncovered(
    solver: Solver, wanted: Sequence[int], covered: Sequence[tuple[Symbol, ...]], assumed: list[int]
) -> tuple[Symbol, ...] | None:
    """The open choices of a completion with the result that none of the known conditions covers."""
    model = solver.model([*wanted, *assumed])
    if model is None:
        return None
    choices = model.all("open")
    chosen = set(choices)
    covering = next((condition for condition in covered if chosen.issuperset(condition)), None)
    if covering is None:
        return choices
    for choice in covering:
        literal = solver.literal(choice)
        if literal is None:
            continue
        other = _uncovered(solver, wanted, covered, [*assumed, -literal])
        if other is not None:
            return other
    return None


def _minimised(solver: Solver, choices: Sequence[Symbol], excluded: Sequence[int]) -> tuple[Symbol, ...]:
    by_literal = {literal: choice for choice in choices if (literal := solver.literal(choice)) is not None}
    core = solver.unsatisfiable_core([*excluded, *sorted(by_literal)])
    if core is None:
        raise ValueError("a completion with the result also allows its opposite")
    kept = [literal for literal in sorted(by_literal) if literal in core]
    for literal in tuple(kept):
        without = [other for other in kept if other != literal]
        if solver.unsatisfiable_core([*excluded, *without]) is not None:
            kept = without
    return tuple(by_literal[literal] for literal in kept)


def _pair(choice: Symbol) -> tuple[str, str]:
    return str(choice.arguments[0]), text_of_value(choice.arguments[1])
