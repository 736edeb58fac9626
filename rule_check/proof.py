"""From the `_why` atoms of a model to a proof: which section's rule each step rests on.

Supports are ranked by a well-founded order (a step rests only on steps of lower rank), so a proof never goes in a
circle, and the one with the fewest levels is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from clingo import Symbol

from rule_check.solver import Model, Support

SHOWN = ("enables", "requires", "forbids", "waives", "gap", "set", "then")
"""The predicates that a proof says something by."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a proof: an atom and the section whose rule derives it."""

    atom: Symbol
    section: str
    """Empty where the shared rules derive it or it is stated."""
    rests_on: tuple[Step, ...]


class Proofs:
    """The proofs in one model."""

    def __init__(self, model: Model) -> None:
        self._best = _ranked(model.supports)

    def of(self, atom: Symbol) -> Step:
        """The proof of an atom; without a section where nothing derives it."""
        return self._step(atom, frozenset())

    def _step(self, atom: Symbol, above: frozenset[Symbol]) -> Step:
        support = self._best.get(atom)
        if support is None or atom in above:
            return Step(atom, "", ())
        below = above | {atom}
        return Step(atom, support.section, tuple(self._step(part, below) for part in support.present))


def sections_of(steps: Iterable[Step]) -> tuple[str, ...]:
    """The sections of some proofs, each once, those of the first steps first."""
    found: dict[str, None] = {}
    level = list(steps)
    while level:
        for step in level:
            if step.section:
                found.setdefault(step.section)
        level = [part for step in level for part in step.rests_on]
    return tuple(found)


def said_steps(steps: Iterable[Step]) -> tuple[Step, ...]:
    """The steps that a section's rule says something by, each once, in the order in which they are built up."""
    found: dict[tuple[str, Symbol], Step] = {}

    def visit(step: Step) -> None:
        for part in step.rests_on:
            visit(part)
        if step.section and step.atom.name in SHOWN:
            found.setdefault((step.section, step.atom), step)

    for step in steps:
        visit(step)
    return tuple(found.values())


def _ranked(supports: Sequence[Support]) -> dict[Symbol, Support]:
    """The best support of each atom: of the lowest rank, then the first in their order."""
    # Symbols are numbered, because every comparison of two of them is a call into the solver's library.
    numbers: dict[Symbol, int] = {}
    for support in supports:
        numbers.setdefault(support.head, len(numbers))
    needs = [tuple(numbers[part] for part in support.present if part in numbers) for support in supports]
    heads = [numbers[support.head] for support in supports]
    best: dict[int, tuple[int, int]] = {}
    waiting = list(range(len(supports)))
    rank = 0
    while waiting:
        rank += 1
        ready = [place for place in waiting if all(need in best and best[need][0] < rank for need in needs[place])]
        if not ready:
            break
        for place in ready:
            known = best.get(heads[place])
            if known is None:
                best[heads[place]] = (rank, place)
        done = set(ready)
        waiting = [place for place in waiting if place not in done and heads[place] not in best]
    return {supports[place].head: supports[place] for _, place in best.values()}
