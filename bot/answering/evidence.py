"""How much the hits of a search are worth: whether they answer, come close, or say nothing, and how sure that is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.answering.confidence import Confidence
from index.search_results import Hit, MatchedBy
from rules_corpus.passages import PassageKind

# Measured over the starter corpus with the complete Magic 2026-08-07 and Riftbound 1.4 editions (8,464 texts) and
# multilingual-e5-small in 4 bits.
SAME_TOPIC_SIMILARITY = 0.93
"""A stored question at least this similar is about the same topic: shown as the closest known question. Below it, of
52 rules questions in three languages, several were nearest to a stored question about something else (up to 0.926)."""
GAP_SIMILARITY = 0.925
GAP_LEAD = 0.01
"""A question that the rules leave open is taken for the one that was asked where it is at least this similar, and this
much more so than anything else. Of 18 reworded gaps 8 were recognised, and 2 of 66 questions that the guide decides
were taken for one."""
CLEAR_GAME_MARGIN = 0.03
"""By so much the best passage of one game must lead those of every other for the game to be taken from it."""
MOST_PASSAGES = 5

UNCALIBRATED = 0.3
"""The confidence in passages where the model was fitted for another encoder: no more than that they share words."""


@dataclass(frozen=True, slots=True)
class Evidence:
    hits: tuple[Hit, ...]
    """Those worth showing, best first; empty means that the corpus says nothing about the question."""
    confidence: float
    """The probability (0 to 1) that a rule which decides the question is among the best `MOST_PASSAGES` hits."""
    closest: tuple[Hit, ...] = ()
    """Where nothing is worth showing: what came close to being so."""


def weigh(text: str, language: str, game: str | None, hits: Sequence[Hit], confidence: Confidence) -> Evidence:
    """The hits that are worth showing: the first ones, where they are likely enough to decide the question.

    What the question names by number or name is always shown. Where the confidence was fitted for another encoder,
    only what shares many of the question's words is shown besides.
    """
    if not hits:
        return Evidence((), 0.0)
    named = tuple(hit for hit in hits if hit.matched_by is not MatchedBy.CONTENT)
    if not confidence.calibrated:
        worth = tuple(hit for hit in hits if hit in named or confidence.shares_words(text, language, hit))
        worth = worth[:MOST_PASSAGES]
        return Evidence(worth, UNCALIBRATED if worth else 0.0)
    probability = round(confidence.probability(confidence.features(text, language, game, hits), language), 3)
    threshold = confidence.threshold(language)
    if named:
        return Evidence(tuple(hits[:MOST_PASSAGES]), max(probability, threshold))
    if probability >= threshold:
        return Evidence(tuple(hits[:MOST_PASSAGES]), probability)
    return Evidence((), probability, tuple(hits[:MOST_PASSAGES]) if probability >= threshold / 2 else ())


def stored_confidence(typos: int, game_is_certain: bool) -> float:
    """Of a stored answer: the question was this very one, up to so many slips."""
    return round((0.95 if game_is_certain else 0.9) - 0.05 * typos, 3)


def is_same_topic(hit: Hit) -> bool:
    return hit.similarity >= SAME_TOPIC_SIMILARITY


def gap_asked(hits: Sequence[Hit]) -> Hit | None:
    """The stored question that the rules leave open and that is clearly the closest to the one asked, or None."""
    if not hits or not is_gap(hits[0]) or hits[0].similarity < GAP_SIMILARITY:
        return None
    others = max((hit.similarity for hit in hits if not is_gap(hit)), default=0.0)
    return hits[0] if hits[0].similarity - others >= GAP_LEAD else None


def is_gap(hit: Hit) -> bool:
    return hit.passage.kind is PassageKind.FAQ and hit.passage.faq is not None and hit.passage.faq.gap


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
