"""Tells Discord which commands there are: one request, and only when they have changed.

Discord counts how many commands are created in a day, so a restart must not send them again.
"""

from __future__ import annotations

import asyncio
from typing import Any

import structlog
from discord import app_commands

from bot.discord.storage.command_uploads import payload_hash, remember_upload, uploaded_hash
from bot.discord.storage.store import Store
from bot.discord.translator import CatalogueTranslator

log = structlog.get_logger(__name__)


async def upload_if_changed(tree: app_commands.CommandTree[Any], translator: CatalogueTranslator, store: Store) -> bool:
    """Upload the commands unless Discord has these already; whether that was needed.

    :raises discord.HTTPException: Discord refused them; nothing is remembered then.
    """
    application_id = tree.client.application_id
    if application_id is None:
        raise app_commands.MissingApplicationID
    digest = payload_hash(await payload_of(tree, translator))
    if await asyncio.to_thread(uploaded_hash, store, application_id) == digest:
        log.info("commands_unchanged")
        return False
    await tree.sync()
    await asyncio.to_thread(remember_upload, store, application_id, digest)
    log.info("commands_uploaded", count=len(tree.get_commands()))
    return True


async def payload_of(tree: app_commands.CommandTree[Any], translator: CatalogueTranslator) -> list[dict[str, Any]]:
    """What is sent to Discord, by name: every command with its names and descriptions in all locales."""
    payload = [await command.get_translated_payload(tree, translator) for command in tree.get_commands()]
    return sorted(payload, key=lambda command: str(command["name"]))
