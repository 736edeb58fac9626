"""Finding phrases in a question: which stretches of its tokens a pattern covers, and which objects fill its slots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rule_check.reading.mentions import Mention
from rule_check.reading.patterns import NUMBERS, Choice, Element, Noun, Slot, Word
from rule_check.reading.tokens import Token
from rules_corpus.lexicon.words import fold

Item = Token | Mention
"""What a question consists of once its objects are found."""

_MOST_PATHS = 200
_LONGEST_GAP = 2


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of items that a pattern covers."""

    start: int
    stop: int
    slots: Mapping[str, Mention]
    """By slot name, the object in it."""
    words: int
    """How many words of the pattern were said: the more, the surer."""


@dataclass(frozen=True, slots=True)
class _Path:
    at: int
    slots: tuple[tuple[str, Mention], ...]
    words: int


def spans_of(elements: tuple[Element, ...], items: Sequence[Item], harmless: frozenset[str]) -> Iterator[Span]:
    """Every stretch that a pattern covers. Up to two words that cannot matter may stand between its own words."""
    for start in range(len(items)):
        seen: set[tuple[int, tuple[tuple[str, Mention], ...]]] = set()
        for path in _paths(elements, items, _Path(start, (), 0), harmless, first=True):
            key = (path.at, path.slots)
            if path.at > start and path.words and key not in seen:
                seen.add(key)
                yield Span(start, path.at, dict(path.slots), path.words)
            if len(seen) > _MOST_PATHS:
                break


def _paths(
    elements: tuple[Element, ...], items: Sequence[Item], path: _Path, harmless: frozenset[str], *, first: bool
) -> Iterator[_Path]:
    if not elements:
        yield path
        return
    element, rest = elements[0], elements[1:]
    if isinstance(element, Choice):
        for option in element.options:
            yield from _paths((*option, *rest), items, path, harmless, first=first)
        return
    for at in _starts(items, path.at, harmless, skip=not first):
        after = _step(element, items[at], at, path)
        if after is not None:
            yield from _paths(rest, items, after, harmless, first=False)


def _starts(items: Sequence[Item], at: int, harmless: frozenset[str], *, skip: bool) -> Iterator[int]:
    """Where the next element may stand: here, or behind words that cannot matter, within the clause."""
    for gap in range(_LONGEST_GAP + 1 if skip else 1):
        here = at + gap
        if here >= len(items):
            return
        yield here
        item = items[here]
        if not isinstance(item, Token) or item.word not in harmless:
            return


def _step(element: Word | Slot | Noun, item: Item, at: int, path: _Path) -> _Path | None:
    if isinstance(element, Word):
        if (isinstance(item, Token) and element.text in item.forms) or _as_word(item, element.text):
            return _Path(at + 1, path.slots, path.words + 1)
        return None
    if isinstance(element, Slot) and element.kind in NUMBERS:
        return _number(element, item, at, path)
    if isinstance(element, Slot) and isinstance(item, Mention) and element.kind in item.kinds:
        if (element.other and not item.other) or any(name == element.name for name, _ in path.slots):
            return None
        # "another" is a word that the phrase says, too.
        return _Path(at + 1, (*path.slots, (element.name, item)), path.words + element.other)
    return None


def _number(element: Slot, item: Item, at: int, path: _Path) -> _Path | None:
    """A number in its slot, as a mention whose text it is."""
    if not isinstance(item, Token) or NUMBERS[element.kind].fullmatch(item.word) is None:
        return None
    if any(name == element.name for name, _ in path.slots):
        return None
    said = Mention((element.kind,), at, at + 1, item.clause, item.word.removeprefix("+"))
    return _Path(at + 1, (*path.slots, (element.name, said)), path.words + 1)


def _as_word(item: Item, word: str) -> bool:
    """A pronoun, or a noun alone, may also be a word of a phrase: "it is winter", "boleh equip"."""
    return isinstance(item, Mention) and item.stop == item.start + 1 and _bare(item.text) == word


def _bare(text: str) -> str:
    """As tokens have it: "that's attached" says "that"."""
    return fold(text).removesuffix("'s")
