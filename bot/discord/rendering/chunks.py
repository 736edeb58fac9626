"""A line as the pieces between which it may be cut, written as Discord reads them and measured."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from bot.discord.rendering.escaping import escaped_clusters, escaped_line, escaped_word, is_space, is_wide, words
from bot.discord.rendering.limits import measure
from bot.discord.rendering.text import Line, Span, Style

_BOLD = "**"


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of a line that is cut only where nothing else helps."""

    text: str
    """As it is written, without the marks of bold."""
    width: int
    """In UTF-16 units."""
    bold: bool = False
    space: bool = False
    pieces: tuple[str, ...] = ()
    """Of a long word: its characters, between which it may be cut."""


def chunks_of(line: Line) -> tuple[Chunk, ...]:
    """The pieces of a line, words and the spaces between them."""
    return tuple(chunk for span in line.spans for chunk in _of_span(span))


def whole(line: Line) -> str:
    """A line that is not cut, as Discord reads it."""
    return line.lead + "".join(_whole_span(span) for span in line.spans)


def written(chunks: Sequence[Chunk]) -> str:
    """Pieces of one line as Discord reads them."""
    parts = []
    for is_bold, group in groupby(chunks, key=lambda chunk: chunk.bold):
        text = "".join(chunk.text for chunk in group)
        parts.append(f"{_BOLD}{text}{_BOLD}" if is_bold and not text.isspace() else text)
    return "".join(parts)


def widths(chunks: Sequence[Chunk]) -> Iterator[int]:
    """How wide the beginning of the pieces is that ends with each of them, with the marks of bold."""
    width, was_bold = 0, False
    for chunk in chunks:
        width += chunk.width + (2 * len(_BOLD) if chunk.bold and not was_bold else 0)
        was_bold = chunk.bold
        yield width


def cut_word(chunk: Chunk, room: int) -> tuple[Chunk, Chunk]:
    """A long word in two, the first not wider than the room; characters stay whole unless one alone is wider."""
    room -= 2 * len(_BOLD) if chunk.bold else 0
    pieces = list(chunk.pieces)
    if measure(pieces[0]) > room:
        pieces[:1] = _in_code_points(pieces[0])
    width, count = 0, 0
    while count < len(pieces) and width + measure(pieces[count]) <= room:
        width += measure(pieces[count])
        count += 1
    return _word(pieces[:count], chunk.bold), _word(pieces[count:], chunk.bold)


def _in_code_points(piece: str) -> list[str]:
    """The parts of a character so wide that it has to be cut itself; an escape keeps what it escapes."""
    head = 2 if piece.startswith("\\") else 1
    return [piece[:head], *piece[head:]]


def _whole_span(span: Span) -> str:
    if span.style is Style.RAW:
        return span.text
    if span.style is Style.CODE:
        return f"`{span.text}`"
    escaped = escaped_line(span.text)
    return f"{_BOLD}{escaped}{_BOLD}" if span.style is Style.BOLD else escaped


def _of_span(span: Span) -> Iterable[Chunk]:
    if span.style is Style.RAW:
        return (Chunk(span.text, measure(span.text)),)
    if span.style is Style.CODE:
        text = f"`{span.text}`"
        return (Chunk(text, measure(text)),)
    is_bold = span.style is Style.BOLD
    return (_chunk(word, is_bold) for word in words(span.text))


def _chunk(word: str, is_bold: bool) -> Chunk:
    if is_space(word):
        return Chunk(word, measure(word), is_bold, space=True)
    if is_wide(word):
        return _word(escaped_clusters(word), is_bold)
    text = escaped_word(word)
    return Chunk(text, measure(text), is_bold)


def _word(pieces: Sequence[str], is_bold: bool) -> Chunk:
    text = "".join(pieces)
    return Chunk(text, measure(text), is_bold, pieces=tuple(pieces))
