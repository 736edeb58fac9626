"""Which forms are real words: of English, Indonesian or Spanish, or of the games.

Generous on purpose: a form that might be a word is never taken for a slip of the keyboard. The word lists are large
(694,602 forms, about 90 MB in memory), so they are read when the first question comes near a stored one without
equalling it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property
from string import ascii_lowercase

from rapidfuzz.distance import OSA
from rapidfuzz.process import extract_iter

from rules_corpus.passages import LANGUAGES

# Affixes that make one word out of another: a form that is a known word with some of them is taken for a word too.
_PREFIXES = {
    "id": (
        "di", "ke", "se", "ter", "ber", "per", "me", "mem", "men", "meng", "meny", "pe", "pem", "pen", "peng", "nge",
        "ng", "ny", "diper", "memper", "keber",
    ),
    "en": ("un", "re", "de", "dis", "non", "in", "mis", "over", "pre", "under", "out"),
    "es": ("des", "re", "in", "im", "pre", "sobre", "anti"),
}  # fmt: skip
_SUFFIXES = {
    "id": ("kan", "an", "in", "i", "nya", "lah", "kah", "ku", "mu", "pun"),
    "en": ("s", "es", "d", "ed", "ing", "er", "ers", "ly", "less", "able", "ness"),
    "es": ("s", "es", "me", "te", "se", "lo", "la", "le", "los", "las", "les", "nos", "mente", "n", "ndo"),
}
_SHORTEST_STEM = 3


class KnownWords:
    """The words of the three languages and of the texts that are loaded."""

    def __init__(self, own_vocabulary: Callable[[], Iterable[str]]) -> None:
        """`own_vocabulary` gives the folded words of corpus and lexicon; it is called once, when first needed."""
        self._own_vocabulary = own_vocabulary

    def is_word(self, written: str, folded: str) -> bool:
        """Whether a form, with the accents it was written with or without any, is a word or an inflection of one."""
        if self._listed(written) or (folded != written and self._listed(folded)):
            return True
        return any(self._listed(stem) for stem in _stems(folded))

    def has_rival(self, folded: str, meant: str, distance: int) -> bool:
        """Whether another word than `meant` is at most `distance` slips from a form."""
        lists = (self._own, *(_folded_words(language) for language in LANGUAGES))
        if any(form != meant and form in words for form in _one_slip_away(folded) for words in lists):
            return True
        return distance > 1 and any(
            word != meant
            for words in lists
            for word, _, _ in extract_iter(folded, words, scorer=OSA.distance, processor=None, score_cutoff=distance)
        )

    def _listed(self, form: str) -> bool:
        return form in self._own or any(
            form in _words(language) or form in _folded_words(language) for language in LANGUAGES
        )

    @cached_property
    def _own(self) -> frozenset[str]:
        return frozenset(self._own_vocabulary())


def _words(language: str) -> Mapping[str, float]:
    """The word list of a language; wordfreq keeps it in memory."""
    from wordfreq import get_frequency_dict  # its import takes a while, and most questions never need it

    frequencies: Mapping[str, float] = get_frequency_dict(language, wordlist="best")
    return frequencies


@cache
def _folded_words(language: str) -> frozenset[str]:
    return frozenset(word if word.isascii() else _without_accents(word) for word in _words(language))


def _without_accents(word: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))


def _one_slip_away(form: str) -> Iterator[str]:
    """Every form that one dropped, added, changed or swapped letter makes of another."""
    for position in range(len(form) + 1):
        start, rest = form[:position], form[position:]
        if rest:
            yield start + rest[1:]
        if len(rest) > 1:
            yield start + rest[1] + rest[0] + rest[2:]
        for letter in ascii_lowercase:
            yield start + letter + rest
            if rest:
                yield start + letter + rest[1:]


def _stems(form: str) -> set[str]:
    """What is left of a form without an affix of one language at each end."""
    stems: set[str] = set()
    for language in LANGUAGES:
        starts = ["", *(p for p in _PREFIXES[language] if form.startswith(p))]
        ends = ["", *(s for s in _SUFFIXES[language] if form.endswith(s))]
        for start in starts:
            for end in ends:
                stem = form[len(start) : len(form) - len(end)]
                if stem != form and len(stem) >= _SHORTEST_STEM:
                    stems.add(stem)
    return stems
