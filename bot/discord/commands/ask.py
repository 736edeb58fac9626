"""`/ask`: a rules question in a player's own words."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.answering.answer import Answer
from bot.answering.question import Question
from bot.discord.commands import options
from bot.discord.exchange import Languages, answer
from bot.discord.service import Service
from bot.locale.translation import N_

LONGEST_QUESTION = 1500
"""Characters; a question is quoted in full wherever it is shown again."""


def build(service: Service) -> app_commands.Command[Any, ..., Any]:
    @app_commands.command(
        name=locale_str(N_("ask")),
        description=locale_str(N_("Ask a rules question and get an answer with its sources")),
    )
    @app_commands.rename(
        question=locale_str(N_("question")),
        game=options.GAME_NAME,
        language=options.LANGUAGE_NAME,
        private=options.PRIVATE_NAME,
    )
    @app_commands.describe(
        question=locale_str(N_("What you want to know, as you would ask a judge")),
        game=options.GAME_HELP,
        language=options.LANGUAGE_HELP,
        private=options.PRIVATE_HELP,
    )
    @app_commands.choices(game=options.GAMES, language=options.LANGUAGES)
    async def ask(
        interaction: discord.Interaction,
        question: app_commands.Range[str, 1, LONGEST_QUESTION],
        game: str | None = None,
        language: str | None = None,
        private: bool = False,
    ) -> None:
        def work_out(languages: Languages) -> Answer:
            return service.corpus.answering.ask(
                Question(question, game, language=languages.chosen, fallback_language=languages.fallback)
            )

        await answer(interaction, service, work_out, question=question, language=language, private=private)

    return ask
