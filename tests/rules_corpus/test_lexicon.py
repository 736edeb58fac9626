"""The lexicon's data files, and finding their terms in words."""

from __future__ import annotations

import gc
import json
import os
import re
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_corpus.lexicon import LexiconError, load_lexicon, loading
from rules_corpus.lexicon.inflection import base_candidates
from rules_corpus.lexicon.loading import read_rows
from rules_corpus.lexicon.symbols import load_symbols, readable
from rules_corpus.lexicon.words import fold, split_words
from rules_corpus.passages import GAMES

LEXICON = load_lexicon()
LANGUAGES = ("en", "id", "es")
KINDS = {"keyword", "action", "type", "zone", "place", "time", "state", "person", "resource", "rule", "plain"}


def test_every_term_has_forms_in_all_three_languages() -> None:
    assert len(LEXICON.terms) > 450
    for term in LEXICON.terms:
        assert term.kind in KINDS, term.concept
        assert 0 < term.evidence <= 1, term.concept
        assert term.english, term.concept
        for language in LANGUAGES:
            forms = term.forms(language)
            assert forms and not forms[0].loose, (term.concept, language)
            assert len({form.key for form in forms}) >= len(forms) - 3, (term.concept, language)
            assert all(form.key for form in forms), (term.concept, language)


def test_forms_are_separated_by_a_semicolon_and_one_space() -> None:
    for row in read_rows("terms.csv"):
        for language in LANGUAGES:
            assert re.fullmatch(r"~?[^;~ ]+( [^;~ ]+)*(; ~?[^;~ ]+( [^;~ ]+)*)*", row[language]), row["concept"]


def test_concepts_are_unique() -> None:
    assert len({term.concept for term in LEXICON.terms}) == len(LEXICON.terms)


def test_a_form_means_one_thing_in_a_game_unless_listed_as_ambiguous() -> None:
    found = {
        (language, key, game, " ".join(sorted(concepts)))
        for language in LANGUAGES
        for key in LEXICON.keys(language)
        for game in GAMES
        if len(concepts := [t.concept for t, loose in LEXICON.senses(key, language) if game in t.games and not loose])
        > 1
    }
    rows = read_rows("ambiguities.csv")
    assert all(row["why"] for row in rows)
    listed = {(r["language"], r["form"], r["game"], " ".join(sorted(r["concepts"].split()))) for r in rows}
    assert found == listed


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_is_found_as_its_own_term(language: str) -> None:
    for term in LEXICON.terms:
        for form in term.forms(language):
            words = split_words(form.text)
            matches = LEXICON.find(words, (language,), term.games[0])
            assert any(term in match.terms for match in matches), (term.concept, language, form.text)


def test_every_informal_word_is_reachable_and_protected_words_are_folded() -> None:
    for informal in LEXICON.informal:
        assert split_words(informal) == [informal], informal
    assert all(word == fold(word) and word.isalnum() for word in LEXICON.protected)


def test_loading_is_fast() -> None:
    def seconds() -> float:
        load_lexicon.cache_clear()
        started = time.process_time()
        load_lexicon()
        return time.process_time() - started

    gc.collect()
    gc.disable()  # what else the test process holds is not the lexicon's to scan
    try:
        assert min(seconds() for _ in range(10)) < 0.030
    finally:
        gc.enable()


def test_the_lexicon_is_loaded_once() -> None:
    assert load_lexicon() is load_lexicon()


def test_a_malformed_row_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "terms.csv").write_text("concept,games\nunit,R,M\n", encoding="utf-8")
    monkeypatch.setattr(loading, "files", lambda package: tmp_path)
    with pytest.raises(LexiconError, match=r"terms\.csv:2: 3 fields instead of 2"):
        read_rows("terms.csv")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Is 818.1.c.2 the rule?", ["is", "818.1.c.2", "the", "rule"]),
        ("See 702.6a, or EQ.7.3.", ["see", "702.6a", "or", "eq.7.3"]),
        ("Quick-Draw di-equip", ["quick-draw", "di-equip"]),
        ("¿Daño, MANÁ?", ["dano", "mana"]),
        ("Pay {T} or {W/U}: creature’s", ["pay", "{t}", "or", "{w/u}", "creature"]),
        ("rule 100.2.", ["rule", "100.2"]),
        ("601.2f–h", ["601.2f", "h"]),
        ("a full stop.Next", ["a", "full", "stop", "next"]),
        ("", []),
    ],
)
def test_words(text: str, words: list[str]) -> None:
    assert split_words(text) == words


@pytest.mark.parametrize(
    ("word", "language", "base"),
    [
        ("equipping", "en", "equip"),
        ("creatures", "en", "creature"),
        ("copies", "en", "copy"),
        ("equipe", "es", "equipar"),
        ("equipandosela", "es", "equipar"),
        ("ataque", "es", "ataque"),
        ("ataquemos", "es", "atacar"),
        ("muere", "es", "morir"),
        ("murio", "es", "morir"),
        ("moviendolo", "es", "mover"),
        ("mueve", "es", "mover"),
        ("elijo", "es", "elegir"),
        ("destruye", "es", "destruir"),
        ("enderecen", "es", "enderezar"),
        ("juego", "es", "juego"),
        ("fichas", "es", "ficha"),
        ("legendarias", "es", "legendario"),
        ("nge-equip", "id", "equip"),
        ("diequip", "id", "equip"),
        ("di-equip", "id", "equip"),
        ("equipnya", "id", "equip"),
        ("equipin", "id", "equip"),
        ("memasangkan", "id", "pasang"),
        ("dipasangin", "id", "pasang"),
        ("mindahin", "id", "pindah"),
        ("nyerang", "id", "serang"),
        ("ngancurin", "id", "ancur"),
        ("unitnya", "id", "unit"),
        ("kebanish", "id", "banish"),
        ("ngedraw", "id", "draw"),
        ("puedo", "es", None),
        ("una", "es", None),
        ("xyzzy", "id", None),
        ("territory", "id", "territory"),
    ],
)
def test_base_forms(word: str, language: str, base: str | None) -> None:
    assert LEXICON.base(word, language) == base


def concepts(text: str, language: str, game: str | None = None, loose: bool = True) -> set[str]:
    languages = (language, "en") if language != "en" else ("en",)
    return {t.concept for match in LEXICON.find(split_words(text), languages, game, loose) for t in match.terms}


def test_the_longest_phrase_wins() -> None:
    assert concepts("at the end of combat", "en", "mtg") == {"end_of_combat"}
    assert concepts("robar en el paso de robar", "es", "mtg") == {"draw", "draw_step"}


def test_phrases_are_found_in_inflected_forms() -> None:
    assert "triggered_ability" in concepts("las habilidades disparadas", "es", "mtg")
    assert "first_strike" in concepts("un first striker", "es", "mtg")


def test_bawa_and_pasang_stay_apart() -> None:
    assert concepts("bawa", "id", "vandaria") == {"carry"}
    assert concepts("pasang", "id", "vandaria") == {"attach"}


def test_rune_is_another_thing_in_each_game() -> None:
    assert concepts("rune", "en", "riftbound") == {"rune_r"}
    assert concepts("rune", "en", "vandaria") == {"rune_v"}


def test_loose_forms_are_left_out_on_demand() -> None:
    assert "unit" in concepts("creature", "en", "riftbound")
    assert concepts("creature", "en", "riftbound", loose=False) == set()


def test_a_match_says_which_words_it_covers() -> None:
    words = split_words("can I nge-equip it in my main phase")
    spans = {match.key: (match.start, match.stop) for match in LEXICON.find(words, ("id", "en"))}
    assert spans["equip"] == (2, 3)
    assert spans["main phase"] == (6, 8)


@given(st.text(max_size=200), st.sampled_from(["en", "es", "id", "fr"]))
def test_finding_never_fails(text: str, language: str) -> None:
    words = split_words(text)
    last = 0
    for match in LEXICON.find(words, (language, "en")):
        assert last <= match.start < match.stop <= len(words)
        last = match.start


@given(st.text(max_size=60))
def test_folding_is_idempotent(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(st.text(alphabet="abcdefghijklmnopqrstuvwxyz-'2", max_size=60), st.sampled_from(["en", "es", "id", "xx"]))
def test_base_candidates_are_other_words(word: str, language: str) -> None:
    assert word not in base_candidates(word, language)
    assert all(len(c) >= 3 for c in base_candidates(word, language))


@pytest.mark.parametrize(
    ("text", "language", "shown"),
    [
        (":rb_energy_1::rb_rune_calm:: Attach this", "en", "1 Energy + 1 Calm Power: Attach this"),
        ("pay :rb_rune_fury::rb_rune_fury: now", "en", "pay 2 Fury Power now"),
        (":rb_rune_fury:", "es", "1 Power de Fury"),
        (":rb_rune_fury:", "id", "1 Power Fury"),
        ("+2 :rb_might: while", "id", "+2 Might while"),
        ("exhausted.:rb_exhaust:: Deal 2", "en", "exhausted.Exhaust: Deal 2"),
        (":rb_energy_12:", "es", "12 Energy"),
        (":rb_rune_rainbow:", "es", "1 Power de cualquier dominio"),
        ("it costs:rb_energy_2:less", "en", "it costs 2 Energy less"),
        ("[E]: Add [1][G].", "en", "Exhaust: Add 1 Energy + 1 Calm Power."),
        ("pay [A] to hide", "id", "pay 1 Power domain apa pun to hide"),
        ("Replace [X] with [Y].", "en", "Replace [X] with [Y]."),
        ("Its shorthand is [E].", "en", "Its shorthand is [E]."),
        ("A [C] shorthand on a card", "en", "A [C] shorthand on a card"),
        ("[Equip] {T}: {2}{W/U}", "es", "[Equip] {T}: {2}{W/U}"),
        (":rb_x_y:", "en", "[x y]"),
        (":rb_might:", "de", "Might"),
    ],
)
def test_symbols_in_words(text: str, language: str, shown: str) -> None:
    assert readable(text, language) == shown


@given(st.text(alphabet=":rb_[]AEM12xyz {}", max_size=40), st.sampled_from(["en", "es", "id", "fr"]))
def test_raw_symbols_are_never_shown(text: str, language: str) -> None:
    assert not re.search(r":rb_[a-z0-9_]+:", readable(text, language))


def test_every_symbol_has_words_in_all_three_languages() -> None:
    for notation, symbol in load_symbols().items():
        assert all(symbol.words[language] for language in LANGUAGES), notation


@pytest.mark.corpora
@pytest.mark.skipif("RULESBOT_TEST_CORPORA" not in os.environ, reason="needs the official texts")
def test_all_symbols_of_the_card_list_are_known() -> None:
    cards = json.loads((Path(os.environ["RULESBOT_TEST_CORPORA"]) / "riftbound" / "cards.json").read_text("utf-8"))
    texts = [card["textPlain"] for card in cards if ":rb_" in (card["textPlain"] or "")]
    assert len(texts) > 300
    for text in texts:
        for notation in re.findall(r":rb_[a-z0-9_]+:", text):
            assert "[" not in readable(notation, "en"), notation
