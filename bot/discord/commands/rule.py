"""`/rule`: a rule by its number, with what is below it and around it."""

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
        name=locale_str(N_("rule")), description=locale_str(N_("Show a rule by its number, with its context"))
    )
    @app_commands.rename(
        reference=locale_str(N_("reference")),
        game=options.GAME_NAME,
        language=options.LANGUAGE_NAME,
        private=options.PRIVATE_NAME,
    )
    @app_commands.describe(
        reference=locale_str(N_("The rule's number or title, such as 702.6a")),
        game=options.GAME_HELP,
        language=options.LANGUAGE_HELP,
        private=options.PRIVATE_HELP,
    )
    @app_commands.choices(game=options.GAMES, language=options.LANGUAGES)
    async def rule(
        interaction: discord.Interaction,
        reference: app_commands.Range[str, 1, 200],
        game: str | None = None,
        language: str | None = None,
        private: bool = False,
    ) -> None:
        chosen, sought = split_choice(reference)

        def work_out(languages: Languages) -> Answer:
            return service.corpus.answering.rules_answer(sought, game or chosen, language=languages.reply)

        await answer(interaction, service, work_out, language=language, private=private)

    @rule.autocomplete("reference")
    async def suggest(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await options.suggest(interaction, service, Kind.RULE, typed)

    return rule
