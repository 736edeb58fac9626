"""The printed lines of a PDF's pages → the lines of a text: one paragraph a line, without what every page repeats."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from statistics import median_low
from typing import NamedTuple

EDGE_LINES = 4
"""So many lines at the top and at the bottom of a page may be repeated on other pages."""

_BEGINS_ITEM = re.compile(r"\d{1,3}\.|\d{3}\b|[•*–—-] |Examples?:|#{1,6} |\(?[a-z0-9]{1,2}\) ")
_BEGINS_NUMBER = re.compile(r"\d{3}\b")
_RULE = re.compile(r"\d{3}\.")
_REFERS = re.compile(
    r"(?:\b(?:rules?|[Ss]ee|sections?|than|in|of|by|to|through)|\(|\brules? \d[^;:]{0,60}(?:\band|\bor|[,–-]))$"
)
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_CUT_WORD = re.compile(r"((?:[^\W\d_]+-)+)$")
_REST_OF_WORD = re.compile(r"[^\W\d_]+")
_LONGEST_WORD = 80
_LONGEST_RUNNING_LINE = 200
_DIGITS = re.compile(r"\d{1,9}")
_SPACE = 0.4
"""In heights of a line: a little more than the width of a space."""
_SAME_LEFT = 10.0
"""Points: columns that begin so close to each other on two pages are the same."""
_GAP = 0.5
"""In heights of a line: so much more than the usual distance between two lines sets paragraphs apart."""


class PrintedLine(NamedTuple):
    """One line as it is printed. Positions are in points from the left and the bottom of the page."""

    text: str
    left: float
    right: float
    first: float
    """The right end of its first word."""
    top: float
    bottom: float


def text_of_pages(pages: Sequence[Sequence[PrintedLine]]) -> tuple[str, ...]:
    """The lines of the text."""
    placed = list(_with_right_edges(without_running_lines(pages)))
    if not placed:
        return ()
    words = _words_within_lines([line for line, _ in placed])
    gaps = [before.bottom - after.top for (before, _), (after, _) in pairwise(placed) if after.top < before.bottom]
    usual = median_low(gaps) if gaps else 0.0
    paragraphs = [[placed[0][0].text]]
    for (before, edge), (after, _) in pairwise(placed):
        height = before.top - before.bottom
        below = before.bottom - after.top
        apart = below > usual + _GAP * height and after.bottom < before.top
        if not apart and _goes_on(before, after, edge):
            paragraphs[-1][-1:] = _joined(before.text, after.text, words)
        else:
            paragraphs.append([after.text])
    return tuple("".join(parts) for parts in paragraphs)


def _goes_on(before: PrintedLine, after: PrintedLine, edge: float) -> bool:
    """Whether the break between two lines is only where the first was full: the next word had no room on it.

    A line that begins like a numbered rule, an example or an item of a list begins a paragraph all the same, except
    where the line before it must go on with a number ("see rule").
    """
    space = _SPACE * (before.top - before.bottom)
    if before.right + space + (after.first - after.left) <= edge:
        return False
    if _BEGINS_NUMBER.match(after.text) and _REFERS.search(before.text):
        return True
    return not _BEGINS_ITEM.match(after.text)


def _joined(before: str, after: str, words: frozenset[str]) -> list[str]:
    """The two, with a space before the second; a word that was cut at a hyphen is put together where it is known.

    It is known where the text has it within a line in one of the two spellings, and never in the other.
    """
    cut, rest = _CUT_WORD.search(before[-_LONGEST_WORD:]), _REST_OF_WORD.match(after)
    if cut and rest:
        with_hyphen = (cut[1] + rest[0]).lower() in words
        without = (cut[1][:-1] + rest[0]).lower() in words
        if with_hyphen != without:
            return [before if with_hyphen else before[:-1], after]
    return [f"{before} ", after]


def _words_within_lines(lines: Iterable[PrintedLine]) -> frozenset[str]:
    # What stands before a hyphen at a line's end is no word by itself.
    return frozenset(
        word.lower() for line in lines for word in _WORD.findall(line.text) if not line.text.endswith(f"{word}-")
    )


def _with_right_edges(pages: Sequence[Sequence[PrintedLine]]) -> Iterator[tuple[PrintedLine, float]]:
    """Each line with the right edge of its column.

    That is where the column's longest line ends, or where columns that begin at the same place usually end: a page may
    have short lines only.
    """
    columns = [_columns(page) for page in pages]
    ends: dict[int, list[float]] = defaultdict(list)
    for left, right in (column for of_page in columns for column in of_page):
        for place in (-1, 0, 1):
            ends[round(left / _SAME_LEFT) + place].append(right)
    usual = {place: median_low(rights) for place, rights in ends.items()}
    for page, of_page in zip(pages, columns, strict=True):
        lefts = [left for left, _ in of_page]
        for line in page:
            left, right = of_page[bisect_right(lefts, line.left) - 1]
            yield line, max(right, usual[round(left / _SAME_LEFT)])


def _columns(page: Sequence[PrintedLine]) -> list[tuple[float, float]]:
    """The left and right ends of a page's columns: lines that overlap from left to right are in one."""
    columns: list[tuple[float, float]] = []
    for line in sorted(page, key=lambda line: line.left):
        if columns and line.left <= columns[-1][1]:
            columns[-1] = columns[-1][0], max(columns[-1][1], line.right)
        else:
            columns.append((line.left, line.right))
    return columns


def without_running_lines(pages: Sequence[Sequence[PrintedLine]]) -> list[list[PrintedLine]]:
    """The pages without their running headers and footers and without page numbers.

    Such a line is among the first or last of its page, at the same height on every third page or more (and on three at
    the least, if there are as many), with the same text; one number in it may go up with the pages. A line that begins
    like a numbered rule is none. What the first page has above its text stays there once, since it may be the title.
    """
    seen: dict[tuple[str, int], set[int]] = defaultdict(set)
    for number, page in enumerate(pages):
        for line in _edges(page):
            for key in _keys(line, number):
                seen[key].add(number)
    least = max(min(3, len(pages)), 2, len(pages) / 3)
    running = {key for key, on in seen.items() if len(on) >= least}
    kept: list[list[PrintedLine]] = []
    for number, page in enumerate(pages):
        repeated = {id(line) for line in _edges(page) if not running.isdisjoint(_keys(line, number))}
        rest = [line for line in page if id(line) not in repeated]
        texts = {line.text for line in rest}
        top = max((line.top for line in rest), default=0.0)
        titles = [
            line
            for line in page
            if number == 0 and id(line) in repeated and line.bottom >= top and line.text not in texts
            if not _DIGITS.search(line.text)
        ]
        kept.append(titles + rest)
    return kept


def _edges(page: Sequence[PrintedLine]) -> list[PrintedLine]:
    by_height = sorted(page, key=lambda line: -line.top)
    return by_height if len(page) <= 2 * EDGE_LINES else by_height[:EDGE_LINES] + by_height[-EDGE_LINES:]


def _keys(line: PrintedLine, page: int) -> list[tuple[str, int]]:
    """What the line has in common with its like on other pages: its text, or its text with a number that counts."""
    if _RULE.match(line.text) or len(line.text) > _LONGEST_RUNNING_LINE:
        return []
    height = round(line.bottom)
    keys = [(line.text, height)]
    for found in _DIGITS.finditer(line.text):
        counted = f"{line.text[: found.start()]}\0{int(found[0]) - page}\0{line.text[found.end() :]}"
        keys.append((counted, height))
    return keys
