"""What an author is told about a literate rule file: where, what stands there, and what was expected."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

_LONGEST_QUOTE = 60

UNWANTED = re.compile("[^\t\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\uf900-\ufefe\uff00-\ufffd\U00010000-\U000effff]")
"""A character that YAML can't hold or that it alone counts as the end of a line, and those of private use."""


def quoted(text: str) -> str:
    """The text on one line in double quotes, shortened to some sixty characters."""
    flat = " ".join(text.split())
    return f'"{flat}"' if len(flat) <= _LONGEST_QUOTE else f'"{flat[:_LONGEST_QUOTE].rstrip()}…"'


def listed(words: Iterable[str], last: str = "or") -> str:
    """The words as a list in a sentence: "a, b or c"."""
    items = list(words)
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {last} {items[-1]}"


@dataclass(frozen=True, slots=True)
class DocumentError:
    """One mistake in one file. `line` counts from 1; `found` and `expected` are phrases without a full stop."""

    path: Path
    line: int
    found: str
    expected: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: expected {self.expected}, found {self.found}"


class DocumentErrors(ValueError):
    """Everything that is wrong in the files of one run, ordered by file and line; never empty."""

    def __init__(self, errors: Iterable[DocumentError]) -> None:
        self.errors: tuple[DocumentError, ...] = tuple(sorted(errors, key=lambda e: (str(e.path), e.line)))
        super().__init__("\n".join(str(error) for error in self.errors))


@dataclass(slots=True)
class Problems:
    """Collects the mistakes of one file while it is read."""

    path: Path
    errors: list[DocumentError] = field(default_factory=list)

    def add(self, line: int, expected: str, found: str) -> None:
        self.errors.append(DocumentError(self.path, line, found, expected))
