"""The rule numbers of one document: their order, their gaps, and which rules a printed range stands for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from rules_corpus.importers.report import ImportRefused

_PART = re.compile(r"\d+|[a-z]+")

Parent = Callable[[str], str | None]
"""From a rule's number to the number of the rule that it belongs to, by the number alone."""


@dataclass(frozen=True, slots=True)
class Numbered:
    """A number and the line of the document that it stands on, counted from 1."""

    ref: str
    line: int


class RuleNumbers:
    """Every number of a document, in the document's order."""

    def __init__(self, refs: Iterable[str], parent: Parent) -> None:
        self._parent = parent
        self._siblings: dict[str | None, list[str]] = {}
        self._position: dict[str, int] = {}
        for ref in refs:
            siblings = self._siblings.setdefault(parent(ref), [])
            self._position[ref] = len(siblings)
            siblings.append(ref)

    def __contains__(self, ref: str) -> bool:
        return ref in self._position

    def between(self, first: str, last: str) -> tuple[str, ...]:
        """The rules from `first` to `last`, both included, with those of the same level between them.

        A printed range only takes in numbers that exist, so the letters that a document skips are no gap. An end
        that has no rule is handed back as it is.
        """
        if first == last:
            return (first,)
        parent = self._parent(first)
        if first not in self or last not in self or parent != self._parent(last):
            return (first, last)
        start, end = self._position[first], self._position[last]
        return tuple(self._siblings[parent][start : end + 1]) if start < end else (first, last)


def order_key(ref: str) -> tuple[tuple[int, int, str], ...]:
    """A sort key that puts 9 before 10, z before aa, and a rule before the ones below it."""
    return tuple((0, int(part), "") if part.isdigit() else (1, len(part), part) for part in _PART.findall(ref))


def check_numbering(name: str, numbers: Iterable[Numbered], parent: Parent, gaps_at_top: bool) -> None:
    """Raise ImportRefused unless the numbers ascend, each once, below a rule that exists, without a gap.

    The letters l and o may be skipped. `gaps_at_top` allows gaps between numbers that have no parent.
    """
    line_of: dict[str, int] = {}
    newest: dict[str | None, str] = {}
    previous: Numbered | None = None
    for number in numbers:
        above = parent(number.ref)
        if number.ref in line_of:
            raise ImportRefused(
                "{name} has rule {ref} twice, on lines {first} and {second}.",
                name=name,
                ref=number.ref,
                first=line_of[number.ref],
                second=number.line,
            )
        if previous is not None and order_key(number.ref) <= order_key(previous.ref):
            raise ImportRefused(
                "{name} is out of order: line {line} has rule {ref} after rule {previous}.",
                name=name,
                line=number.line,
                ref=number.ref,
                previous=previous.ref,
            )
        if above is not None and above not in line_of:
            raise ImportRefused(
                "{name} is incomplete: line {line} has rule {ref}, but there is no {missing}.",
                name=name,
                line=number.line,
                ref=number.ref,
                missing=above,
            )
        before = newest.get(above)
        if not (above is None and gaps_at_top) and not follows(before, number.ref):
            raise ImportRefused(
                "{name} is incomplete: on line {line} its numbering goes from {previous} to {ref}.",
                name=name,
                line=number.line,
                previous=before or above or "",
                ref=number.ref,
            )
        line_of[number.ref] = number.line
        newest[above] = number.ref
        previous = number


def follows(before: str | None, ref: str) -> bool:
    """Whether `ref` may come directly after its sibling `before`, or as the first one where that is None."""
    last = _PART.findall(ref)[-1]
    if before is None:
        return last in ("1", "a")
    previous = _PART.findall(before)[-1]
    if last.isdigit() or previous.isdigit():
        return last.isdigit() and previous.isdigit() and int(last) == int(previous) + 1
    return last in _letters_after(previous)


def _letters_after(letters: str) -> tuple[str, ...]:
    head, tail = letters[:-1], letters[-1]
    if tail == "z":
        following = chr(ord(head) + 1) if head else "a"
        return (following + "a",)
    after = chr(ord(tail) + 1)
    skipped = (chr(ord(after) + 1),) if after in "lo" else ()
    return tuple(head + letter for letter in (after, *skipped))
