"""Which commands Discord has already, so that they are uploaded only when they have changed."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from bot.discord.storage.models import DiscordCommandUpload
from bot.discord.storage.store import Store, locked

GLOBAL = 0
"""Stands for the server of commands that are everywhere."""


def payload_hash(payload: Any) -> str:
    """The hash of a bulk upload's JSON; the order of keys does not matter."""
    dumped = json.dumps(payload, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(dumped.encode()).hexdigest()


def uploaded_hash(store: Store, application_id: int, server_id: int = GLOBAL) -> str | None:
    """The hash of what was uploaded last; None before the first upload."""
    with store.reading() as session:
        row = session.get(DiscordCommandUpload, (application_id, server_id))
        return row.payload_hash if row is not None else None


def remember_upload(store: Store, application_id: int, hash: str, server_id: int = GLOBAL) -> None:
    """Keep the hash of an upload that Discord has accepted."""
    now, key = store.now(), (application_id, server_id)
    first = {"application_id": application_id, "server_id": server_id, "payload_hash": hash, "uploaded_at": now}
    with store.writing() as session:
        row = locked(session, DiscordCommandUpload, key, **first)
        row.payload_hash, row.uploaded_at = hash, now
