"""Verdicts: given for the very question only, never for one that resembles it."""

from __future__ import annotations

import datetime
from collections.abc import Callable

import pytest

from bot.answering.answer import Answer, AnswerKind, Message
from bot.answering.pipeline import Answering
from bot.answering.question import Question
from bot.locale.translation import translate


def wording(answer: Answer) -> str:
    parts: list[Message | str] = [*answer.says, *answer.notices, *([answer.status] if answer.status else [])]
    return "\n".join(translate(part, answer.language) for part in parts)


@pytest.mark.parametrize(
    ("text", "language", "verdict"),
    [
        ("Can I equip a unit at a battlefield?", "en", "yes"),
        ("can i equip a unit at a batlefield", "en", "yes"),
        ("Unit di battlefield bisa di-equip ga?", "id", "yes"),
        ("puedo equipar una unit en un battlefield", "es", "yes"),
        ("Does an attached Equipment’s own text still work", "en", "no"),
    ],
)
def test_the_very_question_gets_its_verdict(answering: Answering, text: str, language: str, verdict: str) -> None:
    answer = answering.ask(Question(text, game="riftbound"))
    assert (answer.kind, answer.verdict, answer.language) == (AnswerKind.FAQ, verdict, language)
    assert answer.citations and answer.citations[0].quote
    assert answer.check.finding is None
    assert answer.status == Message("From the FAQ, not checked against a model")


@pytest.mark.parametrize(
    "text",
    [
        "Can't I equip a unit at a battlefield?",
        "Can I not equip a unit at a battlefield?",
        "Can I equip an enemy unit at a battlefield?",
        "Can my opponent equip a unit at a battlefield?",
        "Can I equip a unit at a battlefield during a showdown?",
        "Can I equip units at a battlefield?",
        "Can I equip a unit at my battlefield?",
        "Can I equip a unit away from a battlefield?",
        "Can I unequip a unit at a battlefield?",
        "Could I equip a unit at a battlefield?",
        "Can I equip a unit at a battlefield? It is exhausted.",
        "Unit di battlefield gak bisa di-equip?",
        "Unit lawan di battlefield bisa di-equip gak?",
        "Unit di battlefield biasa di-equip gak?",
        "Unit di luar battlefield bisa di-equip gak?",
        "Unit di battlefield bisa di-equip kan?",
        "¿Puede equipar una unit en un battlefield?",
        "¿No puedo equipar una unit en un battlefield?",
        "¿Puedo equipar una unit rival en un battlefield?",
        "¿Pude equipar una unit en un battlefield?",
        "Does a detached Equipment's own text still work?",
        "Does an unattached Equipment's own text still work?",
        "Does an attached Equipment's granted text still work?",
        "Doesn't an attached Equipment's own text still work?",
        "¿El texto propio de un Equipment anexado sigue funcionando si lo controló?",
        "¿El texto propio de un Equipment desanexado sigue funcionando si lo controlo?",
    ],
)
def test_a_variant_of_a_question_gets_no_verdict(answering: Answering, text: str) -> None:
    answer = answering.ask(Question(text, game="riftbound"))
    assert answer.verdict is None
    if answer.kind is AnswerKind.FAQ:
        assert answer.status == Message("No verdict: this is the closest known question, not yours")


def test_the_closest_question_is_shown_as_what_it_is(answering: Answering) -> None:
    answer = answering.ask(Question("Can I equip an enemy unit at a battlefield?", game="riftbound"))
    assert answer.kind is AnswerKind.FAQ and answer.verdict is None
    said = wording(answer)
    assert "closest" in said and "“Can I equip a unit at a battlefield?”" in said
    assert "Only in your question: an, enemy" in said
    assert not said.startswith("Yes")
    assert answer.confidence < 0.7


@pytest.mark.parametrize("game", ["mtg", "vandaria"])
def test_another_game_gets_no_verdict(answering: Answering, game: str) -> None:
    assert answering.ask(Question("Can I equip a unit at a battlefield?", game=game)).verdict is None


def test_an_edition_that_lacks_the_faq_gets_no_verdict_but_is_told_where_it_holds(answering: Answering) -> None:
    answer = answering.ask(Question("Can I equip a unit at a battlefield?", game="riftbound", edition="1.4"))
    assert answer.verdict is None
    assert "only for edition 1.5, not for edition 1.4" in wording(answer)
    assert answering.ask(Question("Can I equip a unit at a battlefield?", edition="1.5")).verdict == "yes"


def test_an_older_answer_holds_only_while_its_rules_are_carried_on(answering: Answering) -> None:
    kept = answering.ask(Question("Do I lose right away when my main deck runs dry?", game="riftbound"))
    assert kept.verdict == "no"
    assert "450.1, burn-out: from 1.4, not confirmed in 1.5" in wording(kept) or "from 1.4, not confirmed" in wording(
        kept
    )
    # Rule 716.3 became 716.9 and says the opposite.
    changed = answering.ask(Question("Do recruits enter play exhausted?", game="riftbound"))
    assert changed.verdict is None
    assert "can't confirm that 716.3" in wording(changed)
    pinned = answering.ask(Question("Do recruits enter play exhausted?", game="riftbound", edition="1.4"))
    assert pinned.verdict == "yes"


def test_before_an_edition_is_in_force_its_answers_are_not(
    answering_on: Callable[[datetime.date], Answering],
) -> None:
    answering = answering_on(datetime.date(2026, 10, 1))
    answer = answering.ask(Question("Can I equip a unit at a battlefield?", game="riftbound"))
    assert answer.verdict is None
    assert "only for edition 1.5" in wording(answer)


def test_a_gap_is_an_abstention_with_its_text(answering: Answering) -> None:
    answer = answering.ask(Question("Can two showdowns be open at once?", game="riftbound"))
    assert (answer.kind, answer.verdict) == (AnswerKind.ABSTAIN, None)
    assert answer.says == ("The rules do not say.",)
    assert [citation.ref for citation in answer.citations] == ["818.1"]


@pytest.mark.parametrize(
    ("facts", "verdict"),
    [
        ({"controller(u1)": "you"}, "yes"),
        ({"controller(u1)": "opponent"}, None),
        ({"showdown": "yes"}, None),
    ],
)
def test_chosen_facts_that_the_answer_does_not_know_take_its_verdict(
    answering: Answering, facts: dict[str, str], verdict: str | None
) -> None:
    question = Question("Can I equip a unit at a battlefield?", game="riftbound", facts=facts)
    assert answering.ask(question).verdict == verdict


def test_earlier_questions_are_told_to_be_left_out(answering: Answering) -> None:
    question = Question("Can I equip a unit at a battlefield?", game="riftbound", context=("What is Tank?",))
    assert "by itself, without the earlier ones" in wording(answering.ask(question))


def test_what_an_asker_writes_is_never_a_template(answering: Answering) -> None:
    for text in ("{question} {answer.__class__}", "rule 702.6f {here} %s {0}", "{" * 50):
        answer = answering.ask(Question(text, game="mtg"))
        assert "__class__" not in wording(answer).replace(text, "")


def test_a_chosen_game_that_the_question_does_not_name_is_told(answering: Answering) -> None:
    odd = answering.ask(Question("In Magic, can I equip a unit at a battlefield?", game="riftbound"))
    assert odd.verdict is None
    assert "about Riftbound, which was chosen, though the question names Magic: The Gathering" in wording(odd)
    plain = answering.ask(Question("In Riftbound, can I equip a unit at a battlefield?", game="riftbound"))
    assert "which was chosen" not in wording(plain)


def test_a_number_without_a_rule_above_it_is_not_its_own_parent(answering: Answering) -> None:
    for game in ("riftbound", "mtg", "vandaria"):
        for ref in ("EQ.99", "999"):
            answer = answering.ask(Question(f"rule {ref}", game=game))
            assert f"{ref} has" not in wording(answer)
