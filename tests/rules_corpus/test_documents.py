from __future__ import annotations

import datetime
from pathlib import Path

import pytest

from rules_corpus.document_numbers import derived_parent, is_number
from rules_corpus.documents import DocumentErrors, ParsedFile, parse_document
from rules_corpus.passages import (
    CardCount,
    Citation,
    CrossReference,
    EditionRef,
    FaqDetails,
    Passage,
    PassageKind,
    Text,
    TextRole,
)
from tests.rules_corpus.document_samples import FRONT, OTHERS, PATH, SAMPLE, changed, errors_in, line_of


@pytest.fixture(scope="module")
def parsed() -> ParsedFile:
    return parse_document(PATH, SAMPLE)


def passage(parsed: ParsedFile, ref: str) -> Passage:
    return next(p for p in parsed.passages if p.ref == ref)


def test_front_matter_becomes_typed_values(parsed: ParsedFile) -> None:
    front = parsed.front
    assert (front.game, front.document, front.edition, front.base) == ("riftbound", "core-rules", "1.5", "1.4")
    assert front.authority == "en"
    assert front.effective == datetime.date(2026, 10, 9)
    assert front.titles[2] == Text("es", "Reglas básicas", TextRole.TITLE)
    assert front.topics[1] == Text("id", "Topi", TextRole.TITLE)
    assert (front.partial, front.own_numbering, front.complete) == (False, False, False)


@pytest.mark.parametrize("label", ["1.10", "2026-08-07", "1e3", "0x1F", "no"])
def test_an_edition_label_that_yaml_would_read_as_another_type_stays_text(label: str) -> None:
    text = FRONT.replace('"1.5"', label) + "\n## 100\nen: a\nid: b\nes: c\n"
    assert parse_document(PATH, text).front.edition == label


def test_passages_keep_their_order_and_the_lines_they_begin_on(parsed: ParsedFile) -> None:
    refs = [p.ref for p in parsed.passages]
    assert refs == ["818", "818.1", "818.1.c", "hat", "hat-on-hat", "hat-indoors", "hat-rain", "hat-shop"]
    assert parsed.lines[1] == line_of("## 818.1\n", SAMPLE)
    assert parsed.lines[4] == line_of("## FAQ hat-on-hat", SAMPLE)


def test_a_headings_text_is_its_title_and_it_has_no_body(parsed: ParsedFile) -> None:
    heading = passage(parsed, "818")
    assert heading.heading
    assert [t.text for t in heading.texts_of(TextRole.TITLE)] == ["Hats", "Topi", "Sombreros"]
    assert heading.body("en") is None


def test_a_rule_keeps_colons_references_and_counterparts(parsed: ParsedFile) -> None:
    assert passage(parsed, "818.1").texts[0] == Text("en", "A hat is worn: one a unit.")
    assert passage(parsed, "818.1").counterparts == (EditionRef("1.4", "817.1"),)
    assert passage(parsed, "818.1").as_of is None
    rule = passage(parsed, "818.1.c")
    assert rule.see == (CrossReference("818"), CrossReference("818.1"))
    assert rule.as_of == EditionRef("1.4", "817.1.c")
    assert rule.counterparts == (EditionRef("1.4", "817.1.c"),)


def test_as_of_and_was_may_name_the_same_rule() -> None:
    text = changed("as_of: 1.4 817.1.c\n", "as_of: 1.4 817.1.c\nwas: 1.4 817.1.c\n")
    assert passage(parse_document(PATH, text), "818.1.c").counterparts == (EditionRef("1.4", "817.1.c"),)


def test_formal_blocks_stand_beside_the_passages(parsed: ParsedFile) -> None:
    asp, check = parsed.blocks
    assert (asp.kind, asp.ref, asp.path, asp.value) == ("asp", "818.1.c", PATH, None)
    assert asp.source == "enables(wear(H, U)) :- asked(wear(H, U))."
    assert asp.line == line_of("```asp", SAMPLE)
    assert (check.kind, check.line) == ("check", line_of("```check", SAMPLE))
    assert check.value is not None
    assert check.value.plain() == [
        {
            "given": {"controller(u1)": "you"},
            "expect": "no",
            "cites": ["818.1.c", {"1.5": "818.1", "1.4": "817.1"}],
        }
    ]


def test_an_faq_has_questions_an_answer_and_cites_with_counterparts(parsed: ParsedFile) -> None:
    faq = passage(parsed, "hat-on-hat")
    assert faq.kind is PassageKind.FAQ
    questions = [t.text for t in faq.texts_of(TextRole.QUESTION, "en")]
    assert questions == ["Can a hat wear a hat?", "Does a hat wear hats?"]
    assert [t.text for t in faq.texts_of(TextRole.QUESTION, "id")] == ["Apakah topi bisa memakai topi, atau tidak?"]
    assert faq.body("en") == Text("en", "No: it is no unit.")
    assert faq.faq == FaqDetails("no", False, (("controller(u1)", "you"), ("worn(h1,u1)", "yes")))
    assert faq.cites == (
        Citation("core-rules", "1.5", "818.1.c"),
        Citation("core-rules", "1.5", "818.1", (EditionRef("1.4", "817.1"),)),
    )
    assert faq.about == ("hat",)
    assert faq.sources == ("Hat notes", "More hat notes")
    assert faq.see == (CrossReference("818.1"),)


def test_a_gap_has_no_verdict(parsed: ParsedFile) -> None:
    assert passage(parsed, "hat-indoors").faq == FaqDetails(None, True)


def test_a_keyword_has_a_name_a_definition_counts_and_reminders(parsed: ParsedFile) -> None:
    keyword = passage(parsed, "hat")
    assert keyword.kind is PassageKind.GLOSSARY
    assert [t.text for t in keyword.texts_of(TextRole.TITLE)] == ["Hat", "Topi", "Sombrero"]
    assert keyword.body("es") == Text("es", "Lo que lleva una unidad.")
    details = keyword.keyword
    assert details is not None
    assert (details.first_set, details.card_total) == ("Wardrobe", 12)
    assert [(count.label[0], count.count) for count in details.card_counts] == [
        (Text("en", "with Hat", TextRole.TITLE), 10),
        (Text("en", "hatters", TextRole.TITLE), 2),
    ]
    assert all(isinstance(count, CardCount) and len(count.label) == 3 for count in details.card_counts)
    assert details.reminders == ((Text("en", "Wear this."), Text("id", "Pakai ini."), Text("es", "Lleva esto.")),)


def test_a_ruling_has_dates_and_cites_in_several_editions(parsed: ParsedFile) -> None:
    ruling = passage(parsed, "hat-rain")
    assert ruling.kind is PassageKind.RULING
    assert ruling.source_date == datetime.date(2026, 8, 14)
    assert ruling.effective_from == datetime.date(2026, 9, 1)
    assert ruling.cites[0].also == (EditionRef("1.4", "817.1.c"), EditionRef("1.3", "816.1.c"))
    assert ruling.cites[1] == Citation("core-rules", "1.5", "818")
    assert passage(parsed, "hat-shop").kind is PassageKind.EXAMPLE


@pytest.mark.parametrize("newline", ["\r\n", "\r"])
def test_bom_and_other_line_ends_change_nothing(newline: str, parsed: ParsedFile) -> None:
    assert parse_document(PATH, "\ufeff" + SAMPLE.replace("\n", newline)) == parsed


def test_a_file_is_read_from_the_disk(tmp_path: Path, parsed: ParsedFile) -> None:
    path = tmp_path / "hats.md"
    path.write_bytes(b"\xef\xbb\xbf" + SAMPLE.replace("\n", "\r\n").encode())
    assert parse_document(path).passages == parsed.passages


def test_a_missing_file_is_an_operating_system_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        parse_document(tmp_path / "none.md")


def test_all_mistakes_are_reported_at_once_in_order() -> None:
    text = changed("verdict: no  ", "verdict: maybe", changed("date: 2026-08-14", "date: soon", SAMPLE))
    text = changed("see: 818, 818.1\n", "see: 818, 818.x\n", text)
    lines = [error.line for error in errors_in(text)]
    assert lines == [line_of("see: 818, 818.x", text), line_of("verdict: maybe", text), line_of("date: soon", text)]


def test_an_error_is_one_sentence() -> None:
    with pytest.raises(DocumentErrors) as caught:
        parse_document(PATH, changed("verdict: no  ", "verdict: maybe"))
    line = line_of("verdict: no", SAMPLE)
    assert (
        str(caught.value) == f'games/riftbound/hats.md:{line}: expected verdict to be yes, no or depends, found "maybe"'
    )


def test_the_sample_of_other_kinds_needs_no_rules_of_its_own() -> None:
    assert errors_in(FRONT + OTHERS) == ()


@pytest.mark.parametrize(
    ("document", "ref", "parent"),
    [
        ("core-rules", "818.1.c.2", "818.1.c"),
        ("core-rules", "818.1.c", "818.1"),
        ("core-rules", "818.1", "818"),
        ("core-rules", "818", None),
        ("core-rules", "001.1", "001"),
        ("core-rules", "818.10.c.2.a", "818.10.c.2"),
        ("cr", "301.5b", "301.5"),
        ("cr", "301.5", "301"),
        ("cr", "301", None),
        ("cr", "702.171l", "702.171"),
        ("guide", "EQ.1.1", "EQ.1"),
        ("guide", "EQ.0.1", "EQ.0"),
        ("guide", "EQ.1", None),
    ],
)
def test_numbers_and_their_parents(document: str, ref: str, parent: str | None) -> None:
    assert is_number(document, ref)
    assert derived_parent(document, ref) == parent


@pytest.mark.parametrize(
    ("document", "ref"),
    [
        ("core-rules", "818.c"),
        ("core-rules", "818.1.2"),
        ("core-rules", "818.1."),
        ("core-rules", "818.1c"),
        ("core-rules", "818.01"),
        ("core-rules", "81"),
        ("core-rules", "818.1.C"),
        ("core-rules", "818.1\n"),
        ("core-rules", "８１８"),
        ("cr", "702.6.a"),
        ("cr", "702a"),
        ("cr", "702.6ab"),
        ("cr", "702.06"),
        ("cr", "7"),
        ("guide", "EQ"),
        ("guide", "eq.1"),
        ("guide", "EQ.1.a"),
        ("guide", "EQ.01"),
        ("guide", "1.1"),
    ],
)
def test_numbers_of_another_shape(document: str, ref: str) -> None:
    assert not is_number(document, ref)
