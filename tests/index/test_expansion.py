"""English game terms for Spanish, Indonesian and informal words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.expansion import Expansion, expand, expanded_query
from rules_corpus.lexicon import load_lexicon

LEXICON = load_lexicon()


@pytest.mark.parametrize(
    ("text", "language", "game", "english"),
    [
        ("La criatura equipada muere", "es", "mtg", {"creature", "equipped", "dies"}),
        ("pongo un contador en la criatura", "es", "mtg", {"put", "counters", "creature"}),
        ("quiero contrarrestar el hechizo", "es", "mtg", {"counter", "spell"}),
        ("me quedan cartas en el cementerio", "es", "mtg", {"graveyard"}),
        ("equipé una unidad en el campo de batalla", "es", "riftbound", {"equip", "unit", "battlefield"}),
        ("dano primero", "es", "mtg", {"first strike"}),
        ("daña primero", "es", "mtg", {"first strike"}),
        ("unitku mati pas giliran lawan", "id", "riftbound", {"dies", "killed", "opponent's turn"}),
        ("makhluk yg miring boleh ngeblok?", "id", "mtg", {"creature", "tap", "block"}),
        ("kuburan", "id", "mtg", {"graveyard"}),
        ("equip jatoh diluar", "id", "vandaria", {"falls", "outside"}),
        ("dipasangin ke follower", "id", "vandaria", {"attach"}),
        ("my gy", "en", "mtg", {"graveyard"}),
        ("etb trigger", "en", "mtg", {"enters", "triggered ability"}),
        ("unit dies", "en", "riftbound", {"leaves the board", "killed"}),
        ("creature dies", "en", "riftbound", {"unit"}),
    ],
)
def test_expands(text: str, language: str, game: str, english: set[str]) -> None:
    assert english <= set(expand(text, language, game, LEXICON).english)


def test_a_rune_is_the_games_own() -> None:
    assert expand("runa", "es", "riftbound", LEXICON).terms == ("rune_r",)
    assert expand("runa", "es", "vandaria", LEXICON).terms == ("rune_v",)


def test_only_the_games_terms() -> None:
    assert "graveyard" not in expand("cementerio", "es", "riftbound", LEXICON).english
    assert "trash" in expand("cementerio", "es", "riftbound", LEXICON).english


def test_without_a_game_the_terms_of_all_games_but_no_loose_ones() -> None:
    assert set(expand("mazo", "es", None, LEXICON).english) == {"library", "deck", "Main Deck"}
    assert expand("creature", "en", None, LEXICON).english == ()


def test_words_that_the_text_uses_are_not_repeated() -> None:
    assert expand("equip a unit", "en", "riftbound", LEXICON) == Expansion((), ("equip", "unit"))


def test_everyday_english_is_left_alone() -> None:
    assert expand("how do I win first without choosing", "en", "riftbound", LEXICON).english == ()


def test_a_grouped_form_brings_no_other_keyword() -> None:
    assert expand("persistir", "es", "mtg", LEXICON).english == ("persist",)
    assert expand("blanco", "es", "mtg", LEXICON).english == ("white",)


def test_expanded_query() -> None:
    assert expanded_query("criatura", Expansion(("creature",), ("creature",))) == "criatura (creature)"
    assert expanded_query("creature", Expansion((), ("creature",))) == "creature"


@given(st.text(max_size=200), st.sampled_from(["en", "es", "id", "fr"]), st.sampled_from([None, "mtg", "nope"]))
def test_never_fails(text: str, language: str, game: str | None) -> None:
    expansion = expand(text, language, game, LEXICON)
    assert expanded_query(text, expansion).startswith(text)
    assert len(set(expansion.english)) == len(expansion.english)
