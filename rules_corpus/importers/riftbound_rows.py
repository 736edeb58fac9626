"""The shapes in which Riftbound's core rules are handed on → one stream of rows, each with its number and text.

Three shapes are known: text with one rule a line (also as it comes out of the PDF), a Markdown page whose rules are
HTML rows, and JSON lines. docs/importers.md describes them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from rules_corpus.importers.decoding import PDF, DecodedText, clean_line, refuse_damaged_characters, unescape
from rules_corpus.importers.report import ImportRefused

NUMBER = re.compile(r"\d{3}(?:\.(?:\d{1,3}|[a-z]{1,2})){0,12}")

_TITLE = re.compile(r"Riftbound\W{0,3} Core Rules\b", re.IGNORECASE)
_TEXT_RULE = re.compile(r"(\d{3}(?:\.(?:\d{1,3}|[a-z]{1,2})(?![A-Za-z0-9])){0,12})\. (\S.*)")
_WITHOUT_POINT = re.compile(r"(\d{3}(?:\.(?:\d{1,3}|[a-z]{1,2})(?![A-Za-z0-9])){1,12}) ([\"“‘'(\[*]{0,2}[A-Z0-9].*)")
_UNREADABLE_NUMBER = re.compile(r"\d{3}(?:\.|$)")
_PAGE_MARK = re.compile(r"=== PAGE \d{1,6} ===")
_HTML_SHEET = '<div class="rule-sheet">'
_HTML_ROW = re.compile(
    r'<div class="rule-row [a-z -]{0,40}level-\d">'
    r'<div class="rule-id">([^<>]*)</div><div class="rule-text">([^<>]*)</div></div>'
)
_BARE_NUMBER = re.compile(r"\d{3}(?:\.(?:\d{1,3}|[a-z]{1,2})){0,12}\.")
_WITHIN_SENTENCE = re.compile(r"\d{3}(?:\.(?:\d{1,3}|[a-z]{1,2})){0,12}\. [a-z]")
_SPACE_BEFORE_POINT = re.compile(r" (?=[,;.](?: |$))")
_HEAD_LINES = 20
_MISALIGNED = 5
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\ud800-\udfff]")


class Shape(Enum):
    TEXT = "text"
    PDF_TEXT = "text of a PDF"
    HTML_ROWS = "HTML rows"
    JSON_LINES = "JSON lines"


@dataclass(frozen=True, slots=True)
class Row:
    """A rule, or a text without a number: an example, or what goes on with the row before it."""

    line: int
    ref: str | None
    text: str
    """Empty where the text of the rule begins on the next row."""
    examples: tuple[str, ...] = ()
    doubtful: bool = False
    """The line may also be text that begins with a number by chance: it is a rule only if its number is next."""


def shape_of(text: DecodedText) -> Shape | None:
    """Which shape the text has, or None where it is not Riftbound's core rules."""
    first = next(line for line in text.lines if line)
    if first.startswith("{"):
        return Shape.JSON_LINES if _is_rule_object(first) else None
    head = text.lines[: _HEAD_LINES * 2]
    if _HTML_SHEET in head and any(_TITLE.match(line.lstrip("# ")) for line in head):
        return Shape.HTML_ROWS
    if not any(_TITLE.match(line) for line in text.lines[:_HEAD_LINES]):
        return None
    if text.encoding == PDF:
        return Shape.PDF_TEXT
    return Shape.PDF_TEXT if any(_PAGE_MARK.fullmatch(line) for line in head) else Shape.TEXT


def _is_rule_object(line: str) -> bool:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return (
        isinstance(value, dict)
        and isinstance(value.get("text"), str)
        and isinstance(value.get("id"), str)
        and NUMBER.fullmatch(value["id"]) is not None
    )


def text_rows(lines: Sequence[str], start: int, name: str, shape: Shape) -> Iterator[Row]:
    """The rows of a text from line index `start` on. Raises ImportRefused for a line that cannot be read."""
    for index in range(start, len(lines)):
        line, number = lines[index], index + 1
        if not line or _PAGE_MARK.fullmatch(line):
            continue
        if shape is Shape.PDF_TEXT:
            line = _SPACE_BEFORE_POINT.sub("", line)
        if shape is Shape.PDF_TEXT and _BARE_NUMBER.fullmatch(line):
            yield Row(number, line.removesuffix("."), "")
        elif found := _TEXT_RULE.fullmatch(line):
            yield Row(number, found[1], found[2])
        elif found := _WITHOUT_POINT.fullmatch(line):
            yield Row(number, found[1], found[2], doubtful=True)
        elif _UNREADABLE_NUMBER.match(line):
            raise unreadable(name, number)
        else:
            yield Row(number, None, line)


def unreadable(name: str, line: int) -> ImportRefused:
    return ImportRefused(
        "{name} is damaged: line {line} begins with a number, but is not a rule with its text.", name=name, line=line
    )


def html_rows(lines: Sequence[str], name: str) -> Iterator[Row]:
    """The rows of a Markdown page with one HTML row a rule, those of its head included.

    Raises ImportRefused for a line in the sheet that is no such row.
    """
    inside = ended = False
    for number, line in enumerate(lines, 1):
        if not line:
            continue
        if not inside:
            inside = line == _HTML_SHEET
            continue
        if line == "</div>" and not ended:
            ended = True
            continue
        found = None if ended else _HTML_ROW.fullmatch(line)
        if not found:
            raise ImportRefused("{name} is damaged: line {line} is not a row of its rules.", name=name, line=number)
        ref, text = unescape(found[1]).strip(), unescape(found[2])
        _check_text(text, name, number)
        text = _SPACE_BEFORE_POINT.sub("", clean_line(text))
        if ref and not NUMBER.fullmatch(ref.removesuffix(".")):
            raise unreadable(name, number)
        if ref:
            yield Row(number, ref.removesuffix("."), text)
        elif text:
            yield Row(number, None, text)
    if not ended:
        raise ImportRefused("{name} is cut off: its sheet of rules has no end.", name=name)


def json_rows(lines: Sequence[str], name: str) -> Iterator[Row]:
    """The rows of JSON lines: objects with `id`, `text` and, where there are any, `examples`; the rest is not read.

    Raises ImportRefused for a line that is no such object.
    """
    for number, line in enumerate(lines, 1):
        if not line:
            continue
        if not _is_rule_object(line):
            raise ImportRefused(
                "{name} is damaged: line {line} is not a JSON object with the id and the text of a rule.",
                name=name,
                line=number,
            )
        value = json.loads(line)
        examples = value.get("examples") or []
        if not isinstance(examples, list) or not all(isinstance(example, str) for example in examples):
            raise ImportRefused(
                "{name} is damaged: the examples on line {line} are not a list of texts.", name=name, line=number
            )
        for text in (value["text"], *examples):
            _check_text(text, name, number)
        text, *cleaned = (clean_line(text) for text in (value["text"], *examples))
        if not text or not all(cleaned):
            raise ImportRefused("{name} is damaged: line {line} has an empty text.", name=name, line=number)
        yield Row(number, value["id"], text, tuple(cleaned))


def _check_text(text: str, name: str, line: int) -> None:
    """Escapes can hide what the decoding of the file has already been checked for."""
    if _CONTROL.search(text):
        raise ImportRefused("{name} is damaged: line {line} has characters that no text has.", name=name, line=line)
    refuse_damaged_characters(text, name, first_line=line)


def refuse_misaligned(lines: Sequence[str], name: str) -> None:
    """Raise ImportRefused where the numbers stand in a column of their own, out of step with the texts.

    Then many numbers have no text, and others stand before the rest of a sentence that began above them.
    """
    alone = 0
    within: list[int] = []
    for number, line in enumerate(lines, 1):
        if _BARE_NUMBER.fullmatch(line):
            alone += 1
        elif _WITHIN_SENTENCE.match(line):
            within.append(number)
    if min(alone, len(within)) >= _MISALIGNED:
        raise ImportRefused(
            "{name} has its rule numbers out of step with their texts: {alone} numbers stand alone, and {within} stand "
            "within a sentence, the first on line {line}, so that nothing tells which text belongs to which number. "
            "Import a text in which every rule begins with its own number.",
            name=name,
            alone=alone,
            within=len(within),
            line=within[0],
        )
