"""The program that reads a PDF: its bytes on standard input → its lines, page by page, on standard output.

It is started as a process of its own (`pdf_process.py`), because a PDF can be made to take any time or memory, and
because the library that reads it is not written in Python, so that a fault in it ends the process. It imports nothing
of this project. The first thing it does is to limit itself.

Output: one JSON array a page, of its lines (`Line`); or, as the last line, a JSON string, one of `REASONS`, that says
why the document is not read.
"""

from __future__ import annotations

import base64
import ctypes
import json
import re
import sys
import zlib
from collections.abc import Iterator
from typing import IO

import pypdfium2
import pypdfium2.raw as pdfium

REASONS = ("password", "damaged", "pages", "memory")
LOG_BYTES = 1_000_000
"""At most so many bytes go into a file that the process writes; its standard error may be one."""
MAX_INFLATED = 200_000_000
"""Bytes that all compressed streams of a document may have together once they are unpacked."""

Line = tuple[str, float, float, float, float, float]
"""A text; its left and right end, the right end of its first word, its top and its bottom, in points from the left and
the bottom of the page."""

_END_MARK = b"%%EOF"
_END_BYTES = 1024
_ENDS_LINE = "\r\n"
_HYPHENS = "\x02\ufffe"
"""What the library puts in the place of a hyphen and the line end after it, where letters follow on the next line."""
_STREAM = re.compile(rb"(?<!end)stream\r?\n")
_DICTIONARY_BYTES = 2000
_FILTERS = re.compile(rb"/Filter\s{0,9}(\[[^\]]{0,200}\]|/\w{1,40})")
_CHUNK = 1 << 13
_INFLATED_CHUNK = 1 << 20


class NotReadError(Exception):
    """Raised with one of REASONS."""


def limit_process(memory: int, seconds: int) -> None:
    """Bound the memory (bytes) and the processor time of this process, where the system can."""
    try:
        import resource
    except ImportError:
        return
    for kind, most in (
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_FSIZE, LOG_BYTES),
        (resource.RLIMIT_CORE, 0),
    ):
        hard = resource.getrlimit(kind)[1]
        if hard == resource.RLIM_INFINITY or hard > most:
            # One second more, so that it ends with the signal that tells why.
            hard = most + (kind == resource.RLIMIT_CPU)
        resource.setrlimit(kind, (min(most, hard), hard))


def check_streams(data: bytes) -> None:
    """Unpack every compressed stream once. Raises NotReadError for one that is broken, or too large altogether.

    The library shows what it can of a broken stream, so that a part of a page would be missing unnoticed. Streams that
    are also encrypted are left unchecked.
    """
    if b"/Encrypt" in data:
        return
    inflated = place = 0
    while found := _STREAM.search(data, place):
        start = found.end()
        place = max(start, data.find(b"endstream", start))
        dictionary = data[max(0, start - _DICTIONARY_BYTES) : start].rpartition(b" obj")[2]
        filters = _FILTERS.search(dictionary)
        names = re.findall(rb"/(\w+)", filters[1]) if filters else []
        try:
            if names[:2] == [b"ASCII85Decode", b"FlateDecode"]:
                packed = base64.a85decode(data[start:place].strip().removesuffix(b"~>"))
                inflated += _inflated_size(packed, 0, MAX_INFLATED - inflated)
            elif names[:1] == [b"FlateDecode"]:
                # Not only up to `place`: the packed bytes may have the word that ends a stream by chance.
                inflated += _inflated_size(data, start, MAX_INFLATED - inflated)
        except (zlib.error, ValueError) as error:
            raise NotReadError("damaged") from error


def _inflated_size(data: bytes, start: int, most: int) -> int:
    """How many bytes the stream that begins at `start` has when it is unpacked; its checksum is checked."""
    unpacking = zlib.decompressobj()
    size = 0
    while not unpacking.eof:
        packed = unpacking.unconsumed_tail or data[start : start + _CHUNK]
        if not unpacking.unconsumed_tail:
            start += len(packed)
        part = unpacking.decompress(packed, _INFLATED_CHUNK)
        if not part and not packed:
            raise NotReadError("damaged")
        size += len(part)
        if size > most:
            raise NotReadError("memory")
    return size


def read_pages(data: bytes, most: int) -> Iterator[list[Line]]:
    """The lines of each page. Raises NotReadError, also after some pages, for a PDF that isn't read as a whole."""
    if _END_MARK not in data[-_END_BYTES:]:
        raise NotReadError("damaged")
    check_streams(data)
    try:
        document = pypdfium2.PdfDocument(data)
        count = len(document)
    except pypdfium2.PdfiumError as error:
        raise NotReadError("password" if error.err_code == pdfium.FPDF_ERR_PASSWORD else "damaged") from error
    # The library puts together what it can of a broken document; what is missing would not be noticed.
    if not pdfium.FPDF_DocumentHasValidCrossReferenceTable(document):
        raise NotReadError("damaged")
    if not count:
        raise NotReadError("damaged")
    if count > most:
        raise NotReadError("pages")
    for index in range(count):
        try:
            page = document[index]
            text = page.get_textpage()
        except pypdfium2.PdfiumError as error:
            raise NotReadError("damaged") from error
        yield list(_lines(text))
        text.close()
        page.close()


def _lines(page: pypdfium2.PdfTextPage) -> Iterator[Line]:
    start = 0
    signs: list[str] = []
    for index in range(page.count_chars()):
        sign = chr(pdfium.FPDFText_GetUnicode(page, index))
        if sign not in _ENDS_LINE:
            signs.append("-" if sign in _HYPHENS else sign)
            if sign not in _HYPHENS:
                continue
        yield from _line(page, start, signs)
        start, signs = index + 1, []
    yield from _line(page, start, signs)


def _line(page: pypdfium2.PdfTextPage, start: int, signs: list[str]) -> Iterator[Line]:
    """The line whose characters begin at index `start`; none where nothing of it is visible."""
    seen = [offset for offset, sign in enumerate(signs) if not sign.isspace()]
    if not seen:
        return
    word = next((offset for offset in range(seen[0], len(signs)) if signs[offset].isspace()), len(signs)) - 1
    first, end_of_word, last = (_box(page, start + offset) for offset in (seen[0], word, seen[-1]))
    text = "".join(signs[seen[0] : seen[-1] + 1])
    left, right, first_right, top, bottom = (
        round(place, 1) for place in (first.left, last.right, end_of_word.right, first.top, first.bottom)
    )
    yield text, left, right, first_right, top, bottom


def _box(page: pypdfium2.PdfTextPage, index: int) -> pdfium.FS_RECTF:
    box = pdfium.FS_RECTF()
    pdfium.FPDFText_GetLooseCharBox(page, index, ctypes.byref(box))
    return box


def main(arguments: list[str], source: IO[bytes], target: IO[str]) -> None:
    """Arguments: most memory in bytes, most seconds of processor time, most pages."""
    memory, seconds, pages = map(int, arguments)
    limit_process(memory, seconds)
    try:
        for lines in read_pages(source.read(), pages):
            target.write(json.dumps(lines) + "\n")
    except NotReadError as error:
        target.write(json.dumps(str(error)) + "\n")
    except MemoryError:
        target.write(json.dumps("memory") + "\n")


if __name__ == "__main__":
    main(sys.argv[1:], sys.stdin.buffer, sys.stdout)
