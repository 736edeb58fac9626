"""Messages that speak to the bot: in a direct message, or by mentioning it in a channel or thread.

Discord shows the bot the words of these messages only, which is all that it asks for.
"""

from __future__ import annotations

import asyncio
import re

import discord
import structlog

from bot.answering.answer import Message
from bot.discord.buttons.layout import view_of
from bot.discord.errors import judged
from bot.discord.keeping import Place
from bot.discord.rendering.pages import Look
from bot.discord.rendering.sheets import render_text
from bot.discord.reply_language import reply_language
from bot.discord.responding import Reply, page_of
from bot.discord.service import Service
from bot.discord.storage.replies import ReplyRequest
from bot.discord.working_out import work_out
from bot.errors import UserError
from index.language import detect_language

log = structlog.get_logger(__name__)

LONGEST = 1500
"""Characters, as for /ask."""


def question_in(message: discord.Message, bot: discord.ClientUser | None) -> str | None:
    """What a message asks the bot; None where it does not speak to it, or comes from a bot."""
    if bot is None or message.author.bot or message.webhook_id is not None:
        return None
    mentioned = any(user.id == bot.id for user in message.mentions)
    if message.guild is not None and not mentioned:
        return None
    return re.sub(rf"<@!?{bot.id}>", " ", message.content).strip() or None


async def answer_message(message: discord.Message, service: Service, question: str) -> str:
    """Answer a message by a reply to it, that pings nobody; the outcome's name for the metrics. Raises nothing."""
    language = reply_language(server_locale=_server_locale(message))
    try:
        with service.in_flight.one():
            service.limits.use(message.author.id, message.guild.id if message.guild is not None else None)
            if len(question) > LONGEST:
                raise UserError(
                    Message(
                        "The question has {count} characters; {limit} is the most.",
                        {"count": len(question), "limit": LONGEST},
                    )
                )
            prepared = await asyncio.to_thread(_prepare, message, service, question)
            if prepared is None:
                return "answered_elsewhere"
            request, language = prepared
            await _answer(message, service, request, language)
    except Exception as error:  # noqa: BLE001 (told to the person, or recorded with a reference)
        return await _tell(message, error, language, service)
    return "answered"


async def _answer(message: discord.Message, service: Service, request: ReplyRequest, fallback: str) -> None:
    look, answering = _look(message), service.corpus.answering
    done = await service.work.run(lambda: work_out(answering, request, look, fallback), service.deadline_s)
    state = await asyncio.to_thread(
        service.keeper.keep, _place(message), message.id, request, done.answer, done.rendered
    )
    await _reply(message, page_of(done.rendered, 0, view_of(state, done.rendered, 0)))


async def _tell(message: discord.Message, error: Exception, language: str, service: Service) -> str:
    outcome, said = judged(error, service.data_folder)
    (log.error if outcome == "fault" else log.info)("mention_failed", outcome=outcome)
    if said is not None and not isinstance(error, discord.Forbidden):
        try:
            await _reply(message, page_of(render_text([said], language, Look(embeds=False))))
        except discord.HTTPException as second:
            log.warning("failure_not_told", first=outcome, code=second.code)
    return outcome


async def _reply(message: discord.Message, reply: Reply) -> None:
    await message.reply(
        reply.content or None,
        embeds=list(reply.embeds),
        view=reply.view or discord.utils.MISSING,
        mention_author=False,
    )


def _prepare(message: discord.Message, service: Service, question: str) -> tuple[ReplyRequest, str] | None:
    """Blocks: takes the message on, and reads what is known of the person; None where another process has it."""
    keeper = service.keeper
    if not keeper.claim(message.id):
        return None
    setting = keeper.language_of(message.author.id)
    asked_in = detect_language(question, service.lexicon).language
    request = ReplyRequest("ask", question, setting or "", context=keeper.conversation(_place(message)).questions)
    return request, reply_language(setting=setting, question=asked_in, server_locale=_server_locale(message))


def _place(message: discord.Message) -> Place:
    return Place(message.author.id, message.channel.id, message.guild.id if message.guild is not None else None)


def _server_locale(message: discord.Message) -> str | None:
    return str(message.guild.preferred_locale) if message.guild is not None else None


def _look(message: discord.Message) -> Look:
    """As plain text where the bot is known to lack the right to embed links."""
    if message.guild is None or isinstance(message.channel, discord.PartialMessageable):
        return Look()
    return Look(embeds=message.channel.permissions_for(message.guild.me).embed_links)
