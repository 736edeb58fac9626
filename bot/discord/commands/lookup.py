"""What `/rule`, `/keyword` and `/card` share: something is named, with suggestions while it is typed, and shown."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.discord.commands import options
from bot.discord.exchange import Asked, answer
from bot.discord.service import Service
from bot.discord.suggestions import Kind, split_choice


def lookup_command(
    service: Service, kind: Kind, *, name: str, description: str, sought_name: str, sought_help: str
) -> app_commands.Command[Any, ..., Any]:
    """The command `name`, whose first option, `sought_name`, is what to look up. All four texts are of catalogues."""

    @app_commands.command(name=locale_str(name), description=locale_str(description))
    @app_commands.rename(
        sought=locale_str(sought_name),
        game=options.GAME_NAME,
        language=options.LANGUAGE_NAME,
        private=options.PRIVATE_NAME,
    )
    @app_commands.describe(
        sought=locale_str(sought_help),
        game=options.GAME_HELP,
        language=options.LANGUAGE_HELP,
        private=options.PRIVATE_HELP,
    )
    @app_commands.choices(game=options.GAMES, language=options.LANGUAGES)
    async def look_up(
        interaction: discord.Interaction,
        sought: app_commands.Range[str, 1, 200],
        game: str | None = None,
        language: str | None = None,
        private: bool = False,
    ) -> None:
        chosen, words = split_choice(sought)
        asked = Asked(kind.value, words, game or chosen, language, private)
        await answer(interaction, service, lambda: asked, private=private)

    @look_up.autocomplete("sought")
    async def suggest(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await options.suggest(interaction, service, kind, typed)

    return look_up
