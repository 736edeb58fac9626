"""`/rule`: a rule by its number, with what is below it and around it."""

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
        Kind.RULE,
        name=N_("rule"),
        description=N_("Show a rule by its number, with its context"),
        sought_name=N_("reference"),
        sought_help=N_("The rule's number or title, such as 702.6a"),
    )
