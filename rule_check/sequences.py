"""Events one after another: what each of them changes is a fact for what follows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from clingo import Symbol

from rule_check.derivation import Derivation, Verdict
from rule_check.proof import Proofs, Step
from rule_check.reasons import clash_in
from rule_check.scenario import Query, Scenario
from rule_check.solver import Model, Solver, atom, text_of_value
from rule_check.vocabulary import TIMES, Vocabulary

Externals = Callable[[Scenario, Query], list[Symbol]]
_MOST_WAYS = 8
"""So many ways in which earlier steps may have come out are looked at; each costs as much as a question."""
_SETTLED = (Verdict.YES, Verdict.NO, Verdict.SILENT, Verdict.DEPENDS)
"""What can be the same however something came out; what it depends on has to be the same as well."""
_LATER = "next_beginning"
"""What happens then has not happened yet when something is asked right after an event."""


class UnsettledStepError(Exception):
    """Something that happened before the question leaves open what it changes; it names those facts."""

    def __init__(self, attributes: tuple[str, ...]) -> None:
        super().__init__(", ".join(attributes))
        self.attributes = attributes


def advanced(
    scenario: Scenario, query: Query, externals: Externals, solver: Solver, vocabulary: Vocabulary
) -> tuple[tuple[Scenario, tuple[Step, ...]], ...]:
    """The scenario after all earlier steps have taken place, with the proofs of what they changed.

    Where a step leaves open what it changes, there is one for each way in which that may have come out; what becomes
    of several things is not related to each other, so there may be more ways than there can be in fact.

    :raises UnsettledStepError: there are too many ways, or the rules contradict each other in a step.
    :raises TooComplexError: a solve reached its limit.
    """
    ways: list[tuple[dict[str, str], tuple[Step, ...]]] = [(dict(scenario.facts), ())]
    for step in scenario.before:
        following = []
        for facts, proofs in ways:
            stated = facts | dict(step.facts)
            now = replace(scenario, facts=tuple(stated.items()), events=step.events, before=())
            changes, because = _changes(now, query, externals, solver, vocabulary)
            following += [(stated | changed, (*proofs, *because)) for changed in changes]
        ways = following
        if len(ways) > _MOST_WAYS:
            raise UnsettledStepError(_differing([facts for facts, _ in ways]))
    return tuple((replace(scenario, facts=tuple(facts.items()), before=()), proofs) for facts, proofs in ways)


def agreed(found: Sequence[Derivation], scenarios: Sequence[Scenario]) -> Derivation:
    """What comes of a question in every way in which earlier steps may have come out.

    :raises UnsettledStepError: it isn't the same in all of them, or not for the same reasons.
    """
    first = found[0]
    if len(found) == 1:
        return first
    if first.verdict not in _SETTLED or any(_said(each) != _said(first) for each in found):
        raise UnsettledStepError(_differing([dict(scenario.facts) for scenario in scenarios]))
    return replace(
        first,
        assumed=tuple(dict.fromkeys(fact for each in found for fact in each.assumed)),
        unless=tuple(unless for unless in first.unless if all(unless in each.unless for each in found)),
        outcomes=tuple(outcome for outcome in first.outcomes if all(outcome in each.outcomes for each in found)),
    )


def _said(derivation: Derivation) -> tuple[object, ...]:
    branches = frozenset(
        (branch.result, frozenset(frozenset(condition.facts) for condition in branch.conditions))
        for branch in derivation.branches
    )
    return derivation.verdict, derivation.value, frozenset(derivation.trail), branches


def _changes(
    scenario: Scenario, query: Query, externals: Externals, solver: Solver, vocabulary: Vocabulary
) -> tuple[list[dict[str, str]], list[Step]]:
    """What a step changes for what follows, in each way in which it may come out: outcomes that could also have been
    stated. With the proofs of what changes in all of them."""
    # What is asked may not be possible yet, so the action itself is left out.
    on = [symbol for symbol in externals(scenario, query) if symbol.name != "asked"]
    solver.assign([*on, atom("open_world")])
    model = solver.model(proofs=True)
    if model is None:
        raise UnsettledStepError(())
    clash = clash_in(model, query)
    if clash is not None:
        raise UnsettledStepError(clash.clashing)
    latest: dict[str, Symbol] = {}
    lasting = (outcome for outcome in model.all("then") if _lasts(outcome, vocabulary))
    for outcome in sorted(lasting, key=lambda s: TIMES.index(str(s.arguments[0]))):
        latest[str(outcome.arguments[1])] = outcome
    left_open = _left_open(model, query, solver, vocabulary)
    settled = {attribute: outcome for attribute, outcome in latest.items() if attribute not in left_open}
    proofs = Proofs(model)
    changed = {attribute: text_of_value(outcome.arguments[2]) for attribute, outcome in settled.items()}
    ways = [changed]
    for attribute, values in left_open.items():
        ways = [way if value is None else way | {attribute: value} for way in ways for value in values]
    return ways, [proofs.of(outcome) for outcome in settled.values()]


def _lasts(outcome: Symbol, vocabulary: Vocabulary) -> bool:
    """Whether an outcome could also be stated, and has come about right after the event."""
    fact = vocabulary.fact_of(str(outcome.arguments[1]))
    could_be_stated = fact is not None and not fact.derived and text_of_value(outcome.arguments[2]) in fact.value_range
    return could_be_stated and str(outcome.arguments[0]) != _LATER


def _left_open(model: Model, query: Query, solver: Solver, vocabulary: Vocabulary) -> dict[str, tuple[str | None, ...]]:
    """Attributes of which another completion has another outcome that lasts, with what may come of each; None: it stays
    as it is.

    :raises UnsettledStepError: the rules contradict each other in such a completion.
    """
    possible: dict[str, dict[int, str]] = defaultdict(dict)
    found = set()
    outcomes = set(model.all("then"))
    for symbol in solver.instances("then"):
        literal = solver.literal(symbol)
        if literal is None or not _lasts(symbol, vocabulary):
            continue
        attribute = str(symbol.arguments[1])
        other = solver.model([-literal if symbol in outcomes else literal])
        if other is not None:
            clash = clash_in(other, query)
            if clash is not None:
                raise UnsettledStepError(clash.clashing)
            found.add(attribute)
        if symbol in outcomes or other is not None:
            possible[attribute][literal] = text_of_value(symbol.arguments[2])
    left_open: dict[str, tuple[str | None, ...]] = {}
    for attribute in possible:
        if attribute in found:
            values: dict[str | None, None] = dict.fromkeys(possible[attribute].values())
            if solver.model([-literal for literal in possible[attribute]]) is not None:
                values[None] = None
            left_open[attribute] = tuple(values)
    return left_open


def _differing(ways: Sequence[Mapping[str, str]]) -> tuple[str, ...]:
    """The facts that aren't the same in all ways."""
    attributes = dict.fromkeys(attribute for facts in ways for attribute in facts)
    return tuple(a for a in attributes if len({facts.get(a) for facts in ways}) > 1)
