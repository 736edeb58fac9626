"""The passages for a question as it was read; of a question of several questions, those of all its parts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from bot.answering.library import Library
from bot.answering.reading import Reading
from bot.answering.understanding import Understanding
from index.search_results import Hit, SearchQuery


def hits_of(
    understanding: Understanding, game: str | None, edition: str | None, library: Library, top: int
) -> tuple[Hit, ...]:
    """The ranked passages for one question, at most `top`; an edition counts only together with a game."""
    pinned = edition if game is not None else None
    return tuple(library.search(SearchQuery(understanding.text, understanding.language, game, pinned, top)))


def hits_of_all(reading: Reading, library: Library, top: int) -> tuple[Hit, ...]:
    """The ranked passages for a question with its sub-questions, at most `top`."""
    whole, edition = reading.understanding, reading.question.edition
    ranked = hits_of(whole, whole.game.game, edition, library, top)
    if not reading.parts:
        return ranked
    of_parts = [
        hits_of(part.understanding, part.understanding.game.game, edition, library, top) for part in reading.parts
    ]
    return interleaved([ranked, *of_parts])[:top]


def interleaved(rankings: Sequence[Sequence[Hit]]) -> tuple[Hit, ...]:
    """Every ranking's first hit, then every second one, and so on; each passage once."""
    found: dict[tuple[str, str, str, str], Hit] = {}
    for row in zip_longest(*rankings):
        for hit in row:
            if hit is not None:
                found.setdefault((hit.game, hit.document, hit.edition, hit.passage.ref), hit)
    return tuple(found.values())
