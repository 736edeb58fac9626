"""Terms for lexical retrieval."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.analysis import Analyser
from rules_corpus.lexicon import load_lexicon

ANALYSER = Analyser(load_lexicon())


@pytest.mark.parametrize(
    ("text", "language", "terms"),
    [
        ("See rule 818.1.c.2 or 702.6a.", "en", ["see", "rule", "818.1.c.2", "702.6a"]),
        ("EQ.7.3", "id", ["eq.7.3"]),
        ("Equipped creatures", "en", ["equip", "creature"]),
        ("Quick-Draw", "en", ["quickdraw"]),
        ("quickdraw", "es", ["quickdraw"]),
        ("quick draw", "en", ["quick", "draw", "quick_draw"]),
        ("in your main phase", "en", ["main", "phase", "main_phase"]),
        ("territory", "id", ["territory"]),
        ("criaturas atacantes", "es", ["criatura", "atacante", "criatura_atacante"]),
        ("Anexó el equipo", "es", ["anexar", "equipo"]),
        ("anexado", "es", ["anexar"]),
        ("nge-equip", "id", ["equip"]),
        ("equip-nya di-equip", "id", ["equip", "equip"]),
        ("followernya", "id", ["follower"]),
        ("", "en", []),
    ],
)
def test_terms(text: str, language: str, terms: list[str]) -> None:
    assert ANALYSER.terms(text, language) == terms


@pytest.mark.parametrize(
    ("one", "other", "language"),
    [
        ("dies", "died", "en"),
        ("activated abilities", "activated ability", "en"),
        ("anexar", "anéxalo", "es"),
        ("habilidades disparadas", "habilidad disparada", "es"),
        ("dipasangin", "memasangkan", "id"),
        ("Kalo udah dipasangin", "Kalau sudah dipasang", "id"),
        ("ancurin", "menghancurkan", "id"),
        ("enderezar", "ENDEREZÓ", "es"),
    ],
)
def test_two_forms_of_a_word_meet(one: str, other: str, language: str) -> None:
    assert ANALYSER.terms(one, language) == ANALYSER.terms(other, language)


def test_what_differs_in_the_rules_stays_apart() -> None:
    assert ANALYSER.terms("bawa", "id") != ANALYSER.terms("pasang", "id")
    assert ANALYSER.terms("tap", "en") != ANALYSER.terms("untap", "en")


@pytest.mark.parametrize(
    ("text", "language", "kept"),
    [
        ("it may not attack, cannot block without a rune", "en", {"may", "not", "cannot", "without"}),
        ("gak punya Wander", "id", {"tidak"}),
        ("blm dipake, cuma sekali", "id", {"belum", "hanya", "sekali"}),
        ("solo si no está girada", "es", {"solo", "si", "no"}),
    ],
)
def test_negations_and_scope_words_stay(text: str, language: str, kept: set[str]) -> None:
    assert kept <= set(ANALYSER.terms(text, language))


def test_gak_at_the_end_of_a_clause_asks_and_elsewhere_negates() -> None:
    assert "tidak" not in ANALYSER.terms("bisa equip ga sih?", "id")
    assert ANALYSER.terms("gak punya wander, bisa equip ga?", "id").count("tidak") == 1
    assert "tidak" not in ANALYSER.terms("bisa gak? kalau mati gimana", "id")


def test_an_unknown_language_is_read_as_english() -> None:
    assert ANALYSER.terms("creatures", "fr") == ANALYSER.terms("creatures", "en")


def test_threads_share_it() -> None:
    texts = [f"unusual wording number {n} attaches creatures" for n in range(200)]
    expected = [Analyser(load_lexicon()).terms(t, "en") for t in texts]
    shared = Analyser(load_lexicon())
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda t: shared.terms(t, "en"), texts)) == expected


def test_fast_enough() -> None:
    questions = ["bisa equip ke unit di battlefield gak?", "¿Puedo bloquear con una criatura girada?"] * 50
    ANALYSER.terms(questions[0], "id")
    started = time.process_time()
    for question in questions:
        ANALYSER.terms(question, "es")
    assert (time.process_time() - started) / len(questions) < 0.000_3


@given(st.text(max_size=200), st.sampled_from(["en", "es", "id", "fr"]))
def test_never_fails(text: str, language: str) -> None:
    terms = ANALYSER.terms(text, language)
    assert all(term and " " not in term for term in terms)
