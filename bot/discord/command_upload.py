"""Tells Discord which commands there are: one request, and only when they have changed.

Discord counts how many commands are created in a day, so a restart must not send them again.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any, Protocol

import structlog
from discord import app_commands

from bot.discord.translator import CatalogueTranslator

log = structlog.get_logger(__name__)


class UploadedHash(Protocol):
    """Remembers what was uploaded last; both calls may block for a moment."""

    def read(self, application_id: int) -> str | None: ...

    def write(self, application_id: int, digest: str) -> None: ...


class UploadedHashFile:
    """Keeps the hash in a file of the data folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def read(self, application_id: int) -> str | None:
        path = self._path(application_id)
        return path.read_text("ascii").strip() if path.is_file() else None

    def write(self, application_id: int, digest: str) -> None:
        self._path(application_id).write_text(digest + "\n", "ascii")

    def _path(self, application_id: int) -> Path:
        return self._folder / f"discord-commands-{application_id}.sha256"


async def upload_if_changed(
    tree: app_commands.CommandTree[Any], translator: CatalogueTranslator, uploaded: UploadedHash
) -> bool:
    """Upload the commands unless Discord has these already; whether that was needed.

    :raises discord.HTTPException: Discord refused them; nothing is remembered then.
    """
    application_id = tree.client.application_id
    if application_id is None:
        raise app_commands.MissingApplicationID
    digest = payload_hash(await payload_of(tree, translator))
    if uploaded.read(application_id) == digest:
        log.info("commands_unchanged")
        return False
    await tree.sync()
    uploaded.write(application_id, digest)
    log.info("commands_uploaded", count=len(tree.get_commands()))
    return True


async def payload_of(tree: app_commands.CommandTree[Any], translator: CatalogueTranslator) -> list[dict[str, Any]]:
    """What is sent to Discord: every command with its names and descriptions in all locales."""
    return [await command.get_translated_payload(tree, translator) for command in tree.get_commands()]


def payload_hash(payload: list[dict[str, Any]]) -> str:
    """The same for the same commands, in whatever order they were added."""
    ordered = sorted(payload, key=lambda command: (command.get("type", 1), command["name"]))
    return hashlib.sha256(json.dumps(ordered, sort_keys=True, default=str).encode()).hexdigest()
