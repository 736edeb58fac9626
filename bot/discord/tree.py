"""The command tree: what every command has to pass before it runs, and where every failure of one ends."""

from __future__ import annotations

import discord
import structlog
from discord import app_commands

from bot.answering.answer import Message
from bot.discord.commands import all_commands
from bot.discord.errors import report_failure
from bot.discord.exchange import language_for
from bot.discord.seen import SeenInteractions
from bot.discord.service import Service
from bot.errors import UserError

log = structlog.get_logger(__name__)


class RulesTree(app_commands.CommandTree[discord.AutoShardedClient]):
    """Every command of rulesbot, usable in servers, direct messages and wherever a person takes the app along."""

    def __init__(self, client: discord.AutoShardedClient, service: Service) -> None:
        super().__init__(
            client,
            fallback_to_global=True,
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
        )
        self._service = service
        self._seen = SeenInteractions()
        for command in all_commands(service):
            self.add_command(command)

    async def interaction_check(self, interaction: discord.Interaction[discord.AutoShardedClient], /) -> bool:
        """Whether a command may begin; one that may not is told why. Suggestions always may."""
        if interaction.type is discord.InteractionType.autocomplete:
            return True
        if not self._seen.first_time(interaction.id):
            log.info("interaction_repeated")
            return False
        try:
            if self._service.stopping.is_set():
                raise UserError(Message("I am being restarted. Ask again in a minute."))
            self._service.limits.use(interaction.user.id, interaction.guild_id)
        except UserError as refusal:
            await self._report(interaction, refusal)
            return False
        return True

    async def on_error(
        self, interaction: discord.Interaction[discord.AutoShardedClient], error: app_commands.AppCommandError, /
    ) -> None:
        await self._report(interaction, error)

    async def _report(self, interaction: discord.Interaction[discord.AutoShardedClient], error: Exception) -> None:
        with self._service.in_flight.one():
            outcome = await report_failure(interaction, error, language_for(interaction), self._service.data_folder)
        command = interaction.command
        name = command.qualified_name if command is not None else "unknown"
        self._service.metrics.commands.labels(name, outcome).inc()
