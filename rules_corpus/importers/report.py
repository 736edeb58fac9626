"""What an import hands back: the content with a report on it, or the reason why the document was refused.

Texts for people are English source messages with named placeholders and their values, so that they can be
translated where they are shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from rules_corpus.passages import EditionContent

Values = Mapping[str, "str | int"]

KnownRefs = Callable[[str, str], Sequence[str]]
"""From a document and an edition of it to its rule numbers in their order; none where it isn't known."""


_LONGEST_VALUE = 2_000
"""Characters; a title or number of a damaged document may have millions."""


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_VALUE else text[:_LONGEST_VALUE] + "…"


class ImportRefused(Exception):
    """A document was refused whole; nothing of it was imported.

    `key` is an English sentence with {named} placeholders (a gettext key) and `values` fills them;
    `str()` of the exception is the English sentence.
    """

    def __init__(self, key: str, **values: str | int) -> None:
        short = {name: _short(value) if isinstance(value, str) else value for name, value in values.items()}
        super().__init__(key, short)
        self.key = key
        self.values: Values = MappingProxyType(short)

    def __str__(self) -> str:
        return self.key.format(**self.values)


@dataclass(frozen=True, slots=True)
class ImportNote:
    """Something about an accepted document that an operator may want to look at."""

    key: str
    """An English sentence with {named} placeholders: a gettext key."""
    values: Values = field(default_factory=lambda: MappingProxyType({}))

    def __str__(self) -> str:
        return self.key.format(**self.values)


@dataclass(frozen=True, slots=True)
class DanglingReference:
    """A reference in the document's text to a rule that the document does not have."""

    ref: str
    """The passage whose text makes the reference."""
    printed: str
    """The words that make it."""
    target: str
    """The number that no rule has."""


@dataclass(frozen=True, slots=True)
class ImportReport:
    """Figures and remarks on one import."""

    counts: Mapping[str, int]
    """How many passages of each sort: rule, example, glossary; for Magic also chapter and section, which are not
    counted as rules. `heading` counts those numbered rules that only name the ones below them, `reference` the
    resolved cross-references, one for each rule referred to."""
    notes: tuple[ImportNote, ...] = ()
    dangling: tuple[DanglingReference, ...] = ()


@dataclass(frozen=True, slots=True)
class ImportResult:
    content: EditionContent
    report: ImportReport
