"""Rules without reading: on the facts of graded questions, what is derived is right, and little stays open."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from benchmarks.gold_scenarios import (
    LEFT_OPEN,
    BadScenarioFile,
    GoldPart,
    GoldQuestion,
    is_right,
    is_wrong,
    load_scenarios,
    result_of,
)
from bot.evaluation.questions import UNCOVERED, VERDICTS, GradedQuestion, read_questions
from rule_check.topics import Topic, load_topics
from tests.rule_check.question_sets import DATA

QUESTIONS = load_scenarios(DATA / "dev_scenarios.yaml")
GRADED = os.environ.get("RULESBOT_TEST_QUESTIONS")
PREFIXES = {"V": "vandaria", "rb-": "riftbound", "mtg-": "mtg"}
"""What the ids of a game's questions begin with."""

needs_graded = pytest.mark.skipif(GRADED is None, reason="RULESBOT_TEST_QUESTIONS names no file of graded questions")


@pytest.fixture(scope="module")
def topics() -> Mapping[str, Topic]:
    return load_topics()


@pytest.fixture(scope="module")
def results(topics: Mapping[str, Topic]) -> Mapping[str, tuple[str, ...]]:
    """What is derived for each part of each formal question, with what is taken for granted."""
    return {q.id: tuple(_result(topics[_game(q)], part) for part in q.parts) for q in _formal()}


def _game(question: GoldQuestion) -> str:
    return next(game for prefix, game in PREFIXES.items() if question.id.startswith(prefix))


def _formal() -> list[GoldQuestion]:
    return [question for question in QUESTIONS if question.not_formal is None]


def _result(topic: Topic, part: GoldPart) -> str:
    return "unmodelled" if part.query is None else result_of(topic.engine, part.usual, part.query)


def test_shape() -> None:
    assert len({question.id for question in QUESTIONS}) == len(QUESTIONS)
    assert [question.id for question in QUESTIONS if (question.not_formal is None) != bool(question.parts)] == []


def test_nothing_derived_is_wrong(results: Mapping[str, tuple[str, ...]]) -> None:
    wrong = {
        question.id: (result, part.expect)
        for question in _formal()
        for part, result in zip(question.parts, results[question.id], strict=True)
        if part.query is not None and is_wrong(result, part.expect)
    }
    assert wrong == {}


def test_nine_in_ten_are_decided(results: Mapping[str, tuple[str, ...]]) -> None:
    """Decided in every part: by the expected result, or left open where the rules leave it open."""
    undecided = [
        question.id
        for question in _formal()
        if not all(
            part.query is not None and is_right(result, part.expect)
            for part, result in zip(question.parts, results[question.id], strict=True)
        )
    ]
    assert len(undecided) <= len(_formal()) / 10, undecided


def test_without_what_is_granted_nothing_else_is_stated(topics: Mapping[str, Topic]) -> None:
    """Of a question's own facts alone the same follows, or it depends."""
    wrong = {}
    for question in _formal():
        for part in question.parts:
            if part.query is not None and part.granted:
                result = result_of(topics[_game(question)].engine, part.scenario, part.query)
                if result not in {part.expect, "depends", *LEFT_OPEN}:
                    wrong[question.id] = result
    assert wrong == {}


@needs_graded
def test_the_ids_are_those_of_graded_questions() -> None:
    assert [question.id for question in QUESTIONS if question.id not in _graded()] == []
    assert [q.id for q in QUESTIONS if _game(q) != _graded()[q.id].game] == []


@needs_graded
def test_what_is_expected_is_the_gold_verdict() -> None:
    """A question of one part expects what its gold verdict says, or the reverse where it asks for the opposite."""
    different = {}
    for question in QUESTIONS:
        verdict = _graded()[question.id].verdict
        if question.disputed is not None or len(question.parts) != 1 or question.parts[0].query is None:
            continue
        part = question.parts[0]
        expected = {"yes": "no", "no": "yes"}[part.expect] if part.opposite else part.expect
        if expected == "silent":
            same = verdict in UNCOVERED
        else:
            same = verdict == expected if verdict in VERDICTS else verdict == "outcome"
        if not same:
            different[question.id] = (verdict, expected)
    assert different == {}


def _graded() -> Mapping[str, GradedQuestion]:
    assert GRADED is not None
    return {question.id: question for question in read_questions(Path(GRADED))}


@pytest.mark.parametrize(
    "entry",
    [
        "[]",
        "- {may: 'equip(e1,f1)', expect: yes}",
        "- {id: a, expect: yes}",
        "- {id: a, may: target(e1)}",
        "- {id: a, may: target(e1), then: now loc(e1), expect: yes}",
        "- {id: a, may: target(e1), expect: maybe}",
        "- {id: a, may: target(e1), expect: yes, note: b}",
        "- {id: a, may: target(e1), expect: yes, not_formal: b}",
        "- {id: a, may: target(e1), expect: yes, given: [b]}",
        "- {id: a, may: target(e1), expect: yes, parts: [{may: target(e1), expect: yes}]}",
        "- {id: a, parts: [{may: target(e1), expect: yes, note: b}]}",
    ],
)
def test_a_bad_entry_is_refused(tmp_path: Path, entry: str) -> None:
    path = tmp_path / "scenarios.yaml"
    path.write_text(entry, encoding="utf-8")
    with pytest.raises(BadScenarioFile):
        load_scenarios(path)


def test_what_parts_share(tmp_path: Path) -> None:
    path = tmp_path / "scenarios.yaml"
    path.write_text(
        "- {id: a, given: {turn: you}, granted: {phase: main, turn: opponent}, before: [{event: b, given: {c: d}}],\n"
        "   parts: [{may: e, expect: no, opposite: yes}, {event: [f, g], then: now h, expect: i}, {unmodelled: j}]}",
        encoding="utf-8",
    )
    (question,) = load_scenarios(path)
    first, second, third = question.parts
    assert first.usual.facts == (("turn", "you"), ("phase", "main"))
    assert first.known == {"turn": "you", "phase": "main", "c": "d"}
    assert first.opposite
    assert (second.scenario.events, second.expect, second.opposite) == (("f", "g"), "i", False)
    assert (third.query, third.unmodelled) == (None, "j")
