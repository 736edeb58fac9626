"""Encodings, line ends and damaged characters."""

from __future__ import annotations

import pytest

from rules_corpus.importers.decoding import MAX_BYTES, decode
from rules_corpus.importers.report import ImportRefused

TEXT = "1. A player’s “turn” – naïve\n\n2. End ©"
LINES = ("1. A player’s “turn” – naïve", "", "2. End ©")


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (TEXT.encode(), "utf-8"),
        (TEXT.encode("utf-8-sig"), "utf-8-sig"),
        (TEXT.encode("cp1252"), "cp1252"),
        (b"\xff\xfe" + TEXT.encode("utf-16-le"), "utf-16-le"),
        (b"\xfe\xff" + TEXT.encode("utf-16-be"), "utf-16-be"),
        (TEXT.encode("utf-16-le"), "utf-16-le"),
        (TEXT.encode("utf-16-be"), "utf-16-be"),
    ],
)
def test_every_encoding_gives_the_same_lines(data: bytes, encoding: str) -> None:
    decoded = decode(data, "rules.txt")
    assert decoded.lines == LINES
    assert decoded.encoding == encoding


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\u2028", "\u2029", "\x0b", "\x0c", "\x85"])
def test_every_line_end_is_one(end: str) -> None:
    assert decode(TEXT.replace("\n", end).encode(), "rules.txt").lines == LINES


def test_a_line_end_within_another_kind_is_one_more_line() -> None:
    # Files with CR line ends have CR CR LF before each section.
    assert decode(b"one\r\r\ntwo\rthree", "rules.txt").lines == ("one", "", "two", "three")


def test_spaces_are_single_and_blank_lines_are_blank() -> None:
    decoded = decode("  a\u00a0 b\t\n\u00a0\n \u200b\nﬁve ﬂags".encode(), "rules.txt")
    assert decoded.lines == ("a b", "", "", "five flags")


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "rules.txt is empty."),
        (b"\xad", "rules.txt is empty."),
        (b"\xef\xbb\xbf \r\n", "rules.txt is empty."),
        (b"rules\x00\x00\x00\x01", "rules.txt is binary data, not a text file."),
        (b"rules\x1b[0m", "rules.txt is binary data, not a text file."),
        (b"%PDF-1.7\n%\xe2\xe3", "rules.txt is a PDF. Import the text file of the same document instead."),
        (b"caf\xe9 \x81", "rules.txt is in no encoding that is known: UTF-8, UTF-16 or Windows-1252."),
        ("a player’s".encode() + b"\xe2\x80", "rules.txt is damaged: at byte 12 it is not valid utf-8."),
        (b"\xef\xbb\xbfcaf\xe9", "rules.txt is damaged: at byte 6 it is not valid utf-8-sig."),
        ("’x".encode() + b"\xe9", "rules.txt is damaged: at byte 4 it is not valid utf-8."),
        (b"\xff\xfea", "rules.txt is damaged: at byte 2 it is not valid utf-16-le."),
    ],
)
def test_what_is_no_whole_text_is_refused(data: bytes, sentence: str) -> None:
    with pytest.raises(ImportRefused) as caught:
        decode(data, "rules.txt")
    assert str(caught.value) == sentence


def test_text_that_was_decoded_twice_is_refused_and_says_where() -> None:
    twice = "one\r\ntwo\r\na player’s".encode().decode("cp1252").encode()
    with pytest.raises(ImportRefused) as caught:
        decode(twice, "rules.txt")
    assert "decoded twice: UTF-8 read as Windows-1252" in str(caught.value)
    assert caught.value.values["line"] == 3
    assert caught.value.values["sample"] == "â€™"


@pytest.mark.parametrize("text", ["“closed”", "© 2031", "naïve", "a – b", "Æther é"])
def test_each_sign_is_noticed_when_decoded_twice(text: str) -> None:
    twice = text.encode().decode("latin-1").encode()
    with pytest.raises(ImportRefused, match="decoded twice"):
        decode(twice, "rules.txt")


@pytest.mark.parametrize("text", ["Â", "Ângela e França", "être là", "€5 – 6"])
def test_accented_words_are_not_taken_for_damage(text: str) -> None:
    assert decode(text.encode(), "rules.txt").lines == (text,)


def test_lost_characters_are_refused() -> None:
    with pytest.raises(ImportRefused, match="line 2 has a replacement sign"):
        decode("one\na player\ufffds".encode(), "rules.txt")


def test_a_file_beyond_the_bound_is_refused_before_it_is_read() -> None:
    with pytest.raises(ImportRefused) as caught:
        decode(b"\x00" * (MAX_BYTES + 1), "rules.txt")
    assert str(caught.value) == f"rules.txt is too large: {MAX_BYTES + 1} bytes, where at most {MAX_BYTES} are read."
