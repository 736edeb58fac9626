"""The rule checker's question sets are complete, consistent, and cite rules that exist."""

from __future__ import annotations

import os
import re
from collections import Counter
from itertools import chain
from pathlib import Path

import pytest

from tests.rule_check.question_sets import (
    ADVERSARIAL,
    PLAIN,
    BadQuestionSet,
    CheckedQuestion,
    load_question_set,
    question_from,
)

PLAIN_SET = load_question_set(PLAIN)
ADVERSARIAL_SET = load_question_set(ADVERSARIAL)
BOTH = PLAIN_SET + ADVERSARIAL_SET

GAMES = ("vandaria", "riftbound", "mtg")
TRAPS = {
    "negation", "double_negation", "tag", "scope", "double_condition", "swapped_roles", "sequence", "count",
    "hypothetical", "other_game", "invented", "named_card", "typo", "mixed_language", "twin", "silent", "nonsense",
}  # fmt: skip

CORPORA = os.environ.get("RULESBOT_TEST_CORPORA")
# Where each game's rule numbers stand in its text, one a line.
NUMBERED = {
    "vandaria": ("vandaria/RULES.md", r"^\| (EQ\.[\d.]+) \|"),
    "riftbound": ("riftbound/core_rules_v1.4_2026-07-16.txt", r"^([\d.]+(?:[a-z0-9]+\.)*?[a-z0-9]*)\.\s"),
    "mtg": ("mtg/MagicCompRules-20260807.official-bytes.txt", r"^(\d+\.\d+[a-z]*)\.?\s"),
}

ENTRY = {
    "id": "a",
    "game": "mtg",
    "verdict": "no",
    "rules": ["301.5"],
    "why": "Because.",
    "question": {"en": "One?", "id": "Satu?", "es": "¿Uno?"},
}


@pytest.mark.parametrize("questions", [PLAIN_SET, ADVERSARIAL_SET], ids=["plain", "adversarial"])
def test_twenty_questions_a_game(questions: tuple[CheckedQuestion, ...]) -> None:
    assert Counter(question.game for question in questions) == dict.fromkeys(GAMES, 20)


def test_every_name_and_every_wording_is_used_once() -> None:
    names = Counter(question.name for question in BOTH)
    wordings = Counter(text.casefold() for question in BOTH for text in question.question.values())
    assert [name for name, times in names.items() if times > 1] == []
    assert [text for text, times in wordings.items() if times > 1] == []


def test_every_question_is_there_in_three_languages() -> None:
    assert {
        question.name: set(question.question) for question in BOTH if set(question.question) != {"en", "id", "es"}
    } == {}


def test_plain_verdicts() -> None:
    """A plain question always has an answer by the rules, be it that they are silent."""
    kinds = {question.verdict.kind for question in PLAIN_SET}
    assert kinds == {"yes", "no", "depends", "outcome", "open"}
    assert [question.name for question in PLAIN_SET if question.trap or question.proposition] == []


def test_adversarial_verdicts() -> None:
    """What a yes or no is about is said outright, since the question's own polarity is the trap."""
    assert {question.verdict.kind for question in ADVERSARIAL_SET} == {"yes", "no", "outcome", "none"}
    assert {question.trap for question in ADVERSARIAL_SET} == TRAPS
    needs = {question.name for question in ADVERSARIAL_SET if question.verdict.kind in {"yes", "no"}}
    assert {question.name for question in ADVERSARIAL_SET if question.proposition} == needs


def test_every_verdict_but_silence_cites_its_rules() -> None:
    silent = {question.name for question in BOTH if question.verdict.kind in {"open", "none"}}
    assert {question.name for question in BOTH if not question.rules} == silent
    assert [question.name for question in BOTH if len(set(question.rules)) != len(question.rules)] == []


def test_twins_are_plain_questions_with_another_answer() -> None:
    plain = {question.name: question for question in PLAIN_SET}
    twins = [(question, plain[question.twin]) for question in BOTH if question.twin]
    assert len(twins) >= 10
    assert [question.name for question, twin in twins if question.game != twin.game] == []
    assert [question.name for question, twin in twins if question.verdict == twin.verdict] == []


@pytest.mark.corpora
@pytest.mark.skipif(CORPORA is None, reason="RULESBOT_TEST_CORPORA names no folder of official texts")
@pytest.mark.parametrize("game", GAMES)
def test_cited_rules_exist(game: str) -> None:
    assert CORPORA is not None
    path, number = NUMBERED[game]
    text = (Path(CORPORA) / path).read_bytes().decode("utf-8", errors="replace").replace("\r", "\n")
    known = set(re.findall(number, text, re.MULTILINE))
    cited = set(chain.from_iterable(question.rules for question in BOTH if question.game == game))
    assert cited - known == set()


def test_a_good_entry_is_read() -> None:
    question = question_from(ENTRY | {"verdict": "outcome: falls off"})
    assert (question.verdict.kind, question.verdict.outcome) == ("outcome", "falls off")


@pytest.mark.parametrize(
    "change",
    [
        {"verdict": "maybe"},
        {"verdict": False},
        {"rules": [301.5]},
        {"verdict": "outcome"},
        {"verdict": "outcome: "},
        {"verdict": "yes:really"},
        {"rules": "301.5"},
        {"rules": [""]},
        {"why": " "},
        {"question": {"en": "One?", "id": "", "es": "¿Uno?"}},
        {"question": "One?"},
        {"note": "unknown"},
    ],
)
def test_a_bad_entry_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(BadQuestionSet, match=r"^a: "):
        question_from(ENTRY | change)


def test_an_entry_without_a_field_is_refused() -> None:
    with pytest.raises(BadQuestionSet, match="verdict"):
        question_from({key: value for key, value in ENTRY.items() if key != "verdict"})
