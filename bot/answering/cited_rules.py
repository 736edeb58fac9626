"""The rules that an answer cites: whether they exist in that edition, and whether they are those that decide."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bot.answering.library import Library
from index.references import NumberKey, number_key

_BEFORE = re.compile(
    r"(?:\(|\[)?\s*(?:\b(?:see|per|by|under|according to|cf|lihat|sesuai|menurut|berdasarkan|ver"
    r"|segun|según|v[eé]ase)\b\s*)?"
    r"(?:\b(?:the|la|las)\b\s*)?(?:\b(?:core|comprehensive)\b\s*)?"
    r"(?:\b(?:rules?|reglas?|aturan|peraturan|pasal|nomor|section|secci[oó]n|subrules?|cr|crs)\b|§|#)?\.?\s*:?\s*$",
    re.IGNORECASE,
)
_EDITION = r"(?:\d\.\d|20\d\d-\d\d-\d\d)"
_AFTER = re.compile(
    rf"(?:\s*\(?(?:(?:in|of|di|de|edition|edisi|edici[oó]n)\s+)*{_EDITION}(?![\d.]*\d)\)?)?\s*(?:\)|\])?"
)
_JOINED = re.compile(r"[\s,;/&+]*(?:(?:and|or|y|e|dan|atau|to|sampai|hasta)\s+)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class CitationCheck:
    """Rule numbers, each once, as the corpus writes them (`unknown`: as the answer does)."""

    cited: tuple[str, ...] = ()
    """Those that exist in the edition."""
    missing: tuple[str, ...] = ()
    """Rules that the derivation rests on and that the answer does not cite; empty where nothing is derived."""
    not_deciding: tuple[str, ...] = ()
    """Cited rules that the derivation does not rest on; empty where nothing is derived."""
    unknown: tuple[str, ...] = ()
    """Numbers that no rule of the edition has."""


def check_citations(
    answer: str, library: Library, game: str, edition: str | None, trail: Sequence[str] | None
) -> CitationCheck:
    """The citations of an answer; `trail` is None where nothing was derived."""
    cited: dict[str, None] = {}
    unknown: dict[str, None] = {}
    for mention in library.numbers_in(answer):
        found = library.lookup(mention, game, edition)
        if found.exists:
            cited.setdefault(found.found[0].passage.ref)
        else:
            unknown.setdefault(mention.printed)
    if trail is None:
        return CitationCheck(tuple(cited), unknown=tuple(unknown))
    return CitationCheck(
        tuple(cited),
        tuple(ref for ref in trail if not any(_covers(one, ref) for one in cited)),
        tuple(ref for ref in cited if not any(_covers(ref, one) for one in trail)),
        tuple(unknown),
    )


def without_citations(answer: str) -> str:
    """An answer without the rule numbers in it and the words that only introduce them."""
    spans = sorted((mention.start, mention.end) for mention in Library.numbers_in(answer))
    kept: list[str] = []
    at = 0
    for start, end in spans:
        if start < at:
            continue
        before = answer[at:start]
        if kept and _JOINED.fullmatch(before):
            before = ""
        else:
            introduced = _BEFORE.search(before)
            before = before[: introduced.start()] if introduced is not None else before
        after = _AFTER.match(answer, end)
        kept.append(before)
        at = after.end() if after is not None else end
    kept.append(answer[at:])
    return " ".join(kept)


def _covers(cited: str, deciding: str) -> bool:
    """Whether citing one rule cites another: it is that rule, one below it, or the one right above it."""
    one, other = number_key(cited), number_key(deciding)
    return one == other or _below(one, other) or (_below(other, one) and len(one) >= 2)


def _below(lower: NumberKey, upper: NumberKey) -> bool:
    return len(lower) > len(upper) and lower[: len(upper)] == upper
