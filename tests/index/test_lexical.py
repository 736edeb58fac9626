"""BM25 over terms, each game by itself."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from index.lexical import LexicalIndex

TERMS = [["sword", "attach"], ["ward", "counter", "target"], ["attach", "gear", "unit"], ["gear", "gear"], []]
GROUPS = [("mtg", "en"), ("mtg", "en"), ("riftbound", "en"), ("riftbound", "en"), ("riftbound", "es")]
INDEX = LexicalIndex.build(TERMS, GROUPS)


def test_entries_that_share_a_term_score() -> None:
    scores = INDEX.scores(["attach"], ["mtg", "riftbound"])
    assert list(np.flatnonzero(scores)) == [0, 2]


def test_other_games_score_nothing() -> None:
    assert list(np.flatnonzero(INDEX.scores(["attach"], ["riftbound"]))) == [2]


def test_more_shared_terms_score_higher() -> None:
    scores = INDEX.scores(["gear", "attach"], ["riftbound"])
    assert scores[2] > scores[3] > 0


def test_other_games_do_not_change_a_game() -> None:
    alone = LexicalIndex.build(TERMS[2:], GROUPS[2:])
    assert np.array_equal(
        alone.scores(["gear", "attach"], ["riftbound"]), INDEX.scores(["gear", "attach"], ["riftbound"])[2:]
    )


def test_word_that_is_common_in_its_language_weighs_little_however_many_english_texts_there_are() -> None:
    spanish = [["carta", "mazo"], ["carta", "turno"], ["carta", "mano"]]
    groups = [("mtg", "es")] * 3
    among_english = LexicalIndex.build([*spanish, *([["card"]] * 50)], [*groups, *([("mtg", "en")] * 50)])
    alone = LexicalIndex.build(spanish, groups)
    assert np.array_equal(among_english.scores(["carta"], ["mtg"])[:3], alone.scores(["carta"], ["mtg"]))


@pytest.mark.parametrize("terms", [[], ["unheard"], [""]])
def test_nothing_shared(terms: list[str]) -> None:
    assert not INDEX.scores(terms, ["mtg", "riftbound", "no such game"]).any()


def test_no_entries() -> None:
    assert LexicalIndex.build([], []).scores(["attach"], ["mtg"]).shape == (0,)


def test_game_without_any_term() -> None:
    index = LexicalIndex.build([[], []], [("mtg", "en")] * 2)
    assert not index.scores(["attach"], ["mtg"]).any()


def test_each_entry_needs_a_game() -> None:
    with pytest.raises(ValueError, match="5 entries, but 1 groups"):
        LexicalIndex.build(TERMS, [("mtg", "en")])


def test_survives_saving(tmp_path: Path) -> None:
    INDEX.save(tmp_path / "lexical")
    loaded = LexicalIndex.load(tmp_path / "lexical")
    for terms in (["gear"], ["attach", "ward"], ["unheard"]):
        assert np.array_equal(loaded.scores(terms, ["mtg", "riftbound"]), INDEX.scores(terms, ["mtg", "riftbound"]))


def test_missing_file_is_an_error(tmp_path: Path) -> None:
    INDEX.save(tmp_path)
    (tmp_path / "1" / "rows.npy").unlink()
    with pytest.raises(OSError, match=r"rows\.npy"):
        LexicalIndex.load(tmp_path)
