"""What is answered without looking up any rule, through the whole pipeline."""

from __future__ import annotations

import pytest

from bot.answering.answer import AnswerKind, Message
from bot.answering.pipeline import Answering
from bot.answering.question import Question
from tests.bot.test_verdicts import wording


@pytest.mark.parametrize(
    ("text", "language", "said"),
    [
        ("thanks!", "en", "You're welcome"),
        ("makasih ya", "id", "Sama-sama"),
        ("jaja gracias", "es", "De nada"),
        ("hola", "es", "Hola"),
        ("are you a bot?", "en", "looks up the rules of Magic"),
    ],
)
def test_small_talk_gets_its_own_line(answering: Answering, text: str, language: str, said: str) -> None:
    answer = answering.ask(Question(text, language=language))
    assert (answer.kind, answer.verdict, answer.citations) == (AnswerKind.ABSTAIN, None, ())
    assert said in wording(answer)
    assert "found nothing" not in wording(answer)


@pytest.mark.parametrize("game", [None, "riftbound"])
@pytest.mark.parametrize(
    "text", ["how much is Ezreal?", "which deck with Equip is best?", "is any Equipment banned?", "who designed Equip?"]
)
def test_what_is_not_about_rules_is_told_so(answering: Answering, text: str, game: str | None) -> None:
    answer = answering.ask(Question(text, game=game))
    assert (answer.kind, answer.verdict, answer.citations) == (AnswerKind.ABSTAIN, None, ())
    assert answer.status == Message("No rules question")


def test_a_stored_question_is_answered_whatever_its_words(answering: Answering) -> None:
    assert answering.ask(Question("Can I equip a unit at a battlefield?", game="riftbound")).verdict == "yes"
    assert answering.ask(Question("¿Puedo equipar una unit en un battlefield?", game="riftbound")).verdict == "yes"


def test_another_language_is_told_which_ones_are_answered(answering: Answering) -> None:
    answer = answering.ask(Question("Was passiert, wenn ich verliere und nicht weiß warum?"))
    assert (answer.kind, answer.language, answer.citations) == (AnswerKind.ABSTAIN, "en", ())
    assert "English, Indonesian and Spanish" in wording(answer)


def test_another_language_that_names_a_rule_is_answered_with_a_notice(answering: Answering) -> None:
    answer = answering.ask(Question("Was ist mit der Regel 818.1.c.2 und wie kann ich sie lesen?"))
    assert answer.language == "en"
    assert "818.1.c.2" in [citation.ref for citation in answer.citations]
    assert "I answer in English, Indonesian and Spanish" in wording(answer)


def test_a_language_that_was_chosen_is_kept(answering: Answering) -> None:
    answer = answering.ask(Question("Was passiert, wenn ich verliere und nicht weiß warum?", language="id"))
    assert answer.language == "id"
    assert "bahasa Inggris, Indonesia, dan Spanyol" in wording(answer)
