"""Riftbound's FAQs, errata and patch notes → one document each, with questions and statements as passages.

The shapes are described in docs/importers.md.
"""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit

from rules_corpus.importers.decoding import DecodedText, clean_line, clean_lines, refuse_damaged_characters
from rules_corpus.importers.numbering import RuleNumbers
from rules_corpus.importers.publication_body import Section, parts, plain, read_sections
from rules_corpus.importers.references import RIFTBOUND_NUMBERS, ReferenceFinder
from rules_corpus.importers.report import (
    DanglingReference,
    ImportNote,
    ImportRefused,
    ImportReport,
    ImportResult,
    KnownRefs,
)
from rules_corpus.importers.riftbound_body import rule_parent
from rules_corpus.importers.riftbound_editions import edition_in_force
from rules_corpus.importers.slugs import Slugs, slug
from rules_corpus.passages import Citation, EditionContent, FaqDetails, Layer, Passage, PassageKind, Text, TextRole

GAME = "riftbound"
RULES = "core-rules"
PUBLISHERS = ("riftbound.leagueoflegends.com", "playriftbound.com", "www.playriftbound.com")
"""The hosts whose pages are the publisher's own."""

_TITLE = re.compile(r"#? ?(\S.*)")
_PUBLISHED = re.compile(r"Published: ?(\S.*)", re.IGNORECASE)
_SOURCE = re.compile(r"Source: ?(https?://\S+)", re.IGNORECASE)
_PAGE_OF_COMPILATION = re.compile(r"^_?Source: ?https?://|\]\([^()\s]{1,300}\)20\d\d-\d\d-\d\dT\d\d:")
_HEAD_LINES = 12
_MAX_SECTIONS = 20_000
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\ud800-\udfff]")
_RELEVANT = re.compile(r"\b(rules?): ?(?=\d{3})", re.IGNORECASE)
_POINT_IN_LIST = re.compile(r"(?<=[0-9a-z])\.(?=, \d{3})")
_YES_OR_NO = re.compile(r"(Yes|No)[.!](?:\s|$)")
_ASKS_YES_OR_NO = re.compile(
    r"(?:(?:If|When)\b.{1,300}?, )?(?:and |but |so )?"
    r"(?:can|could|do|does|did|is|are|will|would|should|may|must|has|have)\b.{1,400}\?",
    re.IGNORECASE,
)
_NEGATED_OR_CHOICE = re.compile(r"\b(?:not|or|no|never)\b|n[’'ʼ]t\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Publication:
    """One publication as its container hands it over."""

    document: str
    title: str
    date: datetime.date
    source: str
    """Its address, "" where none is given."""
    sections: tuple[Section, ...]


def recognises(text: DecodedText) -> bool:
    """Whether it is a page with a title and the day of its publication, or a JSON list of such pages."""
    lines = [line for line in text.lines if line]
    if lines[0].startswith(("[", "{")):
        return bool(_entries(_json(text)))
    head = lines[:_HEAD_LINES]
    return any(_PUBLISHED.fullmatch(line) for line in head[1:]) and _TITLE.fullmatch(head[0]) is not None


def refuse_compilation(text: DecodedText, name: str) -> None:
    """Raise ImportRefused for a text that is put together from several pages, each with its source or its day."""
    pages = sum(1 for line in text.lines if _PAGE_OF_COMPILATION.search(line))
    if pages > 1:
        raise ImportRefused(
            "{name} is put together from several pages, with {count} sources and days: import each page by itself, "
            "with its title, its day and its text.",
            name=name,
            count=pages,
        )


def read_publication(
    text: DecodedText,
    name: str,
    edition: str | None = None,
    document: str | None = None,
    known_refs: KnownRefs | None = None,
) -> ImportResult:
    """Read one publication. `document` chooses one where the file has several.

    `edition` is the date that the caller expects. Where `known_refs` knows the core rules of its time, a number
    that is none of theirs is not cited but reported. Raises ImportRefused.
    """
    lines = [line for line in text.lines if line]
    if lines[0].startswith(("[", "{")):
        publication = _from_json(_json(text), name, document)
    else:
        publication = _from_page(text.lines, name)
        if document is not None and document != publication.document:
            raise _no_such_document(name, document, [publication.document])
    if edition is not None and edition != publication.date.isoformat():
        raise ImportRefused(
            "{name} was published on {date}, which is not the edition {edition} that was asked for.",
            name=name,
            date=publication.date.isoformat(),
            edition=edition,
        )
    return _assemble(publication, text.encoding, name, known_refs)


def _from_page(lines: Sequence[str], name: str) -> Publication:
    start = next(index for index, line in enumerate(lines) if line)
    title = plain(lines[start].lstrip("# "))
    date, source, after = None, "", start + 1
    for index in range(start + 1, min(len(lines), start + 2 * _HEAD_LINES)):
        if found := _PUBLISHED.fullmatch(lines[index]):
            date, after = found[1], index + 1
        elif found := _SOURCE.fullmatch(lines[index]):
            source, after = source or found[1], index + 1
        elif date is not None and lines[index]:
            break
    return _publication(name, None, title, date, source, lines[after:], after + 1)


def _publication(
    name: str, document: str | None, title: str, date: object, source: str, lines: Sequence[str], first_line: int
) -> Publication:
    try:
        day = datetime.date.fromisoformat(str(date)[:10])
    except ValueError as error:
        raise ImportRefused(
            "{name} says that “{title}” was published on “{date}”, which is not a date like 2026-07-16.",
            name=name,
            title=title,
            date=str(date),
        ) from error
    document = document or slug(title).removeprefix("riftbound-")
    sections = read_sections(lines, title, first_line)
    if not document or not sections:
        raise ImportRefused("{name} has no text below its title.", name=name)
    if len(sections) > _MAX_SECTIONS:
        raise ImportRefused("{name} has more than {limit} headings and questions.", name=name, limit=_MAX_SECTIONS)
    return Publication(document, title, day, source, tuple(sections))


def _json(text: DecodedText) -> Any:
    try:
        return json.loads("\n".join(text.lines))
    except (ValueError, RecursionError):
        return None


def _entries(value: Any) -> list[dict[str, Any]]:
    """The pages of a JSON list ({title, publishedAt, content}), or the errata of a history by their source."""
    if isinstance(value, list):
        return value if all(_has_texts(entry, ("title", "publishedAt", "content")) for entry in value) else []
    if isinstance(value, dict) and isinstance(value.get("identities"), list):
        sources = value.get("sourceDocuments")
        if isinstance(sources, list) and all(_has_texts(s, ("sourceId", "release", "published")) for s in sources):
            return sources
    return []


def _has_texts(value: Any, keys: Sequence[str]) -> bool:
    return isinstance(value, dict) and all(isinstance(value.get(key), str) for key in keys)


def _from_json(value: Any, name: str, document: str | None) -> Publication:
    entries = _entries(value)
    history = isinstance(value, dict)
    slugs = Slugs()
    titles = [f"{entry['release']} Errata" if history else entry["title"] for entry in entries]
    names = [slugs.name(slug(title).removeprefix("riftbound-")) for title in titles]
    if document is None and len(entries) > 1:
        raise ImportRefused(
            "{name} has several publications: {documents}. Choose one of them with --document.",
            name=name,
            documents=", ".join(names),
        )
    if document is not None and document not in names:
        raise _no_such_document(name, document, names)
    position = 0 if document is None else names.index(document)
    entry = entries[position]
    if history:
        date, address = entry["published"], entry.get("sourceUrl")
        content = _errata(value["identities"], entry, name)
    else:
        date, address = entry["publishedAt"], entry.get("originUrl")
        content = entry["content"]
    title = titles[position]
    if _CONTROL.search(title + content):
        raise ImportRefused("{name} is damaged: “{title}” has characters that no text has.", name=name, title=title)
    refuse_damaged_characters(content, name)
    lines = clean_lines(content, name)
    source = address if isinstance(address, str) else ""
    return _publication(name, names[position], clean_line(title), date, source, lines, 1)


def _errata(identities: Sequence[Any], source: dict[str, Any], name: str) -> str:
    """The errata of one source as text: the card's name as a heading, then its new and its old text."""
    told: list[str] = []
    for identity in identities:
        events = identity.get("events") if isinstance(identity, dict) else None
        for event in events if isinstance(events, list) else [{}]:
            fields: dict[str, Any] = event if isinstance(event, dict) else {}
            card, new, old = fields.get("cardName"), fields.get("newText"), fields.get("oldText")
            if not isinstance(card, str) or not isinstance(new, str) or not card.strip() or not new.strip():
                raise ImportRefused("{name} is damaged: one of its errata has no card's name or new text.", name=name)
            if fields.get("sourceId") == source["sourceId"]:
                before = f"\n#### [OLD TEXT]\n{old}" if isinstance(old, str) and old.strip() else ""
                told.append(f"## {' '.join(card.split())}\n#### [NEW TEXT]\n{new}{before}")
    return "\n".join(told)


def _no_such_document(name: str, document: str, names: Sequence[str]) -> ImportRefused:
    return ImportRefused(
        "{name} has no publication {document}; it has {documents}.",
        name=name,
        document=document,
        documents=", ".join(names),
    )


def _assemble(publication: Publication, encoding: str, name: str, known_refs: KnownRefs | None) -> ImportResult:
    host = _host_of(publication.source, name) if publication.source else None
    official = host is None or host in PUBLISHERS
    rules_edition = edition_in_force(publication.date)
    known = known_refs(RULES, rules_edition) if known_refs is not None and rules_edition is not None else ()
    finder = ReferenceFinder(RIFTBOUND_NUMBERS, RuleNumbers(known, rule_parent), name)
    dangling: list[DanglingReference] = []
    slugs = Slugs()
    passages: list[Passage] = []
    for section in publication.sections:
        bodies = ["\n".join(section.paragraphs)] if section.question else list(parts(section.paragraphs))
        ref = slugs.name(section.heading)
        for number, body in enumerate(bodies, 1):
            name_of_part = ref if number == 1 else f"{ref}/part-{number}"
            found, unknown = finder.find(_unpunctuated(f"{section.heading}\n{body}"), "")
            if not known:
                found = unknown
            else:
                dangling += [DanglingReference(name_of_part, r.printed, r.ref) for r in unknown]
            cites = tuple(Citation(RULES, rules_edition, r.ref) for r in found) if rules_edition else ()
            role = TextRole.QUESTION if section.question else TextRole.TITLE
            passages.append(
                Passage(
                    name_of_part,
                    PassageKind.FAQ if section.question else PassageKind.RULING,
                    (Text("en", section.heading, role, official), Text("en", body, TextRole.BODY, official)),
                    cites=cites,
                    sources=(publication.title,),
                    source_date=publication.date,
                    faq=FaqDetails(verdict_of(section.heading, body)) if section.question else None,
                )
            )
    content = EditionContent(
        game=GAME,
        document=publication.document,
        edition=publication.date.isoformat(),
        layer=Layer.OFFICIAL if official else Layer.OWN,
        authority="en",
        titles=(Text("en", publication.title, TextRole.TITLE, official),),
        passages=tuple(passages),
        complete=True,
        effective_from=publication.date,
        source=publication.source or name,
    )
    notes = [ImportNote("It was read as {encoding}.", MappingProxyType({"encoding": encoding}))]
    if host is None:
        notes.append(ImportNote("It names no source; it was taken as the publisher's own."))
    elif not official:
        notes.append(
            ImportNote("Its source, {host}, is not the publisher's: its texts are not official.", {"host": host})
        )
    if rules_edition is None:
        notes.append(
            ImportNote("No edition of the core rules is sure for its day, so the numbers that it names are not cited.")
        )
    else:
        notes.append(
            ImportNote(
                "The numbers that it names are taken for those of the core rules {edition}.", {"edition": rules_edition}
            )
        )
    return ImportResult(content, ImportReport(MappingProxyType(_counts(passages)), tuple(notes), tuple(dangling)))


def _host_of(source: str, name: str) -> str | None:
    try:
        return urlsplit(source).hostname
    except ValueError as error:
        raise ImportRefused(
            "{name} names a source that is no web address: {source}.", name=name, source=source
        ) from error


def _counts(passages: Sequence[Passage]) -> dict[str, int]:
    return {
        "faq": sum(1 for passage in passages if passage.kind is PassageKind.FAQ),
        "ruling": sum(1 for passage in passages if passage.kind is PassageKind.RULING),
        "citation": sum(len(passage.cites) for passage in passages),
    }


def _unpunctuated(text: str) -> str:
    """ "Relevant Rules: 369.1., 370." as a list of numbers is printed elsewhere."""
    return _POINT_IN_LIST.sub("", _RELEVANT.sub(r"\1 ", text))


def verdict_of(question: str, answer: str) -> str | None:
    """Yes or no where a single plain question of that kind is answered with this word as a sentence, else None."""
    found = _YES_OR_NO.match(answer)
    if not found or question.count("?") != 1 or _NEGATED_OR_CHOICE.search(question):
        return None
    return found[1].lower() if _ASKS_YES_OR_NO.fullmatch(question) else None
