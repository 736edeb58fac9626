"""`rulesbot serve`."""

from __future__ import annotations

import asyncio

import typer

from bot.commands.context import Session
from bot.discord.settings import read_discord_settings, read_monitoring_settings


def serve(context: typer.Context) -> None:
    """Answer on Discord, until it is stopped; the token comes from RULESBOT_DISCORD_TOKEN."""
    session = Session.of(context)
    settings, monitoring = read_discord_settings(), read_monitoring_settings()
    # Only here: discord.py takes long to load, and no other command needs it.
    from bot.discord.running import run
    from bot.discord.service_logs import configure_service_logs

    configure_service_logs(session.application.settings.log_level)
    asyncio.run(run(session.application, settings, monitoring))
