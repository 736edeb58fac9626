"""Official documents → editions: one module a format, all behind `import_document`."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import dataclass

from rules_corpus.importers import magic_comprehensive_rules, riftbound_core_rules
from rules_corpus.importers.cards import HEAD_BYTES, import_cards, is_card_file
from rules_corpus.importers.decoding import DecodedText, decode
from rules_corpus.importers.report import (
    DanglingReference,
    ImportNote,
    ImportRefused,
    ImportReport,
    ImportResult,
)

__all__ = ["DanglingReference", "ImportNote", "ImportRefused", "ImportReport", "ImportResult", "import_document"]


@dataclass(frozen=True, slots=True)
class _Importer:
    game: str
    title: str
    """What the document is called in messages: a proper name."""
    recognises: Callable[[DecodedText], bool]
    read: Callable[[DecodedText, str, str | None], ImportResult]


_IMPORTERS = (
    _Importer(
        magic_comprehensive_rules.GAME,
        "Magic: The Gathering Comprehensive Rules",
        magic_comprehensive_rules.recognises,
        magic_comprehensive_rules.read_comprehensive_rules,
    ),
    _Importer(
        riftbound_core_rules.GAME,
        "Riftbound Core Rules",
        riftbound_core_rules.recognises,
        riftbound_core_rules.read_core_rules,
    ),
)


def import_document(
    data: bytes, game: str, name: str, edition: str | None = None, language: str | None = None
) -> ImportResult:
    """Read a publisher's document with the importer for its game and for what the bytes are.

    `name` is what messages and the edition's source call it, such as a file name. `edition` is the label that the
    caller expects; it is refused where the document says otherwise. `language` is that of the document, "en" if
    None.

    Raises ImportRefused with the reason; then nothing of the document is of use.
    """
    if is_card_file(data[:HEAD_BYTES]):
        return import_cards(io.BytesIO(data), game, name, edition, language)
    importers = [importer for importer in _IMPORTERS if importer.game == game]
    if not importers:
        raise ImportRefused(
            "{name} cannot be imported: there is no importer for the game {game}.", name=name, game=game
        )
    if language not in (None, "en"):
        raise ImportRefused(
            "{name} cannot be imported in the language {language}: official rules are read in en only.",
            name=name,
            language=language or "",
        )
    text = decode(data, name)
    _refuse_other_formats(text, name)
    for importer in importers:
        if importer.recognises(text):
            return importer.read(text, name, edition)
    for importer in _IMPORTERS:
        if importer.recognises(text):
            raise ImportRefused(
                "{name} is a document of another game: “{title}” belongs to {game}.",
                name=name,
                title=importer.title,
                game=importer.game,
            )
    # Its own reader says best what the document lacks.
    return importers[0].read(text, name, edition)


def _refuse_other_formats(text: DecodedText, name: str) -> None:
    """Raise ImportRefused for a web page and for JSON, which are often saved in the place of the text."""
    start = next(line for line in text.lines if line)
    if start.lower().startswith(("<!doctype html", "<html", "<head", "<body")):
        raise ImportRefused(
            "{name} is a web page (HTML), not a rules text. Import the text file that the page links to.", name=name
        )
    if start.startswith(("{", "[")) and _is_json(text):
        raise ImportRefused("{name} is JSON data, not a rules text.", name=name)


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
