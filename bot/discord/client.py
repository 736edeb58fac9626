"""The connection to Discord."""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import discord
import structlog
from discord import app_commands

from bot.discord.command_upload import UploadedHash, upload_if_changed
from bot.discord.service import Service
from bot.discord.translator import CatalogueTranslator
from bot.discord.tree import RulesTree
from bot.logs import record_fault

log = structlog.get_logger(__name__)


def intents() -> discord.Intents:
    """What we ask to be told of; nothing of it is privileged."""
    return discord.Intents(guilds=True, guild_messages=True, dm_messages=True)


class RulesClient(discord.AutoShardedClient):
    """rulesbot's client: all commands, no mention that pings, and as many shards as Discord advises."""

    def __init__(self, service: Service, uploaded: UploadedHash, **options: Any) -> None:
        """`uploaded` remembers the commands that Discord has; `options` are those of discord.py."""
        super().__init__(
            intents=intents(),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            **options,
        )
        self._service = service
        self._uploaded = uploaded
        self.tree = RulesTree(self, service)

    async def setup_hook(self) -> None:
        """Once, after logging in and before connecting: here and never in `on_ready`, which may happen again."""
        translator = CatalogueTranslator()
        await self.tree.set_translator(translator)
        try:
            await upload_if_changed(self.tree, translator, self._uploaded)
        except discord.HTTPException as error:
            # The commands of the last upload go on working; CI checks that Discord can take these.
            reference = await asyncio.to_thread(record_fault, error, self._service.data_folder)
            log.error("commands_not_uploaded", status=error.status, code=error.code, reference=reference)

    async def on_app_command_completion(
        self, interaction: discord.Interaction, command: app_commands.Command[Any, ..., Any] | app_commands.ContextMenu
    ) -> None:
        del interaction
        self._service.metrics.commands.labels(command.qualified_name, "answered").inc()

    async def on_shard_resumed(self, shard_id: int) -> None:
        log.info("shard_resumed", shard=shard_id)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        log.info("shard_disconnected", shard=shard_id)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """A fault in a handler of an event: logged as any other, and the connection goes on."""
        del args, kwargs
        error = sys.exc_info()[1]
        if error is not None:
            log.error("fault", event=event_method, reference=record_fault(error, self._service.data_folder))
