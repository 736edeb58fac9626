"""Riftbound's core rules from a PDF itself: the same edition as from the text, or a refusal."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from fpdf import FPDF
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from rules_corpus.importers import ImportRefused, ImportResult, import_document
from rules_corpus.importers.pdf import is_pdf, read_pdf
from rules_corpus.importers.pdf_text import NotReadError, check_streams
from tests.rules_corpus.importers.pdf_samples import fpdf2_pdf, page_pdf, reportlab_pdf, words_stream
from tests.rules_corpus.importers.support import (
    RIFTBOUND,
    RIFTBOUND_EDITION,
    by_ref,
    needs_corpora,
    official,
    riftbound,
    text_of,
)

LINES = RIFTBOUND.decode().splitlines()
PLAIN = fpdf2_pdf(LINES)


def _import(data: bytes, edition: str | None = RIFTBOUND_EDITION, game: str = "riftbound") -> ImportResult:
    return import_document(data, game, "rules.pdf", edition)


def _refusal(data: bytes, edition: str | None = RIFTBOUND_EDITION, game: str = "riftbound") -> str:
    with pytest.raises(ImportRefused) as caught:
        _import(data, edition, game)
    return str(caught.value)


@pytest.mark.parametrize(
    "make",
    [
        lambda: PLAIN,
        lambda: fpdf2_pdf(LINES, "J"),
        lambda: reportlab_pdf(LINES),
        lambda: reportlab_pdf(LINES, columns=2, justified=True, size=(420, 300)),
        lambda: reportlab_pdf(LINES, hanging=True),
        lambda: b"\n% what a mail program wrote before it\n" + PLAIN,
        lambda: fpdf2_pdf(LINES, password=""),
    ],
    ids=["fpdf2", "justified", "reportlab", "columns", "hanging", "junk-before", "may-not-be-changed"],
)
def test_the_edition_is_that_of_the_text(make: Callable[[], bytes]) -> None:
    result = _import(make())
    assert result.content.passages == riftbound().content.passages
    assert (result.content.edition, result.content.effective_from) == ("9.1", riftbound().content.effective_from)
    assert str(result.report.notes[0]) == "It was read as PDF."


def test_there_were_several_pages_and_broken_lines_to_put_together() -> None:
    for data in (PLAIN, reportlab_pdf(LINES)):
        assert read_pdf(data, "rules.pdf").pages >= 2
    assert max(map(len, LINES)) > 90


def test_the_edition_and_its_date_are_checked_as_for_a_text() -> None:
    assert "which is the date of no known edition" in _refusal(PLAIN, None)
    assert "but edition 1.4 is of 2026-07-16" in _refusal(PLAIN, "1.4")


def test_a_page_without_text_is_noted() -> None:
    pdf = FPDF()
    pdf.add_page()
    pdf.image(Image.new("RGB", (40, 40), "red"), 10, 10, 50)
    pdf.add_page()
    pdf.set_font("Helvetica", size=9)
    for line in LINES:
        pdf.multi_cell(0, 5, line.replace("“", '"').replace("”", '"'), new_x="LMARGIN", new_y="NEXT")
    notes = [str(note) for note in _import(bytes(pdf.output())).report.notes]
    assert "Pages of the PDF without any text, such as pictures: 1." in notes


def test_a_rule_that_is_missing_is_noticed() -> None:
    assert "there is no 102.1" in _refusal(fpdf2_pdf([line for line in LINES if not line.startswith("102.1. ")]))


class TestRefused:
    def test_a_document_that_needs_a_password(self) -> None:
        locked = fpdf2_pdf(LINES, password="garden")  # noqa: S106 - of a sample
        assert _refusal(locked) == "rules.pdf needs a password; save it without one and import that."

    def test_pages_without_any_text(self) -> None:
        pdf = FPDF()
        pdf.add_page()
        empty = bytes(pdf.output())
        pdf = FPDF()
        pdf.add_page()
        pdf.image(Image.new("RGB", (40, 40), "red"), 10, 10, 50)
        for data in (empty, bytes(pdf.output())):
            assert _refusal(data) == "rules.pdf has no text in it: its pages are empty or pictures."

    def test_letters_that_the_font_does_not_name(self) -> None:
        assert _refusal(reportlab_pdf([*LINES, "801.2. A 一 is no letter of this font."])).endswith(
            "it does not say which letters it shows."
        )

    @pytest.mark.parametrize("kept", [5, 500, 0.6, 0.99])
    def test_a_document_that_was_cut_off(self, kept: float) -> None:
        cut = PLAIN[: int(kept * len(PLAIN)) if kept < 1 else int(kept)]
        for data in (cut, cut + b"\n%%EOF\n"):
            assert _refusal(data) == "rules.pdf is damaged: it is not a whole PDF."

    def test_a_page_whose_bytes_were_changed(self) -> None:
        for data in (PLAIN, reportlab_pdf(LINES)):
            start = data.index(b"stream") + 60
            assert _refusal(data[:start] + bytes([data[start] ^ 1]) + data[start + 1 :]) == (
                "rules.pdf is damaged: it is not a whole PDF."
            )

    def test_a_document_that_is_read_as_text_only(self) -> None:
        sentence = (
            "rules.pdf is a PDF, and “{}” is not read from one. Import the text file of the same document instead."
        )
        magic = "Magic: The Gathering Comprehensive Rules"
        assert _refusal(fpdf2_pdf([magic, "These rules are effective as of …"]), game="mtg") == sentence.format(magic)
        faq = fpdf2_pdf(["Garden FAQ", "Published: 2031-03-05", "May I dig?", "Yes."])
        assert _refusal(faq) == sentence.format("Riftbound FAQ, errata or patch notes")

    def test_another_document(self) -> None:
        assert _refusal(fpdf2_pdf(["Notes on a garden", "Nothing else."])).startswith(
            "rules.pdf is not Riftbound's core rules"
        )


def test_a_text_that_only_speaks_of_pdfs_is_none() -> None:
    assert is_pdf(b"%PDF-1.7\n") and is_pdf(b"x" * 1000 + PLAIN)
    assert not is_pdf(b"The file begins with %PDF-1.7, as every PDF does.\n")
    assert not is_pdf(b"x" * 1100 + PLAIN)


SMALL = page_pdf(words_stream(b"Riftbound Core Rules"))


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_the_check_of_the_streams_ends_with_any_bytes(data: st.DataObject) -> None:
    document = _changed(SMALL, data)
    try:
        check_streams(document)
    except NotReadError as error:
        assert str(error) in ("damaged", "memory")


@given(st.data())
@settings(max_examples=8, deadline=None)
def test_any_change_is_imported_or_refused(data: st.DataObject) -> None:
    document = _changed(PLAIN, data)
    try:
        result = _import(document)
    except ImportRefused as refused:
        assert "rules.pdf" in str(refused)
    else:
        refs = [passage.ref for passage in result.content.passages]
        assert refs == [passage.ref for passage in riftbound().content.passages][: len(refs)]


def _changed(document: bytes, data: st.DataObject) -> bytes:
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(document)))
        end = data.draw(st.integers(start, min(len(document), start + 20)))
        document = document[:start] + data.draw(st.binary(max_size=8)) + document[end:]
    return document


class TestOfficial:
    pytestmark = needs_corpora()

    def test_the_rules_of_1_4_survive_a_pdf_word_for_word(self) -> None:
        data = official("riftbound/core_rules_v1.4_2026-07-16.txt")
        # The fonts have no sign for the invisible spaces that the text has.
        lines = data.decode().replace("\u200b", "").splitlines()
        pdf = _import(reportlab_pdf(lines, columns=2, justified=True, hanging=True, size=(595, 842)), None)
        text = import_document(data, "riftbound", "rules.txt")
        assert pdf.content.passages == text.content.passages
        assert (pdf.content.edition, pdf.report.counts["rule"], pdf.report.counts["example"]) == ("1.4", 2381, 132)
        assert pdf.content.effective_from == text.content.effective_from
        assert pdf.report.dangling == text.report.dangling


def test_ligatures_become_letters() -> None:
    line = "801.2. The first flower is a find."
    result = _import(fpdf2_pdf([*LINES, line.replace("fi", "ﬁ").replace("fl", "ﬂ")]))
    assert text_of(by_ref(result)["801.2"]) == "The first flower is a find."


def test_no_word_is_lost_between_two_pages() -> None:
    long = " ".join(f"word{number}" for number in range(400))
    lines = [*LINES[:-2], f"801.1.a. It says {long} at last.", LINES[-1]]
    assert text_of(by_ref(_import(fpdf2_pdf(lines)))["801.1.a"]) == f"It says {long} at last."
