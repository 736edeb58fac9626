"""`rulesbot check`: whether an answer to a question is right by the formal rules."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from bot.answering.answer import Message
from bot.answering.machine import check_json
from bot.answering.pipeline import Answering
from bot.answering.question import Question
from bot.commands.console import (
    QUESTION_LIMIT,
    BatchLine,
    answer_lines,
    batch_lines,
    checked_language,
    checked_question,
    output,
    print_json,
    refuse_both,
    text_field,
)
from bot.commands.context import BatchOption, EditionOption, GameOption, JsonOption, LanguageOption, Session
from bot.errors import UserError
from bot.terminal.check_report import render_check

QuestionOption = Annotated[str | None, typer.Option("--question", "-q", help="The question.")]
AnswerOption = Annotated[str | None, typer.Option("--answer", "-a", help="Somebody's answer to it.")]


def check(
    context: typer.Context,
    question: QuestionOption = None,
    answer: AnswerOption = None,
    game: GameOption = None,
    edition: EditionOption = None,
    language: LanguageOption = None,
    as_json: JsonOption = False,
    batch: BatchOption = None,
) -> None:
    """Check somebody's answer to a question: what it claims, and the rules that it cites."""
    session = Session.of(context, language)
    chosen = session.checked_game(game)
    if batch is not None:
        refuse_both(question is not None or answer is not None)
        defaults = Question("", chosen, edition, language)
        answering = session.application.answering
        answer_lines(batch_lines(batch), session.language, lambda line: _checked(answering, line, defaults))
        return
    if question is None or answer is None:
        raise UserError(Message("Give --question and --answer, or --batch."))
    if chosen is None:
        raise UserError(Message("Say which game the question is about."))
    asked = Question(checked_question(question), chosen, edition, language)
    found = session.application.answering.check(asked, _checked_answer(answer))
    if as_json:
        print_json(check_json(found))
    else:
        render_check(found, output())


def _checked(answering: Answering, line: BatchLine, defaults: Question) -> dict[str, Any]:
    """What was found about one line's answer."""
    question = Question(
        checked_question(text_field(line, "question", required=True) or ""),
        text_field(line, "game") or defaults.game,
        text_field(line, "edition") or defaults.edition,
        checked_language(text_field(line, "lang")) or defaults.language,
    )
    answer = _checked_answer(text_field(line, "answer", required=True) or "")
    return check_json(answering.check(question, answer), line.id)


def _checked_answer(answer: str) -> str:
    stripped = answer.strip()
    if not stripped:
        raise UserError(Message("The answer is empty."))
    if len(stripped) > QUESTION_LIMIT:
        raise UserError(
            Message(
                "The answer has {count} characters; {limit} is the most.",
                {"count": len(stripped), "limit": QUESTION_LIMIT},
            )
        )
    return stripped
