"""From what somebody asked to the pages of the answer: the part that runs on the service's threads."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from bot.answering.answer import Answer
from bot.answering.composition.card import card_answer
from bot.answering.pipeline import Answering
from bot.answering.question import Question
from bot.discord.rendering.answers import render_answer
from bot.discord.rendering.pages import Look, Rendered
from bot.discord.reply_language import FALLBACK
from bot.discord.storage.replies import ReplyRequest


@dataclass(frozen=True, slots=True)
class WorkedOut:
    answer: Answer
    rendered: Rendered


def work_out(answering: Answering, request: ReplyRequest, look: Look, fallback: str | None = None) -> WorkedOut:
    """Answer a request; of a question without a language its words decide, else `fallback`.

    :raises UserError: what is asked for does not exist.
    """
    answer = _answer(answering, request, fallback)
    return WorkedOut(answer, render_answer(answer, look))


def _answer(answering: Answering, request: ReplyRequest, fallback: str | None) -> Answer:
    language = request.language or fallback or FALLBACK
    if request.command == "rule":
        return answering.rules_answer(request.text, request.game, request.edition, language)
    if request.command == "keyword":
        return answering.keyword_answer(request.text, request.game, request.edition, language)
    if request.command == "card":
        view = answering.card(request.text, request.game, request.edition, language)
        return card_answer(view, language)
    return answering.ask(
        Question(
            request.text,
            request.game,
            request.edition,
            request.language or None,
            request.context,
            MappingProxyType(dict(request.facts)),
            fallback_language=fallback,
        )
    )
