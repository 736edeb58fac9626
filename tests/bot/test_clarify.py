"""Clarifying: what is asked back, and that no word that was not understood ever leads to a verdict unconfirmed."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from bot.answering.answer import Answer, AnswerKind, Message
from bot.answering.checking import Checker
from bot.answering.machine import answer_json
from bot.answering.pipeline import Answering
from bot.answering.question import Question
from bot.errors import UserError
from index.search import SearchIndex
from index.snapshot import build_snapshot
from rule_check.choices import ASKED, CONFIRMED, MOST_CHOICES, NONE_OF_THESE
from rule_check.clarifying import MOST_ASKED
from rules_corpus.documents import load_starter_editions
from rules_corpus.lexicon import load_lexicon
from rules_corpus.merging import merge_layers
from rules_corpus.passages import PublishedCorpus
from tests.bot.conftest import MemoryCache, WordEncoder

TODAY = datetime.date(2026, 11, 1)
MARKED = "Can I equip my Equipment to my unit at a battlefield, wibble?"
"""A question whose act is clear, with a word that nobody knows."""
SETTLED = {
    "turn": "you",
    "phase": "main",
    "chain": "empty",
    "showdown": "no",
}
Ask = Callable[..., Answer]


@pytest.fixture(scope="module")
def real() -> Answering:
    """The pipeline over the starter corpus of Riftbound, with its formal rules."""
    lexicon = load_lexicon()
    corpus = PublishedCorpus(1, merge_layers(tuple(e for e in load_starter_editions() if e.game == "riftbound")))
    snapshot = build_snapshot(corpus, WordEncoder(), lexicon, MemoryCache())  # type: ignore[arg-type]
    index = SearchIndex(snapshot, WordEncoder(), lexicon, TODAY)
    checker = Checker(lexicon)
    return Answering(lambda: index, lexicon, checker=lambda: checker)


@pytest.fixture
def ask(real: Answering) -> Ask:
    def asked(text: str, facts: Mapping[str, str] | None = None, language: str = "en") -> Answer:
        return real.ask(Question(text, "riftbound", language=language, facts=dict(facts or {})))

    return asked


def answered(ask: Ask, text: str, facts: dict[str, str], language: str = "en") -> tuple[Answer, dict[str, str]]:
    """The answer once every fact that is asked back is chosen as usual (its first value), but nothing is confirmed."""
    for _ in range(10):
        answer = ask(text, facts, language)
        open_facts = [clarify for clarify in answer.clarify if clarify.fact != CONFIRMED]
        if not open_facts:
            return answer, facts
        assert answer.verdict is None
        assert not {clarify.fact for clarify in open_facts} & facts.keys(), "what is chosen is not asked again"
        facts = {**facts, **{clarify.fact: clarify.options[0].value for clarify in open_facts}}
    raise AssertionError("it goes on asking")


@pytest.mark.parametrize(
    ("text", "language"),
    [
        (MARKED, "en"),
        ("Boleh equip equipment gue ke unit gue di battlefield, wibble?", "id"),
        ("¿Puedo equipar mi equipo a mi unidad en un battlefield, wibble?", "es"),
    ],
)
def test_a_word_that_is_not_understood_leads_to_questions_and_no_verdict(ask: Ask, text: str, language: str) -> None:
    answer = ask(text, language=language)
    assert answer.verdict is None and answer.kind is not AnswerKind.DERIVED
    assert answer.check.finding == "TRANSLATION_AMBIGUOUS" and "wibble" in answer.check.untranslated
    assert 0 < len(answer.clarify) <= MOST_ASKED
    for clarify in answer_json(answer)["clarify"]:
        assert clarify["question"] and len(clarify["options"]) >= 2
        assert all(option["value"] and option["text"] for option in clarify["options"])


def test_everything_chosen_leads_to_one_confirmation_and_only_that_to_the_verdict(ask: Ask) -> None:
    answer, facts = answered(ask, MARKED, dict(SETTLED))
    assert answer.verdict is None
    (confirmation,) = answer.clarify
    assert confirmation.fact == CONFIRMED
    said = answer_json(answer)["clarify"][0]["question"]
    assert "wibble" in said and "it is your turn" in said and "the unit is at a battlefield" in said

    confirmed = ask(MARKED, {**facts, CONFIRMED: "yes"})
    assert (confirmed.kind, confirmed.verdict) == (AnswerKind.DERIVED, "yes")
    assert confirmed.check.finding == "VALID" and "wibble" in confirmed.check.untranslated
    notices = answer_json(confirmed)["notices"]
    assert any("as you chose it" in notice and "wibble" in notice for notice in notices)

    refused = ask(MARKED, {**facts, CONFIRMED: "no"})
    assert refused.verdict is None and refused.clarify == () and refused.kind is not AnswerKind.DERIVED


@pytest.mark.parametrize("turning", ["only", "neither", "without", "unless"])
def test_a_word_that_may_turn_the_question_is_never_confirmed_away(ask: Ask, turning: str) -> None:
    _, facts = answered(ask, MARKED, dict(SETTLED))
    facts = {**facts, CONFIRMED: "yes"}
    assert ask(MARKED, facts).verdict == "yes"
    text = MARKED.replace("wibble", f"wibble {turning}")
    assert ask(text, facts).verdict is None
    # Whoever says which question is meant has answered what the word left open.
    assert ask(text, {**facts, ASKED: "equip(e1,u1)"}).verdict == "yes"


def test_a_confirmation_does_not_stand_for_facts_that_were_never_chosen(ask: Ask) -> None:
    early = ask(MARKED, {CONFIRMED: "yes"})
    assert early.verdict is None and early.clarify


def test_the_answer_is_for_what_was_chosen(ask: Ask) -> None:
    _, facts = answered(ask, MARKED, {**SETTLED, "turn": "opponent"})
    confirmed = ask(MARKED, {**facts, CONFIRMED: "yes"})
    assert confirmed.verdict == "no"
    assert "it is your opponent's turn" in confirmed.check.facts


def test_a_choice_replaces_what_was_read(ask: Ask) -> None:
    text = "Can I equip my Equipment to my unit during my opponent's turn, in the main phase, with an empty chain?"
    facts = {**SETTLED, "turn": "you"}
    answer, facts = answered(ask, text, facts)
    if answer.clarify:
        answer = ask(text, {**facts, CONFIRMED: "yes"})
    assert answer.verdict == "yes"
    assert "it is your turn" in answer.check.facts
    assert "it is your opponent's turn" not in answer.check.facts


def test_another_question_than_the_one_read_has_to_be_confirmed(ask: Ask) -> None:
    text = "Can I equip my Equipment to my unit on my turn in the main phase?"
    answer, facts = answered(ask, text, {ASKED: "detach_at_will(e1)"})
    assert answer.verdict is None and [clarify.fact for clarify in answer.clarify] == [CONFIRMED]
    assert ask(text, {**facts, CONFIRMED: "yes"}).verdict == "no"


def test_none_of_these_gives_no_verdict_and_asks_no_more(ask: Ask) -> None:
    answer = ask(MARKED, {**SETTLED, ASKED: NONE_OF_THESE, CONFIRMED: "yes"})
    assert answer.verdict is None and answer.clarify == ()


@pytest.mark.parametrize("text", [MARKED, "Can I equip my Equipment to my unit at a battlefield?"])
def test_choices_that_cannot_all_be_so_give_no_verdict_and_are_asked_again(ask: Ask, text: str) -> None:
    """An attached Equipment is where its unit is."""
    answer = ask(text, {**SETTLED, "attached(e1)": "u1", "loc(e1)": "base", CONFIRMED: "yes"})
    assert answer.verdict is None and answer.check.finding in ("IMPOSSIBLE", "TRANSLATION_AMBIGUOUS")
    assert answer.clarify and answer.clarify[0].fact == "loc(e1)"
    assert answer.status == Message("No verdict: not all of this can be so at once")


@pytest.mark.parametrize(
    ("facts", "named"),
    [
        ({"weather": "rain"}, "controller(u1/u2/e1/e2)"),
        ({"controller(u9)": "you"}, "controller(u1/u2/e1/e2)"),
        ({"controller(e1,u1)": "you"}, "controller(u1/u2/e1/e2)"),
        ({"turn": "nobody"}, "you"),
        ({"attached(e1)": "e2"}, "u1"),
        ({"total_might(u1)": "3"}, "turn"),
        ({"equip_active(e1)": "yes"}, "turn"),
        ({"turn(": "you"}, "turn"),
        ({"x" * 100_000: "you"}, "turn"),
        ({"turn": "y" * 100_000}, "opponent"),
        ({ASKED: "equip(u1,e1)"}, "equip(e1/e2,u1/u2)"),
        ({ASKED: "dance(e1)"}, "equip(e1/e2,u1/u2)"),
        ({ASKED: "equip(e1,u1) when dances(u1)"}, "equip(e1/e2,u1/u2)"),
        ({ASKED: "now loc(e1) = moon"}, "equip(e1/e2,u1/u2)"),
        ({ASKED: "now"}, "equip(e1/e2,u1/u2)"),
        ({CONFIRMED: "maybe"}, "no"),
        ({f"fact{number}": "x" for number in range(5_000)}, str(MOST_CHOICES)),
    ],
)
def test_what_the_game_does_not_have_is_refused_in_one_sentence(ask: Ask, facts: dict[str, str], named: str) -> None:
    from bot.locale.translation import translate

    with pytest.raises(UserError) as refused:
        ask(MARKED, facts)
    sentence = translate(refused.value.message, "en")
    assert named in sentence and len(sentence) < 2_500 and "\n" not in sentence


def test_a_bad_fact_in_a_batch_is_an_error_of_its_line(tmp_path: Path) -> None:
    from bot.commands.answers import _question
    from bot.commands.console import batch_lines

    lines = tmp_path / "lines.jsonl"
    lines.write_text(json.dumps({"id": 1, "question": "x", "facts": {"turn": 3}}) + "\n", encoding="utf-8")
    (line,) = list(batch_lines(lines))
    with pytest.raises(UserError):
        _question(line, Question(""))


def test_a_complete_question_that_depends_asks_for_what_settles_most(ask: Ask) -> None:
    answer = ask("Can I equip my Equipment to my unit?")
    assert (answer.kind, answer.verdict) == (AnswerKind.DERIVED, "depends")
    assert answer.clarify[0].fact == "phase"
    facts = {"turn": "you", "phase": "main", "chain": "empty", "showdown": "no"}
    assert ask("Can I equip my Equipment to my unit?", facts).verdict == "yes"
