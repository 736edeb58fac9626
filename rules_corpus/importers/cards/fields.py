"""The fields of a JSON object of a card file, each checked for what it must be when it is read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules_corpus.importers.report import ImportRefused

LARGEST_AMOUNT = 1_000_000
"""Magic's largest power is 99; another game may count in thousands."""
_HIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff\ufffd]")


@dataclass(frozen=True, slots=True)
class Fields:
    """One object. `number` is its place in the file, from 1; `name` is what messages call the file."""

    values: Mapping[str, Any]
    name: str
    number: int

    def text(self, key: str) -> str:
        """A text; "" where there is none. Raises ImportRefused for anything else, and for characters of no text."""
        value = self.values.get(key)
        if value is None:
            return ""
        if not isinstance(value, str) or _HIDDEN.search(value):
            raise self.wrong(key)
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts, none of them empty. Raises ImportRefused for anything else."""
        value = self.values.get(key)
        if value is None:
            return ()
        if not isinstance(value, list) or not all(isinstance(text, str) and not _HIDDEN.search(text) for text in value):
            raise self.wrong(key)
        return tuple(text for text in value if text)

    def amount(self, key: str) -> int | None:
        """A number from 0 to LARGEST_AMOUNT. Raises ImportRefused for anything else."""
        value = self.values.get(key)
        if value is None:
            return None
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= LARGEST_AMOUNT:
            raise self.wrong(key)
        return value

    def objects(self, key: str) -> tuple[Fields, ...]:
        """A list of objects. Raises ImportRefused for anything else."""
        value = self.values.get(key)
        if value is None:
            return ()
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            raise self.wrong(key)
        return tuple(Fields(item, self.name, self.number) for item in value)

    def wrong(self, key: str) -> ImportRefused:
        return ImportRefused(
            "{name}: object {number} has something else in its field {field} than a card has.",
            name=self.name,
            number=self.number,
            field=key,
        )
