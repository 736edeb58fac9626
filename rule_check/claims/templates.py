"""The vocabulary's own words as phrases: whatever the bot can say of facts, actions and events, answers may say."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator

from rule_check.reading.patterns import PatternError, parse_pattern, slots_of
from rule_check.reading.phrases import Meaning, Phrase
from rule_check.vocabulary import Fact, Parameter, Vocabulary, Words, term_of

_PUNCTUATION = re.compile(r"[^\w\s'{}:]")
_ENDS_CLAUSE = re.compile(r"[,;:.](?:\s|$)")


def template_phrases(vocabulary: Vocabulary, language: str) -> Iterator[Phrase]:
    """Every fact, action and event as the vocabulary words it, in both polarities."""
    for action in vocabulary.actions.values():
        for slots in _slots(action.parameters, vocabulary):
            term = term_of(action.name, slots)
            yield from _both(action.words, action.parameters, slots, language, "can", "cannot", term, ())
    for event in vocabulary.events.values():
        for slots in _slots(event.parameters, vocabulary):
            term = term_of(event.name, slots)
            yield from _both(event.words, event.parameters, slots, language, "happens", "", term, ())
    for fact in vocabulary.facts.values():
        for slots in _slots(fact.parameters, vocabulary):
            for value, words in fact.values.items():
                yield from _of_value(fact, value, words, slots, vocabulary, language)


def _of_value(
    fact: Fact, value: str, words: Words, slots: tuple[str, ...], vocabulary: Vocabulary, language: str
) -> Iterator[Phrase]:
    attribute = term_of(fact.name, slots)
    said = {parameter.name: slot for parameter, slot in zip(fact.parameters, slots, strict=True)}
    if value in vocabulary.kinds:
        slot = "{" + value + "}" if "{" + value + "}" not in slots else "{" + value + ":2}"
        said["V"], value = slot, slot
    elif value == "N":
        said["V"], value = "nnn", "#"
    facts = ((attribute, value),)
    yield from _phrase(words.positive[language], said, Meaning("holds", "", facts))
    yield from _phrase(words.negative[language], said, Meaning("fails", "", facts))


def _both(
    words: Words,
    parameters: tuple[Parameter, ...],
    slots: tuple[str, ...],
    language: str,
    positive: str,
    negative: str,
    term: str,
    facts: tuple[tuple[str, str], ...],
) -> Iterator[Phrase]:
    said = {parameter.name: slot for parameter, slot in zip(parameters, slots, strict=True)}
    yield from _phrase(words.positive[language], said, Meaning(positive, term, facts))
    if negative:
        yield from _phrase(words.negative[language], said, Meaning(negative, term, facts))


def _slots(parameters: tuple[Parameter, ...], vocabulary: Vocabulary) -> Iterable[tuple[str, ...]]:
    """The kinds that the parameters may take, as slots; a second object of one kind gets a number."""
    kinds = [
        [name for name in parameter.kinds if name in vocabulary.kinds]
        or [value for name in parameter.kinds for value in vocabulary.choices.get(name, ())]
        for parameter in parameters
    ]
    for chosen in itertools.product(*kinds):
        found: list[str] = []
        for name in chosen:
            slot = "{" + name + "}" if name in vocabulary.kinds else name
            found.append(slot if slot not in found else "{" + name + ":2}")
        yield tuple(found)


def _phrase(template: str, said: dict[str, str], meaning: Meaning) -> Iterator[Phrase]:
    if _ENDS_CLAUSE.search(template):  # two clauses: what joins them is more than a phrase can say
        return
    text = template
    for name, slot in said.items():
        text = text.replace("{" + name + "}", slot)
    try:
        elements = parse_pattern(" ".join(_PUNCTUATION.sub(" ", text).split()))
    except PatternError:  # words of a language that patterns do not have
        return
    if slots_of(elements) >= frozenset(slot.strip("{}") for slot in said.values() if slot.startswith("{")):
        yield Phrase(elements, meaning, template)
