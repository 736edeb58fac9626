"""The glossary of Magic's Comprehensive Rules: blocks of a term and, below it, its definition."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from rules_corpus.importers.report import ImportRefused

_NOT_IN_SLUG = re.compile(r"[^a-z0-9]+")
_SENSE = re.compile(r"\d{1,2}\. ")


@dataclass(frozen=True, slots=True)
class GlossaryEntry:
    ref: str
    """`glossary/` and the term in lower case with hyphens: glossary/equip."""
    term: str
    definition: str
    """Senses ("1. …") and what follows them are lines of their own."""


def read_glossary(lines: Sequence[str], name: str) -> tuple[GlossaryEntry, ...]:
    """The entries between the headings of the glossary and of the credits, in their order.

    Raises ImportRefused where there are none, where a term has no definition, or where two have the same ref.
    """
    entries: dict[str, GlossaryEntry] = {}
    for block in _blocks(lines):
        term, definition = block[0], "\n".join(block[1:])
        if not definition:
            raise ImportRefused("{name} is damaged: its glossary does not define “{term}”.", name=name, term=term)
        ref = f"glossary/{_slug(term)}"
        if ref in entries:
            raise ImportRefused("{name} defines “{term}” twice in its glossary.", name=name, term=term)
        entries[ref] = GlossaryEntry(ref, term, definition)
    if not entries:
        raise ImportRefused("{name} is cut off: its glossary has no entries.", name=name)
    return tuple(entries.values())


def _blocks(lines: Sequence[str]) -> list[list[str]]:
    """Runs of lines that blank lines part; a run that starts with a sense goes on with the entry before it."""
    blocks: list[list[str]] = []
    open_block = False
    for line in lines:
        if not line:
            open_block = False
        elif blocks and (open_block or _SENSE.match(line)):
            blocks[-1].append(line)
            open_block = True
        else:
            blocks.append([line])
            open_block = True
    return blocks


def _slug(term: str) -> str:
    plain = unicodedata.normalize("NFKD", term).encode("ascii", "ignore").decode("ascii").lower()
    # A term of signs alone, such as {T}, keeps its letters; one without any is named by its code points.
    return _NOT_IN_SLUG.sub("-", plain).strip("-") or "-".join(f"u{ord(sign):04x}" for sign in term)
