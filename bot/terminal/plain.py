"""Text from askers and documents as something that a terminal can be shown."""

from __future__ import annotations

import unicodedata

_JOINER = "\u200d"
"""Holds the parts of an emoji together."""


def printable(text: str) -> str:
    """A text without control and direction characters, which could rewrite what a terminal shows, and without halves
    of surrogate pairs, which no encoding can write; line breaks stay."""
    return "".join(c for c in text if c == "\n" or c == _JOINER or unicodedata.category(c) not in ("Cc", "Cf", "Cs"))
