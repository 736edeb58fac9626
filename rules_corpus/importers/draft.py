"""A passage while its document is being read."""

from __future__ import annotations

from dataclasses import dataclass

from rules_corpus.passages import PassageKind


@dataclass(slots=True)
class Draft:
    """A passage as it is read: paragraphs may still follow."""

    ref: str
    line: int
    paragraphs: list[str]
    parent: str | None
    kind: PassageKind = PassageKind.RULE
    examples: int = 0
