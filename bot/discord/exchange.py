"""One command from its acknowledgement to its reply: the same steps for all that work something out."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import discord
import structlog
from sqlalchemy.exc import SQLAlchemyError

from bot.discord.buttons.layout import view_of
from bot.discord.keeping import Place
from bot.discord.rendering.pages import Look
from bot.discord.reply_language import reply_language
from bot.discord.responding import Interaction, Reply, acknowledge, page_of, respond
from bot.discord.service import Service
from bot.discord.storage.replies import ReplyRequest, ReplyState
from bot.discord.work import TooSlowError
from bot.discord.working_out import WorkedOut, work_out
from bot.logs import record_fault
from index.language import detect_language

log = structlog.get_logger(__name__)
_LANGUAGE = "language"


@dataclass(frozen=True, slots=True)
class Asked:
    """What a command was given."""

    command: str
    """ask, rule, keyword or card."""
    text: str
    """The question, reference or name."""
    game: str | None = None
    language: str | None = None
    """The command's option; None lets the person's settings and the question decide."""
    private: bool = False
    context: tuple[str, ...] = ()
    """The earlier questions that it goes on from; empty: those of the conversation."""
    facts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Prepared:
    request: ReplyRequest
    fallback: str
    reply: str
    """The language of every text that is no answer."""


async def answer(
    interaction: Interaction, service: Service, asked: Callable[[], Asked], *, private: bool = False
) -> None:
    """Acknowledge, work the answer out on a thread, keep what its buttons need, and show it.

    `asked` may block: it is called on a thread, after the acknowledgement.
    """
    with service.in_flight.one():
        started = time.perf_counter()
        await acknowledge(interaction, private=private)
        service.metrics.acknowledged.observe((discord.utils.utcnow() - interaction.created_at).total_seconds())
        try:
            async with asyncio.timeout(service.deadline_s):
                prepared = await asyncio.to_thread(lambda: _prepare(interaction, service, asked()))
                if prepared is None:
                    log.info("interaction_claimed_elsewhere")
                    return
                know_language(interaction, prepared.reply)
                look, answering = look_for(interaction), service.corpus.answering
                done = await service.work.run(
                    lambda: work_out(answering, prepared.request, look, prepared.fallback), service.deadline_s
                )
                state = await asyncio.to_thread(_keep, interaction, service, prepared.request, done)
        except TimeoutError as error:
            raise TooSlowError from error
        view = view_of(state, done.rendered, 0) if state is not None else None
        await respond(interaction, page_of(done.rendered, 0, view))
        elapsed_s = time.perf_counter() - started
        service.metrics.answered.observe(elapsed_s)
        log.info(
            "answered",
            command=prepared.request.command,
            kind=done.answer.kind.value,
            game=done.answer.game,
            language=done.answer.language,
            seconds=round(elapsed_s, 3),
        )


async def tell(interaction: Interaction, service: Service, act: Callable[[str], Reply]) -> None:
    """Acknowledge privately, do something short on a thread, and send what comes of it.

    `act` gets the language in which this person is answered; it may block.
    """

    def acted() -> Reply:
        setting = service.keeper.language_of(interaction.user.id)
        return act(reply_language(setting=setting, **locales_of(interaction)))

    with service.in_flight.one():
        await acknowledge(interaction, private=True)
        await respond(interaction, await asyncio.to_thread(acted))


def language_for(interaction: Interaction) -> str:
    """The language of a text about an interaction, as far as it is known by now."""
    known = interaction.extras.get(_LANGUAGE)
    return known if isinstance(known, str) else reply_language(**locales_of(interaction))


def know_language(interaction: Interaction, language: str) -> None:
    """From now on texts about this interaction are in that language."""
    interaction.extras[_LANGUAGE] = language


def locales_of(interaction: Interaction) -> dict[str, str | None]:
    """The languages of the person's Discord and of the server, as `reply_language` takes them."""
    server = interaction.guild_locale
    return {"locale": str(interaction.locale), "server_locale": str(server) if server is not None else None}


def look_for(interaction: Interaction) -> Look:
    """How a reply can look there: without the right to embed links, as plain text."""
    return Look(embeds=interaction.guild_id is None or interaction.app_permissions.embed_links)


def place_of(interaction: Interaction) -> Place:
    return Place(interaction.user.id, interaction.channel_id or 0, interaction.guild_id)


def _keep(interaction: Interaction, service: Service, request: ReplyRequest, done: WorkedOut) -> ReplyState | None:
    """Blocks: keeps what the buttons need. Where the database fails, the answer is worth more than its buttons: the
    fault is recorded, and None."""
    try:
        return service.keeper.keep(place_of(interaction), interaction.id, request, done.answer, done.rendered)
    except SQLAlchemyError as error:
        log.error("reply_not_kept", reference=record_fault(error, service.data_folder))
        return None


def _prepare(interaction: Interaction, service: Service, asked: Asked) -> _Prepared | None:
    """Blocks: takes the interaction on, and reads what is known of the person; None where another process has it."""
    if not service.keeper.claim(interaction.id):
        return None
    is_question = asked.command == "ask"
    setting = None if asked.language is not None else service.keeper.language_of(interaction.user.id)
    asked_in = detect_language(asked.text, service.lexicon).language if is_question else None
    locales = locales_of(interaction)
    reply = reply_language(option=asked.language, setting=setting, question=asked_in, **locales)
    context = asked.context
    if is_question and not context:
        context = service.keeper.conversation(place_of(interaction)).questions
    request = ReplyRequest(
        asked.command,
        asked.text,
        language=(asked.language or setting or "") if is_question else reply,
        game=asked.game,
        context=context,
        facts=asked.facts,
        private=asked.private,
    )
    return _Prepared(request, reply_language(**locales), reply)
