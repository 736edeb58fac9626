"""Names for passages and documents whose source prints no numbers."""

from __future__ import annotations

import re
import unicodedata
from pathlib import PurePath
from urllib.parse import unquote

_NOT_PLAIN = re.compile(r"[^a-z0-9]+")
_APOSTROPHES = re.compile("['’ʼ`]")


def slug(text: str, limit: int = 60) -> str:
    """Lower-case words joined by hyphens, at most `limit` characters, cut between words; "" where there are none."""
    plain = unicodedata.normalize("NFKD", text.lower()).encode("ascii", "ignore").decode()
    name = _NOT_PLAIN.sub("-", _APOSTROPHES.sub("", plain)).strip("-")
    if len(name) <= limit:
        return name
    return name[: limit + 1].rpartition("-")[0] or name[:limit]


def file_name(name: str) -> str:
    """What a document is called at its place: of a web address only its last part, without a query."""
    if "://" not in name:
        return name
    path = re.split(r"[?#]", name.partition("://")[2], maxsplit=1)[0]
    return unquote(PurePath(path).name) if "/" in path else ""


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
