"""Bytes of a text file → its lines, whatever encoding and line ends the file has.

Publishers and archives hand the same document on as UTF-8 with and without a byte order mark, as UTF-16 or as
Windows-1252, with CRLF, LF or CR line ends. A text whose characters are damaged is refused, never guessed at.
"""

from __future__ import annotations

import codecs
import html
import re
from dataclasses import dataclass

from rules_corpus.importers.report import ImportRefused

MAX_BYTES = 20_000_000
"""The largest document that is read, in bytes; the largest official one known has 1.7 million."""

PDF = "PDF"
"""What the text of a PDF has in the place of an encoding."""
MAX_CHARACTERS = 4_000_000
"""The longest document but for lists of cards; Magic's rules have one million."""
MAX_LINES = 500_000
"""The most lines of a document; an official one has up to 20,000, a list of 200,000 cards one or two for each."""

_SNIFFED_BYTES = 4096
_LINE_END = re.compile("\r\n|[\r\n\v\f\x85\u2028\u2029]")
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f]")
_REPLACED: dict[int, str | None] = {
    **dict.fromkeys(map(ord, "\u200b\u2060\ufeff\u00ad")),
    **{ord(sign): letters for sign, letters in zip("ﬀﬁﬂﬃﬄ", ("ff", "fi", "fl", "ffi", "ffl"), strict=True)},
}
"""Invisible characters go, and the ligatures that a PDF's text has become letters."""


# The bytes of UTF-8 after the first, as Windows-1252 reads them, and as Latin-1 does, which some programs mix with it.
_TAIL = "[" + bytes(range(0x80, 0xC0)).decode("cp1252", errors="ignore") + "\x80-\xbf]"
_DECODED_TWICE = re.compile(f"[ÂÃ]{_TAIL}|[âï]{_TAIL}{{2}}")
"""UTF-8 of punctuation and accented letters, seen through Windows-1252: ’ looks like â€™, © like Â©."""


@dataclass(frozen=True, slots=True)
class DecodedText:
    """A document as lines without their ends: single spaces, no space around, no invisible characters."""

    lines: tuple[str, ...]
    encoding: str
    """utf-8, utf-8-sig, utf-16-le, utf-16-be (each with or without a byte order mark) or cp1252; or PDF."""
    source: str = ""
    """The text as it was, with its indentation, and with LF line ends."""


def decode(data: bytes, name: str) -> DecodedText:
    """Read a text file. `name` is what messages call it.

    Raises ImportRefused for an empty or too large file, for too many lines, for binary data, for bytes in no known
    encoding, and for a text with damaged characters.
    """
    refuse_too_large(data, name)
    encoding = _sniff(data)
    if encoding is not None:
        try:
            # The mark is decoded with the rest, so that an error's offset is the file's.
            text = data.decode(encoding.removesuffix("-sig"))
        except UnicodeDecodeError as error:
            raise _damaged(name, encoding, error.start) from error
    else:
        text, encoding = _decode_unmarked(data, name)
    text = text.removeprefix("\ufeff")
    if _CONTROL.search(text):
        raise _binary(name)
    refuse_damaged_characters(text, name)
    lines = clean_lines(text, name)
    if not any(lines):
        # Nothing but characters that cannot be seen.
        raise ImportRefused("{name} is empty.", name=name)
    return DecodedText(lines, encoding, _LINE_END.sub("\n", text))


def refuse_too_large(data: bytes, name: str) -> None:
    """Raise ImportRefused for a document of more than MAX_BYTES."""
    if len(data) > MAX_BYTES:
        raise ImportRefused(
            "{name} is too large: {size} bytes, where at most {limit} are read.",
            name=name,
            size=len(data),
            limit=MAX_BYTES,
        )


def _sniff(data: bytes) -> str | None:
    """The encoding that a byte order mark, or the NULs of UTF-16, give away; None where there is neither."""
    for mark, encoding in (
        (codecs.BOM_UTF8, "utf-8-sig"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
    ):
        if data.startswith(mark):
            return encoding
    # In UTF-16 every other byte of mostly Latin text is NUL; in any other text encoding none is.
    sample = data[:_SNIFFED_BYTES]
    pairs = len(sample) // 2
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    if pairs and odd > 0.6 * pairs and even < 0.1 * pairs:
        return "utf-16-le"
    if pairs and even > 0.6 * pairs and odd < 0.1 * pairs:
        return "utf-16-be"
    return None


def _decode_unmarked(data: bytes, name: str) -> tuple[str, str]:
    if data.startswith(b"%PDF-"):
        raise ImportRefused("{name} is a PDF. Import the text file of the same document instead.", name=name)
    if b"\0" in data:
        raise _binary(name)
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError as utf8_error:
        try:
            text = data.decode("cp1252")
        except UnicodeDecodeError as error:
            raise ImportRefused(
                "{name} is in no encoding that is known: UTF-8, UTF-16 or Windows-1252.", name=name
            ) from error
        if _DECODED_TWICE.search(text):
            # Most of it is UTF-8, so that it isn't a Windows-1252 file: some bytes were lost or cut.
            raise _damaged(name, "utf-8", utf8_error.start) from utf8_error
        return text, "cp1252"


def _binary(name: str) -> ImportRefused:
    return ImportRefused("{name} is binary data, not a text file.", name=name)


def _damaged(name: str, encoding: str, offset: int) -> ImportRefused:
    return ImportRefused(
        "{name} is damaged: at byte {offset} it is not valid {encoding}.",
        name=name,
        offset=offset,
        encoding=encoding,
    )


def refuse_damaged_characters(text: str, name: str, first_line: int = 1) -> None:
    """Raise ImportRefused for lost characters and for a text that was decoded twice.

    `first_line` is the line of the file on which the text begins.
    """
    found = _DECODED_TWICE.search(text)
    if found:
        raise ImportRefused(
            "{name} was decoded twice: UTF-8 read as Windows-1252, so that line {line} has “{sample}”. "
            "Import the original file instead.",
            name=name,
            line=first_line - 1 + _line_at(text, found.start()),
            sample=found.group(),
        )
    lost = text.find("\ufffd")
    if lost >= 0:
        raise ImportRefused(
            "{name} has lost characters: line {line} has a replacement sign in the place of one. "
            "Import the original file instead.",
            name=name,
            line=first_line - 1 + _line_at(text, lost),
        )


def _line_at(text: str, offset: int) -> int:
    return 1 + len(_LINE_END.findall(text, 0, offset))


def clean_lines(text: str, name: str) -> tuple[str, ...]:
    """The lines of a text, each as `clean_line` makes it. Raises ImportRefused for more than MAX_LINES."""
    split = _LINE_END.split(text, MAX_LINES)
    if len(split) > MAX_LINES:
        raise ImportRefused("{name} has more than {limit} lines, which no document has.", name=name, limit=MAX_LINES)
    return tuple(clean_line(line) for line in split)


def clean_line(line: str) -> str:
    """Single spaces, none around, no invisible characters, ligatures as letters."""
    # Spaces as a regular expression's \s has them, and many times faster where there are millions of them.
    return " ".join((line if line.isascii() else line.translate(_REPLACED)).split())


_NO_CHARACTER = re.compile(r"&#(?:[0-9]{8,}|[xX][0-9A-Fa-f]{8,});?")
"""A reference beyond the last character; of thousands of digits Python makes no number."""


def unescape(text: str) -> str:
    """A text with its HTML entities as characters."""
    return html.unescape(_NO_CHARACTER.sub("\ufffd", text))
