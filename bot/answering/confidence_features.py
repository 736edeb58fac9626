"""What a search shows of how likely it found the rules that decide a question, as a few numbers."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from index.analysis import Analyser
from index.expansion import expand
from index.search_results import Hit
from rules_corpus.passages import PassageKind

LEAD_OVER = 5
"""The best BM25 score is compared with the one at this rank; the hits up to it are those that would be shown."""
_MOST_WORDS = 40
"""A longer question counts as one of so many words."""
_MOST_GAME_WORDS = 3.0


@dataclass(frozen=True, slots=True)
class Features:
    """Of one search. All are comparable between searches with one encoder, none between encoders."""

    similarity: float
    """The highest cosine of a hit."""
    lexical: float
    """The highest BM25 score, by the root of the number of terms of the question."""
    lexical_lead: float
    """How far the highest BM25 score is above the fifth highest, as a share of it."""
    coverage: float
    """The largest share of the question's terms that one of the first hits has, 0 to 1."""
    known: float
    """The share of the question's own terms that the searched texts know, 0 to 1."""
    game_words: float
    """How strongly the question's words speak for the game."""
    own_language: float
    """1 where the first hit's text is in the question's language, else 0."""
    faq: float
    """1 where the first hit is a stored question, else 0."""
    length: float
    """The logarithm of the number of words."""

    def as_mapping(self) -> Mapping[str, float]:
        return asdict(self)


USED = tuple(Features.__dataclass_fields__)
"""The names of the features, in order."""


def features_of(
    text: str,
    language: str,
    game: str | None,
    hits: Sequence[Hit],
    *,
    game_words: float,
    known: float,
    analyser: Analyser,
) -> Features:
    """The features of a search that found something; `game_words` and `known` are those of the question.

    :raises ValueError: there are no hits.
    """
    if not hits:
        raise ValueError("no hits, no features")
    worded = sorted((hit.lexical for hit in hits), reverse=True)
    terms = question_terms(text, language, game, analyser)
    return Features(
        similarity=max(hit.similarity for hit in hits),
        lexical=worded[0] / math.sqrt(max(1, len(terms))),
        lexical_lead=1 - _at_rank(worded, LEAD_OVER) / worded[0] if worded[0] > 0 else 0.0,
        coverage=max(_covered(terms, hit, analyser) for hit in hits[:LEAD_OVER]),
        known=known,
        game_words=min(_MOST_GAME_WORDS, game_words),
        own_language=float(hits[0].language == language),
        faq=float(hits[0].passage.kind is PassageKind.FAQ),
        length=math.log1p(min(_MOST_WORDS, len(text.split()))),
    )


def question_terms(text: str, language: str, game: str | None, analyser: Analyser) -> tuple[str, ...]:
    """The question's terms, and those of the game's English words for them, each once."""
    expansion = expand(text, language, game, analyser.lexicon)
    terms = [*analyser.terms(text, language), *analyser.terms(" ".join(expansion.english), "en")]
    return tuple(dict.fromkeys(terms))


def shared_terms(terms: Sequence[str], hit: Hit, analyser: Analyser) -> int:
    """How many of the terms the text of a hit has."""
    said = frozenset(analyser.terms(hit.matched_text, hit.language))
    return sum(term in said for term in terms)


def _covered(terms: Sequence[str], hit: Hit, analyser: Analyser) -> float:
    return shared_terms(terms, hit, analyser) / len(terms) if terms else 0.0


def _at_rank(values: Sequence[float], rank: int) -> float:
    return values[min(rank, len(values)) - 1]
