"""BM25 over terms, each game by itself."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from index.lexical import LexicalIndex

TERMS = [["sword", "attach"], ["ward", "counter", "target"], ["attach", "gear", "unit"], ["gear", "gear"], []]
GAMES = ["mtg", "mtg", "riftbound", "riftbound", "riftbound"]
INDEX = LexicalIndex.build(TERMS, GAMES)


def test_entries_that_share_a_term_score() -> None:
    scores = INDEX.scores(["attach"], ["mtg", "riftbound"])
    assert list(np.flatnonzero(scores)) == [0, 2]


def test_other_games_score_nothing() -> None:
    assert list(np.flatnonzero(INDEX.scores(["attach"], ["riftbound"]))) == [2]


def test_more_shared_terms_score_higher() -> None:
    scores = INDEX.scores(["gear", "attach"], ["riftbound"])
    assert scores[2] > scores[3] > 0


def test_other_games_do_not_change_a_game() -> None:
    alone = LexicalIndex.build(TERMS[2:], GAMES[2:])
    assert np.array_equal(
        alone.scores(["gear", "attach"], ["riftbound"]), INDEX.scores(["gear", "attach"], ["riftbound"])[2:]
    )


@pytest.mark.parametrize("terms", [[], ["unheard"], [""]])
def test_nothing_shared(terms: list[str]) -> None:
    assert not INDEX.scores(terms, ["mtg", "riftbound", "no such game"]).any()


def test_no_entries() -> None:
    assert LexicalIndex.build([], []).scores(["attach"], ["mtg"]).shape == (0,)


def test_game_without_any_term() -> None:
    index = LexicalIndex.build([[], []], ["mtg", "mtg"])
    assert not index.scores(["attach"], ["mtg"]).any()


def test_each_entry_needs_a_game() -> None:
    with pytest.raises(ValueError, match="5 entries, but 1 games"):
        LexicalIndex.build(TERMS, ["mtg"])


def test_survives_saving(tmp_path: Path) -> None:
    INDEX.save(tmp_path / "lexical")
    loaded = LexicalIndex.load(tmp_path / "lexical")
    for terms in (["gear"], ["attach", "ward"], ["unheard"]):
        assert np.array_equal(loaded.scores(terms, ["mtg", "riftbound"]), INDEX.scores(terms, ["mtg", "riftbound"]))


def test_missing_file_is_an_error(tmp_path: Path) -> None:
    INDEX.save(tmp_path)
    described = json.loads((tmp_path / "games.json").read_text(encoding="utf-8"))
    (tmp_path / described["games"]["mtg"] / "rows.npy").unlink()
    with pytest.raises(OSError, match=r"rows\.npy"):
        LexicalIndex.load(tmp_path)
