"""A player who knows what a question's gold scenario says and answers what the bot asks back, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations, product
from typing import Any

from benchmarks.gold_scenarios import GoldPart, GoldQuestion
from rule_check.scenario import May, Query
from rule_check.vocabulary import Vocabulary, split_term, term_of
from rule_check.wording import event_words, fact_words

Json = Mapping[str, Any]
"""An answer in the shape of the machine interface."""
Ask = Callable[[Mapping[str, str]], Json]
"""Asks the question with facts that were chosen."""
Renaming = Mapping[str, str]
"""The gold scenario's objects by the bot's names of them: which of two units is u1 says nothing."""

ROUNDS = 8
ASKED = "asked"
"""The reserved entry: which question is meant."""
CONFIRMED = "confirmed"
"""The reserved entry: whether nothing else matters."""
_MOMENT = " when "
"""In a question that is offered: before the event in whose moment it is asked."""
_RESERVED = (ASKED, CONFIRMED)
NONE = "none"
"""Under `asked`: none of the questions that are offered."""
_YES, _NO = "yes", "no"


@dataclass(frozen=True, slots=True)
class Conversation:
    first: Json
    last: Json
    rounds: int
    """How often something that was asked back could be answered."""
    asked: str | None = None
    """The question that the player said was meant, if they were asked: `last` answers that one, whatever its words."""


class Player:
    """Answers for one question; its facts are those of all its parts."""

    def __init__(self, gold: GoldQuestion, vocabulary: Vocabulary, language: str) -> None:
        self._parts = [part for part in gold.parts if part.query is not None]
        self._vocabulary = vocabulary
        self._said = dict(_facts_by_words(vocabulary, language))
        self._happened = dict(_events_by_words(vocabulary, language))

    def converse(self, ask: Ask) -> Conversation:
        """Ask, and as long as something is asked back that the player knows and no yes or no is given, ask again."""
        chosen: dict[str, str] = {}
        first = answer = ask(chosen)
        rounds = 0
        while rounds < ROUNDS and answer["verdict"] not in (_YES, _NO):
            told = self.answer(answer, chosen)
            if told is None:
                break
            chosen[told[0]] = told[1]
            rounds += 1
            answer = ask(chosen)
        return Conversation(first, answer, rounds, chosen.get(ASKED))

    def answer(self, answer: Json, chosen: Mapping[str, str]) -> tuple[str, str] | None:
        """The first entry that the player has not answered yet and can answer, with the value; None: there is none."""
        renaming = self.renaming(answer)
        for entry in answer["clarify"]:
            fact, values = entry["fact"], [option["value"] for option in entry["options"]]
            if fact in chosen:
                continue
            if fact == ASKED:
                value: str | None = self._meant(values, renaming)
            elif fact == CONFIRMED:
                value = _YES if self._is_all(answer, chosen, renaming) else _NO
            else:
                value = self._known(fact, renaming)
            if value is not None and value in values:
                return fact, value
        return None

    def renaming(self, answer: Json) -> Renaming:
        """The names of objects under which what was understood is closest to the gold scenario."""
        facts, events = self._understood(answer)
        told = self._told()
        happened = {event for part in self._parts for event in _events(part)}

        def agreement(renaming: Renaming) -> int:
            same = sum(told.get(renamed(a, renaming)) == renaming.get(v, v) for a, v in facts.items())
            return same + sum(renamed(event, renaming) in happened for event in events)

        return max(renamings(self._vocabulary), key=agreement)

    def _meant(self, values: list[str], renaming: Renaming) -> str:
        """The offered question that is the gold one, else none of them.

        One that asks for the value of an outcome fits a gold one that names a value; the closest goes first, and one
        with its moment before one without.
        """
        exact = {query_text(part.query) for part in self._parts if part.query is not None}
        events = {event for part in self._parts for event in part.scenario.events}
        fitting = []
        for value in values:
            _, _, moment = value.partition(_MOMENT)
            fits = any(is_meant(value, part, renaming) for part in self._parts)
            if fits and (not moment or renamed(moment, renaming) in events):
                fitting.append((_query(value, renaming) not in exact, not moment, value))
        return min(fitting)[2] if fitting else NONE

    def _known(self, fact: str, renaming: Renaming) -> str | None:
        """A fact's value in the gold scenario, else what everybody takes for granted."""
        named = renamed(fact, renaming)
        told = self._told().get(named)
        if told is not None:
            back = {gold: name for name, gold in renaming.items()}
            return back.get(told, told)
        try:
            found = self._vocabulary.fact_of(fact)
        except ValueError:
            return None
        return found.unstated if found is not None and found.unstated != "ask" else None

    def _is_all(self, answer: Json, chosen: Mapping[str, str], renaming: Renaming) -> bool:
        """Whether what was understood, chosen and taken for granted is what the gold scenario says."""
        facts, events = self._understood(answer)
        facts |= {fact: value for fact, value in chosen.items() if fact not in _RESERVED}
        taken = {renamed(a, renaming): renaming.get(v, v) for a, v in facts.items()}
        happened = {renamed(event, renaming) for event in events}
        for part in self._parts:
            given = dict(part.scenario.facts)
            missing = [a for a, v in given.items() if taken.get(a) != v and self._usual(a) != v]
            if not missing and happened == _events(part) and self._agrees(taken, part.known):
                return True
        return False

    def _agrees(self, taken: Mapping[str, str], known: Mapping[str, str]) -> bool:
        return all(known.get(a, self._usual(a) or v) == v for a, v in taken.items())

    def _usual(self, attribute: str) -> str | None:
        found = self._vocabulary.fact_of(attribute)
        return found.unstated if found is not None and found.unstated != "ask" else None

    def _told(self) -> dict[str, str]:
        """What all parts say alike."""
        told: dict[str, str] = {}
        differing = set()
        for part in self._parts:
            for attribute, value in part.known.items():
                if told.setdefault(attribute, value) != value:
                    differing.add(attribute)
        return {attribute: value for attribute, value in told.items() if attribute not in differing}

    def _understood(self, answer: Json) -> tuple[dict[str, str], set[str]]:
        texts = [text for one in (answer, *answer["parts"]) for text in _texts(one)]
        facts = dict(self._said[text] for text in texts if text in self._said)
        return facts, {self._happened[text] for text in texts if text in self._happened}


def _texts(answer: Json) -> list[str]:
    return [*answer["check"]["facts"], *answer["check"]["assumptions"]]


def _events(part: GoldPart) -> set[str]:
    return {*part.scenario.events, *(event for step in part.scenario.before for event in step.events)}


def renamings(vocabulary: Vocabulary) -> Iterator[Renaming]:
    """Every way to name the objects of each kind, the one that changes nothing first."""
    kinds = [kind.objects for kind in vocabulary.kinds.values()]
    for orders in product(*(permutations(objects) for objects in kinds)):
        yield {
            name: other
            for objects, order in zip(kinds, orders, strict=True)
            for name, other in zip(objects, order, strict=True)
        }


def renamed(term: str, renaming: Renaming) -> str:
    """A ground term under other names."""
    name, arguments = split_term(term)
    return term_of(name, tuple(renaming.get(argument, argument) for argument in arguments))


def is_meant(offered: str, part: GoldPart, renaming: Renaming) -> bool:
    """Whether a question that is offered under `asked` is that of a part, or asks for the value that it is about."""
    if part.query is None:
        return False
    text = query_text(part.query)
    return _query(offered, renaming) in (text, text.partition(" = ")[0])


def _query(offered: str, renaming: Renaming) -> str:
    return renamed_text(offered.partition(_MOMENT)[0], renaming)


def renamed_text(query: str, renaming: Renaming) -> str:
    """A query as `asked` offers it, under other names."""
    time, space, rest = query.partition(" ")
    if not space:  # an action, or `none`
        return renamed(query, renaming)
    attribute, equals, value = rest.partition(" = ")
    return f"{time} {renamed(attribute, renaming)}{equals}{renaming.get(value, value)}"


def query_text(query: Query) -> str:
    """A query as `asked` offers it."""
    if isinstance(query, May):
        return query.action
    return f"{query.time} {query.attribute}" + (f" = {query.value}" if query.value is not None else "")


def _facts_by_words(vocabulary: Vocabulary, language: str) -> Iterator[tuple[str, tuple[str, str]]]:
    for name, fact in vocabulary.facts.items():
        for arguments in vocabulary.instances(fact.parameters):
            attribute = term_of(name, arguments)
            found = vocabulary.fact_of(attribute)
            for value in found.value_range if found is not None else ():
                yield fact_words(attribute, value, vocabulary, language), (attribute, value)


def _events_by_words(vocabulary: Vocabulary, language: str) -> Iterator[tuple[str, str]]:
    for name, event in vocabulary.events.items():
        for arguments in vocabulary.instances(event.parameters):
            term = term_of(name, arguments)
            yield event_words(term, vocabulary, language), term
