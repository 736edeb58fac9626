"""The text of a publication (FAQ, errata, patch notes) → its questions with their answers, and its statements."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rules_corpus.importers.decoding import unescape

_HEADING = re.compile(r"(#{1,6}) ?(.*\S)")
_QUESTION_MARK = re.compile(r"Q: ?(\S.*)")
_ANSWER_MARK = re.compile(r"A: ?")
_LABEL = re.compile(r"\[(?:NEW|OLD) TEXT\]", re.IGNORECASE)
_ORNAMENT = re.compile(r"[\W_]+")
_IMAGE = re.compile(r"<img [^<>]*>|!\[[^\[\]]*\]\([^()]*\)")
_LINK = re.compile(r"\[([^\[\]]+)\]\((?:https?:|/|#)[^()\s]*\)")
_BOLD = re.compile(r"\*\*([^*]{1,500})\*\*")
_ESCAPE = re.compile(r"\\([\\\[\]_*#().!>+-])")
_SENTENCE_END = re.compile(r"[.!?:;][”\"’)\]]*$")
_FAQ_LINE = re.compile(r"(?:the )?frequently asked questions:?", re.IGNORECASE)
_TITLE_WORDS = 8
_QUESTION_CHARACTERS = 600
PART_CHARACTERS = 1500
"""A statement that is longer than this is cut between its paragraphs, so that each part can be found by itself."""


@dataclass(slots=True)
class Section:
    """A heading or question with the paragraphs below it, up to the next one."""

    heading: str
    question: bool
    line: int
    paragraphs: list[str] = field(default_factory=list)


def read_sections(lines: Sequence[str], title: str, first_line: int) -> list[Section]:
    """The sections in their order; what stands before the first heading is a section under `title`.

    `first_line` is the number of the first of the lines. A question is a heading that begins with "Q:" or ends with a
    question mark; below the words "Frequently Asked Questions", and in a text without headings, also a paragraph that
    ends with a question mark.
    """
    headed = any(_HEADING.fullmatch(line) for line in lines)
    asking = not headed
    sections = [Section(title, False, first_line)]
    for number, line in _paragraphs(lines, first_line):
        found = _HEADING.fullmatch(line)
        text = plain(found[2] if found else line)
        if not text:
            continue
        if found and _LABEL.fullmatch(text):
            sections[-1].paragraphs.append(text)
        elif found and not _ORNAMENT.fullmatch(text):
            question = _QUESTION_MARK.fullmatch(text)
            asking = asking or bool(_FAQ_LINE.fullmatch(text))
            sections.append(Section(question[1] if question else text, bool(question) or text.endswith("?"), number))
        elif _FAQ_LINE.fullmatch(text):
            asking = True
            sections.append(Section(text, False, number))
        elif (
            asking and text.endswith("?") and len(text) <= _QUESTION_CHARACTERS and not text.startswith(("-", "*", ">"))
        ):
            sections.append(Section(text, True, number))
        elif not _ORNAMENT.fullmatch(text):
            if not sections[-1].paragraphs and sections[-1].question:
                text = _ANSWER_MARK.sub("", text, count=1)
            sections[-1].paragraphs.append(text)
    _drop_captions(sections)
    return [section for section in sections if section.paragraphs]


def parts(paragraphs: Sequence[str]) -> Iterator[str]:
    """The paragraphs in parts of about PART_CHARACTERS, none cut within itself."""
    part: list[str] = []
    size = 0
    for paragraph in paragraphs:
        if part and size + len(paragraph) > PART_CHARACTERS:
            yield "\n".join(part)
            part, size = [], 0
        part.append(paragraph)
        size += len(paragraph)
    if part:
        yield "\n".join(part)


def plain(text: str) -> str:
    """A line without its Markdown: links as their words, no images, emphasis or escapes."""
    text = _LINK.sub(r"\1", _IMAGE.sub("", text))
    text = _BOLD.sub(r"\1", text)
    return unescape(_ESCAPE.sub(r"\1", text)).strip()


def _paragraphs(lines: Sequence[str], first_line: int) -> Iterator[tuple[int, str]]:
    """Each line is one: these texts don't break lines within a paragraph."""
    for number, line in enumerate(lines, first_line):
        if line:
            yield number, line


def _drop_captions(sections: Sequence[Section]) -> None:
    """Take away the last line of a section that is only the name in one of the next headings ("Deathgrip")."""
    for index, section in enumerate(sections):
        following = [
            other.heading for other in sections[index + 1 : index + 3] if len(other.heading) <= _QUESTION_CHARACTERS
        ]
        while section.paragraphs:
            last = section.paragraphs[-1]
            name = len(last.split()) <= _TITLE_WORDS and not _SENTENCE_END.search(last)
            if not name or not any(last in heading for heading in following):
                break
            section.paragraphs.pop()
