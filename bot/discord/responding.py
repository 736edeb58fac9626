"""Sends a reply by the way that an interaction still has open."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import aiohttp
import discord

from bot.discord.rendering.pages import Rendered

T = TypeVar("T")
Interaction = discord.Interaction[Any]
_PAUSES_S = (0.2, 1.0)
"""Before each further try after the connection broke."""


@dataclass(frozen=True, slots=True)
class Reply:
    """One message, within Discord's limits."""

    content: str = ""
    embeds: tuple[discord.Embed, ...] = ()
    view: discord.ui.View | None = None
    """The buttons and menus below it."""
    file: tuple[str, bytes] | None = None
    """(name, contents) of a file that comes with it; only where the reply was acknowledged before."""


def page_of(rendered: Rendered, number: int = 0, view: discord.ui.View | None = None) -> Reply:
    """One page as a message; the last one where there are not so many."""
    page = rendered.pages[min(max(number, 0), len(rendered.pages) - 1)]
    if page.embed is None:
        return Reply(page.content, view=view)
    embed = discord.Embed(description=page.embed.description, colour=page.embed.colour)
    if page.embed.footer:
        embed.set_footer(text=page.embed.footer)
    return Reply(page.content, (embed,), view)


async def acknowledge(interaction: Interaction, *, private: bool) -> None:
    """Tell Discord that an answer is coming; it shows "thinking" from then on, for at most 15 minutes."""
    await interaction.response.defer(ephemeral=private, thinking=True)


async def respond(interaction: Interaction, reply: Reply, *, private: bool = False) -> None:
    """Send a reply: in the place that an acknowledgement keeps, else as the first response.

    Whether an acknowledged reply is private was settled with the acknowledgement.
    """
    embeds = list(reply.embeds)
    if interaction.response.is_done():
        await through_cuts(
            lambda: interaction.edit_original_response(
                content=reply.content or None, embeds=embeds, view=reply.view, attachments=_files(reply)
            )
        )
    else:
        await interaction.response.send_message(
            reply.content or None, embeds=embeds, ephemeral=private, view=reply.view or discord.utils.MISSING
        )


def _files(reply: Reply) -> list[discord.File | discord.Attachment]:
    if reply.file is None:
        return []
    name, contents = reply.file
    return [discord.File(io.BytesIO(contents), name)]


async def whisper(interaction: Interaction, reply: Reply) -> None:
    """Send something that only this person sees, beside what is there: after a button was acknowledged, a new message;
    in every other case as `respond` does."""
    if interaction.type is not discord.InteractionType.component or not interaction.response.is_done():
        await respond(interaction, reply, private=True)
        return
    await interaction.followup.send(reply.content, embeds=list(reply.embeds), ephemeral=True)


async def through_cuts(send: Callable[[], Awaitable[T]]) -> T:
    """The outcome of a request that may safely be sent again, which it is where the connection breaks."""
    for pause_s in _PAUSES_S:
        try:
            return await send()
        except (aiohttp.ClientConnectionError, ConnectionError):
            await asyncio.sleep(pause_s)
    return await send()
