"""`/language`: the language that somebody wants to be answered in."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.answering.answer import Message
from bot.discord.commands import options
from bot.discord.exchange import locales_of, look_for, tell
from bot.discord.rendering.sheets import render_text
from bot.discord.reply_language import reply_language
from bot.discord.responding import Reply, page_of
from bot.discord.service import Service
from bot.discord.storage.preferences import set_language
from bot.locale.translation import N_

_BY_QUESTION = "auto"


def build(service: Service) -> app_commands.Command[Any, ..., Any]:
    @app_commands.command(
        name=locale_str(N_("language")),
        description=locale_str(N_("Choose the language that I answer you in")),
    )
    @app_commands.rename(language=options.LANGUAGE_NAME)
    @app_commands.describe(language=options.LANGUAGE_HELP)
    @app_commands.choices(
        language=[*options.LANGUAGES, app_commands.Choice(name=locale_str(N_("As I ask")), value=_BY_QUESTION)]
    )
    async def language_command(interaction: discord.Interaction, language: str) -> None:
        chosen = None if language == _BY_QUESTION else language
        look, spoken = look_for(interaction), reply_language(option=chosen, **locales_of(interaction))

        def choose(before: str) -> Reply:
            del before
            keeper = service.keeper
            set_language(keeper.store, keeper.keys.of(interaction.user.id), chosen)
            said = (
                Message("From now on I answer you in English, whatever language you ask in.")
                if chosen is not None
                else Message("From now on I answer you in the language that you ask in.")
            )
            return page_of(render_text([said], spoken, look))

        await tell(interaction, service, choose)

    return language_command
