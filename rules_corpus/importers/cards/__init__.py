"""Card files → editions of the documents `cards` and `card-errata`: one module a format, all behind `import_cards`."""

from __future__ import annotations

import codecs
import json
from typing import Any, BinaryIO

from rules_corpus.importers.cards.collecting import Counted, cards_edition, edition_label, errata_edition
from rules_corpus.importers.cards.csv_cards import is_card_table, read_csv_cards
from rules_corpus.importers.cards.json_stream import objects_of
from rules_corpus.importers.cards.riftbound_cards import read_riftbound_cards
from rules_corpus.importers.cards.riftbound_errata import read_errata_articles, read_errata_history
from rules_corpus.importers.cards.scryfall import read_scryfall
from rules_corpus.importers.decoding import MAX_BYTES
from rules_corpus.importers.report import ImportRefused, ImportResult
from rules_corpus.passages import CARDS_DOCUMENT, ERRATA_DOCUMENT

__all__ = ["HEAD_BYTES", "import_cards", "is_card_file"]

HEAD_BYTES = 8192
"""So many bytes from a file's start tell what it is."""
_LANGUAGES = ("en", "id", "es")
_ERRATA = ("articles", "history")


def is_card_file(head: bytes, document: str | None = None) -> bool:
    """Whether a file that begins with these bytes (`HEAD_BYTES` of it) is one of the card files that can be read.

    Files with errata are publications as well: they are read as such where `document` names one of those.
    """
    found = _format(head)
    return found is not None and not (found[0] in _ERRATA and document not in (None, CARDS_DOCUMENT, ERRATA_DOCUMENT))


def import_cards(
    stream: BinaryIO,
    game: str,
    name: str,
    edition: str | None = None,
    language: str | None = None,
    document: str | None = None,
) -> ImportResult:
    """Read a card file from a stream that can be rewound. `name` is what messages call it.

    `edition` is the label of the list, such as its day; without it the date in `name` is taken. `language` is that
    of the texts, "en" if None; only a CSV file may have another one. `document` is the one that the caller expects.

    Raises ImportRefused with the reason; then nothing of the file is of use.
    """
    found = _format(stream.read(HEAD_BYTES))
    stream.seek(0)
    if found is None:
        raise ImportRefused("{name} is no card file that I can read.", name=name)
    kind, of_game = found
    if of_game not in (None, game):
        raise ImportRefused("{name} has cards of another game: {other}.", name=name, other=of_game or "")
    made = ERRATA_DOCUMENT if kind in _ERRATA else CARDS_DOCUMENT
    if document not in (None, made):
        raise ImportRefused(
            "{name} is the document {document}, not {asked}.", name=name, document=made, asked=document or ""
        )
    spoken = language or "en"
    if spoken not in (_LANGUAGES if kind == "csv" else ("en",)):
        raise ImportRefused(
            "{name} cannot be imported in the language {language}: its texts are English.", name=name, language=spoken
        )
    if kind == "articles":
        return errata_edition(tuple(read_errata_articles(objects_of(stream, name), name)), game, name, edition)
    if kind == "history":
        return errata_edition(tuple(read_errata_history(_whole(stream, name), name)), game, name, edition)
    label = edition_label(name, edition)
    counted = Counted()
    if kind == "riftbound":
        cards = read_riftbound_cards(objects_of(stream, name), name, counted)
    elif kind == "scryfall":
        cards = read_scryfall(objects_of(stream, name), name, counted)
    else:
        cards = read_csv_cards(stream.read(MAX_BYTES + 1), name, counted)
    return cards_edition(cards, game, name, label, spoken, counted)


def _format(head: bytes) -> tuple[str, str | None] | None:
    """(format, the game that it belongs to; None for any), or None where it is no card file."""
    wide = head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    text = head.decode("utf-16" if wide else "utf-8", errors="ignore").removeprefix("\ufeff").lstrip()
    if text.startswith("["):
        inner = text[1:].lstrip()
        if not inner.startswith("{"):
            return None
        if '"oracle_id"' in text:
            return "scryfall", "mtg"
        if '"textPlain"' in text:
            return "riftbound", "riftbound"
        if '"errata"' in text and '"kind"' in text:
            return "articles", "riftbound"
        return None
    if text.startswith("{"):
        return ("history", "riftbound") if '"errataEventCount"' in text else None
    return ("csv", None) if is_card_table(text) else None


def _whole(stream: BinaryIO, name: str) -> dict[str, Any]:
    data = stream.read(MAX_BYTES + 1)
    try:
        value = json.loads(data.decode("utf-8-sig")) if len(data) <= MAX_BYTES else None
    except (ValueError, RecursionError) as error:
        raise ImportRefused("{name} is damaged or cut off.", name=name) from error
    if not isinstance(value, dict):
        raise ImportRefused("{name} is too large or no history of errata.", name=name)
    return value
