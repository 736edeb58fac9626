"""A PDF → its text, as the importers read it: a process of its own reads the pages, the layout makes lines of them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rules_corpus.importers.decoding import PDF, DecodedText, clean_line, refuse_too_large
from rules_corpus.importers.pdf_layout import text_of_pages
from rules_corpus.importers.pdf_process import PdfLimits, read_pages
from rules_corpus.importers.report import ImportRefused

_HEADER = re.compile(rb"%PDF-\d")
_HEAD_BYTES = 1024
_LOST = re.compile("[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffd-\uffff]")


@dataclass(frozen=True, slots=True)
class PdfText:
    text: DecodedText
    pages: int
    without_text: tuple[int, ...]
    """The pages, counted from 1, on which there is nothing to read: empty ones, or pictures."""


def is_pdf(data: bytes) -> bool:
    """Whether the bytes are a PDF: other bytes may stand before its header, within the first 1,024."""
    if data.startswith(b"%PDF-"):
        return True
    return _HEADER.search(data[:_HEAD_BYTES]) is not None and b"%%EOF" in data[-_HEAD_BYTES:]


def read_pdf(data: bytes, name: str, limits: PdfLimits | None = None) -> PdfText:
    """The text of a PDF, one paragraph a line. `name` is what messages call it.

    Raises ImportRefused for a PDF that needs a password, is damaged, has no text or more than the limits allow, and
    for one whose letters are not all known.
    """
    refuse_too_large(data, name)
    pages = read_pages(data, name, limits or PdfLimits())
    empty = tuple(number for number, page in enumerate(pages, 1) if not page)
    if len(empty) == len(pages):
        raise ImportRefused("{name} has no text in it: its pages are empty or pictures.", name=name)
    for number, page in enumerate(pages, 1):
        lost = next((line for line in page if _LOST.search(line.text)), None)
        if lost:
            raise ImportRefused(
                "{name} cannot be read: on page {page} it does not say which letters it shows.",
                name=name,
                page=number,
            )
    lines = tuple(clean_line(line) for line in text_of_pages(pages))
    if not any(lines):
        raise ImportRefused("{name} has no text in it: its pages are empty or pictures.", name=name)
    return PdfText(DecodedText(lines, PDF, "\n".join(lines)), len(pages), empty)
