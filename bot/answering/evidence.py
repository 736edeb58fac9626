"""How much the hits of a search are worth: whether they answer, come close, or say nothing, and how sure that is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from index.search_results import Hit, MatchedBy

# Measured over the starter corpus with the complete Magic 2026-08-07 and Riftbound 1.4 editions (7,972 texts) and
# multilingual-e5-small in 4 bits: 52 rules questions in three languages, each within its game, and 51 that rules don't
# cover (small talk, prices, ban lists, other games), each within every game and over all of them, 204 searches. The
# best passage's similarity hardly tells them apart (0.85 to 0.94 against up to 0.89), the game's own words do. With
# these values 51 of the 52 were shown passages, and so were 5 of the 204. The values were chosen on these same
# questions; another encoder needs other ones.
CLOSE_SIMILARITY = 0.89
"""A passage at least this similar to the question is worth showing by its meaning alone."""
TERMS_SIMILARITY = 0.85
"""A passage is worth showing from here where the question uses the game's own words."""
TERMS_EVIDENCE = 0.5
"""How strongly the words must speak for the game (`index.game_terms`) to count as its own."""
SHARED_WORDS_SIMILARITY = 0.83
"""A passage is worth showing from here where it shares rare words with the question."""
SHARED_WORDS_SCORE = 12.0
"""The BM25 score from which the shared words count."""
SAME_TOPIC_SIMILARITY = 0.93
"""A stored question at least this similar is about the same topic: shown as the closest known question. Below it, of
the 52 questions, several were nearest to a stored question about something else (at up to 0.926)."""
CLEAR_GAME_MARGIN = 0.03
"""By so much the best passage of one game must lead those of every other for the game to be taken from it."""
MOST_PASSAGES = 5

_LOWEST_SIMILARITY = 0.70
_NAMED = 0.6
_MOST_FOR_PASSAGES = 0.6
"""Passages without a verdict never claim more confidence than this."""


@dataclass(frozen=True, slots=True)
class Evidence:
    hits: tuple[Hit, ...]
    """Those worth showing, best first; empty means that the corpus says nothing about the question."""
    confidence: float
    """0 to 1, rising with the best hit's similarity."""


def weigh(hits: Sequence[Hit], game_words: float) -> Evidence:
    """The hits that are worth showing; `game_words` is how strongly the question's words speak for a game."""
    worth = tuple(hit for hit in hits if _is_worth_showing(hit, game_words))[:MOST_PASSAGES]
    best = max(worth or hits, key=lambda hit: hit.similarity, default=None)
    if best is None:
        return Evidence((), 0.0)
    confidence = passages_confidence(best.similarity)
    if any(hit.matched_by is not MatchedBy.CONTENT for hit in worth):
        confidence = max(confidence, _NAMED)
    return Evidence(worth, confidence if worth else min(confidence, 0.2))


def passages_confidence(similarity: float) -> float:
    """From a cosine to a confidence: 0 where unrelated texts lie, never above `_MOST_FOR_PASSAGES`."""
    share = (similarity - _LOWEST_SIMILARITY) / (1.0 - _LOWEST_SIMILARITY)
    return round(_MOST_FOR_PASSAGES * min(1.0, max(0.0, share)), 3)


def stored_confidence(typos: int, game_is_certain: bool) -> float:
    """Of a stored answer: the question was this very one, up to so many slips."""
    return round((0.95 if game_is_certain else 0.9) - 0.05 * typos, 3)


def is_same_topic(hit: Hit) -> bool:
    return hit.similarity >= SAME_TOPIC_SIMILARITY


def _is_worth_showing(hit: Hit, game_words: float) -> bool:
    if hit.matched_by is not MatchedBy.CONTENT or hit.similarity >= CLOSE_SIMILARITY:
        return True
    if hit.similarity >= TERMS_SIMILARITY and game_words >= TERMS_EVIDENCE:
        return True
    return hit.similarity >= SHARED_WORDS_SIMILARITY and hit.lexical >= SHARED_WORDS_SCORE


def clear_game(hits: Sequence[Hit]) -> str | None:
    """The game that the best passages belong to, where no other game's come near them; else None."""
    best: dict[str, float] = {}
    for hit in hits:
        best[hit.game] = max(best.get(hit.game, 0.0), hit.similarity)
    ranked = sorted(best, key=lambda game: best[game], reverse=True)
    if not ranked:
        return None
    if len(ranked) > 1 and best[ranked[0]] - best[ranked[1]] < CLEAR_GAME_MARGIN:
        return None
    return ranked[0]
