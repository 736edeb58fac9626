"""The command tree: every command, behind the gate that all interactions pass."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.discord.commands import all_commands
from bot.discord.gate import Gate
from bot.discord.responding import Interaction
from bot.discord.service import Service


class RulesTree(app_commands.CommandTree[Any]):
    """Every command of rulesbot, usable in servers, direct messages and wherever a person takes the app along."""

    def __init__(self, client: discord.AutoShardedClient, service: Service, gate: Gate) -> None:
        super().__init__(
            client,
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
        )
        self._gate = gate
        for command in all_commands(service):
            self.add_command(command)

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Whether a command may begin. Suggestions always may."""
        if interaction.type is discord.InteractionType.autocomplete:
            return True
        return await self._gate.admits(interaction, _name(interaction))

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        await self._gate.report(interaction, error, _name(interaction))


def _name(interaction: Interaction) -> str:
    data: Any = interaction.data or {}
    return str(data.get("name", "unknown"))
