"""Rule numbers in questions, in all shapes that people write."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.references import RuleNumbers, find_references, lookup, number_key, number_order
from rules_corpus.editions import EditionViews
from rules_corpus.passages import PassageKind
from tests.index.mini_corpus import CORPUS, TODAY

VIEWS = EditionViews(CORPUS)
MAGIC = RuleNumbers(VIEWS.current("mtg", TODAY).members)


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("818.1.c.2", ["818.1.c.2"]),
        ("818.1.c.2.", ["818.1.c.2"]),
        ("what does rule 702.6a say?", ["702.6a"]),
        ("702.6A?", ["702.6A"]),
        ("702.6(a)", ["702.6(a)"]),
        ("regla 301.5", ["301.5"]),
        ("según la regla 301.5e y la 301.5f", ["301.5e", "301.5f"]),
        ("aturan EQ.7.3", ["EQ.7.3"]),
        ("eq 7.3 gimana", ["eq 7.3"]),
        ("EQ7.3", ["EQ7.3"]),
        ("eq 7 3", ["eq 7 3"]),
        ("CR 704.5aa", ["704.5aa"]),
        ("CR704.5", ["704.5"]),
        ("rule 135.4b", ["135.4b"]),
        ("301.5nya apa?", ["301.5"]),
        ("702.6anya", ["702.6a"]),
        ("rules 104 and 105", ["104", "105"]),
        ("reglas 702.6a, 702.6b y 301.5", ["702.6a", "702.6b", "301.5"]),
        ("301.5,301.6", ["301.5", "301.6"]),
        ("is it 434.4 in 1.4 or 435.4 in 1.5", ["434.4", "435.4"]),
        ("702.6a-c", ["702.6a", "702.6b", "702.6c"]),
        ("601.2f–h", ["601.2f", "601.2g", "601.2h"]),
        ("702.6a–702.6c", ["702.6a", "702.6b", "702.6c"]),
        ("702.6a to c", ["702.6a", "702.6b", "702.6c"]),
        ("702.6a sampai 702.6c", ["702.6a", "702.6b", "702.6c"]),
        ("702.6a a la c", ["702.6a", "702.6b", "702.6c"]),
        ("702.6a hasta 702.6c", ["702.6a", "702.6b", "702.6c"]),
        ("435.1-3", ["435.1", "435.2", "435.3"]),
        ("435.1–435.3", ["435.1", "435.2", "435.3"]),
        ("818.1.a-c", ["818.1.a", "818.1.b", "818.1.c"]),
        ("702.6a-702.7c", ["702.6a", "702.7c"]),
        ("435.1-435.99", ["435.1", "435.99"]),
        ("435.1 a 3 units", ["435.1"]),
        ("702.6a to attack", ["702.6a"]),
        ("702.6a - I attack", ["702.6a"]),
        ("702.6a a creature", ["702.6a"]),
        ("702", ["702"]),
        (" 702? ", ["702"]),
        ("#702.6", ["702.6"]),
        ("rule 702.6a, and again 702.6A", ["702.6a"]),
    ],
)
def test_finds(text: str, printed: list[str]) -> None:
    assert [mention.printed for mention in find_references(text)] == printed


@pytest.mark.parametrize(
    "text",
    [
        "I have 300 life",
        "100.000 puntos",
        "it cost $100.50",
        "1,000.5",
        "100.5%",
        "in 1.4 or 1.5",
        "on 2026-08-07",
        "rule 20",
        "a 10/10",
        "version 12345.6",
        "no 301?",
        "equip 7 units",
        "",
    ],
)
def test_leaves_other_numbers_alone(text: str) -> None:
    assert find_references(text) == ()


def test_numbers_sort_as_the_books_count() -> None:
    refs = ["435.10", "435.2", "435", "704.5aa", "704.5z", "704.5", "818.1.c.2", "818.1.c", "818.1.b"]
    assert sorted(refs, key=number_order) == [
        *("435", "435.2", "435.10", "704.5", "704.5z", "704.5aa", "818.1.b", "818.1.c", "818.1.c.2"),
    ]


def test_tells_where_and_how_it_was_named() -> None:
    cued, bare = find_references("see rule 702.6a or 301.5b now")[0], find_references("hm 301.5b")[0]
    assert (cued.start, cued.end, cued.cued) == (9, 15, True)
    assert not bare.cued
    assert find_references("702")[0].cued


def test_spellings_of_one_number_have_one_key() -> None:
    assert number_key("135.4.b") == number_key("135.4b") == number_key("135.4(B)") == ("135", "4", "b")
    assert number_key("EQ.7.3") == number_key("eq 7.3")
    assert number_key("704.5aa") != number_key("704.5a")


def test_existing_number_is_found_in_any_spelling() -> None:
    numbers = RuleNumbers(VIEWS.pinned("riftbound", "1.4").members)
    (mention,) = numbers.find("rule 135.4b")
    found = numbers.lookup(mention)
    assert found.exists
    assert [viewed.passage.ref for viewed in found.found] == ["135.4.b"]


def test_missing_number_offers_its_neighbours() -> None:
    found = MAGIC.lookup(MAGIC.find("702.6f")[0])
    assert not found.exists
    assert found.parent == "702.6"
    assert found.siblings == ("702.6a", "702.6b")
    assert [viewed.passage.ref for viewed in found.near] == ["702.6a", "702.6b"]


def test_missing_number_below_a_leaf_offers_what_is_nearest_above() -> None:
    found = MAGIC.lookup(MAGIC.find("702.6a.2")[0])
    assert (found.exists, found.parent, found.siblings) == (False, "702.6a", ())
    found = MAGIC.lookup(MAGIC.find("702.99c")[0])
    assert (found.parent, found.siblings) == ("702", ("702.6", "702.21"))


def test_missing_section_offers_nothing() -> None:
    found = MAGIC.lookup(MAGIC.find("999.1")[0])
    assert (found.exists, found.parent, found.siblings) == (False, None, ())


def test_number_exists_only_in_the_editions_looked_at() -> None:
    mention = MAGIC.find("rule 434.4")[0]
    assert lookup(VIEWS.pinned("riftbound", "1.4"), mention).exists
    assert not lookup(VIEWS.current("mtg", TODAY), mention).exists


def test_a_number_that_changed_its_rule_leads_to_the_answering_editions_rule_alone() -> None:
    found = lookup(VIEWS.pinned("riftbound", "1.5"), MAGIC.find("rule 435.4")[0])
    assert [viewed.edition.edition for viewed in found.found] == ["1.5"]
    assert found.found[0].passage.body("en") is not None
    assert "share the place" in found.found[0].passage.texts[0].text


def test_example_is_no_rule() -> None:
    assert MAGIC.lookup(MAGIC.find("702.6z")[0]).siblings == ("702.6a", "702.6b")


def test_prefixes_of_own_numbers_come_from_the_corpus() -> None:
    assert RuleNumbers(VIEWS.current("vandaria", TODAY).members).prefixes == ("EQ",)
    assert find_references("TK.2.1", ("TK",))[0].key == ("tk", "2", "1")


@given(st.text())
def test_any_text_is_read_without_error(text: str) -> None:
    for mention in find_references(text):
        assert mention.key
        assert MAGIC.lookup(mention).mention == mention


@given(st.text(alphabet="0123456789.abCEQ()-,– rule§#y", max_size=60))
def test_texts_full_of_numbers_are_read_without_error(text: str) -> None:
    keys = [mention.key for mention in find_references(text)]
    assert len(keys) == len(set(keys))


NUMBERS = [p.ref for e in CORPUS.editions for p in e.passages if p.kind is PassageKind.RULE and "." in p.ref]


@pytest.mark.parametrize("ref", sorted(set(NUMBERS)))
def test_every_number_of_the_corpus_is_recognised(ref: str) -> None:
    assert [mention.key for mention in find_references(f"tell me about {ref}, please")] == [number_key(ref)]
