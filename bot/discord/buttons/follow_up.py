"""The form for a further question about a reply."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord

from bot.answering.answer import Message
from bot.discord.rendering.custom_ids import custom_id
from bot.discord.rendering.limits import MODAL_TITLE
from bot.locale.translation import translate

LONGEST = 1500
"""Characters, as for /ask."""
_OPEN_S = 15 * 60.0
"""After that the form is forgotten here; one that is sent later is read all the same."""


def follow_up_form(reply_id: str, language: str) -> discord.ui.Modal:
    """An empty form. What comes back is read from the interaction itself, so that it works after a restart."""
    title = translate(Message("Ask further"), language)[:MODAL_TITLE]
    form = discord.ui.Modal(title=title, custom_id=custom_id("form", reply_id), timeout=_OPEN_S)
    field: discord.ui.TextInput[Any] = discord.ui.TextInput(
        style=discord.TextStyle.paragraph, max_length=LONGEST, custom_id="question"
    )
    label = translate(Message("Your further question"), language)
    form.add_item(discord.ui.Label(text=label, component=field))
    return form


def written(data: Any) -> str:
    """What was written into the form of an interaction; empty where there is nothing."""
    return next((str(part["value"]) for part in _parts(data.get("components", [])) if "value" in part), "").strip()


def _parts(components: list[Any]) -> Iterator[Any]:
    for component in components:
        yield component
        yield from _parts(component.get("components", []))
        if "component" in component:
            yield from _parts([component["component"]])
