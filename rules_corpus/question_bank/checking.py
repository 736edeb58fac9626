"""What is wrong with bank entries, as far as a program can tell."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from rules_corpus.lexicon.words import split_words
from rules_corpus.normalisation import normalise
from rules_corpus.passages import LANGUAGES
from rules_corpus.question_bank.entries import BankEntry

FEWEST_WORDS = 4
MOST_WORDS = 45
LEAKED_WORDS = 7
"""So many words in a row that a rule has as well: the question was copied from it. Shorter runs are the names of things
("at the beginning of your turn")."""
EXPECTED: Mapping[str, int] = {"en": 2, "id": 1, "es": 1}


class Problem(StrEnum):
    TOO_FEW = "too few questions"
    TOO_SHORT = "too short"
    TOO_LONG = "too long"
    DUPLICATE = "asked of another rule too"
    LEAKED = "worded as the rule is"


@dataclass(frozen=True, slots=True)
class BankProblem:
    entry: BankEntry
    language: str
    question: str
    """Empty where the problem is the entry's."""
    problem: Problem


def problems_of(entries: Iterable[BankEntry], rule_texts: Mapping[str, str]) -> Iterator[BankProblem]:
    """The problems of the entries of one edition; `rule_texts`: the official texts by ref, as far as they are known."""
    asked: dict[str, set[str]] = defaultdict(set)
    entries = list(entries)
    for entry in entries:
        for _, question in entry.questions:
            asked[normalise(question)].add(entry.ref)
    for entry in entries:
        for language in LANGUAGES:
            if len(entry.in_language(language)) < EXPECTED[language]:
                yield BankProblem(entry, language, "", Problem.TOO_FEW)
        runs = _runs(split_words(rule_texts.get(entry.ref, "").casefold()))
        for language, question in entry.questions:
            words = split_words(question.casefold())
            if len(words) < FEWEST_WORDS:
                yield BankProblem(entry, language, question, Problem.TOO_SHORT)
            if len(words) > MOST_WORDS:
                yield BankProblem(entry, language, question, Problem.TOO_LONG)
            if len(asked[normalise(question)]) > 1:
                yield BankProblem(entry, language, question, Problem.DUPLICATE)
            if runs & _runs(words):
                yield BankProblem(entry, language, question, Problem.LEAKED)


def _runs(words: list[str]) -> set[tuple[str, ...]]:
    return {tuple(words[at : at + LEAKED_WORDS]) for at in range(len(words) - LEAKED_WORDS + 1)}
