"""Texts by others as something that Discord shows exactly as it was written.

Nothing is deleted, since a deletion can join what stood apart. Markup is escaped, a mention is broken by a space
without width, and control and direction characters are replaced by a visible sign.
"""

from __future__ import annotations

import re

import regex

UNSEEN = "\ufffd"
"""Stands for a character that would show nothing or rewrite what is around it."""
GAP = "\u200b"
"""Has no width, and keeps `@` and `everyone` apart."""
LONG_WORD = 80
"""Characters; a longer word may have to be cut, and is escaped so that it may be cut anywhere."""

_LINE_BREAKS = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
_UNSEEN = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_INLINE = str.maketrans({character: f"\\{character}" for character in "\\`*_~|[]<"})
_MENTION = re.compile(r"@(?=everyone|here|[!&]?\d)", re.IGNORECASE)
_LIST_NUMBER = re.compile(r"(\d+)\.")
_LINE_START = re.compile(r"(^\s*|\s)([#>]|-#|[-+](?=\s|$))|^(\s*\d+)\.(?=\s|$)")
_MARKUP = re.compile(r"[\\`*_~|\[\]<@#>+]|://|(?:^|\s)-|^\s*\d+\.")
_CLUSTER = regex.compile(r"\X")
_WORDS = re.compile(r"\s+|\S+")
_UNBROKEN_SPACES = frozenset("\u00a0\u2007\u202f")


def displayable(text: str) -> str:
    """A text with one kind of line break, and with a visible sign for every character that shows nothing or changes
    the order of others."""
    if text.isascii() and text.isprintable():
        return text
    return _UNSEEN.sub(UNSEEN, _LINE_BREAKS.sub("\n", text))


def clusters(text: str) -> list[str]:
    """What a reader sees as one character each: letters with their marks, joined emoji."""
    if text.isascii():
        return list(text)
    found: list[str] = _CLUSTER.findall(text)
    return found


def words(line: str) -> list[str]:
    """The words of a line and the spaces between them, in turn; a space that has marks of its own is part of a word,
    and so is one that is not to be broken."""
    if line.isascii():
        return _WORDS.findall(line)
    found: list[str] = []
    spaces = True
    for cluster in clusters(line):
        if found and is_space(cluster) == spaces:
            found[-1] += cluster
        else:
            found.append(cluster)
            spaces = is_space(cluster)
    return found


def is_space(word: str) -> bool:
    """Whether a line may be broken there."""
    return word.isspace() and _UNBROKEN_SPACES.isdisjoint(word)


def escaped_line(line: str) -> str:
    """A line that is not cut."""
    if _MARKUP.search(line) is None:
        return line
    escaped = _MENTION.sub(f"@{GAP}", line).translate(_INLINE).replace("://", "\\://")
    return _LINE_START.sub(_escaped_start, escaped)


def _escaped_start(match: re.Match[str]) -> str:
    before, markup, number = match.groups()
    return f"{number}\\." if number is not None else f"{before}\\{markup}"


def escaped_word(word: str) -> str:
    """A word between spaces, wherever in a line it stands."""
    escaped = _MENTION.sub(f"@{GAP}", word).translate(_INLINE).replace("://", "\\://")
    if word.startswith(("#", ">", "-#")) or word in ("-", "+"):
        return f"\\{escaped}"
    return _LIST_NUMBER.sub(r"\1\\.", word) if _LIST_NUMBER.fullmatch(word) else escaped


def escaped_clusters(word: str) -> list[str]:
    """The characters of a long word, each harmless at the beginning of a line."""
    return [_escaped_anywhere(cluster) for cluster in clusters(word)]


def _escaped_anywhere(cluster: str) -> str:
    if cluster == "@":
        return f"@{GAP}"
    if cluster[0] in "#>-+.:":
        return f"\\{cluster}"
    return cluster.translate(_INLINE)


def is_wide(word: str) -> bool:
    """Whether a word is so long that it may have to be cut."""
    return len(word) > LONG_WORD
