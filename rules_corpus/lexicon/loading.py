"""Reads the lexicon's data files."""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files

from rules_corpus.lexicon.terms import Informal, Lexicon, Term
from rules_corpus.lexicon.words import fold

_GAME_LETTERS = {"R": "riftbound", "M": "mtg", "V": "vandaria"}


class LexiconError(ValueError):
    """A data file of the lexicon is malformed; the message names file, line and fault."""


def read_rows(name: str) -> list[dict[str, str]]:
    """The rows of one of the lexicon's CSV files. LexiconError if a row has too many or too few fields."""
    lines = files("rules_corpus.lexicon").joinpath(name).read_text(encoding="utf-8").splitlines()
    header, *rows = csv.reader(lines)
    for number, row in enumerate(rows, start=2):
        if len(row) != len(header):
            raise LexiconError(f"{name}:{number}: {len(row)} fields instead of {len(header)}")
    return [dict(zip(header, row, strict=True)) for row in rows]


def _term(row: dict[str, str]) -> Term:
    unknown = [letter for letter in row["games"].split() if letter not in _GAME_LETTERS]
    if unknown or not row["games"].split():
        raise LexiconError(f"terms.csv: {row['concept']}: unknown games {row['games']!r}")
    return Term(
        concept=row["concept"],
        games=tuple(_GAME_LETTERS[letter] for letter in row["games"].split()),
        kind=row["kind"],
        english=tuple(form.strip() for form in row["rules_say"].split(";") if form.strip()),
        written={language: row[language] for language in ("en", "id", "es")},
        evidence=float(row["evidence"] or 1.0),
    )


@cache
def load_lexicon() -> Lexicon:
    """The lexicon of the data files beside this module. LexiconError where one of them is malformed."""
    terms = tuple(_term(row) for row in read_rows("terms.csv"))
    informal = {
        fold(row["informal"]): Informal(tuple(fold(row["formal"]).split()), row["class"])
        for row in read_rows("informal_id.csv")
    }
    protected = files("rules_corpus.lexicon").joinpath("protected_terms.txt").read_text(encoding="utf-8")
    words = (fold(line.strip()) for line in protected.splitlines() if line.strip() and not line.startswith("#"))
    function_words: dict[str, dict[str, float]] = {}
    for row in read_rows("function_words.csv"):
        weighed = dict.fromkeys(row["words"].split(), float(row["weight"]))
        function_words.setdefault(row["language"], {}).update(weighed)
    return Lexicon(
        terms=terms,
        informal=informal,
        protected=frozenset(w.replace("-", "") for w in words),
        function_words=function_words,
        stop_words={row["language"]: frozenset(row["words"].split()) for row in read_rows("stop_words.csv")},
    )
