"""Questions turned into others by a word: negated, restricted, counted. No reader may take them for what they were."""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rule_check.reading.labels import OTHER
from rule_check.reading.phrasings import Phrasing
from rules_corpus.lexicon.words import fold


@dataclass(frozen=True, slots=True)
class Turning:
    """A way to turn a question: words put into it, or before it."""

    kind: str
    """`negation`, `scope`, `time`, `count` or `card`."""
    words: str
    first: bool = False
    """Only at the beginning of what is asked."""


def _turnings(**by_kind: str) -> tuple[Turning, ...]:
    """By kind, words separated by commas; `^` behind those that only begin a question."""
    return tuple(
        Turning(kind, one.strip().rstrip("^"), one.endswith("^"))
        for kind, words in by_kind.items()
        for one in words.split(",")
    )


TRAINED: Mapping[str, tuple[Turning, ...]] = {
    "en": _turnings(
        negation="not, never, why can't^, without",
        scope="only, both, each, unless, except, instead",
        time="before, until, twice",
        count="two, how many times^, how much does it cost if^",
        card="Sword of Dawn, Elder Warden",
    ),
    "id": _turnings(
        negation="kenapa gak^, bukan, jangan^, tanpa",
        scope="hanya, cuma, keduanya, setiap, kecuali",
        time="sebelum, sampai, dua kali",
        count="dua, berapa kali^, berapa biaya kalau^",
        card="Pedang Fajar, Elder Warden",
    ),
    "es": _turnings(
        negation="no, nunca, por qué no^, sin",
        scope="solo, ambos, cada, salvo, excepto",
        time="antes, hasta, dos veces",
        count="dos, cuántas veces^, cuánto cuesta si^",
        card="Espada del Alba, Elder Warden",
    ),
}
"""What the learned reader is shown."""

UNSEEN: Mapping[str, tuple[Turning, ...]] = {
    "en": _turnings(
        negation="cannot, no longer, isn't it true that I can't^, hardly",
        scope="just one, all, neither, any, other than, rather than",
        time="after, again, at the same time, every turn",
        count="three, more than one, who decides whether^",
        card="Moonlit Herald, Ring of Thorns",
    ),
    "id": _turnings(
        negation="tidak^, gak^, tak akan, belum",
        scope="doang, semua, masing-masing, salah satu, selain, daripada",
        time="sesudah, berulang kali, bersamaan, tiap giliran",
        count="tiga, lebih dari satu, siapa yang menentukan apakah^",
        card="Moonlit Herald, Cincin Duri",
    ),
    "es": _turnings(
        negation="tampoco, ya no, no es cierto que^, jamás",
        scope="únicamente, todos, ninguno, cualquier, aparte, en vez",
        time="después, otra vez, a la vez, cada turno",
        count="tres, más de uno, quién decide si^",
        card="Moonlit Herald, Anillo de Espinas",
    ),
}
"""What it is not shown: for measuring."""

_CLAUSE = re.compile(r"[.,:] ")


def turned(phrasing: Phrasing, turning: Turning, rng: random.Random) -> Phrasing:
    """A question with the words of a turning in what it asks; what it states stays the same."""
    ends = [match.end() for match in _CLAUSE.finditer(phrasing.text)]
    start = ends[-1] if ends else 0
    before, asked = phrasing.text[:start], phrasing.text[start:]
    words = asked.split(" ")
    # At the end an Indonesian negation would only ask.
    place = 0 if turning.first or len(words) < 3 else rng.randrange(1, len(words) - 1)
    said = [*words[:place], turning.words, *words[place:]]
    text = before + " ".join(said)
    return replace(phrasing, text=text, label=replace(phrasing.label, query=OTHER), kind=turning.kind)


def turned_all(
    phrasings: Sequence[Phrasing],
    turnings: Mapping[str, Sequence[Turning]],
    known_words: Mapping[str, Collection[str]],
    seed: int,
) -> Iterator[Phrasing]:
    """Each question turned once, in turn through what its language has; words that its phrase book knows are left out,
    for they may be part of what it says."""
    rng = random.Random(f"turned {seed}")  # noqa: S311 (no secret)
    usable = {
        language: [one for one in ways if not any(word in known_words[language] for word in fold(one.words).split())]
        for language, ways in turnings.items()
        if language in known_words
    }
    for number, phrasing in enumerate(phrasings):
        ways = usable[phrasing.language]
        if ways:
            yield turned(phrasing, ways[number % len(ways)], rng)
