"""`/keyword`: a keyword's page."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.answering.answer import Answer
from bot.discord.commands import options
from bot.discord.exchange import Languages, answer
from bot.discord.service import Service
from bot.discord.suggestions import Kind, split_choice
from bot.locale.translation import N_


def build(service: Service) -> app_commands.Command[Any, ..., Any]:
    @app_commands.command(
        name=locale_str(N_("keyword")), description=locale_str(N_("Show what a keyword means, with rules and rulings"))
    )
    @app_commands.rename(
        name=locale_str(N_("name")),
        game=options.GAME_NAME,
        language=options.LANGUAGE_NAME,
        private=options.PRIVATE_NAME,
    )
    @app_commands.describe(
        name=locale_str(N_("The keyword, such as Equip")),
        game=options.GAME_HELP,
        language=options.LANGUAGE_HELP,
        private=options.PRIVATE_HELP,
    )
    @app_commands.choices(game=options.GAMES, language=options.LANGUAGES)
    async def keyword(
        interaction: discord.Interaction,
        name: app_commands.Range[str, 1, 200],
        game: str | None = None,
        language: str | None = None,
        private: bool = False,
    ) -> None:
        chosen, sought = split_choice(name)

        def work_out(languages: Languages) -> Answer:
            return service.corpus.answering.keyword_answer(sought, game or chosen, language=languages.reply)

        await answer(interaction, service, work_out, language=language, private=private)

    @keyword.autocomplete("name")
    async def suggest(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await options.suggest(interaction, service, Kind.KEYWORD, typed)

    return keyword
