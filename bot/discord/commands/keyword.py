"""`/keyword`: a keyword's page."""

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
        Kind.KEYWORD,
        name=N_("keyword"),
        description=N_("Show what a keyword means, with rules and rulings"),
        sought_name=N_("name"),
        sought_help=N_("The keyword, such as Equip"),
    )
