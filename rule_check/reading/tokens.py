"""A question as tokens: folded words with the forms that they may inflect, and the ends of clauses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rules_corpus.lexicon import Lexicon
from rules_corpus.lexicon.inflection import base_candidates
from rules_corpus.lexicon.words import fold

_TOKEN = re.compile(r"\+[0-9]+\b|[^\W_]+(?:'[^\W_]+)*|[.,;:?!¿¡\n]|[^\s]")
_AFFIXED = re.compile(
    r"\b(?P<prefix>di|nge|ng|ke|ter|me|meng|mem|men|pen|peng|pem|ber)-(?=\w)|(?<=\w)-(?=(?:nya|ku|mu|in|an|kan)\b)",
    re.IGNORECASE,
)
"""The hyphen that Indonesian players put between an English word and an affix: "di-equip", "Equipment-nya"."""
_CLAUSE_ENDS = frozenset(".,;:?!\n")
_SENTENCE_ENDS = frozenset(".?!\n")
_SILENT = frozenset("¿¡\"'()“”«»-*_`")
_CLITICS = ("nya", "ku", "mu")
_SHORTEST_STEM = 3
_IS = frozenset(("it's", "that's", "he's", "she's", "there's", "who's", "what's"))
"""What ends in 's for "is", never for whose something is."""
_INFLECT_NOTHING = frozenset(
    (
        *("selain", "melainkan", "kecuali", "sebelum", "sesudah", "setelah", "selama"),
        *("tapi", "tetapi", "selepas"),
        *("setiap", "sekali", "semua", "seluruh", "kedua", "keduanya", "berdua"),
    )
)
"""Indonesian words that look like forms of others and turn what is said: "selain pedang" is not
"pedang lain", "tapi" not "tap"."""


@dataclass(frozen=True, slots=True)
class Token:
    text: str
    """As it is written."""
    forms: tuple[str, ...]
    """The folded word first, then what it may inflect or stand for informally."""
    clause: int
    """The number of its clause, from 0."""
    asks: bool
    """Its sentence ends with a question mark."""
    clitic: str = ""
    """An Indonesian -nya, -ku or -mu that was taken off the word."""
    formal: str = ""
    """The formal word that an informal one stands for."""
    sentence: int = 0
    """The number of its sentence, from 0."""
    unaffixed: bool = False
    """A noun is not to be looked for in what its affixes leave: "diequip" is no Equipment."""

    @property
    def word(self) -> str:
        return self.forms[0]

    @property
    def as_noun(self) -> tuple[str, ...]:
        """The forms by which it may be a noun: for an Indonesian word only itself, without clitic or English plural."""
        if not self.unaffixed:
            return self.forms
        bare = self.word.removesuffix(self.clitic) if self.clitic else self.word
        return tuple(dict.fromkeys((self.word, bare, bare.removesuffix("s"))))


def tokens_of(text: str, language: str, lexicon: Lexicon) -> tuple[Token, ...]:
    """The words of a text; punctuation only ends clauses, other signs become tokens that nothing can match."""
    if language == "id":
        text = _AFFIXED.sub(lambda match: match["prefix"] or "", text)
    pieces = [(match.group(), match.start()) for match in _TOKEN.finditer(text)]
    sentence_asks = _questions(pieces)
    found: list[Token] = []
    clause = sentence = 0
    for place, (piece, _) in enumerate(pieces):
        if piece in _CLAUSE_ENDS:
            clause += 1
            sentence += piece in _SENTENCE_ENDS
            continue
        if piece in _SILENT:
            continue
        spoken = _tokens(piece, language, lexicon, clause, sentence_asks[place])
        found.extend(replace(token, sentence=sentence) for token in spoken)
    return tuple(found)


Spellings = Mapping[str, tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]]
"""By first word: (other way to say it, the words that it stands for)."""


def respelled(tokens: Sequence[Token], spelled: Spellings) -> tuple[Token, ...]:
    """The tokens with other ways to say a game's words taken for those words.

    A word for a word is only added to what it may be; of several words all are replaced.
    """
    found: list[Token] = []
    place = 0
    while place < len(tokens):
        way = next((way for way in spelled.get(tokens[place].word, ()) if _says(tokens, place, way[0])), None)
        if way is None:
            found.append(tokens[place])
            place += 1
            continue
        said, meant = way
        first = tokens[place]
        if len(said) == len(meant) == 1:
            forms = tuple(dict.fromkeys((*first.forms, *meant)))
            found.append(replace(first, forms=forms, formal=first.formal or meant[0]))
        else:
            text = " ".join(token.text for token in tokens[place : place + len(said)])
            found += [replace(first, text=text, forms=(word,), clitic="", formal="") for word in meant]
        place += len(said)
    return tuple(found)


def _says(tokens: Sequence[Token], place: int, said: tuple[str, ...]) -> bool:
    stretch = tokens[place : place + len(said)]
    return tuple(token.word for token in stretch) == said and stretch[-1].clause == stretch[0].clause


def _questions(pieces: list[tuple[str, int]]) -> list[bool]:
    asks = [False] * len(pieces)
    start = 0
    for place, (piece, _) in enumerate(pieces):
        if piece in _SENTENCE_ENDS or place == len(pieces) - 1:
            for inside in range(start, place + 1):
                asks[inside] = piece == "?"
            start = place + 1
    return asks


def _tokens(piece: str, language: str, lexicon: Lexicon, clause: int, asks: bool) -> Iterator[Token]:
    word = fold(piece)
    if language == "en" and word in _IS:
        yield Token(piece[:-2], (word[:-2],), clause, asks)
        yield Token("is", ("is",), clause, asks)
        return
    word = word.removesuffix("'s")
    if language == "id":
        informal = lexicon.informal.get(word)
        if informal is not None and informal.formal:
            first, *others = informal.formal
            if informal.word_class.endswith("_or_again"):  # one word that means either, and no two words
                forms = tuple(dict.fromkeys((word, *informal.formal)))
                yield Token(piece, forms, clause, asks, unaffixed=True)
                return
            forms = tuple(dict.fromkeys((word, first, *_forms(word, language))))
            yield Token(piece, forms, clause, asks, formal=first, unaffixed=True)
            for other in others:
                yield Token(piece, (other,), clause, asks)
            return
        stem, clitic = _without_clitic(word, lexicon) if word not in _INFLECT_NOTHING else (word, "")
        if clitic:
            forms = (word, stem, *base_candidates(stem, language))
            yield Token(piece, forms, clause, asks, clitic, unaffixed=True)
            return
    yield Token(piece, _forms(word, language), clause, asks, unaffixed=language == "id")


def _forms(word: str, language: str) -> tuple[str, ...]:
    if language == "id" and word in _INFLECT_NOTHING:
        return (word,)
    # Players put English game words into sentences of every language, with that language's endings.
    others = base_candidates(word, "en") if language != "en" else ()
    return tuple(dict.fromkeys((word, *base_candidates(word, language), *others)))


def _without_clitic(word: str, lexicon: Lexicon) -> tuple[str, str]:
    for clitic in _CLITICS:
        stem = word.removesuffix(clitic).rstrip("-")
        if stem != word and len(stem) >= _SHORTEST_STEM and not lexicon.lists(word, "id"):
            return stem, clitic
    return word, ""
