"""Whether the connection to Discord lives: a process can run for days on a dead one."""

from __future__ import annotations

import time
from dataclasses import dataclass

import discord

LONGEST_SILENCE_S = 120.0
"""Discord wants a heartbeat about every 41 seconds; two missed in a row, and some, are no hiccup."""


@dataclass(frozen=True, slots=True)
class Health:
    alive: bool
    reason: str


def health_of(client: discord.AutoShardedClient) -> Health:
    """Whether every shard is connected and was heard of lately."""
    if client.is_closed():
        return Health(False, "closed")
    if not client.is_ready():
        return Health(False, "not connected yet")
    for shard_id, shard in client.shards.items():
        if shard.is_closed():
            return Health(False, f"shard {shard_id} is disconnected")
    silence = heartbeat_age_s(client)
    if silence is None or silence > LONGEST_SILENCE_S:
        return Health(False, "no heartbeat was acknowledged lately")
    return Health(True, "connected")


def heartbeat_age_s(client: discord.AutoShardedClient) -> float | None:
    """Seconds since the last acknowledged heartbeat, of the shard that waits longest; None without any shard."""
    ages = [_age_s(shard) for shard in client.shards.values()]
    return max(ages, default=None)


def _age_s(shard: discord.ShardInfo) -> float:
    # discord.py shows the latency of the last heartbeat, but not when that was; this is where it keeps it.
    keep_alive = shard._parent.ws._keep_alive
    return float("inf") if keep_alive is None else time.perf_counter() - keep_alive._last_ack
