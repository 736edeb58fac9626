"""`/card`: a card's text as it applies today, with its rulings."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.discord.commands.lookup import lookup_command
from bot.discord.service import Service
from bot.discord.suggestions import Kind
from bot.locale.translation import N_


def build(service: Service) -> app_commands.Command[Any, ..., Any]:
    return lookup_command(
        service,
        Kind.CARD,
        name=N_("card"),
        description=N_("Show a card's current text and its rulings"),
        sought_name=N_("name"),
        sought_help=N_("The card's name, or how it begins"),
    )
