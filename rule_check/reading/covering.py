"""Which phrases a question is covered with: those without overlap that cover most of it, and every equally good way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rule_check.reading.matching import Span
from rule_check.reading.phrases import Phrase

MOST_WAYS = 64
"""How many equally good ways are held against each other."""


@dataclass(frozen=True, slots=True)
class Match:
    phrase: Phrase
    span: Span

    @property
    def asks(self) -> bool:
        return self.phrase.meaning.kind in ("may", "then")


Size = tuple[int, int, int]
"""How many items phrases cover, how many of their words were said, and (negative) how many phrases it took."""


def with_match(size: Size, match: Match) -> Size:
    covered, words, phrases = size
    return covered + match.span.stop - match.span.start, words + match.span.words, phrases - 1


def packed(matches: Sequence[Match], length: int) -> tuple[Size, list[list[Match]]]:
    """Weighted interval scheduling: the matches without overlap that cover most items, then say most words, then are
    the fewest, for a long phrase says more surely what it means than two short ones.

    Several ways where they are equally good and say different things.
    """
    ending: dict[int, list[Match]] = {}
    for match in matches:
        ending.setdefault(match.span.stop, []).append(match)
    best: list[tuple[Size, list[list[Match]]]] = [((0, 0, 0), [[]])]
    for stop in range(1, length + 1):
        top, ways = best[stop - 1]
        ways = list(ways)
        for match in ending.get(stop, ()):
            earlier, before = best[match.span.start]
            size = with_match(earlier, match)
            if size > top:
                top, ways = size, []
            if size == top:
                ways += [[*way, match] for way in before]
        best.append((top, _differing(ways)))
    return best[length]


def _differing(ways: Sequence[list[Match]]) -> list[list[Match]]:
    """Ways that say different things, or the same of different objects; not more than can be compared."""
    kept: dict[object, list[Match]] = {}
    for way in ways:
        said = tuple((match.phrase.meaning, frozenset(match.span.slots.items())) for match in way)
        kept.setdefault(said, way)
    return list(kept.values())[:MOST_WAYS]
