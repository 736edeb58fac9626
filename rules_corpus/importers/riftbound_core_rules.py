"""Riftbound's core rules, in one of several shapes → one official edition.

The text has a title, the day of its last update and the rules; it does not print the edition's label. The shapes are
described in docs/importers.md.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise, takewhile
from types import MappingProxyType

from rules_corpus.importers.decoding import DecodedText, decode
from rules_corpus.importers.numbering import Numbered, RuleNumbers, check_numbering, order_key
from rules_corpus.importers.references import RIFTBOUND_NUMBERS, ReferenceFinder
from rules_corpus.importers.report import DanglingReference, ImportNote, ImportRefused, ImportReport, ImportResult
from rules_corpus.importers.riftbound_body import (
    SENTENCE_END,
    Body,
    place_uncertain,
    read_rows,
    refuse_disorder,
    rule_parent,
)
from rules_corpus.importers.riftbound_editions import KNOWN_EDITIONS, KnownEdition, choose_edition
from rules_corpus.importers.riftbound_rows import (
    Row,
    Shape,
    html_rows,
    json_rows,
    refuse_misaligned,
    shape_of,
    text_rows,
)
from rules_corpus.importers.slugs import file_name
from rules_corpus.passages import EditionContent, Layer, Passage, PassageKind, Text, TextRole

GAME = "riftbound"
DOCUMENT = "core-rules"
MINIMUM_RULES = 10
"""Fewer rules than this are no rules document."""

_UPDATED = re.compile(r"Last Updated: ?(\S.*)", re.IGNORECASE)
_RULE = re.compile(r"\d{3}(?:\.(?:\d{1,3}|[a-z]{1,2})){0,12}\. ?\S.*")
_EDITION_IN_NAME = re.compile(r"(?<![0-9A-Za-z.])v?(\d{1,2}\.\d{1,2})(?![0-9A-Za-z]|\.\d)", re.IGNORECASE)
_STATES_SOMETHING = re.compile(r"\b(?:is|are|be|can|can’t|may|must|will|has|have|gains?)\b")
_NOT_A_TITLE = re.compile(r"\d+[a-z]?\. |\d+ |(?:While|When|If|As|After|During) |(?!Step \d+: ).*:")
_TITLE_WORDS = 8


def recognises(text: DecodedText) -> bool:
    """Whether this is, or claims to be, Riftbound's core rules."""
    return shape_of(text) is not None


def import_core_rules(data: bytes, name: str, edition: str | None = None) -> ImportResult:
    """Read one edition from the bytes of its text file. Raises ImportRefused."""
    return read_core_rules(decode(data, name), name, edition)


def read_core_rules(
    text: DecodedText, name: str, edition: str | None = None, known: Sequence[KnownEdition] = KNOWN_EDITIONS
) -> ImportResult:
    """Read one edition. `name` is what messages call the file; `edition` is needed where its date is not known.

    Raises ImportRefused: the document is taken whole or not at all.
    """
    shape = shape_of(text)
    if shape is None:
        raise ImportRefused(
            "{name} is not Riftbound's core rules: it does not begin with “Riftbound Core Rules”.", name=name
        )
    refuse_misaligned(text.lines, name)
    if shape is Shape.JSON_LINES:
        return _read_json(text, name, edition, known)
    if shape is Shape.HTML_ROWS:
        rows = list(html_rows(text.lines, name))
        head = takewhile(lambda row: row.ref is None, rows)
        updated, after = _updated([row.text for row in head], name)
        kept: Iterable[Row] = rows[after:]
    else:
        updated, after = _updated(text.lines, name)
        kept = text_rows(text.lines, after, name, shape)
    label, expected = choose_edition(name, updated, edition, known)
    body = read_rows(kept, name, joins_lines=shape is not Shape.TEXT, lenient=False)
    check_numbering(name, (Numbered(r.ref, r.line) for r in body.rules), rule_parent, gaps_at_top=True)
    _check_whole(body, expected, name)
    gaps = _gaps(body, name)
    return _assemble(text, name, updated, label, body, [*body.notes, *gaps])


def _read_json(text: DecodedText, name: str, edition: str | None, known: Sequence[KnownEdition]) -> ImportResult:
    """JSON lines print neither the edition nor its date: the caller names it, or the file's name does."""
    notes = []
    if edition is None:
        found = _EDITION_IN_NAME.search(file_name(name))
        if not found:
            raise ImportRefused(
                "{name} does not say which edition it is: pass the edition's label, such as --edition 1.6.", name=name
            )
        edition = found[1]
        notes.append(
            ImportNote("Its edition, {edition}, was taken from its name.", MappingProxyType({"edition": edition}))
        )
    rows = list(json_rows(text.lines, name))
    expected = next((e for e in known if e.label == edition), None)
    body = read_rows(rows, name, joins_lines=True, lenient=True)
    _check_whole(body, expected, name)
    refuse_disorder(body, name)
    notes += [*body.notes, *place_uncertain(body, name, is_title)]
    counts = {"row": len(rows), "number": len({row.ref for row in rows})}
    return _assemble(text, name, expected.day if expected else None, edition, body, notes, counts)


def _updated(lines: Sequence[str], name: str) -> tuple[datetime.date, int]:
    """The day of the last update, and the index of the line after it."""
    for index, line in enumerate(lines):
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


def _check_whole(body: Body, expected: KnownEdition | None, name: str) -> None:
    """Raise ImportRefused where a part of the text is missing."""
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
    if not SENTENCE_END.search(body.drafts[-1].paragraphs[-1]):
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


def _gaps(body: Body, name: str) -> list[ImportNote]:
    """Notes on the gaps between the numbers of chapters. Only a heading may come after one, else ImportRefused."""
    notes = []
    chapters = [rule for rule in body.rules if rule.parent is None]
    for before, after in pairwise(chapters):
        if int(after.ref) == int(before.ref) + 1:
            continue
        if not is_title(after.paragraphs[0], ""):
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
    text: DecodedText,
    name: str,
    updated: datetime.date | None,
    label: str,
    body: Body,
    notes: Sequence[ImportNote],
    counts: Mapping[str, int] = MappingProxyType({}),
) -> ImportResult:
    finder = ReferenceFinder(RIFTBOUND_NUMBERS, RuleNumbers((r.ref for r in body.rules), rule_parent), name)
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
            and is_title(words, texts.get(draft.parent or "", ""))
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
        complete=not body.uncertain,
        effective_from=updated,
        source=name,
    )
    return ImportResult(content, _report(text, body, passages, dangling, notes, counts))


def is_title(text: str, parent_text: str) -> bool:
    """A name, not a sentence and not an item of the list that its parent begins ("Costs might be: Energy").

    The text decides, because the numbers don't: 101 is a heading, while 102 beside it is a rule.
    """
    return (
        len(text.split()) <= _TITLE_WORDS
        and not SENTENCE_END.search(text)
        and not _STATES_SOMETHING.search(text)
        and not _NOT_A_TITLE.match(text)
        and not parent_text.endswith(":")
    )


def _report(
    text: DecodedText,
    body: Body,
    passages: Sequence[Passage],
    dangling: Sequence[DanglingReference],
    notes: Sequence[ImportNote],
    counts: Mapping[str, int],
) -> ImportReport:
    all_counts = {
        **counts,
        "rule": len(body.rules),
        "heading": sum(1 for passage in passages if passage.heading),
        "example": len(body.drafts) - len(body.rules),
        "reference": sum(len(passage.see) for passage in passages),
    }
    first = [ImportNote("It was read as {encoding}.", MappingProxyType({"encoding": text.encoding}))]
    for count, key in (
        (body.continued, "Lines without a number that were added to the passage before them: {count}."),
        (body.joined, "Lines that go on with the sentence before them: {count}."),
    ):
        if count:
            first.append(ImportNote(key, MappingProxyType({"count": count})))
    if body.uncertain:
        first.append(
            ImportNote(
                "It is kept as incomplete: {count} of its rules have a number that is not certain.",
                MappingProxyType({"count": len(body.uncertain)}),
            )
        )
    return ImportReport(MappingProxyType(all_counts), (*first, *notes), tuple(dangling))
