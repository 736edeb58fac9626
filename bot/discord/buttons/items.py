"""Components that Discord's client sends back to us long after the process that made them is gone."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol, cast

import discord

from bot.discord.rendering.custom_ids import parts_of

_BUTTONS = re.compile(r"rb:(?:page|lang|more|vote):[A-Za-z0-9_-]+(?::[A-Za-z0-9_-]+)*")
_MENUS = re.compile(r"rb:pick:[A-Za-z0-9_-]+:[0-9]+")

Press = Callable[[discord.Interaction[Any], str, str, tuple[str, ...]], Awaitable[None]]
"""Takes an interaction, the action, the reply's id and the rest of the component's id."""


class Pressed(Protocol):
    """The client, as the components see it."""

    @property
    def press(self) -> Press: ...


class ReplyButton(discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]], template=_BUTTONS):
    """A button below a reply."""

    @classmethod
    def made(cls, custom_id: str, label: str, row: int, *, disabled: bool = False) -> ReplyButton:
        button: discord.ui.Button[discord.ui.View] = discord.ui.Button(
            style=discord.ButtonStyle.secondary, label=label, custom_id=custom_id, row=row, disabled=disabled
        )
        return cls(button)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> ReplyButton:
        del interaction, match
        return cls(cast("discord.ui.Button[discord.ui.View]", item))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await _press(interaction, self.custom_id)


class ReplyMenu(discord.ui.DynamicItem[discord.ui.Select[discord.ui.View]], template=_MENUS):
    """A select menu below a reply; one option is chosen."""

    @classmethod
    def made(cls, custom_id: str, placeholder: str, options: Sequence[discord.SelectOption]) -> ReplyMenu:
        select: discord.ui.Select[discord.ui.View] = discord.ui.Select(
            custom_id=custom_id, placeholder=placeholder, options=list(options)
        )
        return cls(select)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> ReplyMenu:
        del interaction, match
        return cls(cast("discord.ui.Select[discord.ui.View]", item))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await _press(interaction, self.custom_id)


async def _press(interaction: discord.Interaction[Any], custom_id: str) -> None:
    parts = parts_of(custom_id)
    if parts is not None:
        client: Pressed = interaction.client
        await client.press(interaction, *parts)
