"""The connection to Discord."""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import discord
import structlog
from discord import app_commands

from bot.discord.buttons.items import ReplyButton, ReplyMenu
from bot.discord.buttons.pressing import press, submit
from bot.discord.command_upload import upload_if_changed
from bot.discord.gate import Gate
from bot.discord.mentions import answer_message, question_in
from bot.discord.rendering.custom_ids import parts_of
from bot.discord.responding import Interaction
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

    def __init__(self, service: Service, **options: Any) -> None:
        """`options` are those of discord.py."""
        super().__init__(
            intents=intents(),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            **options,
        )
        self._service = service
        self._gate = Gate(service)
        self.tree = RulesTree(self, service, self._gate)

    async def setup_hook(self) -> None:
        """Once, after logging in and before connecting: here and never in `on_ready`, which may happen again."""
        self.add_dynamic_items(ReplyButton, ReplyMenu)
        translator = CatalogueTranslator()
        await self.tree.set_translator(translator)
        try:
            await upload_if_changed(self.tree, translator, self._service.keeper.store)
        except discord.HTTPException as error:
            # The commands of the last upload go on working; CI checks that Discord can take these.
            reference = await asyncio.to_thread(record_fault, error, self._service.data_folder)
            log.error("commands_not_uploaded", status=error.status, code=error.code, reference=reference)

    async def press(self, interaction: Interaction, action: str, reply_id: str, more: tuple[str, ...]) -> None:
        """A component below a reply was used."""
        await self._gate.through(
            interaction, f"button {action}", lambda: press(interaction, self._service, action, reply_id, more)
        )

    async def on_interaction(self, interaction: Interaction) -> None:
        """Forms are read here, whichever process has shown them; commands and components have handlers of their own."""
        if interaction.type is discord.InteractionType.modal_submit:
            data: Any = interaction.data
            parts = parts_of(data["custom_id"])
            if parts is not None:
                await self._gate.through(
                    interaction, f"form {parts[0]}", lambda: submit(interaction, self._service, parts[1])
                )

    async def on_message(self, message: discord.Message) -> None:
        """Somebody speaks to the bot, or to others."""
        question = question_in(message, self.user)
        if question is not None and self._gate.is_new(message.id):
            outcome = await answer_message(message, self._service, question)
            self._service.metrics.commands.labels("mention", outcome).inc()

    async def on_app_command_completion(
        self, interaction: Interaction, command: app_commands.Command[Any, ..., Any] | app_commands.ContextMenu
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
