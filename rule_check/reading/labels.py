"""What a question says, in the form in which two readers are compared and the learned one is trained."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rule_check.scenario import May, Query, Scenario
from rule_check.vocabulary import Vocabulary

OTHER = "other"
"""The query of a text that asks something else than all that is known, or nothing."""
BEFORE = "before"
NOW = "now"

_NAME = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True)
class Label:
    """What is asked, and what is stated; facts that a question merely presumes are left out."""

    query: str
    """`may equip(e1,u1)`, `then next_cleanup loc(e1)`, or `OTHER`."""
    stated: Mapping[str, str]
    """By attribute, its value; by event (`event leaves_board(u1)`), whether it comes `before` or happens `now`."""


@dataclass(frozen=True, slots=True)
class Gist:
    """A label with the kinds of its objects for the objects: what a vector can tell.

    Which of two units something is said of can't be told from one vector (measured: a quarter to a half of it is
    found); that there are two can.
    """

    query: str
    """`may equip(equipment,unit)`, or `OTHER`."""
    claims: frozenset[str]
    """`controller(unit) = opponent`, `event leaves_board(unit) = before`, `another unit`."""


def label_of(query: Query | None, scenario: Scenario, presumed: tuple[tuple[str, str], ...] = ()) -> Label:
    """The label of a scenario and what is asked of it, without the facts that it presumes."""
    unsaid = set(presumed)
    stated = {attribute: value for attribute, value in scenario.facts if (attribute, value) not in unsaid}
    for event in scenario.events:
        stated[event_name(event)] = NOW
    for step in scenario.before:
        stated.update((event_name(event), BEFORE) for event in step.events)
        stated.update(step.facts)
    return Label(query_name(query), MappingProxyType(stated))


def gist_of(label: Label, vocabulary: Vocabulary) -> Gist:
    """The gist of a label."""
    claims = {f"{of_kinds(name, vocabulary)} = {of_kinds(value, vocabulary)}" for name, value in label.stated.items()}
    said = " ".join((label.query, *label.stated, *label.stated.values()))
    named = set(_NAME.findall(said))
    for kind in vocabulary.kinds.values():
        if named & set(kind.objects[1:]):
            claims.add(f"another {kind.name}")
    return Gist(of_kinds(label.query, vocabulary), frozenset(claims))


def of_kinds(term: str, vocabulary: Vocabulary) -> str:
    """`may equip(e1,u2)` → `may equip(equipment,unit)`."""
    return _NAME.sub(lambda match: kind.name if (kind := vocabulary.kind_of(match.group())) else match.group(), term)


def query_name(query: Query | None) -> str:
    if query is None:
        return OTHER
    if isinstance(query, May):
        return f"may {query.action.replace(' ', '')}"
    value = f" = {query.value}" if query.value is not None else ""
    return f"then {query.time} {query.attribute.replace(' ', '')}{value}"


def event_name(event: str) -> str:
    return f"event {event.replace(' ', '')}"
