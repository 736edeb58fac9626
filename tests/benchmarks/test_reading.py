"""What the reading benchmark counts as right, and what its simulated player answers."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from benchmarks.gold_scenarios import GoldQuestion, load_scenarios
from benchmarks.reading import Grade, Played, grade, lines, with_scenarios
from benchmarks.simulated_player import ROUNDS, Player
from bot.evaluation.questions import GradedQuestion
from rule_check.vocabulary import Vocabulary
from rule_check.vocabulary_file import load_vocabulary
from rule_check.wording import event_words, fact_words

EQUIP = "given: {'personal_ok(e1,f1)': no, attached(e1): f2}, granted: {phase: main}, may: 'equip(e1,f1)', expect: no"


@pytest.fixture(scope="module")
def vocabulary() -> Vocabulary:
    return load_vocabulary("vandaria")


@pytest.fixture
def gold(tmp_path: Path) -> Any:
    def of(fields: str) -> GoldQuestion:
        path = tmp_path / "scenarios.yaml"
        path.write_text(f"- {{id: a, {fields}}}", encoding="utf-8")
        return load_scenarios(path)[0]

    return of


def reply(verdict: str | None = None, **more: Any) -> dict[str, Any]:
    empty = {"verdict": verdict, "outcome": [], "parts": [], "clarify": [], "check": {"facts": [], "assumptions": []}}
    return empty | more


def entry(fact: str, *values: str) -> dict[str, Any]:
    return {"fact": fact, "question": "?", "options": [{"value": value, "text": value} for value in values]}


def became(time: str, attribute: str, value: str) -> dict[str, Any]:
    return reply(outcome=[{"time": time, "attribute": attribute, "value": value}])


@pytest.mark.parametrize(
    ("fields", "answer", "verdict", "expected"),
    [
        (EQUIP, reply("no"), "no", Grade.RIGHT),
        (EQUIP, reply("yes"), "no", Grade.WRONG),
        (EQUIP, reply("depends"), "no", Grade.CONDITIONAL),
        (EQUIP, reply(), "no", Grade.NOTHING),
        (EQUIP, reply(clarify=[entry("phase", "main")]), "no", Grade.CLARIFY),
        ("may: 'equip(e1,f1)', expect: no", reply("depends"), "no", Grade.WRONG),
        ("may: 'equip(e1,f1)', expect: depends", reply("depends"), "depends", Grade.RIGHT),
        ("may: 'equip(e1,f1)', expect: no, opposite: yes", reply("yes"), "yes", Grade.RIGHT),
        ("may: target(e1), expect: silent", reply("no"), "not_covered", Grade.WRONG),
        ("may: target(e1), expect: silent", reply(), "not_covered", Grade.NOTHING),
        ("then: now loc(e1), expect: inside", became("now", "loc(e1)", "inside"), "outcome", Grade.RIGHT),
        ("then: now loc(e1), expect: inside", became("now", "loc(e1)", "outside"), "outcome", Grade.WRONG),
        ("then: now loc(e1), expect: inside", became("resolution", "loc(e1)", "inside"), "outcome", Grade.UNGRADED),
        ("then: now loc(e1) = inside, expect: no", became("now", "loc(e1)", "outside"), "no", Grade.RIGHT),
        ("not_formal: a definition", reply("yes"), "not_covered", Grade.WRONG),
        ("not_formal: a definition", reply(), "not_covered", Grade.NOTHING),
        (
            "parts: [{may: target(e1), expect: yes}, {may: target(e2), expect: no}]",
            reply(parts=[reply("no"), reply()]),
            "outcome",
            Grade.RIGHT,
        ),
        (EQUIP, reply(parts=[reply("no"), reply("yes")]), "no", Grade.WRONG),
    ],
)
def test_grades(gold: Any, fields: str, answer: dict[str, Any], verdict: str, expected: Grade) -> None:
    assert grade(answer, gold(fields), verdict, {}) is expected


@pytest.mark.parametrize(
    ("asked", "given", "expected"),
    [
        ("equip(e1,f1)", "no", Grade.RIGHT),
        ("equip(e1,f1)", "yes", Grade.WRONG),
        ("target(e1) when leaves_play(f1)", "yes", Grade.RIGHT),
        ("target(e1)", "no", Grade.WRONG),
        ("target(e2)", "no", Grade.UNGRADED),
        ("none", None, Grade.NOTHING),
    ],
)
def test_the_question_that_was_meant_is_the_one_answered(
    gold: Any, asked: str, given: str | None, expected: Grade
) -> None:
    parts = gold("parts: [{may: 'equip(e1,f1)', expect: no, opposite: yes}, {may: target(e1), expect: yes}]")
    assert grade(reply(given), parts, "outcome", {}, asked) is expected


def test_objects_may_have_other_names(gold: Any, vocabulary: Vocabulary) -> None:
    question = gold("given: {attached(e1): f2}, event: leaves_play(f2), then: now attached(e1), expect: none")
    understood = [
        fact_words("attached(e1)", "f1", vocabulary, "es"),
        event_words("leaves_play(f1)", vocabulary, "es"),
    ]
    answer = became("now", "attached(e1)", "none") | {"check": {"facts": understood, "assumptions": []}}
    renaming = Player(question, vocabulary, "es").renaming(answer)
    assert (renaming["f1"], renaming["e1"]) == ("f2", "e1")
    assert grade(answer, question, "outcome", renaming) is Grade.RIGHT


@pytest.mark.parametrize(
    ("asked_back", "answered"),
    [
        (entry("phase", "main", "battle", "other"), ("phase", "main")),
        (entry("personal_ok(e1,f1)", "yes", "no"), ("personal_ok(e1,f1)", "no")),
        (entry("stray(f1)", "yes", "no"), ("stray(f1)", "no")),
        (entry("same_territory(e1,f1)", "yes", "no"), None),
        (entry("game", "mtg", "vandaria"), None),
        (entry("asked", "target(e1)", "equip(e1,f1)", "none"), ("asked", "equip(e1,f1)")),
        (entry("asked", "target(e1)", "none"), ("asked", "none")),
    ],
)
def test_what_the_player_knows(
    gold: Any, vocabulary: Vocabulary, asked_back: dict[str, Any], answered: tuple[str, str] | None
) -> None:
    player = Player(gold(EQUIP), vocabulary, "en")
    assert player.answer(reply(clarify=[asked_back]), {}) == answered
    assert player.answer(reply(clarify=[asked_back]), {asked_back["fact"]: "x"}) is None


def test_which_moment_is_meant(gold: Any, vocabulary: Vocabulary) -> None:
    player = Player(gold("event: leaves_play(f1), then: now loc(e1), expect: depends"), vocabulary, "en")
    offered = entry("asked", "now loc(e1)", "now loc(e1) when returns_home(f1)", "now loc(e1) when leaves_play(f1)")
    assert player.answer(reply(clarify=[offered]), {}) == ("asked", "now loc(e1) when leaves_play(f1)")


def test_an_outcome_whose_value_is_asked_for(gold: Any, vocabulary: Vocabulary) -> None:
    player = Player(gold("then: now loc(e1) = inside, expect: depends"), vocabulary, "en")
    offered = ["now loc(e1)", "now loc(e2) = inside", "none"]
    assert player.answer(reply(clarify=[entry("asked", *offered)]), {}) == ("asked", "now loc(e1)")
    exact = entry("asked", *offered, "now loc(e1) = inside")
    assert player.answer(reply(clarify=[exact]), {}) == ("asked", "now loc(e1) = inside")


def test_nothing_else_matters_only_if_all_of_it_is_there(gold: Any, vocabulary: Vocabulary) -> None:
    player = Player(gold(EQUIP), vocabulary, "en")
    said = {
        (fact, value): fact_words(fact, value, vocabulary, "en")
        for fact, value in (("personal_ok(e1,f1)", "no"), ("attached(e1)", "f2"), ("stray(f1)", "yes"))
    }

    def confirmed(*facts: tuple[str, str], chosen: Mapping[str, str], event: str | None = None) -> str:
        texts = [said[fact] for fact in facts] + ([event] if event else [])
        answer = reply(clarify=[entry("confirmed", "yes", "no")], check={"facts": texts, "assumptions": []})
        told = player.answer(answer, chosen)
        assert told is not None
        return told[1]

    everything = (("personal_ok(e1,f1)", "no"), ("attached(e1)", "f2"))
    assert confirmed(*everything, chosen={}) == "yes"
    assert confirmed(everything[0], chosen={"attached(e1)": "f2", "asked": "equip(e1,f1)"}) == "yes"
    assert confirmed(*everything, chosen={"asked": "now must_deploy(f1) = yes"}) == "yes"
    assert confirmed(everything[0], chosen={}) == "no"
    assert confirmed(*everything, ("stray(f1)", "yes"), chosen={}) == "no"
    assert confirmed(*everything, chosen={}, event=event_words("leaves_play(f1)", vocabulary, "en")) == "no"


def test_a_conversation(gold: Any, vocabulary: Vocabulary) -> None:
    """It goes on as long as something is asked back that the player knows, and ends with a verdict."""
    asked = []

    def ask(facts: Mapping[str, str]) -> dict[str, Any]:
        asked.append(dict(facts))
        if len(facts) == 2:
            return reply("no", clarify=[entry("turn", "you")])
        return reply("depends", clarify=[entry("phase", "main"), entry("stray(f1)", "no")])

    found = Player(gold(EQUIP), vocabulary, "en").converse(ask)
    assert (found.first["verdict"], found.last["verdict"], found.rounds) == ("depends", "no", 2)
    assert asked == [{}, {"phase": "main"}, {"phase": "main", "stray(f1)": "no"}]


def test_a_conversation_ends(gold: Any, vocabulary: Vocabulary) -> None:
    facts = [f"stray({name})" for name in ("f1", "f2", "f3", "e1", "e2")]
    facts += [*(f"endure({name})" for name in ("f1", "f2", "f3")), "as_response", "same_card"]
    found = Player(gold(EQUIP), vocabulary, "en").converse(
        lambda chosen: reply(clarify=[entry(fact, "yes", "no") for fact in facts])
    )
    assert found.rounds == ROUNDS


def test_counts(gold: Any) -> None:
    played = [
        Played("a", "vandaria", "en", False, Grade.CLARIFY, Grade.RIGHT, 2),
        Played("b", "vandaria", "en", True, Grade.NOTHING, Grade.NOTHING, 0),
    ]
    head, *rows = [line.split() for line in lines(played)]
    assert head[:4] == ["game", "lang", "n", "open"]
    assert rows[-1] == ["vandaria", "en", "2", "1", *"000011", "|", *"1000", "1", "1.0"]
    graded = [GradedQuestion(name, "vandaria", None, (), "no", frozenset()) for name in ("b", "a")]
    assert [pair[0].id for pair in with_scenarios(graded, [gold(EQUIP)])] == ["a"]
