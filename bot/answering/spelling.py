"""Whether two questions are the same words up to spelling: the only likeness that lets a stored verdict be given.

Two phrasings are equal when they have the same words in the same order. What may differ is what never changes the
meaning: case, typography, punctuation, hyphens, accents that a writer left out, the spelling variants of chat, and at
most `MOST_TYPOS` slips of the keyboard. A slip counts as one only if nothing else could have been meant: "attached"
and "detached", "puedo" and "puede", "my" and "your" are all one or two letters apart and mean different things.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from rapidfuzz.distance import OSA

from bot.answering.spelling_variants import ACCENT_PAIRS, VARIANTS

MOST_TYPOS = 2
_ONE_SLIP_FROM = 5
"""The length of a word from which one slip is allowed."""
_TWO_SLIPS_FROM = 9
_SHARED_ENDING = 2
"""So many last letters must agree: inflections live there (-s, -ed, -o/-a, -i/-in/-kan)."""

_APOSTROPHES = "'’‘ʼ‛´`"
_HYPHENS = "-‐‑‒–—−"
_SILENT = frozenset('.,;:!?¡¿"“”„«»‹›()*_…·' + _APOSTROPHES + _HYPHENS)
"""Punctuation that may be left out or added. Any other sign (=, <, /, %, an emoji, the brackets of
a card's symbol) is kept as a word of its own."""
_HYPHEN = "\x00"
"""Stands between the two halves of a hyphenated word until it is joined or split."""


@dataclass(frozen=True, slots=True)
class Word:
    folded: str
    """Case-folded, without accents."""
    written: str
    """Case-folded, with the accents that it was written with."""

    @property
    def numeric(self) -> bool:
        return any(character.isdigit() for character in self.folded)


Words = tuple[Word, ...]


class WordList(Protocol):
    """Tells real words from slips of the keyboard."""

    def is_word(self, written: str, folded: str) -> bool:
        """Whether a form is a word of any of the languages or games."""
        ...

    def has_rival(self, folded: str, meant: str, distance: int) -> bool:
        """Whether another word than `meant` is within this many slips of a form."""
        ...


def readings(text: str, language: str) -> tuple[Words, ...]:
    """The ways to read a text as words: with its hyphenated words joined, and with them split (the same if it has
    none). Spelling variants of the language are put in their standard form."""
    marked = _mark(text)
    joined = _standard(_split(marked.replace(_HYPHEN, "")), language)
    if _HYPHEN not in marked:
        return (joined,)
    return joined, _standard(_split(marked.replace(_HYPHEN, " ")), language)


def typos_between(asked: Sequence[Word], stored: Sequence[Word], words: WordList) -> int | None:
    """How many slips of the keyboard tell two readings apart, or None where they are not the same question."""
    if len(asked) != len(stored) or not stored:
        return None
    differing = [(a, s) for a, s in zip(asked, stored, strict=True) if a.folded != s.folded]
    if len(differing) > MOST_TYPOS:
        return None
    if any(_means_another_form(a, s, words) for a, s in zip(asked, stored, strict=True) if a.folded == s.folded):
        return None
    if not all(_is_slip(a, s, words) for a, s in differing):
        return None
    return len(differing)


def _means_another_form(asked: Word, stored: Word, words: WordList) -> bool:
    """Words that differ in accents alone: a dropped accent is spelling, but "controlo" and "controló" are two forms."""
    if asked.written == stored.written or (asked.folded in ACCENT_PAIRS):
        return False
    if asked.written != asked.folded and stored.written != stored.folded:
        return True
    if asked.written[-1] == stored.written[-1]:
        return False
    return words.is_word(asked.written, asked.written) and words.is_word(stored.written, stored.written)


def _is_slip(asked: Word, stored: Word, words: WordList) -> bool:
    if asked.numeric or stored.numeric or not (asked.folded.isalpha() and stored.folded.isalpha()):
        return False
    if not asked.folded.isascii():
        return False  # letters of another script only look like those of the word that the lists know
    shorter = min(len(asked.folded), len(stored.folded))
    if shorter < _ONE_SLIP_FROM or asked.folded[0] != stored.folded[0]:
        return False
    if asked.folded[-_SHARED_ENDING:] != stored.folded[-_SHARED_ENDING:]:
        return False
    allowed = 2 if shorter >= _TWO_SLIPS_FROM else 1
    distance = OSA.distance(asked.folded, stored.folded, score_cutoff=allowed)
    if distance > allowed or words.is_word(asked.written, asked.folded):
        return False
    if distance > 1 and asked.folded.endswith(stored.folded):
        return False  # a word glued to its front ("no", "un", "ga") is no slip
    return not words.has_rival(asked.folded, stored.folded, distance)


def _mark(text: str) -> str:
    """The text in small letters, its words apart by spaces, and hyphens inside words marked."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    characters = [c for c in plain if unicodedata.category(c) != "Cf"]
    marked: list[str] = []
    for position, character in enumerate(characters):
        before = characters[position - 1] if position else " "
        after = characters[position + 1] if position + 1 < len(characters) else " "
        marked.append(_marked(character, before, after))
    return "".join(marked)


def _marked(character: str, before: str, after: str) -> str:
    if character.isalnum():
        return character
    if unicodedata.category(character) == "Mn" and unicodedata.combining(character) != 1 and before.isalpha():
        return character
    inside = before.isalnum() and after.isalnum()
    if character in _APOSTROPHES and inside:
        return ""
    if character in _HYPHENS and after.isdigit() and not before.isalnum():
        return " -"
    if character in _HYPHENS and inside:
        return _HYPHEN
    if character in ".," and inside and (before.isdigit() or after.isdigit()):
        return character
    if character == "+" and after.isdigit():
        return " +"
    if character.isspace() or character in _SILENT:
        return " "
    return f" {character} "


def _split(marked: str) -> list[str]:
    return marked.split()


def _standard(raw: Sequence[str], language: str) -> Words:
    variants = VARIANTS.get(language, {})
    words: list[Word] = []
    for written in raw:
        folded = _fold(written)
        standard = variants.get(folded)
        words.extend(Word(part, part) for part in standard.split()) if standard else words.append(Word(folded, written))
    return tuple(words)


def _fold(word: str) -> str:
    if not word[0].isalnum():
        return word  # "≠" is no accented "="
    decomposed = unicodedata.normalize("NFD", word)
    return re.sub(r"[\u0300-\u033f]", "", decomposed) if decomposed != word else word
