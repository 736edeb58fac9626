"""Magic's Comprehensive Rules: the miniature in our own words, then the official texts where they are there."""

from __future__ import annotations

import datetime
import time

import pytest

from rules_corpus.importers.magic_comprehensive_rules import import_comprehensive_rules
from rules_corpus.passages import Layer, PassageKind, TextRole
from tests.rules_corpus.importers.support import MAGIC, by_ref, magic, needs_corpora, official, refusal, sees, text_of


def test_the_edition_is_the_date_on_which_it_takes_effect() -> None:
    content = magic().content
    assert (content.game, content.document, content.edition) == ("mtg", "cr", "2031-03-05")
    assert content.effective_from == datetime.date(2031, 3, 5)
    assert (content.layer, content.authority, content.complete, content.base) == (Layer.OFFICIAL, "en", True, None)
    assert content.source == "rules.txt"
    assert [(t.text, t.role) for t in content.titles] == [("Magic: The Gathering Comprehensive Rules", TextRole.TITLE)]


def test_from_bytes_alone() -> None:
    assert import_comprehensive_rules(MAGIC, "rules.txt") == magic()


def test_the_counts() -> None:
    result = magic()
    assert dict(result.report.counts) == {
        "section": 2,
        "chapter": 5,
        "rule": 30,
        "heading": 3,
        "example": 3,
        "glossary": 4,
        "reference": 26,
    }
    assert [str(note) for note in result.report.notes] == [
        "It was read as utf-8.",
        "Paragraphs without a number that were added to the rule before them: 1.",
    ]


def test_every_text_is_the_publishers_english() -> None:
    texts = [text for passage in magic().content.passages for text in passage.texts]
    assert texts
    assert all(text.official and text.language == "en" for text in texts)


def test_refs_are_unique_and_parents_exist_before_their_rules() -> None:
    seen: set[str] = set()
    for passage in magic().content.passages:
        assert passage.ref not in seen
        assert passage.parent is None or passage.parent in seen
        seen.add(passage.ref)


def test_sections_and_chapters_are_headings_with_a_title_alone() -> None:
    passages = by_ref(magic())
    for ref, parent, title in [("7", None, "Further Things"), ("702", "7", "Gifts"), ("700", "7", "General")]:
        passage = passages[ref]
        assert (passage.kind, passage.heading, passage.parent) == (PassageKind.RULE, True, parent)
        assert [(t.role, t.text) for t in passage.texts] == [(TextRole.TITLE, title)]


@pytest.mark.parametrize("ref, title", [("701.2", "Wave"), ("702.2", "Lantern"), ("702.3", "Wind Up!")])
def test_a_rule_that_only_names_those_below_it_is_a_heading_that_can_be_quoted(ref: str, title: str) -> None:
    passage = by_ref(magic())[ref]
    assert passage.heading
    assert text_of(passage, TextRole.TITLE) == text_of(passage) == title


def test_a_sentence_with_subrules_is_no_heading() -> None:
    passage = by_ref(magic())["101.1"]
    assert not passage.heading
    assert passage.texts_of(TextRole.TITLE) == ()
    assert (text_of(passage), passage.parent) == ("A table has seats.", "101")


def test_odd_punctuation_after_the_number() -> None:
    passages = by_ref(magic())
    assert text_of(passages["101.1a"]) == "A seat has one chair."
    assert text_of(passages["101.2"]).startswith("Nobody sits on a table")
    assert text_of(passages["101.3"]) == "Tables don't move. See 101.2."


def test_a_second_paragraph_is_kept() -> None:
    assert text_of(by_ref(magic())["100.1b"]) == (
        "Two paragraphs are possible here.\nThis is the second one, set in from the margin."
    )


def test_examples_belong_to_the_rule_before_them() -> None:
    passages = by_ref(magic())
    second = passages["101.2/example-2"]
    assert (second.kind, second.parent) == (PassageKind.EXAMPLE, "101.2")
    assert text_of(second) == "Ben sits on the table. He stands up again."
    assert passages["101.1p/example-1"].parent == "101.1p"
    assert "Example" not in text_of(passages["101.2"])


def test_references_are_resolved() -> None:
    passages = by_ref(magic())
    assert sees(passages["100.2"]) == ["7", "702.2"]
    assert sees(passages["101.1m"]) == ["101.1j", "101.1k", "101.1n"]
    assert sees(passages["101.2"]) == ["101.1", "702.2b"]
    assert sees(passages["701.1"]) == [
        "100.1a", "100.1b", "101.1c", "101.1k", "101.1m", "101.1n", "702.1", "702.2",
    ]  # fmt: skip
    assert sees(passages["702.1"]) == ["702.2a", "702.2b"]
    assert passages["101.1m"].see[0].printed == "rules 101.1j–n"


def test_a_reference_to_a_rule_that_is_not_there_is_reported() -> None:
    (dangling,) = magic().report.dangling
    assert (dangling.ref, dangling.printed, dangling.target) == ("702.2b", "rule 709.4", "709.4")


def test_the_glossary() -> None:
    passages = by_ref(magic())
    lantern = passages["glossary/lantern"]
    assert lantern.kind is PassageKind.GLOSSARY
    assert text_of(lantern, TextRole.TITLE) == "Lantern"
    assert text_of(lantern).split("\n") == [
        "1. A gift that makes it brighter. See rule 702.2, “Lantern.”",
        "2. Its light.",
        "See rules 702.2a–b and section 7.",
    ]
    assert [(c.document, c.edition, c.ref) for c in lantern.cites] == [
        ("cr", "2031-03-05", ref) for ref in ("702.2", "702.2a", "702.2b", "7")
    ]
    assert {ref for ref in passages if ref.startswith("glossary/")} == {
        "glossary/deed", "glossary/lantern", "glossary/wave-obsolete", "glossary/wind-up",
    }  # fmt: skip


def _text() -> str:
    return MAGIC.decode()


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_encodings_and_line_ends_make_no_difference(encoding: str, end: str) -> None:
    assert magic(_text().replace("\n", end).encode(encoding)).content == magic().content


def test_no_break_spaces_on_blank_lines_and_line_separators_in_senses_make_no_difference() -> None:
    text = _text().replace("\n\n", "\n\u00a0\n").replace("“Lantern.”\n2. Its", "“Lantern.”\u20282. Its")
    assert magic(text.encode()).content == magic().content


def test_a_sense_after_a_blank_line_stays_with_its_term() -> None:
    assert magic(_text().replace("\n2. Its light", "\n\n2. Its light").encode()).content == magic().content


def test_the_edition_may_be_named_but_not_contradicted() -> None:
    assert magic(edition="2031-03-05") == magic()
    assert refusal(MAGIC, edition="2031-03-06") == (
        "rules.txt is effective as of 2031-03-05, so it is not the edition 2031-03-06 that was asked for."
    )


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            "These rules are effective as of March 5, 2031.",
            "",
            "rules.txt is not a Comprehensive Rules document: it has no line that says from when it is effective.",
        ),
        ("March 5", "February 30", "rules.txt says that it is effective as of February 30, 2031, which is no date."),
        (
            "\nContents\n",
            "\n",
            "rules.txt is not a whole Comprehensive Rules document: it has no contents that end with “Credits”.",
        ),
        (
            "702. Gifts\n\nGlossary",
            "702. Gifts\n703. Games\n\nGlossary",
            "rules.txt is incomplete: its contents list “703. Games”, which its rules lack at that place.",
        ),
        (
            "7. Further Things\n700. General\n701",
            "700. General\n701",
            "rules.txt is damaged: its contents list “700. General” twice or not below its section.",
        ),
        (
            "101.1e An angle has a name.\n\n",
            "",
            "rules.txt is incomplete: on line 49 its numbering goes from 101.1d to 101.1f.",
        ),
        ("101.1e An angle", "101.1d An angle", "rules.txt has rule 101.1d twice, on lines 47 and 49."),
        (
            "101.1e An angle",
            "101.1eAn angle",
            "rules.txt is damaged: line 49 begins with a number, but not with one of a rule or of a chapter in its "
            "contents.",
        ),
        ("Deed\nSomething done. See", "Something done. See", "does not define “Something done."),
        ("Wave (Obsolete)\n", "Lantern\n", "rules.txt defines “Lantern” twice in its glossary."),
    ],
)
def test_what_is_damaged_is_refused_and_named(old: str, new: str, sentence: str) -> None:
    assert old in _text()
    assert sentence in refusal(_text().replace(old, new).encode())


def test_a_chapter_without_rules_is_refused_unless_it_is_a_general_one() -> None:
    text = _text()
    start, end = text.rindex("701.1."), text.rindex("702. Gifts")
    assert "chapter 701 has no rules" in refusal((text[:start] + text[end:]).encode())


def test_a_document_that_is_cut_off_is_refused() -> None:
    text = _text()
    rules, glossary = text.rindex("\nGlossary\n"), text.rindex("\nCredits\n")
    assert refusal(text[:rules].encode()) == "rules.txt is cut off: no glossary follows its rules."
    assert refusal(text[:glossary].encode()) == "rules.txt is cut off: no credits follow its glossary."


def test_too_few_rules_are_refused() -> None:
    text = _text()
    contents = text[: text.index("101. Tables")] + "\nGlossary\n\nCredits\n\n1. First Things\n\n100. General\n\n"
    rules = text[text.index("100.1. ") : text.rindex("101. Tables")]
    assert refusal((contents + rules + text[text.rindex("\nGlossary\n") :]).encode()) == (
        "rules.txt has only 4 numbered rules; a Comprehensive Rules document has more."
    )


class TestOfficial:
    pytestmark = needs_corpora()

    NEWEST = "mtg/MagicCompRules-20260807.official-bytes.txt"

    @pytest.mark.parametrize(
        ("path", "edition", "chapters", "rules", "examples", "glossary", "dangling"),
        [
            (NEWEST, "2026-08-07", 147, 3162, 277, 739, 0),
            ("mtg/MagicCompRules-20260417.bom-lf.txt", "2026-04-17", 147, 3138, 277, 730, 0),
            ("mtg/MagicCompRules-20260227.bom-crlf.txt", "2026-02-27", 146, 3120, 276, 726, 1),
            ("mtg/MagicCompRules-20260116.bom-cr.txt", "2026-01-16", 146, 3114, 276, 725, 1),
            ("mtg/MagicCompRules-20251114.bom-crlf.txt", "2025-11-14", 146, 3109, 276, 725, 1),
            # These four have "901.4.All" without a space, which a count by "number and space" misses.
            ("mtg/MagicCompRules-20241108.bom-crlf.txt", "2024-11-08", 144, 3007, 272, 698, 1),
            ("mtg/MagicCompRules-20240802.bom-crlf.txt", "2024-07-30", 144, 2993, 279, 690, 1),
            ("mtg/MagicCompRules-20221118.utf16be-cr.txt", "2022-11-18", 141, 2791, 271, 647, 0),
            ("mtg/MagicCompRules-20221007.cp1252-crlf.txt", "2022-10-07", 140, 2760, 270, 642, 0),
        ],
    )
    def test_counts(
        self, path: str, edition: str, chapters: int, rules: int, examples: int, glossary: int, dangling: int
    ) -> None:
        result = magic(official(path))
        counts = result.report.counts
        assert result.content.edition == edition
        assert result.content.effective_from == datetime.date.fromisoformat(edition)
        assert counts["section"] == 9
        assert [counts[kind] for kind in ("chapter", "rule", "example", "glossary")] == [
            chapters, rules, examples, glossary,
        ]  # fmt: skip
        assert len(result.report.dangling) == dangling
        by_kind = [p for p in result.content.passages if p.kind is PassageKind.RULE and "." in p.ref]
        assert len(by_kind) == rules

    def test_the_text_that_was_decoded_twice_is_refused(self) -> None:
        assert "decoded twice: UTF-8 read as Windows-1252" in refusal(
            official("mtg/MagicCompRules-20260807.mojibake-lf.txt")
        )

    def test_the_one_reference_that_dangled_for_years(self) -> None:
        (dangling,) = magic(official("mtg/MagicCompRules-20251114.bom-crlf.txt")).report.dangling
        assert (dangling.ref, dangling.target) == ("glossary/map", "110.10")

    def test_no_reference_of_the_newest_edition_dangles(self) -> None:
        result = magic(official(self.NEWEST))
        refs = set(by_ref(result))
        targets = [r.ref for p in result.content.passages for r in p.see]
        targets += [c.ref for p in result.content.passages for c in p.cites]
        assert len(targets) > 2000
        assert set(targets) <= refs

    def test_the_traps_of_the_newest_edition(self) -> None:
        passages = by_ref(magic(official(self.NEWEST)))
        assert {"704.5aa", "606.5", "119.1d"} <= set(passages)
        assert text_of(passages["606.5"]).startswith("If the total cost")
        assert text_of(passages["119.1d"]).startswith("In a two-player Brawl")
        assert [ref for ref in passages if ref.startswith("613.6/")] == [f"613.6/example-{n}" for n in range(1, 5)]
        for ref in ("205.4c", "509.1b"):
            assert len(text_of(passages[ref]).split("\n")) == 2
        of_rules = [p for p in passages.values() if p.kind is PassageKind.RULE]
        assert [p.ref for p in of_rules if "\n" in p.texts[-1].text] == ["205.4c", "509.1b"]

    def test_headings_of_the_newest_edition(self) -> None:
        passages = by_ref(magic(official(self.NEWEST)))
        for ref, title in [("702.6", "Equip"), ("205.3", "Subtypes"), ("702.179", "Start Your Engines!")]:
            assert passages[ref].heading
            assert text_of(passages[ref]) == text_of(passages[ref], TextRole.TITLE) == title
        for ref in ("100.1", "104.2", "601.2", "608.3", "701.1", "704.5"):
            assert not passages[ref].heading
        # Every keyword of the two chapters of keywords is a heading; their first rules explain the chapter.
        for chapter in ("701", "702"):
            own = [p for p in passages.values() if p.parent == chapter]
            assert [p.ref for p in own if not p.heading] == [f"{chapter}.1"]

    def test_ranges_of_the_newest_edition(self) -> None:
        passages = by_ref(magic(official(self.NEWEST)))
        assert [c.ref for c in passages["glossary/equip"].cites] == ["301", "702.6"]
        assert sees(passages["608.3g"]) == ["702.109", "702.152", "702.185"]
        assert {"601.2b", "601.2f", "601.2g", "601.2h"} <= set(sees(passages["702.27a"]))
        assert set(sees(passages["301.6"])) >= {f"301.5{letter}" for letter in "abcdef"}

    def test_it_is_read_fast_enough(self) -> None:
        data = official(self.NEWEST)
        start = time.process_time()
        magic(data)
        assert time.process_time() - start < 1.5
