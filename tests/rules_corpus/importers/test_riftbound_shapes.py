"""Riftbound's core rules as JSON lines, as HTML rows and as the text of a PDF: all give the same edition."""

from __future__ import annotations

import html
import json
import re
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_corpus.importers import ImportRefused, ImportResult, import_document
from rules_corpus.passages import PassageKind
from tests.rules_corpus.importers.support import (
    RIFTBOUND,
    RIFTBOUND_EDITION,
    by_ref,
    needs_corpora,
    official,
    riftbound,
    text_of,
)

NAME = "rules_v9.1_2031.jsonl"
_RULE = re.compile(r"(\S+)\. (.*)")


def _rows() -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for line in RIFTBOUND.decode().splitlines()[2:]:
        if line.startswith("Example: "):
            rows[-1]["examples"].append(line.removeprefix("Example: "))
        else:
            found = _RULE.fullmatch(line)
            assert found
            rows.append({"id": found[1], "depth": 1, "text": found[2], "examples": [], "see": []})
    return rows


def _json_lines(rows: list[dict[str, Any]]) -> bytes:
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def _html() -> str:
    def row(ref: str, text: str) -> str:
        text = html.escape(text)
        return (
            f'<div class="rule-row rule-plain level-0"><div class="rule-id">{ref}</div>'
            f'<div class="rule-text">{text}</div></div>\n\n'
        )

    page = "# Riftbound Core Rules v9.1\n\n> In other words.\n\n" + '<div class="rule-sheet">\n\n'
    for line in RIFTBOUND.decode().splitlines():
        found = _RULE.fullmatch(line) if line[0].isdigit() else None
        page += row(found[1] + ".", found[2]) if found else row("", line)
    return page + "</div>\n"


def _pdf_text() -> str:
    """Pages, double spaces, ligatures, and lines that break within a sentence."""
    text = RIFTBOUND.decode().replace(" * Paths", " Paths").replace("First", "ﬁrst".replace("ﬁ", "Fi"))
    text = text.replace("left.", "left\nside\nof the page .").replace(" ", "  ")
    return "\n=== PAGE 1 ===\n" + text.replace("100.  The", "\n=== PAGE 2 ===\n \n100.  The")


def _import(data: bytes | str, name: str = NAME, edition: str | None = RIFTBOUND_EDITION) -> ImportResult:
    return import_document(data if isinstance(data, bytes) else data.encode(), "riftbound", name, edition)


def _refusal(data: bytes | str, name: str = NAME, edition: str | None = RIFTBOUND_EDITION) -> str:
    with pytest.raises(ImportRefused) as caught:
        _import(data, name, edition)
    return str(caught.value)


def _notes(result: ImportResult) -> list[str]:
    return [str(note) for note in result.report.notes]


class TestJsonLines:
    def test_the_passages_are_those_of_the_text(self) -> None:
        result = _import(_json_lines(_rows()))
        assert result.content.passages == riftbound().content.passages
        assert (result.content.edition, result.content.complete) == ("9.1", True)
        assert result.content.effective_from is None
        assert dict(result.report.counts) == {"row": 24, "number": 24, **riftbound().report.counts}

    def test_the_edition_comes_from_the_caller_or_from_the_name(self) -> None:
        named = _import(_json_lines(_rows()), edition=None)
        assert named.content.edition == "9.1"
        assert "Its edition, 9.1, was taken from its name." in _notes(named)
        assert _refusal(_json_lines(_rows()), "rules.jsonl", None) == (
            "rules.jsonl does not say which edition it is: pass the edition's label, such as --edition 1.6."
        )

    def test_a_known_edition_that_is_shorter_is_refused(self) -> None:
        assert "goes on to 829.2" in _refusal(_json_lines(_rows()), edition="1.4")

    def test_a_double_with_the_same_text_is_left_out_and_noted(self) -> None:
        rows = _rows()
        rows.insert(8, rows[7])
        result = _import(_json_lines(rows))
        assert result.content.passages == riftbound().content.passages
        assert "Line 9: rule 100 stands there again with the same text; it was left out." in _notes(result)
        assert (result.report.counts["row"], result.report.counts["number"]) == (25, 24)

    def test_a_number_that_was_split_is_put_together_where_it_is_the_next(self) -> None:
        rows = _rows()
        split = next(row for row in rows if row["id"] == "103.1.b")
        split["id"], split["text"] = "103.1", "b " + split["text"]
        result = _import(_json_lines(rows))
        assert result.content.passages == riftbound().content.passages
        assert f"Line {rows.index(split) + 1}: the number of rule 103.1.b was split; it was put together." in _notes(
            result
        )

    def test_a_sentence_that_goes_on_is_no_rule(self) -> None:
        rows = _rows()
        beds = next(row for row in rows if row["id"] == "103.2.a")
        beds["text"] = "A gate opens as in rule"
        rows.insert(rows.index(beds) + 1, {"id": "102.1.a", "text": ", or not at all."})
        result = _import(_json_lines(rows))
        assert text_of(by_ref(result)["103.2.a"]) == "A gate opens as in rule 102.1.a, or not at all."
        assert result.content.complete

    def test_a_double_with_another_text_is_kept_apart_and_makes_the_edition_incomplete(self) -> None:
        rows = _rows()
        rows.insert(16, {"id": "103.1", "text": "Something Else."})
        result = _import(_json_lines(rows))
        assert text_of(by_ref(result)["103.1/again-2"]) == "Something Else."
        assert by_ref(result)["103.1/again-2"].parent == "103.1"
        assert not result.content.complete
        assert "It is kept as incomplete: 1 of its rules have a number that is not certain." in _notes(result)

    def test_a_rule_without_the_one_above_it_makes_the_edition_incomplete(self) -> None:
        rows = [row for row in _rows() if row["id"] != "801.1.a"]
        result = _import(_json_lines(rows))
        assert by_ref(result)["801.1.a.1"].parent == "801.1"
        assert not result.content.complete
        assert "Line 23: rule 801.1.a.1 is there, but there is no 801.1.a." in _notes(result)

    @pytest.mark.parametrize(
        ("change", "sentence"),
        [
            (lambda rows: rows[3].update(id=3), "line 4 is not a JSON object with the id and the text of a rule."),
            (lambda rows: rows[3].update(id="3.x!"), "line 4 is not a JSON object with the id"),
            (lambda rows: rows[3].update(text=["a"]), "line 4 is not a JSON object with the id"),
            (lambda rows: rows[3].update(text=" "), "line 4 has an empty text."),
            (lambda rows: rows[3].update(examples="a"), "the examples on line 4 are not a list of texts."),
            (lambda rows: rows[3].update(examples=[1]), "the examples on line 4 are not a list of texts."),
            (lambda rows: rows[3].update(text="a\x00b"), "line 4 has characters that no text has."),
            (lambda rows: rows[3].update(text="a\ud800b"), "line 4 has characters that no text has."),
            (lambda rows: rows[3].update(text="a\ufffdb"), "line 4 has a replacement sign"),
            (lambda rows: rows[3].update(text="theyâ€™re"), "line 4 has “â€™”"),
            (lambda rows: rows.insert(2, rows.pop(9)), "is out of order: line 4 has rule 002 after rule 102."),
            (lambda rows: rows.__delitem__(slice(9, 99)), "has only 9 rules"),
            (
                lambda rows: rows.extend([{"id": "901.1", "text": "A."}, {"id": "902.1", "text": "B."}]),
                "2 of its 26 rules have a number that is not certain, the first is 901.1.",
            ),
        ],
    )
    def test_what_is_damaged_is_refused_and_named(self, change: Any, sentence: str) -> None:
        rows = _rows()
        change(rows)
        assert sentence in _refusal(_json_lines(rows))

    def test_a_line_that_was_cut_is_refused(self) -> None:
        assert "is not a JSON object" in _refusal(_json_lines(_rows())[:-20])


class TestHtmlRows:
    def test_the_edition_is_that_of_the_text(self) -> None:
        result = _import(_html(), "page.md")
        assert result.content.passages == riftbound().content.passages
        assert result.content.effective_from == riftbound().content.effective_from

    @pytest.mark.parametrize(
        ("old", "new", "sentence"),
        [
            ("</div>\n\n</div>\n", "</div>\n", "is cut off: its sheet of rules has no end."),
            ("The Garden</div>", "The <b>Garden</b></div>", "is not a row of its rules."),
            ("The Garden</div></div>", "The Gar", "is not a row of its rules."),
            ("100.</div>", "1OO.</div>", "begins with a number, but is not a rule with its text."),
            ("The Garden", "The Gar&#0;den&#xD800;", "has a replacement sign"),
            ("Last Updated: 2031-03-05", "", "does not say before its first rule when it was last updated"),
        ],
    )
    def test_what_is_damaged_is_refused_and_named(self, old: str, new: str, sentence: str) -> None:
        assert old in _html()
        assert sentence in _refusal(_html().replace(old, new), "page.md")


class TestPdfText:
    def test_lines_are_joined_within_a_sentence_and_nothing_else_differs(self) -> None:
        result = _import(_pdf_text(), "rules.txt")
        mine, others = by_ref(result), by_ref(riftbound())
        assert text_of(mine["003.1.a"]) == "They are on the left side of the page."
        assert text_of(mine["102.1"]) == "Paths are straight."
        same = set(others) - {"003.1.a", "102.1"}
        assert all(mine[ref] == others[ref] for ref in same)
        assert "Lines that go on with the sentence before them: 2." in _notes(result)

    def test_a_number_alone_takes_the_text_below_it(self) -> None:
        text = _pdf_text().replace("102.1.b.  A  crossing", "102.1.b.  \nA\ncrossing")
        assert text_of(by_ref(_import(text, "rules.txt"))["102.1.b"]) == "A crossing is no bend."
        broken = _pdf_text().replace("102.1.b.  A  crossing  is  no  bend.", "102.1.b.  ")
        assert "begins with a number, but is not a rule with its text." in _refusal(broken, "rules.txt")

    def test_a_number_without_a_point_is_one_where_it_is_the_next(self) -> None:
        result = _import(_pdf_text().replace("103.1.b.  Its", "103.1.b  Its"), "rules.txt")
        assert by_ref(result)["103.1.b"] == by_ref(riftbound())["103.1.b"]
        assert "rule 103.1.b has no point after its number." in " ".join(_notes(result))

    def test_a_number_behind_the_rest_of_a_word_is_one_where_it_is_the_next(self) -> None:
        result = _import(_pdf_text().replace("\n801.  Dig", "\nSpa801.  Dig"), "rules.txt")
        assert by_ref(result)["801"] == by_ref(riftbound())["801"]
        assert "before rule 801 are letters that belong to no word, “Spa”; they were left out." in " ".join(
            _notes(result)
        )
        assert "801.1, but there is no 801" in _refusal(_pdf_text().replace("\n801.  Dig", "\nSpa821.  Dig"), "r.txt")

    def test_numbers_that_are_out_of_step_with_the_texts_are_refused(self) -> None:
        column = "Riftbound Core Rules\nLast Updated: 2025-06-02\n" + "".join(
            f"10{n}.\nA text that begins here and\n10{n}.1. goes on beside another number.\n" for n in range(6)
        )
        assert _refusal(column, "rules.txt", None) == (
            "rules.txt has its rule numbers out of step with their texts: 6 numbers stand alone, and 6 stand within a "
            "sentence, the first on line 5, so that nothing tells which text belongs to which number. "
            "Import a text in which every rule begins with its own number."
        )


SHAPES = (_json_lines(_rows()), _html().encode(), _pdf_text().encode())


@given(st.sampled_from(SHAPES), st.data())
@settings(max_examples=200, deadline=None)
def test_any_change_is_imported_or_refused(document: bytes, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(document)))
        end = data.draw(st.integers(start, min(len(document), start + data.draw(st.sampled_from([0, 3, 400])))))
        inserted = data.draw(
            st.one_of(
                st.binary(max_size=8),
                st.sampled_from(
                    [b"\n", b'"', b"\\u0000", b"103.1.b. ", b'{"id": "103", "text": "a 1"}\n', b"Ab104. A"]
                ),
            )
        )
        document = document[:start] + inserted + document[end:]
    started = time.process_time()
    try:
        result = _import(document)
    except ImportRefused as refused:
        assert NAME in str(refused)
    else:
        refs = [passage.ref for passage in result.content.passages]
        assert len(refs) == len(set(refs))
        assert {p.parent for p in result.content.passages} - {None} <= set(refs)
        assert all(text.text.strip() for p in result.content.passages for text in p.texts)
    assert time.process_time() - started < 1.5


@pytest.mark.parametrize(
    "text",
    [
        '{"id": "000", "text": "' + "Example: " * 50_000 + '"}\n',
        '{"id": "000", "text": ""}\n' * 30_000,
        '{"id": "000", "text": "a"}\n' + '{"id": "000", "text": "b"}\n' * 3_000,
        '{"id": "000", "text": "a", "examples": ' + "[" * 100_000 + "}\n",
        "# Riftbound Core Rules\n" + '<div class="rule-sheet">\n' * 30_000,
        "=== PAGE 1 ===\nRiftbound Core Rules\nLast Updated: 2031-03-05\n000. a\n" + "Ab001. A " * 30_000,
        "=== PAGE 1 ===\nRiftbound Core Rules\nLast Updated: 2031-03-05\n000. a\n" + "a\n" * 100_000,
    ],
)
def test_long_and_repetitive_texts_are_refused_in_time(text: str) -> None:
    started = time.process_time()
    assert _refusal(text)
    assert time.process_time() - started < 3


class TestOfficial:
    pytestmark = needs_corpora()

    @pytest.mark.parametrize(
        ("file", "rows", "numbers", "rules", "examples", "complete"),
        [
            ("core_rules_v1.1_2025-10", 1618, 1614, 1617, 112, False),
            ("core_rules_v1.2_2025-12-01", 1795, 1770, 1795, 115, False),
            ("core_rules_v1.3_2026-03-30", 2088, 2085, 2089, 146, True),
            ("core_rules_v1.4_2026-07-16", 2381, 2381, 2381, 132, True),
        ],
    )
    def test_json_lines(self, file: str, rows: int, numbers: int, rules: int, examples: int, complete: bool) -> None:
        result = _import(official(f"riftbound/{file}.jsonl"), f"{file}.jsonl", None)
        counts = result.report.counts
        assert (counts["row"], counts["number"], counts["rule"], counts["example"]) == (rows, numbers, rules, examples)
        assert (result.content.edition, result.content.complete) == (file[12:15], complete)
        refs = [p.ref for p in result.content.passages]
        assert len(refs) == len(set(refs))
        assert {p.parent for p in result.content.passages} - {None} <= set(refs)

    def test_every_row_is_a_passage_or_in_the_notes(self) -> None:
        data = official("riftbound/core_rules_v1.2_2025-12-01.jsonl")
        result = _import(data, edition="1.2")
        said = "\n".join(text_of(p) for p in result.content.passages)
        for line in data.decode().splitlines():
            words = " ".join(json.loads(line)["text"].split())
            assert words in said or words.partition(" ")[2] in said

    def test_the_two_shapes_of_one_edition_are_the_same(self) -> None:
        path = "riftbound/core_rules_v1.4_2026-07-16"
        lines = _import(official(path + ".jsonl"), edition="1.4").content
        text = _import(official(path + ".txt"), edition="1.4").content
        assert lines.passages == text.passages
        assert lines.effective_from == text.effective_from

    def test_the_three_shapes_of_1_3_are_the_same_but_for_signs(self) -> None:
        def texts(path: str) -> dict[str, str]:
            passages = by_ref(_import(official(path), path, "1.3"))
            return {ref: re.sub(r"\W", "", text_of(p)) for ref, p in passages.items()}

        pdf = texts("riftbound/miszion_core_v1_3.txt")
        assert len([ref for ref in pdf if "/" not in ref]) == 2089
        assert texts("riftbound/riftboundoc_core_v1_3_htmlrows.md") == pdf
        assert texts("riftbound/core_rules_v1.3_2026-03-30.jsonl") == pdf

    def test_the_pdf_text_has_no_traces_of_its_pages(self) -> None:
        result = _import(official("riftbound/miszion_core_v1_3.txt"), "rules.txt", None)
        for passage in result.content.passages:
            if passage.kind in (PassageKind.RULE, PassageKind.EXAMPLE):
                assert not re.search(r"PAGE \d|  |ﬁ| [,;.](?: |$)", text_of(passage))

    def test_misaligned_1_0_is_refused(self) -> None:
        assert "has its rule numbers out of step with their texts: 490 numbers stand alone" in _refusal(
            official("riftbound/brito_core_v1_0.txt"), "rules.txt", None
        )

    @pytest.mark.parametrize("kept", [0.3, 0.9, 0.999])
    @pytest.mark.parametrize(
        ("path", "edition"),
        [
            ("riftbound/core_rules_v1.1_2025-10.jsonl", "1.1"),
            ("riftbound/core_rules_v1.3_2026-03-30.jsonl", "1.3"),
            ("riftbound/miszion_core_v1_3.txt", "1.3"),
            ("riftbound/riftboundoc_core_v1_3_htmlrows.md", "1.3"),
        ],
    )
    def test_what_is_cut_off_is_refused(self, path: str, edition: str, kept: float) -> None:
        lines = [line for line in official(path).splitlines(keepends=True) if line.strip()]
        assert _refusal(b"".join(lines[: int(len(lines) * kept)]), edition=edition)
