"""One ranking of passages out of two scores of their entries.

Both scores are normalised over the candidates of one search, so a fused score says nothing across searches.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Ids = npt.NDArray[np.int64]

DENSE_WEIGHT = 0.5
"""Measured on 129 and on 263 questions of our own, in three languages each (MRR): .664 and .439 at 0.6, .674 and .447
at 0.5, .674 and .443 at 0.45. Reciprocal ranks (RRF), and scores taken between those of the best and of the
10th, 30th or 100th candidate, do worse by .005 to .03."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """Passages in order of their fused score, best first; all arrays have one element a passage."""

    passages: Ids
    scores: Floats
    entries: Ids
    """The entry that made the passage's score: the text to show as the match."""


def fuse(
    entries: Ids,
    passages: Ids,
    lexical: Floats,
    cosines: Floats,
    *,
    floor: float,
    adjustments: Floats | None = None,
    dense_weight: float = DENSE_WEIGHT,
) -> Ranking:
    """Rank passages by the weighted sum of normalised BM25 and cosine of their best entry.

    `entries` are the candidates; `passages`, `lexical`, `cosines` and `adjustments` (added to the fused score) have an
    element for each of them. `floor` is the cosine that counts as nothing: that of the last candidate that dense
    retrieval put forward. Equal scores are ordered by entry, so that a search always gives one order.
    """
    if len(entries) == 0:
        empty = np.empty(0, dtype=np.int64)
        return Ranking(empty, np.empty(0, dtype=np.float32), empty)
    fused = (1 - dense_weight) * _by_maximum(lexical) + dense_weight * _above(floor, cosines)
    if adjustments is not None:
        fused = fused + adjustments
    order = np.lexsort((entries, -fused))
    _, first = np.unique(passages[order], return_index=True)
    best = order[np.sort(first)]
    return Ranking(passages[best], fused[best].astype(np.float32), entries[best])


def _by_maximum(values: Floats) -> Floats:
    """0 stays 0: an entry that shares no word gets nothing from the lexical side."""
    top = values.max()
    result: Floats = values / top if top > 0 else np.zeros_like(values)
    return result


def _above(floor: float, values: Floats) -> Floats:
    """The encoder's cosines all lie close together; only their order and distances within a search tell."""
    top = values.max()
    if top <= floor:
        return np.asarray(values >= top, dtype=np.float32)
    return np.asarray(np.clip((values - floor) / (top - floor), 0, None), dtype=np.float32)
