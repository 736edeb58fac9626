"""The ways to retrieve that are compared: each side alone, and everything less one part."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from index.parts import ALL_PARTS, RetrievalParts

_BARE = RetrievalParts(**{part.name: part.name in ("lexical", "dense") for part in fields(RetrievalParts)})
_SIDES = {
    "BM25": replace(_BARE, dense=False),
    "encoder": replace(_BARE, lexical=False),
    "BM25 + encoder": _BARE,
}


@dataclass(frozen=True, slots=True)
class Row:
    name: str
    parts: RetrievalParts
    context: bool = True
    """Whether texts are indexed with the labels above them."""


EVERYTHING = Row("everything", ALL_PARTS)


def all_rows() -> tuple[Row, ...]:
    """Every row, "everything" first."""
    sides = [
        Row(
            name + (" + expansion" if expansion else "") + ("" if context else ", no context"),
            replace(parts, expansion=expansion),
            context,
        )
        for name, parts in _SIDES.items()
        for expansion in (False, True)
        for context in (True, False)
    ]
    without = [Row(f"without {part.name}", replace(ALL_PARTS, **{part.name: False})) for part in fields(RetrievalParts)]
    return (EVERYTHING, *without, Row("without context", ALL_PARTS, context=False), *sides)
