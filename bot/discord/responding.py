"""Sends a reply by the way that an interaction still has open."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

import aiohttp
import discord

T = TypeVar("T")
_PAUSES_S = (0.2, 1.0)
"""Before each further try after the connection broke."""


@dataclass(frozen=True, slots=True)
class Reply:
    """One message, within Discord's limits."""

    content: str = ""
    embeds: tuple[discord.Embed, ...] = ()


async def acknowledge(interaction: discord.Interaction, *, private: bool) -> None:
    """Tell Discord that an answer is coming; it shows "thinking" from then on, for at most 15 minutes."""
    await interaction.response.defer(ephemeral=private, thinking=True)


async def respond(interaction: discord.Interaction, reply: Reply, *, private: bool = False) -> None:
    """Send a reply: as the answer that an acknowledgement promised, else as the first response.

    Whether an acknowledged reply is private was settled with the acknowledgement.
    """
    embeds = list(reply.embeds)
    if interaction.response.is_done():
        await _through_cuts(
            lambda: interaction.edit_original_response(content=reply.content or None, embeds=embeds, view=None)
        )
    else:
        await interaction.response.send_message(reply.content or None, embeds=embeds, ephemeral=private)


async def _through_cuts(send: Callable[[], Awaitable[T]]) -> T:
    """The outcome of a request that may safely be sent again, which it is where the connection breaks."""
    for pause_s in _PAUSES_S:
        try:
            return await send()
        except (aiohttp.ClientConnectionError, ConnectionError):
            await asyncio.sleep(pause_s)
    return await send()
