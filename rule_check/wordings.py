"""How the questions of a game's topics may be worded, as examples to hold another question's vector against."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rule_check.checks import Check, outcome_of
from rule_check.choices import AskedFor, asked_for
from rule_check.reading.gate import back_in_words
from rule_check.reading.patterns import Choice, Element, Noun, Slot, Word
from rule_check.reading.phrases import Phrase, PhraseBook
from rule_check.scenario import May, Query
from rule_check.vocabulary import Ask, Vocabulary, split_term
from rule_check.wording import event_words, fact_words, query_words

_FROM_CHECKS = 4
"""So many checked scenarios are worded for one question: more say little new."""
_MOST_OTHERS = 4
"""So many wordings of one question are kept beside the vocabulary's own, evenly over all that there are: on 70
questions written by hand, all of them found the right question no more often than these."""
_WAYS = 3
"""So many ways of each phrase are written out."""


@dataclass(frozen=True, slots=True)
class Wording:
    ask: str
    """The value of the question that it is a wording of."""
    text: str


def wordings(
    vocabulary: Vocabulary, language: str, book: PhraseBook | None, checks: Sequence[Check]
) -> tuple[Wording, ...]:
    """Wordings of every question that can be chosen, in one language: the vocabulary's own words, the phrases that
    readers know it by, and scenarios of the checks. The same text comes once."""
    found: dict[str, Wording] = {}
    for ask in vocabulary.asks.values():
        for text in _own(ask, vocabulary, language):
            found.setdefault(text, Wording(ask.value, text))
    others: dict[str, list[Wording]] = {}
    for wording in (*_phrased(vocabulary, book), *_checked(vocabulary, language, checks)):
        if wording.text not in found:
            others.setdefault(wording.ask, []).append(wording)
    for of_one in others.values():
        kept = min(len(of_one), _MOST_OTHERS)
        for place in range(kept):
            wording = of_one[place * len(of_one) // kept]
            found.setdefault(wording.text, wording)
    return tuple(found.values())


def _own(ask: Ask, vocabulary: Vocabulary, language: str) -> Iterator[str]:
    asked = asked_for(ask.value, vocabulary)
    question = query_words(asked.query, vocabulary, language).rstrip("?")
    happens = [event_words(asked.event, vocabulary, language)] if asked.event is not None else []
    given = [fact_words(*fact, vocabulary, language) for fact in ask.given]
    yield f"{', '.join((*happens, question))}?"
    if given:
        yield f"{', '.join((*given, *happens, question))}?"


def _phrased(vocabulary: Vocabulary, book: PhraseBook | None) -> Iterator[Wording]:
    if book is None:
        return
    nouns = _nouns(book)
    by_query: dict[Query, list[str]] = {}
    for value in vocabulary.asks:
        by_query.setdefault(asked_for(value, vocabulary).query, []).append(value)
    for phrase in book.phrases:
        query = _query_of(phrase, vocabulary)
        for value in by_query.get(query, ()) if query is not None else ():
            for text in dict.fromkeys(_written(phrase.elements, way, nouns) for way in range(_WAYS)):
                yield Wording(value, f"{text}?")


def _query_of(phrase: Phrase, vocabulary: Vocabulary) -> Query | None:
    """What a phrase asks, of the first objects of its kinds."""
    meaning = phrase.meaning
    if meaning.kind not in ("may", "then"):
        return None
    term = meaning.target
    for part in term.split("{")[1:]:
        slot = part.partition("}")[0]
        kind, _, number = slot.partition(":")
        term = term.replace("{" + slot + "}", vocabulary.kinds[kind].objects[1 if number else 0])
    if meaning.kind == "may":
        return May(term.replace(" ", ""))
    return outcome_of(term)


def _nouns(book: PhraseBook) -> Mapping[str, tuple[str, ...]]:
    """By kind, what its objects are called."""
    found: dict[str, list[str]] = {}
    for entries in book.nouns.nouns.values():
        for name in entries:
            if not name.facts:
                found.setdefault(name.kind, []).append(" ".join(name.words))
    return {kind: tuple(names) for kind, names in found.items()}


def _written(elements: Sequence[Element], way: int, nouns: Mapping[str, Sequence[str]]) -> str:
    """One way of saying a phrase; `way` chooses among its options."""
    words: list[str] = []
    for element in elements:
        if isinstance(element, Word):
            words.append(element.text)
        elif isinstance(element, Choice):
            words.append(_written(element.options[way % len(element.options)], way, nouns))
        elif isinstance(element, Slot):
            names = nouns.get(element.kind, (element.kind,))
            words.append(names[way % len(names)])
        elif isinstance(element, Noun):
            continue
    return " ".join(word for word in words if word)


def _checked(vocabulary: Vocabulary, language: str, checks: Sequence[Check]) -> Iterator[Wording]:
    counted: dict[str, int] = {}
    by_names = {_names(asked_for(value, vocabulary)): value for value in reversed(tuple(vocabulary.asks))}
    for check in checks:
        event = check.scenario.events[0] if check.scenario.events else None
        value = by_names.get(_names(AskedFor(check.query, event)))
        if value is None or counted.get(value, 0) >= _FROM_CHECKS:
            continue
        counted[value] = counted.get(value, 0) + 1
        yield Wording(value, back_in_words(check.scenario, check.query, vocabulary, language))


def _names(asked: AskedFor) -> tuple[str, ...]:
    """A question without its objects and values."""
    query = asked.query
    event = split_term(asked.event)[0] if asked.event is not None else ""
    if isinstance(query, May):
        return split_term(query.action)[0], event
    return query.time, split_term(query.attribute)[0], event
