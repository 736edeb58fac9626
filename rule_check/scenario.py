"""What a question says, as values: what is the case, what happens, and what is asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from rule_check.vocabulary import TIMES, Vocabulary, split_term


@dataclass(frozen=True, slots=True)
class May:
    """May this action be taken?"""

    action: str
    """A ground term: `equip(e1,u1)`."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What becomes of an attribute, or whether it becomes this value."""

    time: str
    attribute: str
    value: str | None = None
    """None: which value is asked for; otherwise yes or no is."""


Query = May | Outcome


def asks_for_value(query: Query) -> bool:
    """Whether a value is asked for, and no yes or no."""
    return isinstance(query, Outcome) and query.value is None


@dataclass(frozen=True, slots=True)
class Step:
    """Something that happens before what is asked about, and the facts that are new with it."""

    events: tuple[str, ...]
    facts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Scenario:
    facts: tuple[tuple[str, str], ...] = ()
    """(attribute, value) pairs that the question states."""
    events: tuple[str, ...] = ()
    """What happens in the moment that is asked about."""
    present: tuple[str, ...] = ()
    """Objects that are there beside those that facts, events and query name."""
    before: tuple[Step, ...] = ()
    """What has happened before, in its order; the outcomes of each hold from then on."""


class ScenarioError(ValueError):
    """A scenario speaks of something that the vocabulary does not have; the message names it."""


def objects_of(scenario: Scenario, query: Query, vocabulary: Vocabulary) -> tuple[str, ...]:
    """Every object that a scenario and its query name, each once."""
    terms = [*(attribute for attribute, _ in scenario.facts), *scenario.events]
    terms += [term for step in scenario.before for term in (*step.events, *(a for a, _ in step.facts))]
    terms.append(query.action if isinstance(query, May) else query.attribute)
    named = list(scenario.present)
    for term in terms:
        named += split_term(term)[1]
    named += [value for _, value in scenario.facts]
    named += [value for step in scenario.before for _, value in step.facts]
    return tuple(dict.fromkeys(name for name in named if vocabulary.kind_of(name) is not None))


def check_scenario(scenario: Scenario, query: Query, vocabulary: Vocabulary) -> None:
    """:raises ScenarioError: a fact, value, event or action is not in the vocabulary, or a derived fact is stated."""
    for attribute, value in (*scenario.facts, *(fact for step in scenario.before for fact in step.facts)):
        fact = _known(vocabulary.fact_of, attribute, "fact")
        if fact.derived:
            raise ScenarioError(f"{attribute} follows from the rules and can't be stated")
        if value not in fact.value_range:
            raise ScenarioError(f"{attribute} has no value {value}")
    for event in (*scenario.events, *(event for step in scenario.before for event in step.events)):
        _known(vocabulary.event_of, event, "event")
    for name in scenario.present:
        if vocabulary.kind_of(name) is None:
            raise ScenarioError(f"there is no object {name}")
    if isinstance(query, May):
        _known(vocabulary.action_of, query.action, "action")
        return
    fact = _known(vocabulary.fact_of, query.attribute, "fact")
    if query.time not in TIMES:
        raise ScenarioError(f"there is no time {query.time}")
    if query.value is not None and query.value not in fact.value_range:
        raise ScenarioError(f"{query.attribute} has no value {query.value}")


_Entry = TypeVar("_Entry")


def _known(look_up: Callable[[str], _Entry | None], term: str, what: str) -> _Entry:
    try:
        found = look_up(term)
    except ValueError as error:
        raise ScenarioError(str(error)) from error
    if found is None:
        raise ScenarioError(f"the vocabulary has no {what} {term}")
    return found
