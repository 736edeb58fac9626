"""A literate rule file cut into front matter and sections of fields and fenced blocks, each with its line."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from rules_corpus.document_errors import UNWANTED, Problems, quoted

_HEADING = re.compile(r"## +(\S.*)")
_FIELD = re.compile(r"([A-Za-z_]+):(?:[ \t]+(.*))?")


@dataclass(frozen=True, slots=True)
class Field:
    key: str
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Block:
    kind: str
    """The word after the opening fence."""
    source: str
    """The lines between the fences."""
    line: int
    """The line of the opening fence; the source begins on the next."""


@dataclass(slots=True)
class Section:
    heading: str
    """What follows `## `."""
    line: int
    fields: dict[str, Field] = field(default_factory=dict)
    blocks: list[Block] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Outline:
    front: str | None
    """The YAML between the `---` lines, which begins on line 2; None where there is none."""
    sections: tuple[Section, ...]


def outline(text: str, problems: Problems) -> Outline:
    """Cut a file into its parts; whatever belongs to none of them is reported."""
    lines = _clean(text, problems)
    if lines[0].rstrip() != "---":
        problems.add(1, "front matter, which begins with ---", quoted(lines[0]) if lines[0].strip() else "nothing")
        return Outline(None, ())
    for at in range(1, len(lines)):
        if lines[at].rstrip() == "---":
            return Outline("\n".join(lines[1:at]), _sections(lines, at + 1, problems))
        if _HEADING.fullmatch(lines[at]):
            problems.add(at + 1, "--- at the end of the front matter", quoted(lines[at]))
            return Outline("\n".join(lines[1:at]), _sections(lines, at, problems))
    problems.add(len(lines), "--- at the end of the front matter", "the end of the file")
    # A file of nothing but the opening line has no front matter that could be read, nor a line where it would stand.
    return Outline("\n".join(lines[1:]) if len(lines) > 1 else None, ())


def _clean(text: str, problems: Problems) -> list[str]:
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        unwanted = UNWANTED.search(line)
        if unwanted is not None:
            problems.add(number, "printable characters only", f"U+{ord(unwanted[0]):04X}")
            lines[number - 1] = UNWANTED.sub(" ", line)
    return lines


def _sections(lines: list[str], at: int, problems: Problems) -> tuple[Section, ...]:
    sections: list[Section] = []
    while at < len(lines):
        line, number = lines[at].rstrip(), at + 1
        heading = _HEADING.fullmatch(line)
        if heading is not None:
            sections.append(Section(heading[1], number))
        elif line.startswith("```"):
            at = _block(lines, at, sections[-1] if sections else None, problems)
            continue
        elif line:
            _field(line, number, sections[-1] if sections else None, problems)
        at += 1
    return tuple(sections)


def _field(line: str, number: int, section: Section | None, problems: Problems) -> None:
    match = _FIELD.fullmatch(line)
    if section is None:
        problems.add(number, "a section that begins with ## and its number", quoted(line))
    elif match is None:
        problems.add(number, "a heading ## NUMBER, a field key: text on one line, or a fenced block", quoted(line))
    elif section.blocks:
        problems.add(number, "the fields of a section before its blocks", quoted(line))
    elif match[1] in section.fields:
        first = section.fields[match[1]].line
        problems.add(number, "each field once", f"{quoted(match[1])} again (first on line {first})")
    else:
        text = " ".join((match[2] or "").split())
        if not text:
            problems.add(number, f"a text after {match[1]}:", "nothing")
        section.fields[match[1]] = Field(match[1], text, number)


def _block(lines: list[str], at: int, section: Section | None, problems: Problems) -> int:
    """Read the block that opens on lines[at] into its section; the position after it."""
    kind = lines[at].removeprefix("```").strip()
    if not kind.isalpha():
        problems.add(at + 1, "an opening fence ``` with the kind of the block", quoted(lines[at]))
    end = at + 1
    # A heading or another opening fence can't stand inside a block: the author forgot to close this one.
    while end < len(lines) and not _HEADING.fullmatch(lines[end]) and not lines[end].startswith("```"):
        end += 1
    closed = end < len(lines) and lines[end].rstrip() == "```"
    if not closed:
        found = quoted(lines[end]) if end < len(lines) else "the end of the file"
        problems.add(min(end, len(lines) - 1) + 1, f"``` at the end of the block from line {at + 1}", found)
    if section is None:
        problems.add(at + 1, "a section that begins with ## and its number", "a block")
    elif kind.isalpha():
        section.blocks.append(Block(kind, "\n".join(lines[at + 1 : end]), at + 1))
    return end + 1 if closed else end
