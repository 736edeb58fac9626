"""The phrases of the data files as patterns over words and objects.

`(can|may) I equip {equipment} [to {unit}]`: words stand for themselves and for what inflects them, `(a|b c)` for any of
its choices, `[…]` for what may be left out, `{unit}` for an object of that kind (`{unit:2}` for a second one,
`{unit:other}` only for one that is said to be another one), `{number}` for a number in digits, `{plus}` for one with
its plus sign ("+2"), and `*` for the noun that a modifier is said of.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rules_corpus.lexicon.words import fold

_PIECE = re.compile(r"\{[a-z_]+(?::(?:[0-9]|other))?\}|[()\[\]|*]|[^\s()\[\]|*{}]+")


NUMBERS = {"number": re.compile(r"[0-9]+"), "plus": re.compile(r"\+[0-9]+")}
"""By kind of slot that stands for a number instead of an object, how the number is written."""


class PatternError(ValueError):
    """A phrase is malformed; the message says how."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word, folded."""

    text: str


@dataclass(frozen=True, slots=True)
class Slot:
    """An object of a kind; `name` tells two of one kind apart."""

    kind: str
    name: str

    @property
    def other(self) -> bool:
        """Whether it has to be said to be another one than before."""
        return self.name.endswith(":other")


@dataclass(frozen=True, slots=True)
class Noun:
    """The noun that a modifier is said of."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several sequences; an empty one may be left out."""

    options: tuple[tuple[Element, ...], ...]


Element = Word | Slot | Noun | Choice


def parse_pattern(phrase: str) -> tuple[Element, ...]:
    """A phrase as a sequence of elements.

    :raises PatternError: brackets do not match, or the phrase has no word at all.
    """
    pieces = _PIECE.findall(phrase)
    if "".join(pieces) != re.sub(r"\s+", "", phrase):
        raise PatternError(f"a character that phrases don't have in “{phrase}”")
    elements, rest = _sequence(pieces, 0, ())
    if rest != len(pieces):
        raise PatternError(f"a bracket too many in “{phrase}”")
    if not words_of(elements) and not any(isinstance(one, Slot) and one.kind in NUMBERS for one in _leaves(elements)):
        raise PatternError(f"no word in “{phrase}”")
    return elements


def slots_of(elements: tuple[Element, ...]) -> frozenset[str]:
    """The names of the slots in a pattern."""
    return frozenset(leaf.name for leaf in _leaves(elements) if isinstance(leaf, Slot))


def words_of(elements: tuple[Element, ...]) -> frozenset[str]:
    """Every word that a pattern may consist of."""
    return frozenset(leaf.text for leaf in _leaves(elements) if isinstance(leaf, Word))


def _leaves(elements: tuple[Element, ...]) -> Iterator[Word | Slot | Noun]:
    """The elements of every choice."""
    for element in elements:
        if isinstance(element, Choice):
            for option in element.options:
                yield from _leaves(option)
        else:
            yield element


def _sequence(pieces: list[str], at: int, ends: tuple[str, ...]) -> tuple[tuple[Element, ...], int]:
    elements: list[Element] = []
    while at < len(pieces) and pieces[at] not in (*ends, ")", "]", "|"):
        piece = pieces[at]
        if piece in "([":
            choice, at = _choice(pieces, at + 1, ")" if piece == "(" else "]")
            elements.append(choice)
            continue
        if piece == "*":
            elements.append(Noun())
        elif piece.startswith("{"):
            kind, _, number = piece[1:-1].partition(":")
            elements.append(Slot(kind, piece[1:-1] if number else kind))
        else:
            elements.extend(Word(word) for word in _words(piece))
        at += 1
    return tuple(elements), at


def _choice(pieces: list[str], at: int, end: str) -> tuple[Choice, int]:
    options: list[tuple[Element, ...]] = []
    while True:
        option, at = _sequence(pieces, at, (end, "|"))
        options.append(option)
        if at >= len(pieces) or pieces[at] not in (end, "|"):
            raise PatternError(f"no {end} where it is needed in “{' '.join(pieces)}”")
        if pieces[at] == end:
            break
        at += 1
    if end == "]":
        options.append(())
    return Choice(tuple(options)), at + 1


def _words(piece: str) -> list[str]:
    words = (word.removesuffix("'s") for word in re.split(r"[^\w']+", fold(piece)))
    return [word for word in words if word]
