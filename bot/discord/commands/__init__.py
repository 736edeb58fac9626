"""The slash commands, one thin module each: read the options, acknowledge, hand the work on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from discord import app_commands

from bot.discord.commands import ask, card, help_page, keyword, rule
from bot.discord.service import Service


def all_commands(service: Service) -> Iterator[app_commands.Command[Any, ..., Any]]:
    """Every command, working with a service."""
    for module in (ask, rule, keyword, card, help_page):
        yield module.build(service)
