"""Events one after another: what each of them changes is a fact for what follows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from clingo import Symbol

from rule_check.proof import Proofs, Step
from rule_check.reasons import clash_in
from rule_check.scenario import Query, Scenario
from rule_check.solver import Model, Solver, atom, text_of_value
from rule_check.vocabulary import TIMES, Vocabulary

Externals = Callable[[Scenario, Query], list[Symbol]]


class UnsettledStepError(Exception):
    """Something that happened before the question leaves open what it changes; it names those facts."""

    def __init__(self, attributes: tuple[str, ...]) -> None:
        super().__init__(", ".join(attributes))
        self.attributes = attributes


def advanced(
    scenario: Scenario, query: Query, externals: Externals, solver: Solver, vocabulary: Vocabulary
) -> tuple[Scenario, tuple[Step, ...]]:
    """The scenario after all earlier steps have taken place, and the proofs of what they changed.

    :raises UnsettledStepError: an outcome turns on a fact that is left open, or the rules contradict each other in it.
    :raises TooComplexError: a solve reached its limit.
    """
    proofs: list[Step] = []
    facts = dict(scenario.facts)
    for step in scenario.before:
        facts.update(step.facts)
        now = replace(scenario, facts=tuple(facts.items()), events=step.events, before=())
        changed, because = _changed(now, query, externals, solver, vocabulary)
        facts.update(changed)
        proofs += because
    return replace(scenario, facts=tuple(facts.items()), before=()), tuple(proofs)


def _changed(
    scenario: Scenario, query: Query, externals: Externals, solver: Solver, vocabulary: Vocabulary
) -> tuple[dict[str, str], list[Step]]:
    """What a step changes for what follows, with the proofs: outcomes that could also have been stated."""
    # What is asked may not be possible yet, so the action itself is left out.
    on = [symbol for symbol in externals(scenario, query) if symbol.name != "asked"]
    solver.assign([*on, atom("open_world")])
    model = solver.model(proofs=True)
    if model is None:
        raise UnsettledStepError(())
    clash = clash_in(model, query)
    if clash is not None:
        raise UnsettledStepError(clash.clashing)
    _refuse_unsettled(model, solver, vocabulary)
    latest: dict[str, Symbol] = {}
    lasting = (outcome for outcome in model.all("then") if _lasts(outcome, vocabulary))
    for outcome in sorted(lasting, key=lambda s: TIMES.index(str(s.arguments[0]))):
        latest[str(outcome.arguments[1])] = outcome
    proofs = Proofs(model)
    changed = {attribute: text_of_value(outcome.arguments[2]) for attribute, outcome in latest.items()}
    return changed, [proofs.of(outcome) for outcome in latest.values()]


def _lasts(outcome: Symbol, vocabulary: Vocabulary) -> bool:
    fact = vocabulary.fact_of(str(outcome.arguments[1]))
    return fact is not None and not fact.derived and text_of_value(outcome.arguments[2]) in fact.value_range


def _refuse_unsettled(model: Model, solver: Solver, vocabulary: Vocabulary) -> None:
    """Raise UnsettledStepError where another completion has other outcomes that last."""
    open_ones = []
    outcomes = set(model.all("then"))
    for symbol in solver.instances("then"):
        literal = solver.literal(symbol)
        if literal is None or not _lasts(symbol, vocabulary):
            continue
        other = solver.model([-literal if symbol in outcomes else literal])
        if other is not None:
            open_ones.append(str(symbol.arguments[1]))
    if open_ones:
        raise UnsettledStepError(tuple(dict.fromkeys(open_ones)))
