"""Which buttons and menus stand below a reply."""

from __future__ import annotations

import discord

from bot.answering.answer import Message
from bot.discord.buttons.items import ReplyButton, ReplyMenu
from bot.discord.rendering.custom_ids import custom_id
from bot.discord.rendering.pages import Rendered
from bot.discord.storage.replies import ReplyState
from bot.locale.translation import translate
from rules_corpus.passages import LANGUAGES

OWN_NAMES = {"en": "English", "id": "Bahasa Indonesia", "es": "Español"}


def view_of(state: ReplyState, rendered: Rendered, page: int) -> discord.ui.View:
    """What stands below one page of a reply: its menus, the pages, other languages, going on, and feedback."""
    view = discord.ui.View(timeout=None)
    for place, menu in enumerate(rendered.menus):
        options = [
            discord.SelectOption(label=option.label, description=option.description or None, value=str(number))
            for number, option in enumerate(menu.options)
        ]
        view.add_item(ReplyMenu.made(custom_id("pick", state.id, str(place)), menu.placeholder, options))
    row = len(rendered.menus)
    last = len(rendered.pages) - 1
    if last > 0:
        view.add_item(_button("page", state, "◀", row, str(max(page - 1, 0)), "back", disabled=page <= 0))
        view.add_item(_button("page", state, "▶", row, str(min(page + 1, last)), "on", disabled=page >= last))
        row += 1
    for language in LANGUAGES:
        if language != state.request.language:
            view.add_item(_button("lang", state, OWN_NAMES[language], row, language))
    if state.request.command == "ask":
        view.add_item(_button("more", state, translate(Message("Ask further"), state.request.language), row))
    view.add_item(_button("vote", state, "👍", row, "up"))
    view.add_item(_button("vote", state, "👎", row, "down"))
    return view


def _button(action: str, state: ReplyState, label: str, row: int, *more: str, disabled: bool = False) -> ReplyButton:
    return ReplyButton.made(custom_id(action, state.id, *more), label, row, disabled=disabled)
