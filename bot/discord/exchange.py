"""One command from its acknowledgement to its reply: the same steps for all that work something out."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass

import discord
import structlog

from bot.answering.answer import Answer
from bot.discord.plain_reply import render
from bot.discord.reply_language import reply_language
from bot.discord.responding import acknowledge, respond
from bot.discord.service import Service
from index.language import detect_language

log = structlog.get_logger(__name__)
_LANGUAGE = "language"


@dataclass(frozen=True, slots=True)
class Languages:
    """In which language one interaction is answered."""

    chosen: str | None
    """What the option or the person's setting says; None lets the question decide."""
    fallback: str
    """Where the question does not tell: the language of their Discord, of the server, or English."""
    reply: str
    """Of every text that is no answer of the pipeline."""


async def answer(
    interaction: discord.Interaction,
    service: Service,
    make: Callable[[Languages], Answer],
    *,
    question: str = "",
    language: str | None = None,
    private: bool = False,
) -> None:
    """Acknowledge a command, work its answer out on a thread, and show it.

    `make` runs on a thread. `question`: whose language counts; `language`: the command's option.
    """
    with service.in_flight.one():
        started = time.perf_counter()
        await acknowledge(interaction, private=private)
        service.metrics.acknowledged.observe((discord.utils.utcnow() - interaction.created_at).total_seconds())
        languages = await asyncio.to_thread(_languages, interaction, service, question, language)
        interaction.extras[_LANGUAGE] = languages.reply
        made = await service.work.run(lambda: make(languages), service.deadline_s)
        await respond(interaction, render(made))
        elapsed_s = time.perf_counter() - started
        service.metrics.answered.observe(elapsed_s)
        log.info(
            "answered", kind=made.kind.value, game=made.game, language=made.language, elapsed_s=round(elapsed_s, 3)
        )


def language_for(interaction: discord.Interaction) -> str:
    """The language of a text about an interaction, as far as it is known by now."""
    known = interaction.extras.get(_LANGUAGE)
    return known if isinstance(known, str) else reply_language(**_locales(interaction))


def _languages(interaction: discord.Interaction, service: Service, question: str, option: str | None) -> Languages:
    """Blocks: reads the person's setting, and may load a model of languages."""
    setting = None if option is not None else service.preferences.language_of(interaction.user.id)
    locales = _locales(interaction)
    asked_in = detect_language(question, service.lexicon).language if question else None
    return Languages(
        chosen=option or setting,
        fallback=reply_language(**locales),
        reply=reply_language(option=option, setting=setting, question=asked_in, **locales),
    )


def _locales(interaction: discord.Interaction) -> dict[str, str | None]:
    server = interaction.guild_locale
    return {"locale": str(interaction.locale), "server_locale": str(server) if server is not None else None}
