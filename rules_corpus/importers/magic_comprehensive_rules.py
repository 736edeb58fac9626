"""Magic's Comprehensive Rules, as the text file that the publisher offers → one official edition.

The file has a title, the sentence that dates it, an introduction, the contents, the numbered rules in nine
sections of chapters, a glossary and credits. docs/importers.md describes the shape.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Sequence
from types import MappingProxyType

from rules_corpus.importers.decoding import DecodedText, decode
from rules_corpus.importers.draft import Draft
from rules_corpus.importers.magic_body import Body, check_body, find_layout, read_body, read_contents, rule_parent
from rules_corpus.importers.magic_glossary import GlossaryEntry, read_glossary
from rules_corpus.importers.numbering import RuleNumbers
from rules_corpus.importers.references import MAGIC_NUMBERS, ReferenceFinder
from rules_corpus.importers.report import DanglingReference, ImportNote, ImportRefused, ImportReport, ImportResult
from rules_corpus.passages import Citation, EditionContent, Layer, Passage, PassageKind, Text, TextRole

GAME = "mtg"
DOCUMENT = "cr"

_TITLE = re.compile(r"Magic: The Gathering\W{0,3} Comprehensive Rules\b", re.IGNORECASE)
_EFFECTIVE = re.compile(r"\beffective as of ([A-Z][a-z]+) (\d{1,2}), (\d{4})\b")
_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_TITLE_LENGTH = 60
_HEAD_LINES = 60


def recognises(text: DecodedText) -> bool:
    """Whether this is, or claims to be, the Comprehensive Rules."""
    head = [line for line in text.lines[:_HEAD_LINES] if line]
    return any(_TITLE.search(line) or _EFFECTIVE.search(line) for line in head)


def import_comprehensive_rules(data: bytes, name: str, edition: str | None = None) -> ImportResult:
    """Read one edition from the bytes of its text file. Raises ImportRefused."""
    return read_comprehensive_rules(decode(data, name), name, edition)


def read_comprehensive_rules(text: DecodedText, name: str, edition: str | None = None) -> ImportResult:
    """Read one edition. `name` is what messages call the file; `edition`, if given, must be the document's date.

    Raises ImportRefused: the document is taken whole or not at all.
    """
    effective = _effective_date(text, name)
    if edition is not None and edition != effective.isoformat():
        raise ImportRefused(
            "{name} is effective as of {date}, so it is not the edition {edition} that was asked for.",
            name=name,
            date=effective.isoformat(),
            edition=edition,
        )
    layout = find_layout(text, name)
    contents = read_contents(text.lines[layout.contents + 1 : layout.body], name)
    body = read_body(text, layout, contents, name)
    check_body(body, contents, name)
    entries = read_glossary(text.lines[layout.glossary + 1 : layout.credits], name)
    return _assemble(text, name, effective, body, entries)


def _effective_date(text: DecodedText, name: str) -> datetime.date:
    for line in text.lines:
        found = _EFFECTIVE.search(line)
        if found and found[1] in _MONTHS:
            try:
                return datetime.date(int(found[3]), _MONTHS.index(found[1]) + 1, int(found[2]))
            except ValueError as error:
                raise ImportRefused(
                    "{name} says that it is effective as of {date}, which is no date.",
                    name=name,
                    date=f"{found[1]} {found[2]}, {found[3]}",
                ) from error
    raise ImportRefused(
        "{name} is not a Comprehensive Rules document: it has no line that says from when it is effective.", name=name
    )


def _assemble(
    text: DecodedText, name: str, effective: datetime.date, body: Body, entries: Sequence[GlossaryEntry]
) -> ImportResult:
    numbers = RuleNumbers((d.ref for d in body.drafts if d.kind is PassageKind.RULE), rule_parent)
    finder = ReferenceFinder(MAGIC_NUMBERS, numbers, name)
    with_rules_below = {draft.parent for draft in body.drafts if draft.kind is PassageKind.RULE}
    titles_only = set(body.headings)
    edition = effective.isoformat()
    dangling: list[DanglingReference] = []
    passages = [
        _passage(draft, draft.ref in titles_only, draft.ref in with_rules_below, finder, dangling)
        for draft in body.drafts
    ]
    for entry in entries:
        found, missing = finder.find(entry.definition, entry.ref)
        dangling += [DanglingReference(entry.ref, m.printed, m.ref) for m in missing]
        passages.append(
            Passage(
                entry.ref,
                PassageKind.GLOSSARY,
                (_official(entry.term, TextRole.TITLE), _official(entry.definition)),
                cites=tuple(Citation(DOCUMENT, edition, reference.ref) for reference in found),
            )
        )
    title = next(line for line in text.lines if line)
    content = EditionContent(
        game=GAME,
        document=DOCUMENT,
        edition=edition,
        layer=Layer.OFFICIAL,
        authority="en",
        titles=(_official(title, TextRole.TITLE),),
        passages=tuple(passages),
        complete=True,
        effective_from=effective,
        source=name,
    )
    return ImportResult(content, _report(text, body, passages, dangling))


def _passage(
    draft: Draft, title_only: bool, has_rules: bool, finder: ReferenceFinder, dangling: list[DanglingReference]
) -> Passage:
    body = "\n".join(draft.paragraphs)
    if title_only:
        return Passage(
            draft.ref, PassageKind.RULE, (_official(body, TextRole.TITLE),), parent=draft.parent, heading=True
        )
    heading = draft.kind is PassageKind.RULE and has_rules and _is_title(body)
    texts = (_official(body, TextRole.TITLE), _official(body)) if heading else (_official(body),)
    see, missing = finder.find(body, draft.ref)
    dangling += [DanglingReference(draft.ref, m.printed, m.ref) for m in missing]
    return Passage(draft.ref, draft.kind, texts, parent=draft.parent, heading=heading, see=see)


def _is_title(text: str) -> bool:
    """A name, not a sentence: "Equip", "Commander Draft"."""
    return len(text) <= _TITLE_LENGTH and not re.search(r"[.?:;]", text)


def _official(text: str, role: TextRole = TextRole.BODY) -> Text:
    return Text("en", text, role, official=True)


def _report(
    text: DecodedText, body: Body, passages: Sequence[Passage], dangling: Sequence[DanglingReference]
) -> ImportReport:
    def count(condition: Callable[[Passage], bool]) -> int:
        return sum(1 for passage in passages if condition(passage))

    counts = {
        "section": len(body.headings) - len(body.chapters),
        "chapter": len(body.chapters),
        "rule": len(body.rules),
        "heading": count(lambda p: p.heading and "." in p.ref),
        "example": count(lambda p: p.kind is PassageKind.EXAMPLE),
        "glossary": count(lambda p: p.kind is PassageKind.GLOSSARY),
        "reference": sum(len(p.see) + len(p.cites) for p in passages),
    }
    notes = [ImportNote("It was read as {encoding}.", MappingProxyType({"encoding": text.encoding}))]
    if body.continued:
        notes.append(
            ImportNote(
                "Paragraphs without a number that were added to the rule before them: {count}.",
                MappingProxyType({"count": body.continued}),
            )
        )
    if body.stray:
        notes.append(
            ImportNote(
                "Lines that belong to no rule and were left out: {count}.", MappingProxyType({"count": body.stray})
            )
        )
    return ImportReport(MappingProxyType(counts), tuple(notes), tuple(dangling))
