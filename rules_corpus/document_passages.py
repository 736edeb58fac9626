"""One section of a literate rule file turned into a passage, its formal blocks and the references it makes."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass, field
from pathlib import Path

from rules_corpus.bindings import Bind
from rules_corpus.document_binds import binds_in
from rules_corpus.document_blocks import FaqBlock, KeywordBlock, PlacedCite, check_cites, read_faq, read_keyword
from rules_corpus.document_errors import Problems, listed, quoted
from rules_corpus.document_front_matter import FrontMatter, date_at
from rules_corpus.document_numbers import cites_in, edition_ref_in, is_number, number_at, number_expected, numbers_in
from rules_corpus.document_sections import Block, Section
from rules_corpus.document_yaml import Node, read_yaml
from rules_corpus.passages import LANGUAGES, CrossReference, EditionRef, Passage, PassageKind, Text, TextRole

_NAME = r"[a-z0-9]+(?:-[a-z0-9]+)*"
_NAMED = re.compile(rf"(FAQ|RULING|EXAMPLE|KEYWORD) +({_NAME})")
_KINDS = {
    "FAQ": PassageKind.FAQ,
    "RULING": PassageKind.RULING,
    "EXAMPLE": PassageKind.EXAMPLE,
    "KEYWORD": PassageKind.GLOSSARY,
}
_FIELDS = {
    PassageKind.RULE: (*LANGUAGES, "heading", "see", "parent", "as_of", "was", "line", "binds"),
    PassageKind.FAQ: ("see", "about", "source"),
    PassageKind.RULING: (*LANGUAGES, "see", "about", "cites", "source", "date", "effective"),
    PassageKind.EXAMPLE: (*LANGUAGES, "see", "about", "cites", "source"),
    PassageKind.GLOSSARY: (*LANGUAGES, "see", "cites"),
}
_BLOCKS: dict[PassageKind, tuple[str, ...]] = {
    PassageKind.RULE: ("asp", "check"),
    PassageKind.FAQ: ("faq",),
    PassageKind.RULING: ("asp", "check"),
    PassageKind.EXAMPLE: (),
    PassageKind.GLOSSARY: ("keyword",),
}


@dataclass(frozen=True, slots=True)
class FormalBlock:
    """The formal meaning of a rule (`asp`) or checks of it (`check`), beside the passage that it belongs to."""

    kind: str
    """"asp" or "check"."""
    ref: str
    source: str
    """The text between the fences."""
    path: Path
    line: int
    """The line of the opening fence; the source begins on the next."""
    value: Node | None = None
    """What the YAML of a `check` block says; None for `asp`."""


@dataclass(frozen=True, slots=True)
class Link:
    """A passage that a section refers to, which must exist in its edition and be of this kind."""

    ref: str
    kind: PassageKind
    line: int


@dataclass(frozen=True, slots=True)
class Counterpart:
    """A rule of another edition that a section names."""

    edition: str
    ref: str
    line: int


@dataclass(slots=True)
class SectionReading:
    """What one section holds. Its passage has a parent only where the section names one itself."""

    ref: str
    kind: PassageKind
    line: int
    passage: Passage | None = None
    """None where something in the section is wrong."""
    blocks: list[FormalBlock] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    counterparts: list[Counterpart] = field(default_factory=list)
    binds: tuple[Bind, ...] = ()


def read_section(section: Section, front: FrontMatter, problems: Problems) -> SectionReading | None:
    """The section as a passage; None where its heading names nothing."""
    named = _NAMED.fullmatch(section.heading)
    if named is not None:
        ref, kind = named[2], _KINDS[named[1]]
    elif is_number(front.document, section.heading):
        ref, kind = section.heading, PassageKind.RULE
    else:
        expected = f"{number_expected(front.document)}, or FAQ, RULING, EXAMPLE or KEYWORD and a name-like-this"
        problems.add(section.line, expected, quoted(section.heading))
        return None
    reading = SectionReading(ref, kind, section.line)
    before = len(problems.errors)
    passage = _Reader(section, front, problems, reading).passage()
    if len(problems.errors) == before:
        reading.passage = passage
    return reading


@dataclass(slots=True)
class _Reader:
    """Reads the fields and blocks of one section and notes its references in `reading`."""

    section: Section
    front: FrontMatter
    problems: Problems
    reading: SectionReading

    def passage(self) -> Passage:
        kind = self.reading.kind
        for one in self.section.fields.values():
            if one.key not in _FIELDS[kind]:
                self.problems.add(one.line, f"one of the fields {', '.join(_FIELDS[kind])}", quoted(one.key))
        heading = self._one_of("heading", "yes")
        see = self._numbers("see")
        faq, keyword = self._blocks()
        cites = self._cites() if kind is not PassageKind.FAQ else faq.cites if faq else ()
        self._note(cites)
        as_of, counterparts = self._counterparts()
        self.reading.binds = self._binds(counterparts)
        return Passage(
            ref=self.reading.ref,
            kind=kind,
            texts=(
                *(keyword.titles if keyword else ()),
                *self._texts(TextRole.TITLE if heading else TextRole.BODY),
                *(faq.texts if faq else ()),
            ),
            parent=self._parent(),
            heading=heading is not None,
            see=tuple(CrossReference(ref) for ref in see),
            cites=tuple(placed.cite for placed in cites),
            about=self._about(),
            as_of=as_of,
            counterparts=counterparts,
            sources=self._sources(),
            source_date=self._date("date"),
            effective_from=self._date("effective"),
            source_line=self._source_line(),
            faq=faq.details if faq else None,
            keyword=keyword.details if keyword else None,
        )

    def _value(self, key: str) -> tuple[str, int] | None:
        """The text and line of a field that this kind of section may have; an empty one was reported already."""
        one = self.section.fields.get(key)
        return (one.text, one.line) if one and one.text and key in _FIELDS[self.reading.kind] else None

    def _texts(self, role: TextRole) -> tuple[Text, ...]:
        if self.reading.kind is PassageKind.FAQ:
            return ()
        missing = [language for language in LANGUAGES if language not in self.section.fields]
        if missing:
            self.problems.add(self.section.line, "the text in en, id and es", f"no {listed(missing, 'and')}")
        values = [(language, self._value(language)) for language in LANGUAGES]
        return tuple(Text(language, value[0], role) for language, value in values if value is not None)

    def _one_of(self, key: str, *choices: str) -> str | None:
        value = self._value(key)
        if value is not None and value[0] not in choices:
            self.problems.add(value[1], f"{key} to be {listed(choices)}", quoted(value[0]))
            return None
        return None if value is None else value[0]

    def _numbers(self, key: str) -> tuple[str, ...]:
        value = self._value(key)
        if value is None:
            return ()
        refs = numbers_in(self.front.document, *value, self.problems)
        self.reading.links.extend(Link(ref, PassageKind.RULE, value[1]) for ref in refs)
        return refs

    def _parent(self) -> str | None:
        value = self._value("parent")
        ref = None if value is None else number_at(self.front.document, *value, self.problems)
        if ref is not None and value is not None:
            self.reading.links.append(Link(ref, PassageKind.RULE, value[1]))
        return ref

    def _about(self) -> tuple[str, ...]:
        value = self._value("about")
        if value is None:
            return ()
        names: dict[str, None] = {}
        for part in (part.strip() for part in value[0].split(",")):
            if not re.fullmatch(_NAME, part):
                self.problems.add(value[1], "names of keyword entries, comma-separated", quoted(part))
            elif part in names:
                self.problems.add(value[1], "each one once", f"{quoted(part)} again")
            else:
                names[part] = None
        self.reading.links.extend(Link(name, PassageKind.GLOSSARY, value[1]) for name in names)
        return tuple(names)

    def _cites(self) -> tuple[PlacedCite, ...]:
        value = self._value("cites")
        if value is None:
            return ()
        found = cites_in(self.front.document, self.front.edition, *value, self.problems)
        return tuple(PlacedCite(cite, value[1]) for cite in found)

    def _note(self, cites: tuple[PlacedCite, ...]) -> None:
        for placed in cites:
            self.reading.links.append(Link(placed.cite.ref, PassageKind.RULE, placed.line))
            self.reading.counterparts.extend(Counterpart(o.edition, o.ref, placed.line) for o in placed.cite.also)

    def _counterparts(self) -> tuple[EditionRef | None, tuple[EditionRef, ...]]:
        found: dict[str, EditionRef] = {}
        for key in ("as_of", "was"):
            value = self._value(key)
            if value is None:
                continue
            other = edition_ref_in(self.front.document, self.front.edition, *value, self.problems)
            if other is None:
                continue
            found[key] = other
            self.reading.counterparts.append(Counterpart(other.edition, other.ref, value[1]))
            as_of = found.get("as_of", other)
            if as_of.edition == other.edition and as_of.ref != other.ref:
                self.problems.add(value[1], f"was to agree with as_of, {as_of.edition} {as_of.ref}", quoted(value[0]))
        return found.get("as_of"), tuple(dict.fromkeys(found.values()))

    def _binds(self, counterparts: tuple[EditionRef, ...]) -> tuple[Bind, ...]:
        value = self._value("binds")
        if value is None:
            return ()
        if not any(block.kind == "asp" for block in self.section.blocks):
            self.problems.add(value[1], "binds only in a section with an asp block", quoted(value[0]))
        editions = (self.front.edition, *(other.edition for other in counterparts))
        return binds_in(*value, editions, self.problems)

    def _sources(self) -> tuple[str, ...]:
        value = self._value("source")
        if value is None:
            return ()
        titles = tuple(title.strip() for title in f" {value[0]} ".split(" | "))
        if not all(titles):
            self.problems.add(value[1], "titles of publications separated by |", quoted(value[0]))
        return titles

    def _date(self, key: str) -> datetime.date | None:
        value = self._value(key)
        return None if value is None else date_at(*value, self.problems)

    def _source_line(self) -> int | None:
        value = self._value("line")
        if value is None:
            return None
        if re.fullmatch(r"[1-9][0-9]{0,5}", value[0]):
            return int(value[0])
        self.problems.add(value[1], "the number of a line, counted from 1", quoted(value[0]))
        return None

    def _blocks(self) -> tuple[FaqBlock | None, KeywordBlock | None]:
        allowed = _BLOCKS[self.reading.kind]
        faq: FaqBlock | None = None
        keyword: KeywordBlock | None = None
        seen: set[str] = set()
        for block in self.section.blocks:
            if block.kind not in allowed:
                expected = f"a block of kind {listed(allowed)} here" if allowed else "no block here"
                self.problems.add(block.line, expected, quoted(block.kind))
                continue
            if block.kind in ("faq", "keyword") and block.kind in seen:
                self.problems.add(block.line, f"one {block.kind} block in a section", "a second one")
                continue
            seen.add(block.kind)
            if block.kind == "asp":
                self._formal(block, None)
                continue
            node = read_yaml(block.source, block.line + 1, self.problems)
            if node is None:
                continue
            if block.kind == "faq":
                faq = read_faq(node, self.front, self.problems)
            elif block.kind == "keyword":
                keyword = read_keyword(node, self.problems)
            else:
                self._note(check_cites(node, self.front, self.problems))
                self._formal(block, node)
        for kind in ("faq", "keyword"):
            if kind in allowed and kind not in seen:
                self.problems.add(self.section.line, f"a ```{kind} block", "none")
        return faq, keyword

    def _formal(self, block: Block, value: Node | None) -> None:
        formal = FormalBlock(block.kind, self.reading.ref, block.source, self.problems.path, block.line, value)
        self.reading.blocks.append(formal)
