"""Names of keywords and sections in questions."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.names import Names, asked_name, core_words
from rules_corpus.editions import EditionViews, ViewedPassage
from tests.index.mini_corpus import CORPUS, MAGIC, TODAY, heading, keyword

VIEWS = EditionViews(CORPUS)
NAMES = Names(VIEWS.current("mtg", TODAY).members)


def refs(text: str, names: Names = NAMES) -> list[list[str]]:
    return [[viewed.passage.ref for viewed in mention.passages] for mention in names.find(text)]


def test_bearers_come_glossary_first() -> None:
    assert refs("what is Equip?") == [["glossary/equip", "702.6"]]


@pytest.mark.parametrize("text", ["equip", "EQUIP!", "the equip-nya", "equipnya", "Equip's cost"])
def test_spelling_does_not_matter(text: str) -> None:
    assert refs(text) == [["glossary/equip", "702.6"]]


@pytest.mark.parametrize("text", ["unequipped", "rewards and wards", "equipping", ""])
def test_only_whole_words_are_names(text: str) -> None:
    assert refs(text) == []


def test_names_in_other_languages() -> None:
    assert refs("¿qué es Equipar?") == [["glossary/equip"]]
    assert refs("apa itu memasang", Names(VIEWS.current("riftbound", TODAY).members)) == [["435"]]


def test_longest_name_wins() -> None:
    passages = (heading("1", en="Combat"), heading("2", en="Combat Damage"), heading("3", en="Combat Damage Step Two"))
    edition = VIEWS.pinned("mtg", "2026-08-07").answering[0]
    names = Names(ViewedPassage(edition, passage, False, 0, at) for at, passage in enumerate(passages))
    assert refs("how does combat damage work in combat", names) == [["2"], ["1"]]
    assert refs("combat damage step", names) == [["2"]]


def test_two_names_in_one_text() -> None:
    mentions = NAMES.find("does ward stop equip?")
    assert [(mention.name, mention.printed) for mention in mentions] == [("ward", "ward"), ("equip", "equip")]
    assert [("does ward stop equip?"[m.start : m.end]) for m in mentions] == ["ward", "equip"]


@pytest.mark.parametrize(
    "text",
    ["Equip", "what is equip?", "How does equip work", "apa itu Equip", "equip itu apa sih", "qué es equip",
     "¿Cómo funciona Equip?", "explain the equip keyword"],
)  # fmt: skip
def test_question_about_a_name(text: str) -> None:
    asked = asked_name(text, NAMES.find(text))
    assert asked is not None
    assert asked.name == "equip"


@pytest.mark.parametrize(
    "text", ["can I equip an untapped creature?", "equip or ward", "what is banding", "equip gratis?"]
)
def test_question_about_more_than_a_name(text: str) -> None:
    assert asked_name(text, NAMES.find(text)) is None


def test_core_words() -> None:
    assert core_words("¿Qué es el Daño letal?") == ["daño", "letal"]


def test_name_of_signs_only_is_no_name() -> None:
    edition = VIEWS.pinned("mtg", "2026-08-07").answering[0]
    names = Names([ViewedPassage(edition, keyword("x", {"en": "???"}, "Nothing."), False, 0, 0)])
    assert names.find("???") == ()


@given(st.text())
def test_any_text_is_read_without_error(text: str) -> None:
    asked_name(text, NAMES.find(text))


@given(st.lists(st.sampled_from(["equip", "ward", "the", "Equipar", "card types", "nya", "¿", "-"]), max_size=8))
def test_mentions_do_not_overlap(words: list[str]) -> None:
    text = " ".join(words)
    mentions = NAMES.find(text)
    assert all(a.end <= b.start for a, b in itertools.pairwise(mentions))
    assert all(text[m.start : m.end] == m.printed for m in mentions)


def test_every_title_of_the_edition_is_found() -> None:
    for passage in MAGIC.passages:
        for text in passage.texts:
            if text.role.value == "title":
                assert passage.ref in [ref for found in refs(text.text) for ref in found]


@pytest.mark.parametrize(
    "text", ["What is Equip in Magic?", "apa itu Equip di MTG", "¿qué es Equip en Magic: The Gathering?"]
)
def test_naming_the_game_does_not_change_what_is_asked(text: str) -> None:
    asked = asked_name(text, NAMES.find(text))
    assert asked is not None and asked.name == "equip"
