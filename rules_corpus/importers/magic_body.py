"""The parts of Magic's Comprehensive Rules: where each begins, the contents, and the numbered rules line by line."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from rules_corpus.importers.decoding import DecodedText
from rules_corpus.importers.draft import Draft
from rules_corpus.importers.numbering import Numbered, check_numbering
from rules_corpus.importers.report import ImportRefused
from rules_corpus.passages import PassageKind

MINIMUM_RULES = 10
"""Fewer numbered rules than this are no rules document."""

_SECTION = re.compile(r"(\d)\. (\S.*)")
_CHAPTER = re.compile(r"(\d{3})\. (\S.*)")
# Published files have "119.1d. In", "606.5 If" and "901.4.All" among the regular "119.1 If" and "119.1d In".
_RULE = re.compile(r"(\d{3}\.\d{1,3}(?:[a-z]{1,2}\b)?)(?:\. |\.(?![a-z0-9])| )(\S.*)")
_UNREADABLE_NUMBER = re.compile(r"\d{3}\.\S?")
_EXAMPLE = re.compile(r"Example: ?(\S.*)")


@dataclass(slots=True)
class Body:
    """What stands between the contents and the glossary."""

    drafts: list[Draft] = field(default_factory=list)
    """Sections, chapters, rules and examples, in the document's order."""
    headings: list[str] = field(default_factory=list)
    """The numbers of the sections (7) and chapters (702)."""
    rules: list[Numbered] = field(default_factory=list)
    continued: int = 0
    """How many paragraphs without a number were added to the rule or example before them."""
    stray: int = 0
    """How many lines stand where they belong to no rule."""

    @property
    def chapters(self) -> list[str]:
        return [ref for ref in self.headings if len(ref) > 1]


@dataclass(frozen=True, slots=True)
class Layout:
    """Line indices of the parts of the document."""

    contents: int
    body: int
    glossary: int
    credits: int


def find_layout(text: DecodedText, name: str) -> Layout:
    """Find the parts by the lines that are their headings alone. Raises ImportRefused where one is missing."""
    lines = text.lines
    contents = _line("Contents", lines, 0)
    end = None if contents is None else _line("Credits", lines, contents)
    if contents is None or end is None:
        raise ImportRefused(
            "{name} is not a whole Comprehensive Rules document: it has no contents that end with “Credits”.", name=name
        )
    glossary = _line("Glossary", lines, end + 1)
    if glossary is None:
        raise ImportRefused("{name} is cut off: no glossary follows its rules.", name=name)
    credits_line = _line("Credits", lines, glossary + 1)
    if credits_line is None:
        raise ImportRefused("{name} is cut off: no credits follow its glossary.", name=name)
    return Layout(contents, end + 1, glossary, credits_line)


def _line(wanted: str, lines: Sequence[str], start: int) -> int | None:
    return next((index for index in range(start, len(lines)) if lines[index] == wanted), None)


def read_contents(lines: Sequence[str], name: str) -> dict[str, str]:
    """The titles that the contents list, by the number of the section or chapter, in their order.

    Raises ImportRefused unless every number is listed once and every chapter below its section.
    """
    listed: dict[str, str] = {}
    section = ""
    for line in lines:
        found = _CHAPTER.fullmatch(line) or _SECTION.fullmatch(line)
        if not found:
            continue
        if len(found[1]) == 1:
            section = found[1]
        if found[1] in listed or found[1][0] != section:
            raise ImportRefused(
                "{name} is damaged: its contents list “{ref}. {title}” twice or not below its section.",
                name=name,
                ref=found[1],
                title=found[2],
            )
        listed[found[1]] = found[2]
    return listed


def read_body(text: DecodedText, layout: Layout, contents: Mapping[str, str], name: str) -> Body:
    """Read the sections, chapters, rules and examples. Raises ImportRefused for a number that cannot be read."""
    body = Body()
    newest: Draft | None = None  # What a line without a number goes on with.
    rule: Draft | None = None  # What an example is an example of.
    for index in range(layout.body, layout.glossary):
        line, number = text.lines[index], index + 1
        if not line:
            continue
        if found := _RULE.fullmatch(line):
            newest = rule = Draft(found[1], number, [found[2]], rule_parent(found[1]))
            body.rules.append(Numbered(found[1], number))
            body.drafts.append(rule)
        elif found := _heading(line, contents):
            body.headings.append(found[1])
            body.drafts.append(Draft(found[1], number, [found[2]], rule_parent(found[1])))
            newest = rule = None
        elif _UNREADABLE_NUMBER.match(line):
            raise ImportRefused(
                "{name} is damaged: line {line} begins with a number, but not with one of a rule or of a chapter "
                "in its contents.",
                name=name,
                line=number,
            )
        elif (found := _EXAMPLE.fullmatch(line)) and rule:
            rule.examples += 1
            newest = Draft(f"{rule.ref}/example-{rule.examples}", number, [found[1]], rule.ref, PassageKind.EXAMPLE)
            body.drafts.append(newest)
        elif newest:
            newest.paragraphs.append(line)
            body.continued += 1
        else:
            body.stray += 1
    return body


def _heading(line: str, contents: Mapping[str, str]) -> re.Match[str] | None:
    """The line as the heading of a section or chapter that the contents list."""
    chapter = _CHAPTER.fullmatch(line)
    if chapter:
        return chapter if chapter[1] in contents else None
    # "1. …" may also be an item of a list within a rule, so here the title has to agree.
    section = _SECTION.fullmatch(line)
    return section if section and contents.get(section[1], "").casefold() == section[2].casefold() else None


def rule_parent(ref: str) -> str | None:
    """702.6a belongs to 702.6, that to chapter 702, that to section 7."""
    if "." not in ref:
        return ref[0] if len(ref) > 1 else None
    return ref.rstrip("abcdefghijklmnopqrstuvwxyz") if ref[-1].isalpha() else ref.partition(".")[0]


def _parent_within_chapter(ref: str) -> str | None:
    return rule_parent(ref) if "." in ref else None


def check_body(body: Body, contents: Mapping[str, str], name: str) -> None:
    """Raise ImportRefused unless the chapters are those of the contents, and the rules are numbered without a gap."""
    for listed, there in zip_longest(contents, body.headings):
        if listed != there:
            raise ImportRefused(
                "{name} is incomplete: its contents list “{ref}. {title}”, which its rules lack at that place.",
                name=name,
                ref=listed or there,
                title=contents[listed or there],
            )
    numbered = [
        Numbered(draft.ref, draft.line)
        for draft in body.drafts
        if draft.kind is PassageKind.RULE and len(draft.ref) > 1
    ]
    check_numbering(name, numbered, _parent_within_chapter, gaps_at_top=True)
    filled = {rule.ref.partition(".")[0] for rule in body.rules}
    for chapter in body.chapters:
        # The published 600. General is empty; no other kind of chapter is.
        if chapter not in filled and contents[chapter] != "General":
            raise ImportRefused("{name} is incomplete: chapter {ref} has no rules.", name=name, ref=chapter)
    if len(body.rules) < MINIMUM_RULES:
        raise ImportRefused(
            "{name} has only {count} numbered rules; a Comprehensive Rules document has more.",
            name=name,
            count=len(body.rules),
        )
