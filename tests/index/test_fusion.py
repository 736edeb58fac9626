"""One ranking of passages out of two scores of their entries."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from hypothesis import given
from hypothesis import strategies as st

from index.fusion import Ranking, fuse

Candidate = tuple[int, float, float]
"""(passage, BM25, cosine)"""

candidates = st.lists(
    st.tuples(st.integers(0, 6), st.floats(0, 30, width=32), st.floats(0.5, 1, width=32)), min_size=1, max_size=25
)


def ranked(found: list[Candidate], floor: float = 0.5, added: list[float] | None = None) -> Ranking:
    def floats(values: list[float]) -> npt.NDArray[np.float32]:
        return np.array(values, dtype=np.float32)

    return fuse(
        np.arange(len(found), dtype=np.int64),
        np.array([passage for passage, _, _ in found], dtype=np.int64),
        floats([lexical for _, lexical, _ in found]),
        floats([cosine for _, _, cosine in found]),
        floor=floor,
        adjustments=None if added is None else floats(added),
    )


def test_best_in_both_is_first() -> None:
    ranking = ranked([(10, 1.0, 0.7), (11, 4.0, 0.9), (12, 0.0, 0.8)])
    assert list(ranking.passages) == [11, 12, 10]
    assert ranking.scores[0] == 1.0


def test_passage_counts_by_its_best_entry() -> None:
    ranking = ranked([(10, 0.0, 0.55), (11, 2.0, 0.8), (10, 4.0, 0.9)])
    assert list(ranking.passages) == [10, 11]
    assert list(ranking.entries) == [2, 1]


def test_no_shared_word_leaves_the_cosine_to_decide() -> None:
    assert list(ranked([(1, 0.0, 0.7), (2, 0.0, 0.9), (3, 0.0, 0.8)]).passages) == [2, 3, 1]


def test_cosine_below_the_floor_counts_as_the_floor() -> None:
    assert list(ranked([(1, 2.0, 0.4), (2, 1.0, 0.6), (3, 0.0, 0.9)], floor=0.6).scores) == [
        np.float32(0.5),
        np.float32(0.5),
        np.float32(0.25),
    ]


def test_adjustment_moves_an_entry() -> None:
    found = [(1, 1.0, 0.9), (2, 1.0, 0.8)]
    assert list(ranked(found, added=[-0.9, 0.0]).passages) == [2, 1]


def test_equal_scores_keep_the_entries_order() -> None:
    assert list(ranked([(5, 1.0, 0.8), (3, 1.0, 0.8), (4, 1.0, 0.8)]).passages) == [5, 3, 4]


def test_no_candidates() -> None:
    assert len(ranked([]).passages) == 0


@given(candidates)
def test_each_passage_comes_once_and_scores_fall(found: list[Candidate]) -> None:
    ranking = ranked(found)
    assert sorted(ranking.passages) == sorted({passage for passage, _, _ in found})
    assert all(ranking.scores[:-1] >= ranking.scores[1:])
    assert all(found[entry][0] == passage for passage, entry in zip(ranking.passages, ranking.entries, strict=True))


@given(candidates)
def test_score_lies_between_nothing_and_one(found: list[Candidate]) -> None:
    ranking = ranked(found)
    assert ranking.scores.min() >= 0
    assert ranking.scores.max() <= 1 + 1e-6


@given(candidates)
def test_order_of_candidates_does_not_matter(found: list[Candidate]) -> None:
    distinct = [(passage, lexical + at, cosine) for at, (passage, lexical, cosine) in enumerate(found)]
    backwards = ranked(distinct[::-1])
    forwards = ranked(distinct)
    assert dict(zip(forwards.passages, forwards.scores, strict=True)) == dict(
        zip(backwards.passages, backwards.scores, strict=True)
    )


@given(candidates, st.integers(0, 6))
def test_better_scores_never_rank_a_passage_lower(found: list[Candidate], passage: int) -> None:
    low = [*found, (passage, 0.0, 0.5)]
    high = [*found, (passage, max(lexical for _, lexical, _ in found), max(cosine for _, _, cosine in found))]
    assert list(ranked(high).passages).index(passage) <= list(ranked(low).passages).index(passage)
