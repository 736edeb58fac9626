"""Names of cards in a question: the longest on word boundaries; exact before prefix before fuzzy.

Precision comes first. Many cards are called by ordinary words ("Block", "Back to Back"), and a card that is linked
wrongly puts a wrong text before people. A name of ordinary words therefore counts only where the question marks it as
a name: by capitals that nothing else explains, or by quotes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from rapidfuzz.distance import OSA
from rapidfuzz.process import extract

from index.names import core_words
from rules_corpus.cards import Card
from rules_corpus.lexicon.words import fold
from rules_corpus.passages import LANGUAGES

MOST_OFFERED = 12
"""A name that more cards begin with tells nothing."""
_SHORTEST_FUZZY = 6
"""Letters; the neighbours of a shorter name are words of their own."""
_TWO_SLIPS = 11
"""Letters from which a name may have two slips."""

_WORD = re.compile(r"[^\W_][^\W_\u0300-\u036f]*(?:[\u0300-\u036f][^\W_]*)*(?:['’‘`´][^\W_]+)*")
_APOSTROPHES = re.compile(r"['’‘`´]")
_SENTENCE_END = re.compile(r"[.!?:;\n—–•]\s*$|[¿¡]\s*$")
_QUOTES = {'"': '"', "“": "”", "„": "“", "«": "»", "‘": "’", "'": "'", "[": "]", "*": "*", "`": "`"}
# Written small within a name in capitals.
_SMALL_WORDS = "a an the of to and or in on at with from for so de del la el los las y dari dan di yang"
_SMALL = frozenset(_SMALL_WORDS.split())
# What may stand around a card's name in a question about the card itself.
_ASKING_WORDS = """
    card cards text say says effect effects kartu teks efek efeknya bunyi isi isinya carta cartas texto efecto dice
    riftbound magic mtg vandaria in di en ability abilities cost costs coste cuesta biaya
"""
_ASKING = frozenset(_ASKING_WORDS.split())


class CardMatch(StrEnum):
    EXACT = "exact"
    PREFIX = "prefix"
    """The name's first words ("Ezreal"), or what follows its comma ("Void Burrower")."""
    FUZZY = "fuzzy"
    """The name with a slip or two of the keyboard."""


@dataclass(frozen=True, slots=True)
class CardMention:
    """What a text calls a card by, and the cards that are called so."""

    printed: str
    start: int
    end: int
    cards: tuple[Card, ...]
    """In the list's order; several where the words do not tell which."""
    match: CardMatch

    @property
    def card(self) -> Card | None:
        """The one card that is meant; None where it could be several."""
        return self.cards[0] if len(self.cards) == 1 else None


@dataclass(frozen=True, slots=True)
class _Word:
    form: str
    """Folded, without apostrophes."""
    start: int
    end: int
    capital: bool
    first: bool
    """It begins a sentence, so that its capital says nothing."""


class CardNames:
    """The names of some cards. Safe to share between threads."""

    def __init__(self, cards: Iterable[Card], terms: Iterable[str] = ()) -> None:
        """`terms`: what else the game's words are (keywords, rules' names): never a card without quotes."""
        self._exact: dict[tuple[str, ...], list[Card]] = {}
        self._partial: dict[tuple[str, ...], list[Card]] = {}
        self._first: set[str] = set()
        for card in cards:
            for name in card.names:
                words = tuple(_words_of(name))
                if words:
                    _append(self._exact, words, card)
                for part in _parts_of(name):
                    _append(self._partial, part, card)
        self._first = {words[0] for words in (*self._exact, *self._partial)}
        self._longest = max((len(words) for words in (*self._exact, *self._partial)), default=0)
        self._terms = frozenset(tuple(_words_of(term)) for term in terms)
        self._by_size: dict[tuple[int, str], list[str]] = {}
        for words in self._exact:
            joined = " ".join(words)
            if len(joined) >= _SHORTEST_FUZZY:
                self._by_size.setdefault((len(words), joined[0]), []).append(joined)

    @property
    def empty(self) -> bool:
        return not self._exact

    def find(self, text: str) -> tuple[CardMention, ...]:
        """The cards that a text names, left to right."""
        if self.empty:
            return ()
        words = _read(text)
        shouting = _is_title_case(words)
        found: list[CardMention] = []
        position = 0
        while position < len(words):
            mention, length = self._at(text, words, position, shouting)
            if mention is not None:
                found.append(mention)
            position += length
        return tuple(found)

    def lookup(self, name: str) -> CardMention | None:
        """The card that a text is the name of, whole: as `find` has it, but ordinary words count too."""
        words = tuple(_words_of(name))
        for match, cards in self._candidates(words):
            return CardMention(name, 0, len(name), cards, match)
        prefixed = [cards for exact, cards in self._exact.items() if words and exact[: len(words)] == words]
        unique = tuple(dict.fromkeys(card for cards in prefixed for card in cards))
        if 0 < len(unique) <= MOST_OFFERED:
            return CardMention(name, 0, len(name), unique, CardMatch.PREFIX)
        near = self._near(words, in_a_sentence=False)
        return CardMention(name, 0, len(name), near, CardMatch.FUZZY) if near else None

    def _at(self, text: str, words: Sequence[_Word], position: int, shouting: bool) -> tuple[CardMention | None, int]:
        """The longest name at a place, and how many words to go on by; None where none begins there."""
        most = min(self._longest, len(words) - position)
        if words[position].form in self._first or _bare(words[position].form) in self._first:
            for length in range(most, 0, -1):
                part = words[position : position + length]
                for forms in _readings(part):
                    for match, cards in self._candidates(forms):
                        if self._is_meant(text, part, forms, match, shouting):
                            return _mention(text, part, cards, match), length
        for length in range(most, 0, -1):
            part = words[position : position + length]
            forms = tuple(word.form for word in part)
            if all(_is_ordinary(form) for form in forms) or forms in self._terms:
                continue
            near = self._near(forms)
            if near:
                return _mention(text, part, near, CardMatch.FUZZY), length
        return None, 1

    def _candidates(self, forms: tuple[str, ...]) -> Iterator[tuple[CardMatch, tuple[Card, ...]]]:
        if forms in self._exact:
            yield CardMatch.EXACT, tuple(self._exact[forms])
        elif forms in self._partial and len(self._partial[forms]) <= MOST_OFFERED:
            yield CardMatch.PREFIX, tuple(self._partial[forms])

    def _is_meant(
        self, text: str, part: Sequence[_Word], forms: tuple[str, ...], match: CardMatch, shouting: bool
    ) -> bool:
        """Whether the words stand for the card and not for themselves."""
        if _is_quoted(text, part):
            return True
        if forms in self._terms:
            return False
        if not all(_is_ordinary(form) for form in forms):
            return True
        if len(part) > 1 and match is CardMatch.EXACT and not _rest(text, part):
            return True
        if shouting:
            return False
        marked = [word for word in part if word.form not in _SMALL]
        if not marked or not all(word.capital for word in marked):
            return False
        return len(marked) > 1 or not marked[0].first

    def _near(self, forms: tuple[str, ...], *, in_a_sentence: bool = True) -> tuple[Card, ...]:
        """The one card whose name is a slip or two away."""
        joined = " ".join(forms)
        if len(joined) < _SHORTEST_FUZZY:
            return ()
        names = self._by_size.get((len(forms), joined[0]), [])
        found = extract(joined, names, scorer=OSA.distance, processor=None, score_cutoff=_slips(joined), limit=2)
        if not found or (len(found) > 1 and found[0][1] == found[1][1]):
            return ()
        name = tuple(found[0][0].split())
        # Each word by itself has to be a slip away: "fae dragon" is not "fire dragon".
        pairs = tuple(zip(forms, name, strict=True))
        if any(OSA.distance(mine, theirs) > _slips(theirs) for mine, theirs in pairs):
            return ()
        # A word of a language in the place of another one is no slip.
        if in_a_sentence and any(mine != theirs and _is_ordinary(mine) for mine, theirs in pairs):
            return ()
        return tuple(self._exact[name])


def asked_card(text: str, mentions: Sequence[CardMention]) -> CardMention | None:
    """The card that a text asks about, where it asks about nothing else ("what does Doran's Blade do").

    None where the text says more than that, or names two cards.
    """
    if len(mentions) != 1:
        return None
    rest = f"{text[: mentions[0].start]} {text[mentions[0].end :]}"
    return None if [word for word in core_words(rest) if word not in _ASKING] else mentions[0]


def _slips(name: str) -> int:
    return 2 if len(name) >= _TWO_SLIPS else 1


def _mention(text: str, part: Sequence[_Word], cards: tuple[Card, ...], match: CardMatch) -> CardMention:
    start, end = part[0].start, part[-1].end
    return CardMention(text[start:end], start, end, cards, match)


def _read(text: str) -> list[_Word]:
    """The words of a text; letters with points between them ("B.F.") are one."""
    words: list[_Word] = []
    for match in _WORD.finditer(text):
        form = _form(match.group())
        before = text[: match.start()]
        if words and _is_initial(text, words[-1], match.start(), form):
            last = words.pop()
            words.append(_Word(last.form + form, last.start, match.end(), last.capital, last.first))
            continue
        first = not words or bool(_SENTENCE_END.search(before[words[-1].end :]))
        words.append(_Word(form, match.start(), match.end(), match.group()[0].isupper(), first))
    return words


def _is_initial(text: str, last: _Word, start: int, form: str) -> bool:
    written = text[last.start : last.end].replace(".", "")
    return len(form) == 1 and len(written) <= 2 and text[last.end : start] == "." and written.isupper()


def _form(word: str) -> str:
    return _APOSTROPHES.sub("", fold(word))


def _words_of(name: str) -> list[str]:
    return [word.form for word in _read(name)]


def _parts_of(name: str) -> set[tuple[str, ...]]:
    """What a name may be shortened to: what stands before its comma, and two words or more of what follows it."""
    before, comma, after = name.partition(",")
    if not comma:
        return set()
    if "," in after:
        return set()
    epithet = tuple(_words_of(after))
    return {tuple(_words_of(before)), *({epithet} if len(epithet) > 1 else ())} - {()}


def _readings(part: Sequence[_Word]) -> Iterator[tuple[str, ...]]:
    """The words as they stand, and without the ending that a possessive or clitic gives to the last of them."""
    forms = tuple(word.form for word in part)
    yield forms
    if _bare(forms[-1]) != forms[-1]:
        yield (*forms[:-1], _bare(forms[-1]))


def _bare(form: str) -> str:
    for ending in ("nya", "s"):
        if form.endswith(ending) and len(form) > len(ending) + 2:
            return form.removesuffix(ending)
    return form


def _is_quoted(text: str, part: Sequence[_Word]) -> bool:
    before, after = text[: part[0].start].rstrip("*"), text[part[-1].end :].lstrip("!?.,*")
    return bool(before) and bool(after) and _QUOTES.get(before[-1]) == after[0]


def _rest(text: str, part: Sequence[_Word]) -> list[str]:
    rest = f"{text[: part[0].start]} {text[part[-1].end :]}"
    return [word for word in core_words(rest) if word not in _ASKING]


def _is_title_case(words: Sequence[_Word]) -> bool:
    """Whether nearly every word of some length has a capital, so that capitals mark no names."""
    long = [word for word in words if len(word.form) > 3 and not word.first]
    return len(long) > 3 and sum(word.capital for word in long) > 0.7 * len(long)


@cache
def _ordinary_words() -> frozenset[str]:
    """The words of the three languages that are met once in a million or more often."""
    # Loaded only here: its import takes longer than an answer, and most corpora hold no cards.
    from wordfreq import get_frequency_dict

    return frozenset(
        _APOSTROPHES.sub("", fold(word))
        for language in LANGUAGES
        for word in get_frequency_dict(language, wordlist="small")
    )


def _is_ordinary(form: str) -> bool:
    return form.isdigit() or len(form) < 3 or form in _ordinary_words() or _bare(form) in _ordinary_words()


def _append(names: dict[tuple[str, ...], list[Card]], words: tuple[str, ...], card: Card) -> None:
    bearers = names.setdefault(words, [])
    if card not in bearers:
        bearers.append(card)
