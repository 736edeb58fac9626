"""Finding phrases in a question: which stretches of its tokens a pattern covers, and which objects fill its slots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rule_check.reading.mentions import INDEFINITE, Mention
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


def items_of(tokens: Sequence[Token], mentions: Sequence[Mention]) -> list[Item]:
    """The tokens of a text, those of a mention replaced by it."""
    starts = {mention.start: mention for mention in mentions}
    items: list[Item] = []
    place = 0
    while place < len(tokens):
        mention = starts.get(place)
        if mention is None:
            items.append(tokens[place])
            place += 1
        else:
            items.append(mention)
            place = mention.stop
    return items


@dataclass(frozen=True, slots=True)
class _Path:
    at: int
    slots: tuple[tuple[str, Mention], ...]
    words: int


@dataclass(frozen=True, slots=True)
class Heard:
    """All that a question consists of, wherever it stands."""

    words: frozenset[str]
    kinds: frozenset[str]

    def may_say(self, elements: tuple[Element, ...]) -> bool:
        """Whether everything that a pattern needs occurs; most patterns are ruled out by this."""
        return all(self._has(element) for element in elements)

    def _has(self, element: Element) -> bool:
        if isinstance(element, Word):
            return element.text in self.words
        if isinstance(element, Slot):
            return element.kind in self.kinds
        return not isinstance(element, Choice) or any(self.may_say(option) for option in element.options)


def heard_in(items: Sequence[Item]) -> Heard:
    words: set[str] = set()
    kinds: set[str] = set()
    for item in items:
        if isinstance(item, Token):
            words.update(item.forms)
            kinds.update(kind for kind, written in NUMBERS.items() if written.fullmatch(item.word))
        else:
            kinds.update(item.kinds)
            words.add(_said_by(item))
    return Heard(frozenset(words), frozenset(kinds))


def spans_of(elements: tuple[Element, ...], items: Sequence[Item], harmless: frozenset[str]) -> Iterator[Span]:
    """Every stretch within a sentence that a pattern covers.

    Up to two words that cannot matter may stand between its own words.
    """
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
        if not first and items[at].sentence != items[path.at - 1].sentence:
            return
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
        if not isinstance(item, Token) or harmless.isdisjoint((item.word, item.formal)):
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
    """A pronoun, or a noun alone or with "a", may also be a word of a phrase: "it is winter", "boleh equip"."""
    return isinstance(item, Mention) and _said_by(item) == word


def _said_by(mention: Mention) -> str:
    """The one word that a mention may be; empty for a longer one."""
    first, _, rest = mention.text.partition(" ")
    text = rest if mention.indefinite and fold(first) in INDEFINITE else mention.text
    return "" if " " in text else _bare(text)


def _bare(text: str) -> str:
    """As tokens have it: "that's attached" says "that"."""
    return fold(text).removesuffix("'s")
