"""Hits made of what a search found: the passage, the text that matched, and how near it came."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from index.entries import label_of
from index.fusion import Ranking
from index.search_results import Hit, MatchedBy
from index.snapshot import Snapshot
from rules_corpus.editions import ViewedPassage
from rules_corpus.passages import Passage, PassageKind

Ids = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Candidates:
    """The entries that were scored, in ascending order, and their scores; all arrays have one element an entry."""

    entries: Ids
    lexical: Floats
    cosines: Floats


@dataclass(frozen=True, slots=True)
class Nearness:
    """How near a passage came by the entry that made its score; zeros where none was scored."""

    fused: float = 0.0
    lexical: float = 0.0
    cosine: float = 0.0


class NearnessOf:
    """The nearness of the passages of one ranking, by number."""

    def __init__(self, ranking: Ranking, candidates: Candidates) -> None:
        self._places = {int(passage): place for place, passage in enumerate(ranking.passages)}
        self._ranking = ranking
        self._candidates = candidates

    def of(self, passage: int) -> Nearness:
        place = self._places.get(passage)
        if place is None:
            return Nearness()
        at = int(np.searchsorted(self._candidates.entries, self._ranking.entries[place]))
        return Nearness(
            float(self._ranking.scores[place]), float(self._candidates.lexical[at]), float(self._candidates.cosines[at])
        )


def content_hit(snapshot: Snapshot, entry: int, near: Nearness) -> Hit:
    """The hit of a passage that was found by what an entry says."""
    edition, passage, origin, text = (int(value) for value in snapshot.entries[entry])
    matched = snapshot.corpus.editions[edition].passages[origin].texts[text]
    found = snapshot.corpus.editions[edition]
    return Hit(
        game=found.game,
        document=found.document,
        edition=found.edition,
        passage=found.passages[passage],
        score=near.fused,
        similarity=near.cosine,
        lexical=near.lexical,
        matched_by=MatchedBy.CONTENT,
        language=matched.language,
        matched_text=matched.text,
    )


def named_hit(viewed: ViewedPassage, matched_by: MatchedBy, language: str, score: float, near: Nearness) -> Hit:
    """The hit of a passage that the question names; among those of one `score` the fused one decides."""
    shown_in, text = _text_to_show(viewed.passage, language, viewed.edition.authority)
    return Hit(
        game=viewed.edition.game,
        document=viewed.edition.document,
        edition=viewed.edition.edition,
        passage=viewed.passage,
        score=score + near.fused / 100,
        similarity=near.cosine,
        lexical=near.lexical,
        matched_by=matched_by,
        language=shown_in,
        matched_text=text,
    )


def _text_to_show(passage: Passage, language: str, authority: str) -> tuple[str, str]:
    """(language, text) of a passage that was named: its body in the reader's language, or in that which decides."""
    for wanted in (language, authority):
        body = passage.body(wanted)
        if body is not None:
            return body.language, body.text
    if passage.kind is PassageKind.RULE and passage.heading:
        return authority, label_of(passage, authority)
    return passage.texts[0].language, passage.texts[0].text
