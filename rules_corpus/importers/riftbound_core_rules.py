"""Riftbound's core rules as text, one rule or example a line → one official edition.

The text has a title, the day of its last update and the rules; it does not print the edition's label. The shape is
described in docs/importers.md.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from types import MappingProxyType

from rules_corpus.importers.decoding import DecodedText, decode
from rules_corpus.importers.draft import Draft
from rules_corpus.importers.numbering import Numbered, RuleNumbers, check_numbering, order_key
from rules_corpus.importers.references import RIFTBOUND_NUMBERS, ReferenceFinder
from rules_corpus.importers.report import DanglingReference, ImportNote, ImportRefused, ImportReport, ImportResult
from rules_corpus.importers.riftbound_editions import KNOWN_EDITIONS, KnownEdition, choose_edition
from rules_corpus.passages import EditionContent, Layer, Passage, PassageKind, Text, TextRole

GAME = "riftbound"
DOCUMENT = "core-rules"
MINIMUM_RULES = 10
"""Fewer rules than this are no rules document."""

_TITLE = re.compile(r"Riftbound\W{0,3} Core Rules\b", re.IGNORECASE)
_UPDATED = re.compile(r"Last Updated: ?(\S.*)", re.IGNORECASE)
_RULE = re.compile(r"(\d{3}(?:\.(?:\d{1,3}|[a-z]{1,2})(?![A-Za-z0-9]))*)\. (\S.*)")
_UNREADABLE_NUMBER = re.compile(r"\d{3}(?:\.|$)")
_EXAMPLE = re.compile(r"Example: ?(\S.*)")
_EXAMPLE_WITHIN = re.compile(r"(?<=[.!?:;)”\"’]) Example: ?(?=\S)")
_PAGE_MARK = re.compile(r"=== PAGE \d+ ===")
_SENTENCE_END = re.compile(r"[.!?:;][”\"’)\]]*$")
_STATES_SOMETHING = re.compile(r"\b(?:is|are|be|can|can’t|may|must|will|has|have|gains?)\b")
_NOT_A_TITLE = re.compile(r"\d+[a-z]?\. |\d+ |(?:While|When|If|As|After|During) |(?!Step \d+: ).*:")
_TITLE_WORDS = 8
_HEAD_LINES = 20


@dataclass(slots=True)
class _Body:
    drafts: list[Draft] = field(default_factory=list)
    rules: list[Draft] = field(default_factory=list)
    continued: int = 0

    def add_rule(self, ref: str, line: int, text: str) -> None:
        self.rules.append(Draft(ref, line, [text], rule_parent(ref)))
        self.drafts.append(self.rules[-1])

    def add_example(self, line: int, text: str) -> None:
        rule = self.rules[-1]
        rule.examples += 1
        self.drafts.append(Draft(f"{rule.ref}/example-{rule.examples}", line, [text], rule.ref, PassageKind.EXAMPLE))


def recognises(text: DecodedText) -> bool:
    """Whether this is, or claims to be, Riftbound's core rules."""
    return any(_TITLE.match(line) for line in text.lines[:_HEAD_LINES])


def import_core_rules(data: bytes, name: str, edition: str | None = None) -> ImportResult:
    """Read one edition from the bytes of its text file. Raises ImportRefused."""
    return read_core_rules(decode(data, name), name, edition)


def read_core_rules(
    text: DecodedText, name: str, edition: str | None = None, known: Sequence[KnownEdition] = KNOWN_EDITIONS
) -> ImportResult:
    """Read one edition. `name` is what messages call the file; `edition` is needed where its date is not known.

    Raises ImportRefused: the document is taken whole or not at all.
    """
    if not recognises(text):
        raise ImportRefused(
            "{name} is not Riftbound's core rules: it does not begin with “Riftbound Core Rules”.", name=name
        )
    updated, first_line = _updated(text, name)
    label, expected = choose_edition(name, updated, edition, known)
    body = _read_body(text.lines, first_line, name)
    check_numbering(name, (Numbered(r.ref, r.line) for r in body.rules), rule_parent, gaps_at_top=True)
    gaps = _check_whole(body, expected, name)
    return _assemble(text, name, updated, label, body, gaps)


def _updated(text: DecodedText, name: str) -> tuple[datetime.date, int]:
    """The day of the last update, and the index of the line after it."""
    for index, line in enumerate(text.lines):
        found = _UPDATED.fullmatch(line)
        if found:
            try:
                return datetime.date.fromisoformat(found[1]), index + 1
            except ValueError as error:
                raise ImportRefused(
                    "{name} says that it was last updated on “{date}”, which is not a date like 2026-07-16.",
                    name=name,
                    date=found[1],
                ) from error
        if _RULE.fullmatch(line):
            break
    raise ImportRefused(
        "{name} does not say before its first rule when it was last updated, so its edition is not known.", name=name
    )


def _read_body(lines: Sequence[str], start: int, name: str) -> _Body:
    body = _Body()
    for index in range(start, len(lines)):
        line, number = lines[index], index + 1
        if not line or _PAGE_MARK.fullmatch(line):
            continue
        if found := _RULE.fullmatch(line):
            text, *examples = _EXAMPLE_WITHIN.split(found[2])
            body.add_rule(found[1], number, text)
        elif _UNREADABLE_NUMBER.match(line):
            raise ImportRefused(
                "{name} is damaged: line {line} begins with a number, but is not a rule with its text.",
                name=name,
                line=number,
            )
        elif not body.rules:
            raise ImportRefused(
                "{name} is damaged: line {line}, before the first rule, has no number.", name=name, line=number
            )
        elif found := _EXAMPLE.fullmatch(line):
            examples = _EXAMPLE_WITHIN.split(found[1])
        else:
            body.drafts[-1].paragraphs.append(line)
            body.continued += 1
            continue
        for example in examples:
            body.add_example(number, example)
    return body


def rule_parent(ref: str) -> str | None:
    """818.1.c.2 belongs to 818.1.c; a number without a point has no parent that its number tells."""
    return ref.rpartition(".")[0] or None


def _check_whole(body: _Body, expected: KnownEdition | None, name: str) -> list[ImportNote]:
    """Raise ImportRefused where a part of the text is missing; hand back notes on the gaps that may be meant."""
    if len(body.rules) < MINIMUM_RULES:
        raise ImportRefused(
            "{name} has only {count} rules; a core rules document has more.", name=name, count=len(body.rules)
        )
    last = body.rules[-1]
    if expected is not None and expected.last_rule and order_key(last.ref) < order_key(expected.last_rule):
        raise ImportRefused(
            "{name} is cut off: it ends with rule {last}, where edition {edition} goes on to {expected}.",
            name=name,
            last=last.ref,
            edition=expected.label,
            expected=expected.last_rule,
        )
    if not _SENTENCE_END.search(body.drafts[-1].paragraphs[-1]):
        raise ImportRefused(
            "{name} is cut off: its last line, below rule {last}, stops within a sentence.", name=name, last=last.ref
        )
    if expected is not None and expected.rules and len(body.rules) < expected.rules:
        raise ImportRefused(
            "{name} is incomplete: it has {count} rules, where edition {edition} has {expected}.",
            name=name,
            count=len(body.rules),
            edition=expected.label,
            expected=expected.rules,
        )
    return _gaps(body, name)


def _gaps(body: _Body, name: str) -> list[ImportNote]:
    """Notes on the gaps between the numbers of chapters. Only a heading may come after one, else ImportRefused."""
    notes = []
    chapters = [rule for rule in body.rules if rule.parent is None]
    for before, after in pairwise(chapters):
        if int(after.ref) == int(before.ref) + 1:
            continue
        if not _is_title(after.paragraphs[0], ""):
            raise ImportRefused(
                "{name} is incomplete: on line {line} its numbering goes from {previous} to {ref}.",
                name=name,
                line=after.line,
                previous=before.ref,
                ref=after.ref,
            )
        values = MappingProxyType({"previous": before.ref, "ref": after.ref})
        notes.append(ImportNote("Its numbering goes from {previous} to {ref}.", values))
    return notes


def _assemble(
    text: DecodedText, name: str, updated: datetime.date, label: str, body: _Body, gaps: Sequence[ImportNote]
) -> ImportResult:
    finder = ReferenceFinder(RIFTBOUND_NUMBERS, RuleNumbers((r.ref for r in body.rules), rule_parent))
    last = order_key(body.rules[-1].ref)
    texts = {rule.ref: rule.paragraphs[0] for rule in body.rules}
    with_rules_below = {rule.parent for rule in body.rules}
    passages: list[Passage] = []
    dangling: list[DanglingReference] = []
    for draft in body.drafts:
        words = "\n".join(draft.paragraphs)
        see, missing = finder.find(words, draft.ref)
        for reference in missing:
            if order_key(reference.ref)[0] > last[0]:
                raise ImportRefused(
                    "{name} is cut off: it ends with rule {last}, but rule {ref} refers to rule {target}.",
                    name=name,
                    last=body.rules[-1].ref,
                    ref=draft.ref,
                    target=reference.ref,
                )
            dangling.append(DanglingReference(draft.ref, reference.printed, reference.ref))
        heading = (
            draft.kind is PassageKind.RULE
            and (draft.parent is None or draft.ref in with_rules_below)
            and _is_title(words, texts.get(draft.parent or "", ""))
        )
        official = [Text("en", words, TextRole.TITLE, official=True)] if heading else []
        official.append(Text("en", words, official=True))
        passages.append(Passage(draft.ref, draft.kind, tuple(official), parent=draft.parent, heading=heading, see=see))
    content = EditionContent(
        game=GAME,
        document=DOCUMENT,
        edition=label,
        layer=Layer.OFFICIAL,
        authority="en",
        titles=(Text("en", "Riftbound Core Rules", TextRole.TITLE, official=True),),
        passages=tuple(passages),
        complete=True,
        effective_from=updated,
        source=name,
    )
    return ImportResult(content, _report(text, body, passages, dangling, gaps))


def _is_title(text: str, parent_text: str) -> bool:
    """A name, not a sentence and not an item of the list that its parent begins ("Costs might be: Energy").

    The text decides, because the numbers don't: 101 is a heading, while 102 beside it is a rule.
    """
    return (
        len(text.split()) <= _TITLE_WORDS
        and not _SENTENCE_END.search(text)
        and not _STATES_SOMETHING.search(text)
        and not _NOT_A_TITLE.match(text)
        and not parent_text.endswith(":")
    )


def _report(
    text: DecodedText,
    body: _Body,
    passages: Sequence[Passage],
    dangling: Sequence[DanglingReference],
    gaps: Sequence[ImportNote],
) -> ImportReport:
    counts = {
        "rule": len(body.rules),
        "heading": sum(1 for passage in passages if passage.heading),
        "example": len(body.drafts) - len(body.rules),
        "reference": sum(len(passage.see) for passage in passages),
    }
    notes = [ImportNote("It was read as {encoding}.", MappingProxyType({"encoding": text.encoding}))]
    if body.continued:
        notes.append(
            ImportNote(
                "Lines without a number that were added to the passage before them: {count}.",
                MappingProxyType({"count": body.continued}),
            )
        )
    return ImportReport(MappingProxyType(counts), (*notes, *gaps), tuple(dangling))
