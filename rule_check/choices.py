"""What a person chose of a situation, as `{fact: value}`, held against a game's vocabulary.

Besides the vocabulary's own facts there are two names: `asked` says which question is meant, `confirmed` that nothing
else matters.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rule_check.checks import outcome_of
from rule_check.scenario import May, Outcome, Query
from rule_check.vocabulary import TIMES, Vocabulary, split_term, term_of

ASKED = "asked"
"""The name of the choice which question is meant; its value is one: `equip(e1,u1)`, `next_cleanup loc(e1)`,
`now attached(e1) = none`, each with `when killed(u1)` behind it where it is about a moment."""
CONFIRMED = "confirmed"
"""The name of the choice whether nothing else matters: yes or no."""
NONE_OF_THESE = "none"
"""The value of `asked` that turns down every question that was offered."""
YES, NO = "yes", "no"
MOST_CHOICES = 60
"""More facts than a person could have chosen."""
_WHEN = " when "
_LONGEST = 120


class UnknownChoiceError(ValueError):
    """A choice that the vocabulary does not have."""

    def __init__(self, name: str, value: str | None, allowed: tuple[str, ...]) -> None:
        """`value` is None where the name itself is unknown; `allowed` are the names or values that exist."""
        super().__init__(f"{name[:_LONGEST]} = {value}" if value is not None else name[:_LONGEST])
        self.name = name[:_LONGEST]
        self.value = value[:_LONGEST] if value is not None else None
        self.allowed = allowed


class TooManyChoicesError(ValueError):
    """More choices than `MOST_CHOICES`."""


@dataclass(frozen=True, slots=True)
class AskedFor:
    """A question by what it asks, and in the moment of which event."""

    query: Query
    event: str | None = None


@dataclass(frozen=True, slots=True)
class Choices:
    facts: tuple[tuple[str, str], ...] = ()
    """(attribute, value) pairs, each attribute once."""
    asked: AskedFor | None = None
    turned_down: bool = False
    """None of the questions that were offered is meant."""
    confirmed: bool | None = None

    @property
    def attributes(self) -> frozenset[str]:
        return frozenset(attribute for attribute, _ in self.facts)


def choices_of(chosen: Mapping[str, str], vocabulary: Vocabulary) -> Choices:
    """A person's choices under a vocabulary.

    :raises UnknownChoiceError: a name or value does not exist.
    :raises TooManyChoicesError: nobody chose so many.
    """
    if len(chosen) > MOST_CHOICES:
        raise TooManyChoicesError(str(len(chosen)))
    facts: dict[str, str] = {}
    asked: AskedFor | None = None
    turned_down = False
    confirmed: bool | None = None
    for written, value in chosen.items():
        name = "".join(written.split()) if len(written) <= _LONGEST else written
        if name == CONFIRMED:
            if value not in (YES, NO):
                raise UnknownChoiceError(name, value, (YES, NO))
            confirmed = value == YES
        elif name == ASKED:
            turned_down = value == NONE_OF_THESE
            asked = None if turned_down else asked_for(value, vocabulary)
        else:
            attribute, checked = _fact(name, value, vocabulary)
            facts[attribute] = checked
    return Choices(tuple(facts.items()), asked, turned_down, confirmed)


def values_of(attribute: str, vocabulary: Vocabulary) -> tuple[str, ...]:
    """The values that can be chosen for a fact; none where it cannot be chosen."""
    try:
        fact = vocabulary.fact_of(attribute)
    except ValueError:
        return ()
    if fact is None or fact.derived:
        return ()
    arguments = split_term(attribute)[1]
    return tuple(value for value in fact.value_range if value not in arguments)


def asked_for(value: str, vocabulary: Vocabulary) -> AskedFor:
    """A question as `asked` writes it.

    :raises UnknownChoiceError: the vocabulary has no such action, outcome or event.
    """
    if len(value) > _LONGEST:
        raise UnknownChoiceError(ASKED, value, _askable(vocabulary))
    said, _, event = (part.strip() for part in value.partition(_WHEN))
    try:
        happens = _distinct(event) if event and vocabulary.event_of(event) is not None else None
        query = _query(said, vocabulary)
    except ValueError:
        query, happens = None, None
    if query is None or (event and happens is None):
        raise UnknownChoiceError(ASKED, value, _askable(vocabulary))
    return AskedFor(query, happens)


def asked_value(asked: AskedFor) -> str:
    """The same question as a value of `asked`."""
    query = asked.query
    if isinstance(query, May):
        said = query.action.replace(" ", "")
    else:
        value = f" = {query.value}" if query.value is not None else ""
        said = f"{query.time} {query.attribute.replace(' ', '')}{value}"
    return f"{said}{_WHEN}{asked.event}" if asked.event is not None else said


def _query(said: str, vocabulary: Vocabulary) -> Query | None:
    if said.partition(" ")[0] not in TIMES:
        action = vocabulary.action_of(said)
        return May(_distinct(said)) if action is not None else None
    outcome = outcome_of(said)
    fact = vocabulary.fact_of(outcome.attribute)
    if fact is None:
        return None
    attribute = _distinct(outcome.attribute)
    if outcome.value is not None and (
        outcome.value not in fact.value_range or outcome.value in split_term(attribute)[1]
    ):
        return None
    return Outcome(outcome.time, attribute, outcome.value)


def _distinct(term: str) -> str:
    """A term without spaces. :raises ValueError: it names one object twice."""
    name, arguments = split_term(term)
    if len(set(arguments)) < len(arguments):
        raise ValueError(term)
    return term_of(name, arguments)


def _fact(name: str, value: str, vocabulary: Vocabulary) -> tuple[str, str]:
    allowed = values_of(name, vocabulary) if len(name) <= _LONGEST else ()
    if not allowed:
        raise UnknownChoiceError(name, None, _names(vocabulary))
    checked = value.strip()
    if checked not in allowed:
        raise UnknownChoiceError(name, value, allowed)
    return name, checked


def _names(vocabulary: Vocabulary) -> tuple[str, ...]:
    """The facts that can be chosen, each with the objects that it can be said of."""
    found = [ASKED, CONFIRMED]
    for fact in vocabulary.facts.values():
        if not fact.derived:
            taken = tuple("/".join(vocabulary.arguments_of(parameter)) for parameter in fact.parameters)
            found.append(term_of(fact.name, taken))
    return tuple(found)


def _askable(vocabulary: Vocabulary) -> tuple[str, ...]:
    """The actions, each with the objects that it can be asked of."""
    return tuple(
        term_of(action.name, tuple("/".join(vocabulary.arguments_of(parameter)) for parameter in action.parameters))
        for action in vocabulary.actions.values()
    )
