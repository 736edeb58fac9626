"""What a player reads on a terminal: the verdict first, plain text where it is no terminal."""

from __future__ import annotations

import io
import re
import unicodedata

import pytest
from rich.console import Console

from bot.answering.answer import Answer, AnswerCitation, AnswerKind, CheckReport, Message
from bot.answering.pipeline import Answering
from bot.answering.question import Question
from bot.terminal.rendering import render_answer


def shown(answer: Answer, terminal: bool = False) -> str:
    file = io.StringIO()
    render_answer(answer, Console(file=file, force_terminal=terminal, width=100, highlight=False))
    return file.getvalue()


def test_the_verdict_comes_first_then_answer_because_and_small_print(answering: Answering) -> None:
    text = shown(answering.ask(Question("Can I equip a unit at a battlefield?", game="riftbound")))
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    assert lines[0] == "Yes. ⚠️ From the FAQ, not checked against a model"
    assert lines[1] == "Yes. Equip can choose any unit you control, wherever it is."
    assert lines[2:5] == [
        "Because",
        "Core Rules 1.5 (2026-10-09), in our words",
        "818.1.c.2  Pay the cost: this attaches to a unit you control.",
    ]
    assert lines[5] == "435.4 (1.4: 434.4)  Cards that attach share the place of the card on top."
    assert "435.4: from 1.4, not confirmed in 1.5" in lines


def test_a_checked_answer_says_so() -> None:
    answer = Answer("id", "mtg", AnswerKind.DERIVED, "depends", ("Bisa, kalau:",), check=CheckReport("VALID"))
    assert shown(answer).startswith("Tergantung. ✅ Sudah dicek dengan aturan")
    assert "✅" not in shown(
        Answer("id", "mtg", AnswerKind.DERIVED, "depends", ("x",), check=CheckReport("SATISFIABLE"))
    )


def test_conditions_are_listed() -> None:
    answer = Answer("es", "mtg", AnswerKind.DERIVED, "depends", (), conditions=("a", "b"), unless=("c",))
    assert "Si se cumple todo esto:\n• a\n• b" in shown(answer) and "Salvo que:\n• c" in shown(answer)


@pytest.mark.parametrize(
    "text",
    [
        "Can I equip a unit at a battlefield?",
        "can i equip my enemy's unit at a battlefield",
        "How does Equip work?",
        "hello there",
        "818.1",
        "Tank",
        "Can two showdowns be open at once in riftbound?",
    ],
)
def test_no_line_has_more_than_one_emoji_or_an_exclamation(answering: Answering, text: str) -> None:
    for line in shown(answering.ask(Question(text))).splitlines():
        assert sum(unicodedata.category(c) == "So" for c in line) <= 1
        assert "!" not in line


def test_plain_text_has_no_escapes_and_a_terminal_has_styles(answering: Answering) -> None:
    answer = answering.ask(Question("Can I equip a unit at a battlefield?", game="riftbound"))
    assert "\x1b" not in shown(answer)
    assert "\x1b[1;32mYes." in shown(answer, terminal=True)


def test_plain_text_keeps_each_paragraph_on_one_line() -> None:
    long = "word " * 60
    assert long.strip() in shown(Answer("en", None, AnswerKind.PASSAGES, None, (long.strip(),)))


def test_texts_can_neither_style_nor_rewrite_the_terminal() -> None:
    evil = "[red]x[/red] \x1b[31mred\x1b[0m \x07\u202eabc"
    citation = AnswerCitation("mtg", "cr", "CR", "2026-08-07", "1\x1b[2J", evil, "en", True)
    text = shown(
        Answer(
            "en",
            "mtg",
            AnswerKind.RULE,
            None,
            (evil,),
            (citation,),
            notices=(Message("{ref}: {text}", {"ref": "1", "text": evil}),),
        )
    )
    assert "[red]x[/red]" in text
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f\u202a-\u202e]", text)


def test_a_question_to_the_asker_is_shown_once_with_its_options(answering: Answering) -> None:
    text = shown(answering.ask(Question("How does Equip work?")))
    assert text.count("Which game do you mean?") == 1
    assert "• Riftbound (riftbound)" in text


def test_what_was_said_is_not_quoted_again(answering: Answering) -> None:
    text = shown(answering.ask(Question("818.1.c.2", game="riftbound")))
    assert text.count("Pay the cost: this attaches to a unit you control.") == 1
    assert "Core Rules 1.5 (2026-10-09)" in text


def test_an_edition_that_is_a_date_is_not_dated_twice(answering: Answering) -> None:
    text = shown(answering.ask(Question("702.6a", game="mtg")))
    assert "Comprehensive Rules 2026-08-07, in our words\n" in re.sub(r" +\n", "\n", text)
