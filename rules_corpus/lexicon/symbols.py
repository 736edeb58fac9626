"""Symbols of rules and card texts in words.

Riftbound's sources write symbols as `:rb_energy_1:` or in the rules' shorthand `[1][C]`; neither is readable.
Magic's braces (`{T}`, `{2}{W/U}`) are what players themselves write, and stay.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from rules_corpus.lexicon.loading import read_rows

_SHORTHAND = r"\[(?:\d{1,2}|[AEMTSRGBOPYC])\]"
_RUN = re.compile(rf"(?::rb_[a-z0-9_]+:|{_SHORTHAND})+")
_ONE = re.compile(rf":rb_[a-z0-9_]+:|{_SHORTHAND}")
_LONE_DOMAIN = re.compile(r"\[[RGBOPY]\]")
_NAMED_AS_SHORTHAND = re.compile(r"shorthand (?:is |as )?$")
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Symbol:
    counts: bool
    """It stands for one unit of a resource, so that two in a row are "2 …"."""
    words: dict[str, str]
    """By language; `#` is the symbol's own number."""


@cache
def load_symbols() -> dict[str, Symbol]:
    """The symbols of symbols.csv by their notation, `#` standing for a number in it."""
    return {
        row["symbol"]: Symbol(row["counts"] == "yes", {lang: row[lang] for lang in ("en", "id", "es")})
        for row in read_rows("symbols.csv")
    }


def readable(text: str, language: str) -> str:
    """A text with Riftbound's symbols in words of the language (en for an unknown one); Magic's `{…}` stay.

    A domain's letter is read as a symbol only beside another one (`[1][G]`), since the rules also use such letters
    as placeholders. Symbols in a row are joined by " + " ("1 Energy + 2 Fury Power"); an unknown `:rb_x_y:` reads
    "[x y]".
    """
    spoken = language if language in ("en", "id", "es") else "en"
    return _RUN.sub(lambda run: run.group() if _means_itself(run) else _run_in_words(run, spoken), text)


def _means_itself(run: re.Match[str]) -> bool:
    """Whether brackets are no symbol here: a placeholder ("Replace [X] with [Y]") or named ("its shorthand is [E]")."""
    if ":" in run.group():
        return False
    if _LONE_DOMAIN.fullmatch(run.group()):
        return True
    before = run.string[max(0, run.start() - 20) : run.start()]
    return bool(_NAMED_AS_SHORTHAND.search(before)) or run.string.startswith(" shorthand", run.end())


def _run_in_words(run: re.Match[str], language: str) -> str:
    parts: list[str] = []
    for notation, repeated in groupby(_ONE.findall(run.group())):
        parts.extend(_in_words(notation, len(list(repeated)), language))
    words = " + ".join(parts)
    text = run.string
    if run.start() > 0 and text[run.start() - 1].isalnum():
        words = " " + words
    if run.end() < len(text) and text[run.end()].isalnum():
        words += " "
    return words


def _in_words(notation: str, times: int, language: str) -> list[str]:
    number = _NUMBER.search(notation)
    symbol = load_symbols().get(_NUMBER.sub("#", notation))
    if symbol is None:
        name = notation.strip(":").removeprefix("rb_").replace("_", " ").strip()
        return [f"[{name or 'rb'}]"] * times
    words = symbol.words[language].replace("#", number.group() if number else "")
    return [f"{times} {words}"] if symbol.counts else [words] * times
