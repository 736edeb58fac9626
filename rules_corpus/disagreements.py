"""A stored answer that the formal rules contradict: both sides, for people to look at."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import StrEnum


class DisagreementKind(StrEnum):
    NEWER_RULING = "newer_ruling"
    """An official answer that is newer than the text that the formal rules were written from."""
    CONTRADICTION = "contradiction"
    """An older official answer, or one that nobody official gave."""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A stored answer and what the formal rules derive for the same question."""

    kind: DisagreementKind
    game: str
    document: str
    edition: str
    ref: str
    """The stored answer's place."""
    question: str
    source_says: str
    """The stored verdict: yes, no or depends."""
    model_document: str
    model_says: str
    """What is derived: yes, no, depends, conflict or impossible."""
    sections: tuple[str, ...]
    """The formal sections that this rests on."""

    @property
    def fingerprint(self) -> str:
        """The same for the same two sides, whenever and in whatever words they are asked about."""
        sides = (self.kind.value, self.game, self.document, self.edition, self.ref, self.source_says, self.model_says)
        return hashlib.sha256("\0".join((*sides, self.model_document, *sorted(self.sections))).encode()).hexdigest()
