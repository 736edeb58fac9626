"""Rule numbers in a question, as people write them, and whether such a rule exists.

Numbers are compared by their parts, so that `702.6A`, `702.6.a` and `rule 702.6a.` are one number, and
`135.4b` finds Riftbound's `135.4.b`. Whether a number exists depends on the editions that are searched.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules_corpus.editions import EditionView, ViewedPassage
from rules_corpus.passages import PassageKind

NumberKey = tuple[str, ...]
"""The parts of a number: ("702", "6", "a"), ("eq", "7", "3")."""

_PARTS = re.compile(r"\d+|[^\W\d_]+")
_CUE = (
    r"(?:rules?|reglas?|normas?|aturan|peraturan|pasal|nomor|section|secci[oó]n|art[ií]culo|"
    r"comp(?:rehensive)?\s+rules?|core\s+rules?|crs?|subrules?|par[aá]grafo|§|#)"
)
_JOIN = r"(?:\s*[,;/&+]\s*(?:(?:and|or|y|o|dan|atau)\s+)?|\s+(?:and|or|y|e|o|u|dan|atau|sama|to|sampai|hasta)\s+)"
_CLITIC_ONLY = r"(?!(?!-?nya\b)[a-z])"
"""No letter follows, but for Indonesian -nya: "702.6anya"."""
# A section has three digits; below it come numbers (without a leading zero: "100.000" is a quantity) and letters.
_BELOW = rf"(?:\.[1-9]\d{{0,2}}|\.?[a-z]{{1,2}}(?:[1-9]\d?)?(?!\d){_CLITIC_ONLY})"
_DOTTED = rf"\d{{3}}\.[1-9]\d{{0,2}}{_BELOW}*(?:\s?\([a-z]{{1,2}}\))?"
_BARE = r"\d{3}"
_START = r"(?<![\w.$€£])(?<!(?<![\d.])\d,)(?<!(?<![\d.])\d\d,)"
_END = rf"(?![\d%]){_CLITIC_ONLY}"
_ONE = rf"(?:{_DOTTED}|{_BARE}){_END}"
_WHOLE = re.compile(rf"\s*({_BARE})\s*[.?!]*\s*")
_CUED = re.compile(rf"(?<![^\W\d_]){_CUE}\.?\s*:?\s*{_ONE}(?:{_JOIN}{_ONE})*", re.IGNORECASE)
_NUMBER = re.compile(rf"(?<!\d){_ONE}", re.IGNORECASE)
_UNCUED = re.compile(rf"{_START}{_DOTTED}{_END}", re.IGNORECASE)
_PREFIX = re.compile(r"([A-Z]{1,4})\.\d")
_WHOLE_END = r"\d{3}(?:\.(?:\d{1,3}|[a-z]{1,2}))*(?:\.?[a-z]{1,2}|\.\d{1,3})"
_RANGE_END = re.compile(
    rf"(?:[-–—](?:[a-z]{{1,2}}|\d{{1,2}}|{_WHOLE_END})"
    rf"|\s?[-–—]\s?(?:[b-hj-z]|{_WHOLE_END})"
    rf"|\s(?:to|through|sampai|hingga|s/d|hasta(?: la)?|a la)\s(?:[b-z]|{_WHOLE_END})"
    rf"|\sa\s{_WHOLE_END})(?![a-z0-9]|\.\d)",
    re.IGNORECASE,
)
"""What may follow the first number of a range; a lone "a", "i" or number in a sentence is none."""
_MOST_IN_RANGE = 40
_LETTERS = "abcdefghijkmnpqrstuvwxyz"
"""The letters that number subrules: l and o are skipped, because they look like digits."""


@dataclass(frozen=True, slots=True)
class RuleMention:
    """A rule number that a text names."""

    key: NumberKey
    printed: str
    """As the text writes it, without the word before it ("rule")."""
    start: int
    end: int
    cued: bool
    """A word such as "rule" introduces it, or it is the whole text."""


@dataclass(frozen=True, slots=True)
class NumberLookup:
    """What a mention leads to among the passages that are searched."""

    mention: RuleMention
    found: tuple[ViewedPassage, ...]
    """The rules with this number, the answering edition's first; empty where it does not exist."""
    parent: str | None
    """Where it does not exist: the nearest existing rule above it, if any."""
    siblings: tuple[str, ...]
    """Where it does not exist: the existing rules below that one, in order ("702.6a" to "702.6e" for "702.6f")."""
    near: tuple[ViewedPassage, ...] = ()
    """Where it does not exist: the passages of `siblings`."""

    @property
    def exists(self) -> bool:
        return bool(self.found)


def number_key(ref: str) -> NumberKey:
    """The parts of a rule number, lower-case: two spellings of one number have one key."""
    return tuple(_PARTS.findall(ref.casefold()))


def number_order(ref: str) -> tuple[tuple[int, int, str], ...]:
    """A sort key: numbers by their value, letters as the books count them ("z" before "aa")."""
    return tuple((0, int(part), "") if part.isdecimal() else (len(part), 0, part) for part in number_key(ref))


def find_references(text: str, prefixes: tuple[str, ...] = ("EQ",)) -> tuple[RuleMention, ...]:
    """The rule numbers in a text, in order of appearance, each once.

    `prefixes` are the letters before the numbers of a source that prints none of its own (`EQ.7.3`).
    A bare section number (`702`) counts only after a word such as "rule", or where it is the whole text; a range
    of letters (`702.6a-c`) counts as each of them. Never raises on any text.
    """
    mentions: dict[NumberKey, RuleMention] = {}
    for start, end, cued in sorted(_spans(text, prefixes)):
        printed = text[start:end].rstrip(" .")
        key = number_key(printed)
        if not key or any(m.start <= start and end <= m.end and m.key != key for m in mentions.values()):
            continue
        mention = RuleMention(key, printed, start, start + len(printed), cued)
        mentions.setdefault(key, mention)
        to, lasts = _range(text, end, key)
        for last in lasts:
            ranged = (*key[:-1], last)
            mentions.setdefault(ranged, RuleMention(ranged, printed[: -len(key[-1])] + last, start, to, cued))
    return tuple(mentions.values())


def _spans(text: str, prefixes: tuple[str, ...]) -> Iterator[tuple[int, int, bool]]:
    if whole := _WHOLE.fullmatch(text):
        yield *whole.span(1), True
    taken: list[tuple[int, int]] = []
    for match in _CUED.finditer(text):
        for number in _NUMBER.finditer(text, match.start(), match.end()):
            taken.append(number.span())
            yield *number.span(), True
    for number in _UNCUED.finditer(text):
        if not any(start <= number.start() < end for start, end in taken):
            yield *number.span(), False
    for prefix in prefixes:
        pattern = rf"(?<!\w){re.escape(prefix)}[.\s-]?\d{{1,3}}(?:\.\d{{1,3}}|\s\d{{1,2}}(?![\w.]))*(?!\d)"
        for number in re.finditer(pattern, text, re.IGNORECASE):
            yield *number.span(), True


def _range(text: str, end: int, key: NumberKey) -> tuple[int, tuple[str, ...]]:
    """Where a range ends, and the last parts of its numbers after the first ("702.6a-c", "435.1–435.4")."""
    match = _RANGE_END.match(text, end)
    to = number_key(match.group())[-1] if match is not None else ""
    number = re.search(_WHOLE_END + r"$", match.group(), re.IGNORECASE) if match is not None else None
    if match is None or len(key) < 2 or (number is not None and number_key(number.group())[:-1] != key[:-1]):
        return end, ()
    first = key[-1]
    lasts: tuple[str, ...] = ()
    if first.isdecimal() and to.isdecimal() and int(to) - int(first) <= _MOST_IN_RANGE:
        lasts = tuple(str(n) for n in range(int(first) + 1, int(to) + 1))
    elif len(first) == len(to) == 1 and first in _LETTERS and to in _LETTERS:
        lasts = tuple(letter for letter in _LETTERS if first < letter <= to)
    return (match.end() if lasts else end), lasts


class RuleNumbers:
    """The rule numbers of some passages (one view's, or several games' views), by their parts.

    A number that another rule has in the answering edition leads to that rule alone.
    """

    def __init__(self, passages: Iterable[ViewedPassage]) -> None:
        self._by_key: dict[NumberKey, list[ViewedPassage]] = {}
        self._below: dict[NumberKey, dict[str, ViewedPassage]] = {}
        prefixes = {"EQ"}
        for viewed in passages:
            ref = viewed.passage.ref
            if viewed.passage.kind is not PassageKind.RULE:
                continue
            key = number_key(ref)
            if not viewed.displaced:
                self._by_key.setdefault(key, []).append(viewed)
                self._below.setdefault(key[:-1], {}).setdefault(ref, viewed)
            if prefix := _PREFIX.match(ref):
                prefixes.add(prefix.group(1))
        self.prefixes = tuple(sorted(prefixes))
        """The letters that begin the numbers of sources that print none of their own."""

    def find(self, text: str) -> tuple[RuleMention, ...]:
        """The rule numbers in a text, whether or not they exist."""
        return find_references(text, self.prefixes)

    def lookup(self, mention: RuleMention) -> NumberLookup:
        """The rules that a mention names, or the nearest existing numbers."""
        if found := self._by_key.get(mention.key):
            return NumberLookup(mention, tuple(found), None, ())
        for length in range(len(mention.key) - 1, 0, -1):
            above = mention.key[:length]
            parents, below = self._by_key.get(above, []), self._below.get(above, {})
            if parents or below:
                parent = parents[0].passage.ref if parents else None
                return NumberLookup(mention, (), parent, tuple(below), tuple(below.values()))
        return NumberLookup(mention, (), None, ())


def lookup(view: EditionView, mention: RuleMention) -> NumberLookup:
    """The rules that a mention names in one view, or the nearest existing numbers."""
    return RuleNumbers(view.members).lookup(mention)
