"""Questions about prices, ban lists, decks, events and stories: told apart by word lists in three languages.

The lists (`off_topic.yaml`) hold phrases that a rules question does not contain, and the words that give a question a
rules reading after all ("harga equip" is a cost). In doubt a question counts as one about rules.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import yaml

from rules_corpus.lexicon import Lexicon
from rules_corpus.lexicon.words import fold, split_words

DATA = Path(__file__).with_name("off_topic.yaml")

_UNLESS = "unless"
_GAP = r"(?:[\w'-]+ ){0,3}"
_HOW_MUCH = re.compile(
    r"(?:so )?how much (?:is|are|does)(?: an?| the| my| one)? (.+?)(?: cost| these days| now| today)?"
)


class OffTopic(StrEnum):
    """What a question that no rule answers is about."""

    PRICE = "price"
    LEGALITY = "legality"
    DECK_ADVICE = "deck_advice"
    EVENT = "event"
    TRIVIA = "trivia"


@dataclass(frozen=True, slots=True)
class _Topic:
    signs: re.Pattern[str]
    both: tuple[re.Pattern[str], ...]
    """All of them are needed; none where the topic has no such pair."""
    unless: re.Pattern[str]

    def found_in(self, text: str) -> bool:
        if self.unless.search(text):
            return False
        return bool(self.signs.search(text)) or (bool(self.both) and all(part.search(text) for part in self.both))


def off_topic(text: str, lexicon: Lexicon) -> OffTopic | None:
    """What else than rules a question is about; None where it has a rules reading."""
    said = " ".join(split_words(text))
    topics, always = _topics()
    if always.search(said):
        return None
    for topic, words in topics.items():
        if words.found_in(said):
            return topic
    return OffTopic.PRICE if _asks_what_a_thing_costs(said, lexicon) else None


def _asks_what_a_thing_costs(said: str, lexicon: Lexicon) -> bool:
    """ "How much is Ezreal?": of something that is no term of the rules."""
    asked = _HOW_MUCH.fullmatch(said)
    if asked is None:
        return False
    matches = lexicon.find(asked[1].split(), ("en", "id", "es"), loose=False)
    return not any(term.kind != "plain" for match in matches for term in match.terms)


@cache
def _topics() -> tuple[Mapping[OffTopic, _Topic], re.Pattern[str]]:
    data: dict[str, Any] = yaml.safe_load(DATA.read_text("utf-8"))
    topics = {topic: _topic(data[topic]) for topic in OffTopic}
    return MappingProxyType(topics), _pattern(data[_UNLESS])


def _topic(data: Mapping[str, Any]) -> _Topic:
    return _Topic(
        _pattern(data["signs"]), tuple(_pattern(part) for part in data.get("both", ())), _pattern(data[_UNLESS])
    )


def _pattern(lines: Sequence[Any]) -> re.Pattern[str]:
    """The phrases of some lines, which are separated by commas, as one pattern."""
    phrases = [phrase.strip() for line in lines for phrase in str(line).split(",")]
    return re.compile(r"(?<![\w'-])(?:" + "|".join(_phrase(phrase) for phrase in phrases) + r")(?![\w'-])")


def _phrase(phrase: str) -> str:
    words = " ".join(_words(phrase))
    return re.escape(words).replace(r"\*", r"[\w'-]*").replace(r"_\ ", _GAP).replace(r"\ ", " ")


def _words(phrase: str) -> list[str]:
    """The words of a listed phrase, its signs kept."""
    return fold(phrase).split()
