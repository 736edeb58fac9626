"""The question that an answer is held against: its scenario, and what the rules derive, one thing at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from clingo import Symbol

from rule_check.derivation import Derivation, Verdict
from rule_check.engine import Engine
from rule_check.proof import Step
from rule_check.scenario import Outcome, Query, Scenario, ScenarioError, asks_for_value, objects_of
from rule_check.sequences import UnsettledStepError
from rule_check.solver import text_of_value
from rule_check.vocabulary import ASK, TIMES, Vocabulary, split_term

Fact = tuple[str, str]
_SPOKEN_OF = ("is", "isnt", "given", "assumed", "set")


@dataclass(frozen=True)
class Setting:
    """A question as the checker understood it. Its methods raise `TooComplexError` where a solve reaches its limit."""

    engine: Engine
    scenario: Scenario
    query: Query
    derivation: Derivation

    @property
    def vocabulary(self) -> Vocabulary:
        return self.engine.vocabulary

    @cached_property
    def present(self) -> tuple[str, ...]:
        return objects_of(self.scenario, self.query, self.vocabulary)

    @cached_property
    def stated(self) -> dict[str, str]:
        return dict((*self.scenario.facts, *(fact for step in self.scenario.before for fact in step.facts)))

    @cached_property
    def events(self) -> frozenset[str]:
        return frozenset((*self.scenario.events, *(e for step in self.scenario.before for e in step.events)))

    @property
    def wants_value(self) -> bool:
        return asks_for_value(self.query)

    def usual(self, attribute: str) -> str | None:
        """The value of a fact that is stated, or else silently taken; None where it is open."""
        if attribute in self.stated:
            return self.stated[attribute]
        fact = self.vocabulary.fact_of(attribute)
        return None if fact is None or fact.unstated == ASK else fact.unstated

    def result(self, query: Query | None = None, *, facts: Iterable[Fact] = (), without: Iterable[str] = ()) -> str:
        """The verdict, or the value of an outcome, with some facts put in or left out; `impossible` where they can't
        be."""
        changed = dict(facts)
        dropped = {*without, *changed}
        kept = tuple(fact for fact in self.scenario.facts if fact[0] not in dropped)
        scenario = replace(self.scenario, facts=(*kept, *changed.items()), present=self.present)
        found = self._derive(scenario, query or self.query)
        if found is None:
            return "impossible"
        return found.value if found.value is not None and asks_for_value(query or self.query) else found.verdict.value

    def alone(self, fact: Fact) -> str:
        """What the rules say of the query where nothing but this one fact is stated."""
        found = self._derive(Scenario((fact,), self.scenario.events, self.present), self.query)
        return found.verdict.value if found is not None else "impossible"

    def outcomes(self, attribute: str) -> dict[str, str]:
        """By time, what certainly becomes of an attribute; `depends` where it is open."""
        found: dict[str, str] = {}
        for time in TIMES:
            derivation = self._derive(replace(self.scenario, present=self.present), Outcome(time, attribute))
            if derivation is None or derivation.verdict is Verdict.UNDERIVED:
                continue
            found[time] = derivation.value if derivation.value is not None else derivation.verdict.value
        return found

    @cached_property
    def relevant(self) -> frozenset[str]:
        """The attributes that the derivation speaks of: what a reason may be about."""
        found = {str(a) for step in _all(self.derivation.steps) for a in _attributes(step.atom)}
        found |= {attribute for attribute, _ in self.derivation.assumed}
        for branch in self.derivation.branches:
            found |= {attribute for condition in branch.conditions for attribute, _ in condition.facts}
        return frozenset(found)

    @cached_property
    def set_by_rules(self) -> dict[str, str]:
        """What rules say to be the case, as the derivation uses it."""
        return {
            str(step.atom.arguments[0]): text_of_value(step.atom.arguments[1])
            for step in _all(self.derivation.steps)
            if step.atom.name == "set"
        }

    def others(self, fact: Fact) -> tuple[str, ...]:
        """The other values that an attribute can have in this scenario."""
        known = self.vocabulary.fact_of(fact[0])
        if known is None:
            return ()
        _, arguments = split_term(fact[0])
        return tuple(
            value
            for value in known.value_range
            if value != fact[1]
            and value not in arguments
            and (self.vocabulary.kind_of(value) is None or value in self.present)
        )

    def can_be_stated(self, fact: Fact) -> bool:
        known = self.vocabulary.fact_of(fact[0])
        return known is not None and not known.derived and fact[1] in known.value_range

    def _derive(self, scenario: Scenario, query: Query) -> Derivation | None:
        try:
            return self.engine.derive(scenario, query, unless=False)
        except (ScenarioError, UnsettledStepError):
            return None


def _all(steps: Sequence[Step]) -> Iterator[Step]:
    for step in steps:
        yield step
        yield from _all(step.rests_on)


def _attributes(atom: Symbol) -> Iterator[Symbol]:
    if atom.name in _SPOKEN_OF and atom.arguments:
        yield atom.arguments[0]
    if atom.name in ("requires", "unmet", "satisfied", "waived", "waives") and len(atom.arguments) == 2:
        yield atom.arguments[1].arguments[0]
    if atom.name == "then":
        yield atom.arguments[1]
