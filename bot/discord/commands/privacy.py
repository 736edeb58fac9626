"""`/privacy`: what is kept about somebody, as a file, deleted, or no longer collected."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.answering.answer import Message
from bot.discord.exchange import look_for, tell
from bot.discord.rendering.pages import Look
from bot.discord.rendering.sheets import render_text
from bot.discord.responding import Reply, page_of
from bot.discord.service import Service
from bot.discord.storage.preferences import set_opted_out
from bot.discord.storage.privacy import delete_everything, export
from bot.discord.storage.store import Store
from bot.locale.translation import N_

_ACTIONS = [
    app_commands.Choice(name=locale_str(N_("What is kept")), value="show"),
    app_commands.Choice(name=locale_str(N_("Send me all of it as a file")), value="export"),
    app_commands.Choice(name=locale_str(N_("Delete everything")), value="delete"),
    app_commands.Choice(name=locale_str(N_("Stop logging my questions")), value="stop"),
    app_commands.Choice(name=locale_str(N_("Log my questions again")), value="resume"),
]
_FILE = "rulesbot-data.json"

Said = tuple[Message, ...]


def build(service: Service) -> app_commands.Command[Any, ..., Any]:
    @app_commands.command(
        name=locale_str(N_("privacy")),
        description=locale_str(N_("What I keep about you: see, get or delete it")),
    )
    @app_commands.rename(action=locale_str(N_("action")))
    @app_commands.describe(action=locale_str(N_("What to do with it")))
    @app_commands.choices(action=_ACTIONS)
    async def privacy(interaction: discord.Interaction, action: str = "show") -> None:
        look, store = look_for(interaction), service.keeper.store
        key = service.keeper.keys.of(interaction.user.id)
        await tell(interaction, service, lambda language: _done(action, store, key, language, look))

    return privacy


def _done(action: str, store: Store, key: str, language: str, look: Look) -> Reply:
    """Do what was chosen; what to say about it."""
    if action == "export":
        contents = json.dumps(export(store, key), ensure_ascii=False, indent=2).encode()
        said = page_of(render_text([Message("This is all that I keep about you.")], language, look))
        return Reply(said.content, said.embeds, file=(_FILE, contents))
    doing: dict[str, Callable[[], Said]] = {
        "delete": lambda: _deleted(store, key),
        "stop": lambda: _logging(store, key, stopped=True),
        "resume": lambda: _logging(store, key, stopped=False),
    }
    return page_of(render_text(doing.get(action, _about)(), language, look))


def _about() -> Said:
    return (
        Message(
            "I keep your questions for 30 days, so that the moderators of the server in which you asked can see what "
            "is unclear. They do not see who asked, and other servers see nothing."
        ),
        Message(
            "Your last questions in a channel are kept for 30 minutes, so that you can ask further, and what a reply "
            "was about for 30 days, so that its buttons work."
        ),
        Message("All of it is kept under a code and not under your name or id. I read no other messages."),
    )


def _deleted(store: Store, key: str) -> Said:
    delete_everything(store, key)
    return (Message("Everything that I kept about you is deleted. The buttons below my replies to you are dead now."),)


def _logging(store: Store, key: str, *, stopped: bool) -> Said:
    set_opted_out(store, key, stopped)
    if stopped:
        return (Message("Your questions are not logged any more, and those that were are deleted."),)
    return (Message("Your questions are logged again, without your name."),)
