"""Blocks of text as pages within a limit: cut between blocks, else lines, else sentences, else words."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord.rendering.chunks import Chunk, chunks_of, cut_word, whole, widths, written
from bot.discord.rendering.limits import measure
from bot.discord.rendering.text import LONGEST_RAW, Block, Line

SMALLEST_PAGE = 2 * LONGEST_RAW
"""UTF-16 units. Whatever is never cut has to fit into a page."""
_CLOSERS = ")]”’\"'»*\\"
_ENDERS = (".", "?", "!", "…", ":", ";", "。", "？", "！")


def pages_of(blocks: Sequence[Block], limit: int, first_limit: int | None = None) -> tuple[str, ...]:
    """The blocks as pages of at most `limit` UTF-16 units, the first of at most `first_limit`; at least one page.

    :raises ValueError: a limit is below `SMALLEST_PAGE`.
    """
    filling = _Filling(limit, limit if first_limit is None else first_limit)
    for block in blocks:
        filling.add(block)
    return filling.finished()


def width_of(blocks: Sequence[Block]) -> int:
    """How wide the blocks are on one page, with an empty line before them."""
    return sum(_width(block, [whole(line) for line in block.lines]) for block in blocks)


class _Filling:
    """The pages made so far, and the one that is being filled."""

    def __init__(self, limit: int, first_limit: int) -> None:
        if min(limit, first_limit) < SMALLEST_PAGE:
            raise ValueError(f"a page needs at least {SMALLEST_PAGE} units")
        self._limit, self._first_limit = limit, first_limit
        self._pages: list[str] = []
        self._page = ""

    def add(self, block: Block) -> None:
        texts = [whole(line) for line in block.lines]
        width = _width(block, texts)
        if width > self._room and self._is_half_full and width <= self._limit:
            self._end_page()
        gap = block.gap
        for line, text in zip(block.lines, texts, strict=True):
            self._add_line(line, text, "\n\n" if gap else "\n")
            gap = False

    def finished(self) -> tuple[str, ...]:
        if self._page or not self._pages:
            self._end_page()
        return tuple(self._pages)

    def _add_line(self, line: Line, text: str, separator: str) -> None:
        width = measure(text)
        if self._page and width + len(separator) > self._room and self._is_half_full and width <= self._limit:
            self._end_page()
        before = separator if self._page else ""
        if width + len(before) <= self._room:
            self._page += before + text
        else:
            self._add_in_parts(line, separator)

    def _add_in_parts(self, line: Line, separator: str) -> None:
        chunks: Sequence[Chunk] = chunks_of(line)
        lead = line.lead
        while chunks:
            before = separator if self._page else ""
            room = self._room - len(before) - len(lead)
            now, chunks = _cut(chunks, room, anywhere=not self._page)
            if now:
                self._page += before + lead + written(now)
                lead = line.more
            if chunks:
                self._end_page()

    @property
    def _capacity(self) -> int:
        return self._limit if self._pages else self._first_limit

    @property
    def _room(self) -> int:
        return self._capacity - measure(self._page)

    @property
    def _is_half_full(self) -> bool:
        return measure(self._page) * 2 >= self._capacity

    def _end_page(self) -> None:
        self._pages.append(self._page)
        self._page = ""


def _width(block: Block, texts: Sequence[str]) -> int:
    """With the line breaks before it."""
    return sum(measure(text) + 1 for text in texts) + (1 if block.gap else 0)


def _cut(chunks: Sequence[Chunk], room: int, *, anywhere: bool) -> tuple[Sequence[Chunk], Sequence[Chunk]]:
    """What fits into the room, and the rest; `anywhere`: also inside a word, where not even one word fits.

    The space at the cut is left out, as Discord would do.
    """
    words, sentences, last = 0, 0, 0
    taken = list(widths(chunks))
    if taken[-1] <= room:
        return chunks, ()
    for index, chunk in enumerate(chunks):
        if chunk.space and index and taken[index - 1] <= room:
            words = index
            if _ends_sentence(chunks[index - 1], chunks[index + 1] if index + 1 < len(chunks) else None):
                sentences, last = index, taken[index - 1]
        if taken[index] > room:
            break
    at = sentences if last * 2 >= room else words
    if at:
        return chunks[:at], _without_space(chunks[at:])
    if not anywhere:
        return (), chunks
    fitting = next(index for index, width in enumerate(taken) if width > room)
    if not chunks[fitting].pieces:
        # A piece that is never cut fits into an empty page, so that another one stands before it.
        return chunks[:fitting], chunks[fitting:]
    head, tail = cut_word(chunks[fitting], room - (taken[fitting - 1] if fitting else 0))
    return (*chunks[:fitting], head), (tail, *chunks[fitting + 1 :])


def _without_space(chunks: Sequence[Chunk]) -> Sequence[Chunk]:
    return chunks[1:] if chunks and chunks[0].space else chunks


def _ends_sentence(chunk: Chunk, following: Chunk | None) -> bool:
    """Whether a word ends a sentence: a full stop or the like, and no small letter after it."""
    if not chunk.text.rstrip(_CLOSERS).endswith(_ENDERS):
        return False
    return following is None or not following.text[:1].islower()
