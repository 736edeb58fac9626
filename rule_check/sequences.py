"""Events one after another: what each of them changes is a fact for what follows.

An event may leave open what it changes, because that turns on something that nobody said. Then each way in which it
may have turned out is a case of its own, and only what holds in all of them is derived.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from clingo import Symbol

from rule_check.derivation import Derivation
from rule_check.proof import Proofs, Step, said_steps, sections_of
from rule_check.reasons import clash_in
from rule_check.scenario import Query, Scenario
from rule_check.solver import Solver, atom, text_of_value
from rule_check.vocabulary import TIMES, Vocabulary

Externals = Callable[[Scenario, Query], list[Symbol]]

MOST_CASES = 8
"""More ways in which something may have turned out are not looked at one by one."""
_LATER = "next_beginning"
"""What happens then has not happened when something is asked right after an event."""


class UnsettledStepError(Exception):
    """Something that happened before the question leaves open what it changes, and the answer turns on it; it names
    those facts."""

    def __init__(self, attributes: tuple[str, ...]) -> None:
        super().__init__(", ".join(attributes))
        self.attributes = attributes


@dataclass(frozen=True, slots=True)
class Case:
    """One way in which what happened before may have turned out."""

    scenario: Scenario
    """What holds then; nothing has happened before any more."""
    because: tuple[Step, ...] = ()
    """The proofs of what changed in every case."""
    unsettled: tuple[str, ...] = ()
    """The attributes in which the cases differ."""


def cases_after(
    scenario: Scenario, query: Query, externals: Externals, solver: Solver, vocabulary: Vocabulary
) -> tuple[Case, ...]:
    """The cases after all earlier steps have taken place; one where they leave nothing open.

    :raises UnsettledStepError: there are too many, or the rules contradict each other in one.
    :raises TooComplexError: a solve reached its limit.
    """
    cases = [Case(replace(scenario, before=()))]
    for step in scenario.before:
        found: dict[tuple[tuple[str, str], ...], Case] = {}
        for case in cases:
            facts = {**dict(case.scenario.facts), **dict(step.facts)}
            moment = replace(case.scenario, facts=tuple(facts.items()), events=step.events)
            changes, because, unsettled = _changes(moment, query, externals, solver, vocabulary)
            for changed in changes:
                after = tuple({**facts, **changed}.items())
                differing = tuple(dict.fromkeys((*case.unsettled, *unsettled)))
                one = Case(replace(case.scenario, facts=after), (*case.because, *because), differing)
                found.setdefault(tuple(sorted(after)), one)
        cases = list(found.values())
        if len(cases) > MOST_CASES:
            raise UnsettledStepError(cases[0].unsettled)
    return tuple(replace(case, scenario=replace(case.scenario, events=scenario.events)) for case in cases)


def in_all_cases(cases: Sequence[Case], derivations: Sequence[Derivation]) -> Derivation:
    """What is derived in each of the cases, if it is the same in all of them.

    :raises UnsettledStepError: it is not.
    """
    first = derivations[0]
    if any(_said(other) != _said(first) for other in derivations[1:]):
        raise UnsettledStepError(cases[0].unsettled)
    earlier = tuple(step for case in cases for step in case.because)
    trails = (section for found in derivations for section in found.trail)
    steps = {(step.section, step.atom): step for found in derivations for step in found.steps}
    return replace(
        first,
        trail=tuple(dict.fromkeys((*trails, *sections_of(earlier)))),
        steps=(*said_steps(earlier), *steps.values()),
        assumed=tuple(dict.fromkeys(fact for found in derivations for fact in found.assumed)),
        unless=tuple(one for one in first.unless if all(one in other.unless for other in derivations)),
        outcomes=tuple(one for one in first.outcomes if all(one in other.outcomes for other in derivations)),
    )


def _said(found: Derivation) -> tuple[object, ...]:
    """What a derivation says, without the reasons."""
    branches = {
        branch.result: frozenset(frozenset(condition.facts) for condition in branch.conditions)
        for branch in found.branches
    }
    return found.verdict, found.value, branches


def _changes(
    scenario: Scenario, query: Query, externals: Externals, solver: Solver, vocabulary: Vocabulary
) -> tuple[list[dict[str, str]], list[Step], tuple[str, ...]]:
    """What a step may change for what follows, one mapping a case; the proofs of what it changes in any case; and the
    attributes in which the cases differ."""
    # What is asked may not be possible yet, so the action itself is left out.
    on = [symbol for symbol in externals(scenario, query) if symbol.name != "asked"]
    solver.assign([*on, atom("open_world")])
    model = solver.model(proofs=True)
    if model is None:
        raise UnsettledStepError(())
    clash = clash_in(model, query)
    if clash is not None:
        raise UnsettledStepError(clash.clashing)
    present = {outcome for outcome in model.all("then") if _lasts(outcome, vocabulary)}
    open_ones = tuple(_open_outcomes(present, solver, vocabulary))
    settled = _latest(present.difference(open_ones))
    proofs = Proofs(model)
    because = [proofs.of(outcome) for outcome in settled.values()]
    unsettled = tuple(dict.fromkeys(str(outcome.arguments[1]) for outcome in open_ones))
    cases = []
    for chosen in _alternatives(open_ones, query, solver):
        latest = _latest({*present.difference(open_ones), *chosen})
        cases.append({attribute: text_of_value(outcome.arguments[2]) for attribute, outcome in latest.items()})
        if len(cases) > MOST_CASES:
            raise UnsettledStepError(unsettled)
    return cases, because, unsettled


def _latest(outcomes: set[Symbol]) -> dict[str, Symbol]:
    """Of each attribute the last outcome."""
    ordered = sorted(outcomes, key=lambda outcome: (TIMES.index(str(outcome.arguments[0])), outcome))
    return {str(outcome.arguments[1]): outcome for outcome in ordered}


def _lasts(outcome: Symbol, vocabulary: Vocabulary) -> bool:
    """Whether an outcome could also be stated, and has come about by the moment after the event."""
    fact = vocabulary.fact_of(str(outcome.arguments[1]))
    stated = fact is not None and not fact.derived and text_of_value(outcome.arguments[2]) in fact.value_range
    return stated and str(outcome.arguments[0]) != _LATER


def _open_outcomes(present: set[Symbol], solver: Solver, vocabulary: Vocabulary) -> Iterator[Symbol]:
    """The lasting outcomes that some completions have and others don't."""
    for symbol in solver.instances("then"):
        literal = solver.literal(symbol)
        if literal is None or not _lasts(symbol, vocabulary):
            continue
        if solver.model([-literal if symbol in present else literal]) is not None:
            yield symbol


def _alternatives(open_ones: Sequence[Symbol], query: Query, solver: Solver) -> Iterator[tuple[Symbol, ...]]:
    """Every set of these outcomes that some completion has and no other ones of them.

    :raises UnsettledStepError: the rules contradict each other in one of those completions.
    """
    literals = [literal for symbol in open_ones if (literal := solver.literal(symbol)) is not None]

    def walk(chosen: list[int]) -> Iterator[tuple[Symbol, ...]]:
        model = solver.model(chosen)
        if model is None:
            return
        if len(chosen) == len(literals):
            clash = clash_in(model, query)
            if clash is not None:
                raise UnsettledStepError(clash.clashing)
            yield tuple(symbol for symbol, literal in zip(open_ones, chosen, strict=True) if literal > 0)
            return
        literal = literals[len(chosen)]
        yield from walk([*chosen, literal])
        yield from walk([*chosen, -literal])

    yield from walk([])
