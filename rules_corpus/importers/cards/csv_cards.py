"""A table of cards as CSV, for games without a card file of their own; the columns are those of docs/cards.md."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from rules_corpus.importers.cards.collecting import LONGEST_TEXT, Counted, ReadCard, clean
from rules_corpus.importers.decoding import decode
from rules_corpus.importers.report import ImportNote, ImportRefused
from rules_corpus.passages import CardDetails

COLUMNS = ("name", "text", "types", "tags", "cost", "might", "sets")
REQUIRED = ("name", "text")
"""A column that is needed; its cells may still be empty, but for the name."""
_BETWEEN = ";"


def is_card_table(head: str) -> bool:
    """Whether a text begins with the header of a table of cards."""
    columns = _header(head.splitlines()[0]) if head.strip() else []
    return all(column in columns for column in REQUIRED)


def read_csv_cards(data: bytes, name: str, counted: Counted) -> Iterator[ReadCard]:
    """The cards of a table, a row each; empty rows are passed over.

    Raises ImportRefused for bytes in no known encoding, a missing or double column, a row with too many cells, and
    a card without a name.
    """
    rows = csv.reader(io.StringIO("\n".join(decode(data, name).lines)), strict=True)
    try:
        header = _header(",".join(f'"{cell}"' for cell in next(rows)))
        _check_header(header, name, counted)
        for row in rows:
            if not any(cell.strip() for cell in row):
                continue
            if len(row) > len(header):
                raise ImportRefused("{name}: line {line} has too many cells.", name=name, line=rows.line_num)
            yield _card(dict(zip(header, row, strict=False)), name, rows.line_num)
    except csv.Error as error:
        raise ImportRefused(
            "{name}: line {line} is no CSV: {reason}.", name=name, line=rows.line_num, reason=str(error)
        ) from error


def _header(line: str) -> list[str]:
    return [cell.strip().lstrip("\ufeff").lower() for cell in next(csv.reader([line]))]


def _check_header(header: list[str], name: str, counted: Counted) -> None:
    for column in REQUIRED:
        if column not in header:
            raise ImportRefused("{name} has no column “{column}”.", name=name, column=column)
    double = next((column for column in header if header.count(column) > 1), None)
    if double is not None:
        raise ImportRefused("{name} has the column “{column}” twice.", name=name, column=double)
    unknown = [column for column in header if column not in COLUMNS]
    if unknown:
        counted.notes.append(ImportNote("These columns are not read: {columns}.", {"columns": ", ".join(unknown)}))


def _card(cells: dict[str, str], name: str, line: int) -> ReadCard:
    title = clean(cells["name"]).replace("\n", " ")
    if not title:
        raise ImportRefused("{name}: the card of line {line} has no name.", name=name, line=line)
    text = clean(cells.get("text", ""))
    if len(text) > LONGEST_TEXT:
        raise ImportRefused("{name}: {card} is too long to be a card.", name=name, card=title[:60])
    return ReadCard(
        name=title,
        text=text,
        details=CardDetails(
            types=_listed(cells.get("types", "")),
            tags=_listed(cells.get("tags", "")),
            cost=clean(cells.get("cost", "")) or None,
            might=clean(cells.get("might", "")) or None,
            sets=_listed(cells.get("sets", "")),
        ),
    )


def _listed(cell: str) -> tuple[str, ...]:
    return tuple(part for value in cell.split(_BETWEEN) if (part := clean(value)))
