"""Texts with markup as values: what is bold or small is known, not parsed, so that a cut can close and reopen it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, auto

from bot.discord.rendering.escaping import displayable
from bot.discord.rendering.limits import measure

LONGEST_RAW = 200
"""UTF-16 units of a piece that is never cut."""

_LABEL = re.compile(r"[A-Za-z0-9. -]+")
_ADDRESS = re.compile(r"https?://[!#-'*+,./0-9:;=?@A-Z_a-z~%&$-]+")


class Style(Enum):
    PLAIN = auto()
    BOLD = auto()
    CODE = auto()
    RAW = auto()
    """Markup of our own that is not escaped and never cut: a link, the mention of a command, an emoji."""


@dataclass(frozen=True, slots=True)
class Span:
    """A text of one style; without line breaks, and escaped only when it is written."""

    text: str
    style: Style = Style.PLAIN


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a message."""

    spans: tuple[Span, ...]
    lead: str = ""
    """Markup that stands before it: of small print or of a list."""
    more: str = ""
    """Markup that stands before the rest of it where it has to be cut."""


@dataclass(frozen=True, slots=True)
class Block:
    """Lines that belong together; a page ends between two blocks where it can."""

    lines: tuple[Line, ...]
    gap: bool = True
    """An empty line stands before it."""


def plain(text: str) -> Span:
    return Span(_in_one_line(text))


def bold(text: str) -> Span:
    """A text in bold, without the spaces around it."""
    return Span(_in_one_line(text).strip(), Style.BOLD)


def code(text: str) -> Span:
    """A number or name as code; plain where it cannot be code."""
    text = _in_one_line(text)
    # Nothing can be escaped inside code, neither a backtick nor a mention.
    possible = text.strip() == text != "" and not set("`@") & set(text) and len(text) <= LONGEST_RAW // 2
    return Span(text, Style.CODE if possible else Style.PLAIN)


def raw(text: str) -> Span:
    """Markup of our own.

    :raises ValueError: it is longer than `LONGEST_RAW`, or goes over several lines.
    """
    if measure(text) > LONGEST_RAW or "\n" in text:
        raise ValueError(f"markup that cannot stand in one line: {text!r}")
    return Span(text, Style.RAW)


def linked(text: Span, address: str | None) -> Span:
    """A span as a link, where the address is one that a link can have; the span itself otherwise."""
    if address is None or len(address) > LONGEST_RAW // 2:
        return text
    # A label in which something would have to be escaped stays as it is rather than break the link.
    if len(text.text) > LONGEST_RAW // 4 or _LABEL.fullmatch(text.text) is None or _ADDRESS.fullmatch(address) is None:
        return text
    label = f"`{text.text}`" if text.style is Style.CODE else text.text
    return raw(f"[{label}](<{address}>)")


def line(*spans: Span, lead: str = "", more: str = "") -> Line:
    """A line of spans; neighbours of one style become one, since the marks of bold would run into each other."""
    joined: list[Span] = []
    for span in spans:
        if joined and joined[-1].style is span.style and span.style in (Style.PLAIN, Style.BOLD):
            joined[-1] = Span(joined[-1].text + span.text, span.style)
        elif span.text:
            joined.append(span)
    return Line(tuple(joined), lead, more)


def small(*spans: Span) -> Line:
    """A line of small print."""
    return line(*spans, lead="-# ", more="-# ")


def item(*spans: Span) -> Line:
    """A line of a list."""
    return line(*spans, lead="- ", more="  ")


def lines_of(text: str) -> tuple[Line, ...]:
    """A text by somebody else, line by line; empty lines are left out."""
    return tuple(line(Span(one)) for one in displayable(text).split("\n") if one.strip())


def small_lines(texts: Iterable[str]) -> tuple[Line, ...]:
    """Texts as small print, a line for each of theirs."""
    return tuple(small(*one.spans) for text in texts for one in lines_of(text))


def _in_one_line(text: str) -> str:
    return displayable(text).replace("\n", " ")
