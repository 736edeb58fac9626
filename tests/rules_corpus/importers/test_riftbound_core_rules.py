"""Riftbound's core rules: the miniature in our own words, then the official text where it is there."""

from __future__ import annotations

import datetime
import time

import pytest

from rules_corpus.importers import ImportRefused
from rules_corpus.importers.decoding import decode
from rules_corpus.importers.riftbound_core_rules import import_core_rules, read_core_rules
from rules_corpus.importers.riftbound_editions import KnownEdition, choose_edition
from rules_corpus.passages import Layer, PassageKind, TextRole
from tests.rules_corpus.importers.support import (
    RIFTBOUND,
    RIFTBOUND_EDITION,
    by_ref,
    needs_corpora,
    official,
    refusal,
    riftbound,
    sees,
    text_of,
)


def _text() -> str:
    return RIFTBOUND.decode()


def test_the_edition() -> None:
    content = riftbound().content
    assert (content.game, content.document, content.edition) == ("riftbound", "core-rules", "9.1")
    assert content.effective_from == datetime.date(2031, 3, 5)
    assert (content.layer, content.authority, content.complete, content.base) == (Layer.OFFICIAL, "en", True, None)
    assert [t.text for t in content.titles] == ["Riftbound Core Rules"]


def test_from_bytes_alone() -> None:
    assert import_core_rules(RIFTBOUND, "rules.txt", RIFTBOUND_EDITION) == riftbound()


def test_the_counts_and_notes() -> None:
    report = riftbound().report
    assert dict(report.counts) == {"rule": 24, "heading": 8, "example": 2, "reference": 7}
    assert [str(note) for note in report.notes] == [
        "It was read as utf-8.",
        "Its numbering goes from 003 to 100.",
        "Its numbering goes from 103 to 800.",
    ]


def test_every_text_is_the_publishers_english() -> None:
    texts = [text for passage in riftbound().content.passages for text in passage.texts]
    assert texts
    assert all(text.official and text.language == "en" for text in texts)


def test_refs_are_unique_and_parents_exist_before_their_rules() -> None:
    seen: set[str] = set()
    for passage in riftbound().content.passages:
        assert passage.ref not in seen
        assert passage.parent is None or passage.parent in seen
        seen.add(passage.ref)
    passages = by_ref(riftbound())
    assert passages["801.1.a.1"].parent == "801.1.a"
    assert passages["801"].parent is None


def test_headings_are_told_by_their_text() -> None:
    headings = {ref for ref, passage in by_ref(riftbound()).items() if passage.heading}
    # 003.1 is an item of a list, 103.2 says how many there are, 801.1.a says something, 102 is a rule beside 101.
    assert headings == {"000", "001", "100", "101", "103", "103.1", "800", "801"}
    dig = by_ref(riftbound())["801"]
    assert text_of(dig, TextRole.TITLE) == text_of(dig) == "Dig"
    assert by_ref(riftbound())["102"].texts_of(TextRole.TITLE) == ()


def test_examples_belong_to_the_rule_before_them() -> None:
    passages = by_ref(riftbound())
    first, second = passages["102.1.a/example-1"], passages["102.1.a/example-2"]
    assert (first.kind, first.parent, sees(first)) == (PassageKind.EXAMPLE, "102.1.a", ["103.1.b"])
    assert text_of(second) == "A path with two bends is three."


def test_an_example_within_a_line_is_one_of_its_own() -> None:
    inline = _text().replace("\nExample:", " Example:")
    assert riftbound(inline.encode()).content == riftbound().content


def test_references_are_resolved_or_reported() -> None:
    passages = by_ref(riftbound())
    assert sees(passages["103.2.a"]) == ["101", "102.1.a"]
    assert sees(passages["103.1.b"]) == ["102.1"]
    (dangling,) = riftbound().report.dangling
    assert (dangling.ref, dangling.printed, dangling.target) == ("801.1.a.1", "rule 155", "155")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-be", "cp1252"])
@pytest.mark.parametrize("end", ["\r\n", "\r", "\n\n", "\n\u00a0\n"])
def test_encodings_line_ends_and_blank_lines_make_no_difference(encoding: str, end: str) -> None:
    assert riftbound(_text().replace("\n", end).encode(encoding)).content == riftbound().content


def test_double_spaces_and_page_marks_make_no_difference() -> None:
    pages = _text().replace(" ", "  ").replace("100.  The", "=== PAGE 2 ===\n\n100.  The")
    assert riftbound(pages.encode()).content == riftbound().content


def test_a_line_without_a_number_goes_on_with_the_passage_before_it() -> None:
    result = riftbound(_text().replace("one spade.", "").replace("102.1.b.", "It is odd.\n102.1.b.").encode())
    assert text_of(by_ref(result)["102.1.a/example-2"]) == "A path with two bends is three.\nIt is odd."
    assert "Lines without a number that were added to the passage before them: 1." in map(str, result.report.notes)


class TestEditionLabels:
    KNOWN = (
        KnownEdition("1.1", "2025-10"),
        KnownEdition("1.4", "2026-07-16", "829.2"),
        KnownEdition("1.5", "2026-10-09"),
    )

    @pytest.mark.parametrize(
        ("day", "asked", "label"),
        [
            ("2025-10-24", None, "1.1"),
            ("2026-07-16", None, "1.4"),
            ("2026-07-16", "1.4", "1.4"),
            ("2026-10-09", None, "1.5"),
            ("2031-03-05", "9.1", "9.1"),
        ],
    )
    def test_a_label_comes_from_the_date_or_the_caller(self, day: str, asked: str | None, label: str) -> None:
        assert choose_edition("rules.txt", datetime.date.fromisoformat(day), asked)[0] == label

    @pytest.mark.parametrize(
        ("day", "asked", "sentence"),
        [
            (
                "2031-03-05",
                None,
                "rules.txt was last updated on 2031-03-05, which is the date of no known edition: pass the edition's "
                "label, such as --edition 1.6.",
            ),
            (
                "2026-07-16",
                "1.5",
                "rules.txt was last updated on 2026-07-16, so it is edition 1.4 and not the edition 1.5 that was "
                "asked for.",
            ),
            ("2031-03-05", "1.5", "rules.txt was last updated on 2031-03-05, but edition 1.5 is of 2026-10-09."),
        ],
    )
    def test_an_unknown_or_contradicted_edition_is_refused(self, day: str, asked: str | None, sentence: str) -> None:
        with pytest.raises(ImportRefused) as caught:
            choose_edition("rules.txt", datetime.date.fromisoformat(day), asked, self.KNOWN)
        assert str(caught.value) == sentence

    def test_the_date_of_the_text_decides(self) -> None:
        assert riftbound(_text().replace("2031-03-05", "2026-10-09").encode(), None).content.edition == "1.5"

    def test_a_known_edition_that_ends_early_or_has_too_few_rules_is_refused(self) -> None:
        text = decode(_text().replace("2031-03-05", "2030-01-02").encode(), "rules.txt")
        whole = KnownEdition("8.0", "2030-01-02", "801.1.a.1", 24)
        assert read_core_rules(text, "rules.txt", None, (whole,)).content.edition == "8.0"
        with pytest.raises(ImportRefused) as caught:
            read_core_rules(text, "rules.txt", None, (KnownEdition("8.0", "2030-01-02", "801.2"),))
        assert str(caught.value) == (
            "rules.txt is cut off: it ends with rule 801.1.a.1, where edition 8.0 goes on to 801.2."
        )
        with pytest.raises(ImportRefused) as caught:
            read_core_rules(text, "rules.txt", None, (KnownEdition("8.0", "2030-01-02", "801.1", 25),))
        assert str(caught.value) == "rules.txt is incomplete: it has 24 rules, where edition 8.0 has 25."


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            "Last Updated: 2031-03-05\n",
            "",
            "does not say before its first rule when it was last updated, so its edition is not known.",
        ),
        ("2031-03-05", "spring 2031", "was last updated on “spring 2031”, which is not a date like 2026-07-16."),
        ("000. First", "An introduction\n000. First", "line 3, before the first rule, has no number."),
        ("103.1.b. Its", "103.1.a. Its", "has rule 103.1.a twice, on lines"),
        ("103.1.b. Its", "103.1.c. Its", "its numbering goes from 103.1.a to 103.1.c."),
        ("103.1. Shape\n", "", "has rule 103.1.a, but there is no 103.1."),
        ("101. Paths\n", "", "its numbering goes from 100 to 102."),
        ("103. Beds", "104. Beds", "has rule 103.1 after rule 104."),
        ("103.1.b. Its sides", "103.1.b\nIts sides", "begins with a number, but is not a rule with its text."),
        ("103.1.b. Its sides", "103.1.d Its sides", "begins with a number, but is not a rule with its text."),
        ("See rule 155. Depth", "See rule 855. Depth", "it ends with rule 801.1.a.1, but rule 801.1.a.1 refers to"),
        (" for more information.\n", "\n", "its last line, below rule 801.1.a.1, stops within a sentence."),
        ("Riftbound Core Rules", "Riftbound rules", "it does not begin with “Riftbound Core Rules”."),
    ],
)
def test_what_is_damaged_is_refused_and_named(old: str, new: str, sentence: str) -> None:
    assert old in _text()
    assert sentence in refusal(_text().replace(old, new).encode(), "riftbound", RIFTBOUND_EDITION)


def test_too_few_rules_are_refused() -> None:
    few = _text()[: _text().index("100. The Garden")]
    assert refusal(few.encode(), "riftbound", RIFTBOUND_EDITION) == (
        "rules.txt has only 7 rules; a core rules document has more."
    )


class TestOfficial:
    pytestmark = needs_corpora()

    PATH = "riftbound/core_rules_v1.4_2026-07-16.txt"

    def test_counts(self) -> None:
        result = riftbound(official(self.PATH), None)
        assert result.content.edition == "1.4"
        assert [result.report.counts[kind] for kind in ("rule", "example")] == [2381, 132]
        assert result.report.dangling == ()
        rules = [p for p in result.content.passages if p.kind is PassageKind.RULE]
        assert len({p.ref for p in rules}) == 2381

    def test_parents_and_references_exist(self) -> None:
        result = riftbound(official(self.PATH), None)
        passages = by_ref(result)
        for passage in passages.values():
            assert passage.parent is None or passage.parent in passages
            assert (passage.parent is None) == (len(passage.ref) == 3)
            assert set(sees(passage)) <= set(passages)
        assert sum(len(p.see) for p in passages.values()) > 190

    def test_headings(self) -> None:
        passages = by_ref(riftbound(official(self.PATH), None))
        for ref, title in [("818", "Equip"), ("101", "Deck Construction"), ("107.1", "Bases"), ("485", "1v1 (Duel)")]:
            assert passages[ref].heading
            assert text_of(passages[ref], TextRole.TITLE) == text_of(passages[ref]) == title
        # A rule, a number that counts, a statement, an item of a list, a figure.
        for ref in ("102", "103.1", "727", "818.1.c", "141.1", "135.2.a", "485.4"):
            assert not passages[ref].heading
        keywords = [p for p in passages.values() if len(p.ref) == 3 and 805 <= int(p.ref) <= 829]
        assert len(keywords) == 25
        assert all(p.heading for p in keywords)

    def test_references(self) -> None:
        passages = by_ref(riftbound(official(self.PATH), None))
        assert sees(passages["357.1.a"]) == ["165", "429"]
        assert sees(passages["427.1"]) == ["108.6"]
        assert sees(passages["333.1"]) == ["318", "315", "459", "317"]

    @pytest.mark.parametrize("kept", [0.2, 0.5, 0.9, 0.999])
    def test_a_text_that_is_cut_off_is_refused(self, kept: float) -> None:
        lines = official(self.PATH).decode().splitlines()
        cut = "\n".join(lines[: int(len(lines) * kept)])
        assert "rules.txt is cut off" in refusal(cut.encode(), "riftbound")

    def test_a_text_that_lacks_a_chapter_is_refused(self) -> None:
        text = official(self.PATH).decode()
        without = text[: text.index("\n450. ") + 1] + text[text.index("\n454. ") + 1 :]
        assert "2381" in refusal(without.encode(), "riftbound")

    def test_it_is_read_fast_enough(self) -> None:
        data = official(self.PATH)
        start = time.process_time()
        riftbound(data, None)
        assert time.process_time() - start < 1.5
