"""The references that a text makes to rules of its own document: "rules 601.2b and 601.2f–h", "section 8"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rules_corpus.importers.numbering import RuleNumbers
from rules_corpus.importers.report import ImportRefused
from rules_corpus.passages import CrossReference

MAX_REFERENCES = 100_000
"""The most references of one document; Magic's rules make 2,200."""

_DASH = "[-‐‑–—]"
_INTRODUCED = re.compile(r"\b[Rr]ules?\s+(?=\d)")
_SECTION = re.compile(r"\b[Ss]ections?\s+(\d{1,3})(?![\d.]*\d)(?:(?:,? and |,? or )(\d{1,3})(?![\d.]*\d))?")
_SEPARATOR = re.compile(r"(?:,? “[^”]{1,100}”)?(?:,? (?:and|or) |, |(?<=”) )(?:[Rr]ules?\s+)?(?=\d)")
_LONE_LETTER = re.compile(r" and ([b-z])\b")


@dataclass(frozen=True, slots=True)
class NumberStyle:
    """How a document prints its rule numbers."""

    number: str
    """A regular expression for one whole number, chapters included."""
    lettered: str
    """A regular expression for a number below a chapter: one that is a reference even without the word "rule"."""
    sections: bool
    """Whether "section 8" is a reference to a heading of its own."""


MAGIC_NUMBERS = NumberStyle(
    number=r"[1-9]\d{2}(?:\.\d{1,3}(?:[a-z]{1,2}(?![A-Za-z]))?)?(?!\d)",
    lettered=r"(?<![\d.])[1-9]\d{2}\.\d{1,3}(?:[a-z]{1,2}(?![A-Za-z]))?(?!\d)",
    sections=True,
)
"""704, 704.5, 704.5aa."""

RIFTBOUND_NUMBERS = NumberStyle(
    number=r"\d{3}(?:\.(?:\d{1,3}|[a-z]{1,2})(?![A-Za-z0-9]))*(?!\d)",
    lettered=r"(?<![\d.])\d{3}(?:\.(?:\d{1,3}|[a-z]{1,2})(?![A-Za-z0-9]))+(?!\d)",
    sections=False,
)
"""818, 818.1, 818.1.c, 818.1.c.2."""


@dataclass(frozen=True, slots=True)
class _Printed:
    start: int
    first: str
    last: str
    words: str
    certain: bool
    """The number is one of a rule, and not perhaps an amount ("rule 601, 100 …")."""


class ReferenceFinder:
    """Finds the references in the texts of one document."""

    def __init__(self, style: NumberStyle, numbers: RuleNumbers, name: str) -> None:
        """`name` is what messages call the document."""
        self._name = name
        self._found = 0
        self._numbers = numbers
        self._sections = style.sections
        # A range prints its end in full (903.6–903.11), or only the part that differs (601.2f–h, 119.7–8).
        self._item = re.compile(
            rf"(?P<first>{style.number})"
            rf"(?:(?:\s?{_DASH}\s?| through )(?P<last>{style.number}|[a-z]{{1,2}}(?![\w])|\d{{1,2}}(?![\w])))?"
        )
        self._lettered = re.compile(style.lettered)

    def find(self, text: str, own: str) -> tuple[tuple[CrossReference, ...], tuple[CrossReference, ...]]:
        """(resolved, dangling) references of the text of passage `own`, in its order, each rule once.

        References of a rule to itself are left out. Dangling ones name a rule that the document does not have.
        Raises ImportRefused where the document makes more than MAX_REFERENCES, each rule of a range counted.
        """
        resolved: dict[str, CrossReference] = {}
        dangling: dict[str, CrossReference] = {}
        for printed in sorted(self._counted(text), key=lambda p: p.start):
            refs = self._numbers.between(printed.first, printed.last)
            self._count(len(refs) - 1)
            for ref in refs:
                if ref in self._numbers:
                    if ref != own:
                        resolved.setdefault(ref, CrossReference(ref, printed.words))
                elif printed.certain:
                    dangling.setdefault(ref, CrossReference(ref, printed.words))
        return tuple(resolved.values()), tuple(dangling.values())

    def _counted(self, text: str) -> Iterator[_Printed]:
        for printed in self._printed(text):
            self._count(1)
            yield printed

    def _count(self, references: int) -> None:
        self._found += references
        if self._found > MAX_REFERENCES:
            raise ImportRefused(
                "{name} refers to rules more than {limit} times, which no document does.",
                name=self._name,
                limit=MAX_REFERENCES,
            )

    def _printed(self, text: str) -> Iterator[_Printed]:
        seen: set[int] = set()
        for introduction in _INTRODUCED.finditer(text):
            for printed in self._list(text, introduction):
                seen.add(printed.start)
                yield printed
        for number in self._lettered.finditer(text):
            item = self._item.match(text, number.start())
            if number.start() not in seen and item:
                yield _whole(item, item.start(), certain=True)
        if self._sections:
            for section in _SECTION.finditer(text):
                for group in (1, 2):
                    if section[group]:
                        yield _Printed(section.start(group), section[group], section[group], section[0], True)

    def _list(self, text: str, introduction: re.Match[str]) -> Iterator[_Printed]:
        """The numbers of one list: "rules 120.4a, 120.6, and 704.5g"."""
        words_from = introduction.start()
        item = self._item.match(text, introduction.end())
        certain = True
        while item:
            yield _whole(item, words_from, certain)
            first, end = item["first"], item.end()
            letter = _LONE_LETTER.match(text, end)
            # "rules 608.3a and b"
            if letter and not item["last"] and introduction[0].strip().endswith("s") and first[-1:].isalpha():
                yield _Printed(letter.start(), first[:-1] + letter[1], first[:-1] + letter[1], letter[0].strip(), False)
            separator = _SEPARATOR.match(text, end)
            if not separator:
                return
            words_from = separator.end()
            item = self._item.match(text, separator.end())
            certain = "ule" in separator[0] or bool(item and not item["first"].isdigit())


def _whole(item: re.Match[str], words_from: int, certain: bool) -> _Printed:
    first, last = item["first"], item["last"] or item["first"]
    if last.isalpha():
        last = first.rstrip("abcdefghijklmnopqrstuvwxyz") + last
    elif len(last) < 3 and "." in first:
        last = first[: first.rindex(".") + 1] + last
    elif len(last) < 3:
        last = first
    return _Printed(item.start(), first, last, item.string[words_from : item.end()], certain)
