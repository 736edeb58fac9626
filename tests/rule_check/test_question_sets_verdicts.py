"""On questions that were written without sight of the formal rules and phrases: a verdict that is given is right."""

from __future__ import annotations

import pytest

from bot.answering.checking import Checker, Considered, load_checker
from rule_check.derivation import Verdict
from rule_check.scenario import May
from rules_corpus.lexicon import load_lexicon
from tests.rule_check.question_sets import ADVERSARIAL, PLAIN, CheckedQuestion, load_question_set


@pytest.fixture(scope="module")
def checker() -> Checker:
    return load_checker(load_lexicon())


def _verdict(considered: Considered | None) -> str | None:
    """The yes or no that a player would be told; None where none is given."""
    if considered is None or considered.derivation is None:
        return None
    asks_for_a_value = not isinstance(considered.query, May) and considered.query.value is None
    verdict = considered.derivation.verdict
    return verdict.value if verdict in (Verdict.YES, Verdict.NO) and not asks_for_a_value else None


def _given(checker: Checker, question: CheckedQuestion) -> dict[str, str]:
    found = {}
    for language, text in question.question.items():
        verdict = _verdict(checker.consider(text, question.game, language, {}))
        if verdict is not None:
            found[language] = verdict
    return found


@pytest.mark.parametrize("path", [PLAIN, ADVERSARIAL], ids=["plain", "adversarial"])
def test_no_wrong_verdict(checker: Checker, path: object) -> None:
    questions = load_question_set(PLAIN if path == PLAIN else ADVERSARIAL)
    wrong = {
        (question.name, language): verdict
        for question in questions
        for language, verdict in _given(checker, question).items()
        if verdict != question.verdict.kind
    }
    assert wrong == {}


def test_some_are_read(checker: Checker) -> None:
    given = [verdict for question in load_question_set(PLAIN) for verdict in _given(checker, question).values()]
    assert {"yes", "no"} <= set(given)
