"""Official documents → editions: one module a format, all behind `import_document`."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from rules_corpus.importers import (
    magic_comprehensive_rules,
    publications,
    question_lists,
    riftbound_core_rules,
    rule_pages,
)
from rules_corpus.importers.cards import HEAD_BYTES, import_cards, is_card_file
from rules_corpus.importers.decoding import MAX_CHARACTERS, PDF, DecodedText, decode
from rules_corpus.importers.pdf import is_pdf, read_pdf
from rules_corpus.importers.report import (
    DanglingReference,
    ImportNote,
    ImportRefused,
    ImportReport,
    ImportResult,
    KnownRefs,
)
from rules_corpus.passages import GAMES

__all__ = [
    "DanglingReference",
    "ImportNote",
    "ImportRefused",
    "ImportReport",
    "ImportResult",
    "KnownRefs",
    "import_document",
]

_HEAD_LINES = 50


@dataclass(frozen=True, slots=True)
class _Request:
    """What a caller asks for, beside the document itself."""

    name: str
    game: str
    edition: str | None
    language: str | None
    document: str | None
    known_refs: KnownRefs | None


@dataclass(frozen=True, slots=True)
class _Importer:
    game: str
    title: str
    """What the document is called in messages: a proper name."""
    recognises: Callable[[DecodedText], bool]
    read: Callable[[DecodedText, _Request], ImportResult]
    document: str | None = None
    """The only document that it makes; None where it may be any."""
    language: str | None = "en"
    """The only language that it reads; None where it may be any."""
    from_pdf: bool = False
    """Whether it also reads a PDF: only where the numbers of the rules show that none was lost or run together."""


_IMPORTERS = (
    _Importer(
        magic_comprehensive_rules.GAME,
        "Magic: The Gathering Comprehensive Rules",
        magic_comprehensive_rules.recognises,
        lambda text, asked: magic_comprehensive_rules.read_comprehensive_rules(text, asked.name, asked.edition),
        magic_comprehensive_rules.DOCUMENT,
    ),
    _Importer(
        riftbound_core_rules.GAME,
        "Riftbound Core Rules",
        riftbound_core_rules.recognises,
        lambda text, asked: riftbound_core_rules.read_core_rules(text, asked.name, asked.edition),
        riftbound_core_rules.DOCUMENT,
        from_pdf=True,
    ),
    _Importer(
        riftbound_core_rules.GAME,
        "Riftbound Core Rules",
        rule_pages.recognises_numbered,
        lambda text, asked: rule_pages.read_numbered_page(text, asked.name, asked.edition, asked.known_refs),
        riftbound_core_rules.DOCUMENT,
    ),
    _Importer(
        magic_comprehensive_rules.GAME,
        "Magic: The Gathering Comprehensive Rules",
        rule_pages.recognises_translated,
        lambda text, asked: rule_pages.read_translated_page(text, asked.name, asked.edition, asked.known_refs),
        magic_comprehensive_rules.DOCUMENT,
        "es",
    ),
    _Importer(
        publications.GAME,
        "Riftbound FAQ, errata or patch notes",
        publications.recognises,
        lambda text, asked: publications.read_publication(
            text, asked.name, asked.edition, asked.document, asked.known_refs
        ),
    ),
    *(
        _Importer(
            game,
            "Questions and answers",
            question_lists.recognises,
            lambda text, asked: question_lists.read_questions(
                text, asked.name, asked.game, asked.edition, asked.language, asked.document
            ),
            language=None,
        )
        for game in GAMES
    ),
)


def import_document(
    data: bytes,
    game: str,
    name: str,
    edition: str | None = None,
    language: str | None = None,
    document: str | None = None,
    known_refs: KnownRefs | None = None,
) -> ImportResult:
    """Read a publisher's document with the importer for its game and for what the bytes are.

    `name` is what messages and the edition's source call it, such as a file name. `edition` is the label that the
    caller expects; it is refused where the document says otherwise. `language` is that of the document, where its kind
    does not tell. `document` chooses one where a file has several, or names one that has no name of its own.
    `known_refs` tells the rule numbers of the editions that the caller has; by them a document is read that cites or
    translates their rules.

    Raises ImportRefused with the reason; then nothing of the document is of use.
    """
    pdf = is_pdf(data)
    if not pdf and is_card_file(data[:HEAD_BYTES], document):
        return import_cards(io.BytesIO(data), game, name, edition, language, document)
    importers = [importer for importer in _IMPORTERS if importer.game == game]
    if not importers:
        raise ImportRefused(
            "{name} cannot be imported: there is no importer for the game {game}.", name=name, game=game
        )
    asked = _Request(name, game, edition, language, document, known_refs)
    if pdf:
        if not any(importer.from_pdf for importer in importers):
            raise _not_from_pdf(importers[0], name)
        found = read_pdf(data, name)
        return _with_empty_pages(_import_text(found.text, importers, asked), found.without_text)
    return _import_text(decode(data, name), importers, asked)


def _not_from_pdf(importer: _Importer, name: str) -> ImportRefused:
    return ImportRefused(
        "{name} is a PDF, and “{title}” is not read from one. Import the text file of the same document instead.",
        name=name,
        title=importer.title,
    )


def _import_text(text: DecodedText, importers: Sequence[_Importer], asked: _Request) -> ImportResult:
    name = asked.name
    if len(text.source) > MAX_CHARACTERS:
        raise ImportRefused(
            "{name} has more than {limit} characters, which no document has.", name=name, limit=MAX_CHARACTERS
        )
    _refuse_web_page(text, name)
    for importer in importers:
        if importer.recognises(text):
            return _read(importer, text, asked)
    _refuse_json(text, name)
    for importer in _IMPORTERS:
        if importer.recognises(text):
            raise ImportRefused(
                "{name} is a document of another game: “{title}” belongs to {game}.",
                name=name,
                title=importer.title,
                game=importer.game,
            )
    publications.refuse_compilation(text, name)
    if importers[0].document is None:
        raise ImportRefused(
            "{name} is no list of questions and answers; for {game} only such lists and cards can be imported.",
            name=name,
            game=asked.game,
        )
    # Its own reader says best what the document lacks.
    return _read(importers[0], text, asked)


def _with_empty_pages(result: ImportResult, pages: Sequence[int]) -> ImportResult:
    """The result with a note on the pages of a PDF that have no text."""
    if not pages:
        return result
    note = ImportNote(
        "Pages of the PDF without any text, such as pictures: {pages}.",
        MappingProxyType({"pages": ", ".join(map(str, pages))}),
    )
    return replace(result, report=replace(result.report, notes=(*result.report.notes, note)))


def _read(importer: _Importer, text: DecodedText, asked: _Request) -> ImportResult:
    if text.encoding == PDF and not importer.from_pdf:
        raise _not_from_pdf(importer, asked.name)
    if importer.language is not None and asked.language not in (None, importer.language):
        raise ImportRefused(
            "{name} cannot be imported in the language {language}: it is read in {only} only.",
            name=asked.name,
            language=asked.language or "",
            only=importer.language,
        )
    if asked.document is not None and importer.document not in (None, asked.document):
        raise ImportRefused(
            "{name} is the document {document}, not {asked}.",
            name=asked.name,
            document=importer.document or "",
            asked=asked.document,
        )
    return importer.read(text, asked)


def _refuse_web_page(text: DecodedText, name: str) -> None:
    """Raise ImportRefused for a web page, which is often saved in the place of the text."""
    lines = [line.lower() for line in text.lines[:_HEAD_LINES] if line]
    within = lines and lines[0].startswith(("<?xml", "<!--")) and any("<html" in line for line in lines)
    if within or (lines and lines[0].startswith(("<!doctype html", "<html", "<head", "<body"))):
        raise ImportRefused(
            "{name} is a web page (HTML), not a rules text. Import the text file that the page links to.", name=name
        )


def _refuse_json(text: DecodedText, name: str) -> None:
    """Raise ImportRefused for JSON, of which no importer has recognised the shape."""
    start = next(line for line in text.lines if line)
    if start.startswith(("{", "[")) and _is_json(text):
        raise ImportRefused(
            "{name} is JSON data in none of the shapes that can be read; docs/importers.md lists them.", name=name
        )


def _is_json(text: DecodedText) -> bool:
    """Whether the whole text, or its first line (JSON lines), is JSON."""
    lines = [line for line in text.lines if line]
    for candidate in ("\n".join(lines), lines[0]):
        try:
            json.loads(candidate)
        except (ValueError, RecursionError):
            continue
        return True
    return False
