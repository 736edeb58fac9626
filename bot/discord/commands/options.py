"""The options that several commands share."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.answering.naming import GAME_NAMES
from bot.discord.service import Service
from bot.discord.suggestions import Kind
from bot.locale.translation import N_
from bot.logs import record_fault

GAMES = [app_commands.Choice(name=name, value=game) for game, name in GAME_NAMES.items()]
LANGUAGES = [
    app_commands.Choice(name="English", value="en"),
    app_commands.Choice(name="Bahasa Indonesia", value="id"),
    app_commands.Choice(name="Español", value="es"),
]
"""Each in its own words, for whoever looks for it."""
GAME_NAME = app_commands.locale_str(N_("game"))
GAME_HELP = app_commands.locale_str(N_("The game, where your words do not tell"))
LANGUAGE_NAME = app_commands.locale_str(N_("language"))
LANGUAGE_HELP = app_commands.locale_str(N_("The language of the answer"))
PRIVATE_NAME = app_commands.locale_str(N_("private"))
PRIVATE_HELP = app_commands.locale_str(N_("Only you see the answer"))


async def suggest(
    interaction: discord.Interaction, service: Service, kind: Kind, typed: str
) -> list[app_commands.Choice[str]]:
    """What autocomplete shows: always an answer, and from memory, since Discord waits for it at every letter."""
    game = getattr(interaction.namespace, "game", None)
    try:
        found = service.corpus.suggestions.matching(kind, typed, game if isinstance(game, str) else None)
    except Exception as error:  # noqa: BLE001 (an unsent list shows an error to the person; the fault is recorded)
        record_fault(error, service.data_folder)
        return []
    return [app_commands.Choice(name=suggestion.label, value=suggestion.value) for suggestion in found]
