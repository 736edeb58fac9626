"""Thanks, greetings and chatter that ask nothing: told apart by a list, so that they get a line of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cache
from pathlib import Path
from types import MappingProxyType

import yaml
from rapidfuzz.distance import OSA

from rules_corpus.lexicon.words import fold

DATA = Path(__file__).with_name("small_talk.yaml")

_FILLER = "filler"
_MOST_WORDS = 10
_SHORTEST_WITH_SLIP = 6
"""A word of at least so many letters may have one slip of the keyboard."""
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_LAUGHTER = re.compile(r"(?:wk)+w?k*|(?:(?:ha|ah){2,}h?|(?:ja){2,}j?|(?:je){2,}|(?:he){2,}|(?:hi){3,}|(?:ji){2,}|x+d+)")
_DRAWN_OUT = re.compile(r"(.)\1{2,}")


class SmallTalk(StrEnum):
    """What a text that asks nothing is, the kind first that decides about the reply."""

    CHAT = "chat"
    IDENTITY = "identity"
    THANKS = "thanks"
    GOODBYE = "goodbye"
    GREETING = "greeting"
    AGREEMENT = "agreement"


def small_talk(text: str) -> SmallTalk | None:
    """What kind of small talk a text is; None where any word of it could ask or say something else."""
    words = [_shortened(word) for word in _WORD.findall(fold(text))]
    if not words or len(words) > _MOST_WORDS:
        return None
    kinds = _covering(words)
    if kinds is None:
        return None
    return next((kind for kind in SmallTalk if kind in kinds), None)


def _covering(words: list[str]) -> frozenset[str] | None:
    """The kinds of the phrases that a text is made of, with the fewest phrases; None where it has other words too."""
    best: list[tuple[int, frozenset[str]] | None] = [(0, frozenset())] + [None] * len(words)
    for stop in range(1, len(words) + 1):
        for start in range(max(0, stop - _longest()), stop):
            before = best[start]
            kind = _kind_of(tuple(words[start:stop]))
            if before is None or kind is None:
                continue
            # Filler costs more, so that "you are the best" isn't read as four words that mean nothing.
            cost = before[0] + (2 * (stop - start) if kind == _FILLER else 1)
            known = best[stop]
            if known is None or cost < known[0]:
                best[stop] = (cost, before[1] | {kind})
    final = best[-1]
    return final[1] if final is not None else None


def _kind_of(words: tuple[str, ...]) -> str | None:
    phrases = _phrases()
    kind = phrases.get(words)
    if kind is not None:
        return kind
    if len(words) == 1 and _LAUGHTER.fullmatch(words[0]):
        return SmallTalk.AGREEMENT
    for listed, kind in phrases.items():
        if len(listed) == len(words) and all(_same(a, b) for a, b in zip(words, listed, strict=True)):
            return kind
    return None


def _same(word: str, listed: str) -> bool:
    if word == listed:
        return True
    return min(len(word), len(listed)) >= _SHORTEST_WITH_SLIP and OSA.distance(word, listed, score_cutoff=1) <= 1


def _shortened(word: str) -> str:
    """A word that is drawn out ("thaaanks", "holaaa"), as it is listed."""
    return _DRAWN_OUT.sub(r"\1", word)


@cache
def _phrases() -> Mapping[tuple[str, ...], str]:
    return MappingProxyType(dict(_read()))


@cache
def _longest() -> int:
    return max(len(phrase) for phrase in _phrases())


def _read() -> Iterator[tuple[tuple[str, ...], str]]:
    kinds = yaml.safe_load(DATA.read_text("utf-8"))
    for kind in (_FILLER, *reversed(SmallTalk)):  # of a phrase in two lists the kind that decides wins
        for line in kinds[kind]:
            for phrase in str(line).split(","):
                yield tuple(_shortened(word) for word in phrase.split()), kind
