"""Names for passages and documents whose source prints no numbers."""

from __future__ import annotations

import re
import unicodedata

_NOT_PLAIN = re.compile(r"[^a-z0-9]+")
_APOSTROPHES = re.compile("['’ʼ`]")


def slug(text: str, limit: int = 60) -> str:
    """Lower-case words joined by hyphens, at most `limit` characters, cut between words; "" where there are none."""
    plain = unicodedata.normalize("NFKD", text.lower()).encode("ascii", "ignore").decode()
    name = _NOT_PLAIN.sub("-", _APOSTROPHES.sub("", plain)).strip("-")
    if len(name) <= limit:
        return name
    return name[: limit + 1].rpartition("-")[0] or name[:limit]


class Slugs:
    """Hands out names, each once: a second `equip` is `equip-2`."""

    def __init__(self) -> None:
        self._given: set[str] = set()
        self._next: dict[str, int] = {}

    def name(self, text: str) -> str:
        base = slug(text) or "passage"
        name = base
        while name in self._given:
            self._next[base] = self._next.get(base, 1) + 1
            name = f"{base}-{self._next[base]}"
        self._given.add(name)
        return name
