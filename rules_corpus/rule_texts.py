"""How alike two rules' texts are, whatever numbers they and the rules that they refer to have."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping

from rapidfuzz.distance import Indel

from rules_corpus.normalisation import normalise

Words = tuple[str, ...]

# A rule's number where it is one beyond doubt: with parts below it, or after the word "rule".
_NUMBER = re.compile(
    r"(?<![\w.])(?:rules?\s+)?\d{3}\.\d{1,3}(?:\.?[a-z]{1,2}(?![a-z])|\.\d{1,3})*(?:-[a-z](?![a-z]))?"
    r"|\brules?\s+\d{3}(?!\d)"
)
_WORD = re.compile(r"\{[^}]*\}|[+-]?\w+(?:'\w+)*|[^\w\s]")


def masked(text: str) -> str:
    """The normal form of a rule's text with the numbers of other rules masked: renumbering them changes nothing."""
    return _NUMBER.sub("§", normalise(text))


def words_of(masked_text: str) -> Words:
    """Words, symbols such as {T}, and signs, in order."""
    return tuple(_WORD.findall(masked_text))


class Similarity:
    """Compares texts; a word counts the more, the fewer of the known texts have it."""

    def __init__(self, texts: Iterable[Words]) -> None:
        self._frequency: Counter[str] = Counter()
        count = 0
        for words in texts:
            self._frequency.update(set(words))
            count += 1
        self._count = max(count, 1)

    def frequency(self, word: str) -> int:
        """How many of the known texts have a word."""
        return self._frequency[word]

    def of(self, first: Words, second: Words) -> float:
        """0 to 1: the lower of how many words they share in order, and how much their shared words tell.

        The second keeps apart what is said of two things in the same words ("Reach is a static ability.", "Haste is
        a static ability.").
        """
        if not first or not second:
            return 0.0
        in_order = Indel.normalized_similarity(first, second)
        return min(in_order, self._shared(Counter(first), Counter(second)))

    def _shared(self, first: Mapping[str, int], second: Mapping[str, int]) -> float:
        total = sum(self._weight(word) * count for words in (first, second) for word, count in words.items())
        both = sum(self._weight(word) * min(count, second.get(word, 0)) for word, count in first.items())
        return 2 * both / total if total else 0.0

    def _weight(self, word: str) -> float:
        return math.log(1 + self._count / (1 + self._frequency[word]))
