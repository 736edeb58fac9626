"""One normal form of a text, so that typography alone never makes two texts differ."""

from __future__ import annotations

import hashlib
import re
import unicodedata

_QUOTES = str.maketrans(
    {"‘": "'", "’": "'", "‛": "'", "“": '"', "”": '"', "«": '"', "»": '"', "–": "-", "—": "-", "−": "-", "\u00a0": " "}
)


def normalise(text: str) -> str:
    """Casefolded NFKC text with plain quotes and dashes and single spaces; idempotent."""
    folded = unicodedata.normalize("NFKC", text).translate(_QUOTES).casefold()
    return re.sub(r"\s+", " ", unicodedata.normalize("NFKC", folded).translate(_QUOTES)).strip()


def text_hash(text: str) -> str:
    """The SHA-256 of the normal form, as 64 hexadecimal digits."""
    return hashlib.sha256(normalise(text).encode("utf-8")).hexdigest()
