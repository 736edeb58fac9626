"""`/help`: what rulesbot does, how to ask, and which rules it has."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.answering.answer import Message
from bot.answering.naming import document_and_edition, game_name
from bot.discord.exchange import look_for, tell
from bot.discord.rendering.pages import Look, Rendered
from bot.discord.rendering.sheets import Entry, Section, Sheet, render_sheet
from bot.discord.reply_language import FALLBACK, language_of_locale
from bot.discord.responding import page_of
from bot.discord.service import Service
from bot.locale.translation import N_, translate

_COMMANDS = (
    (N_("ask"), N_("/{command}: a question in your own words, in English, Indonesian or Spanish.")),
    (N_("rule"), N_("/{command}: a rule by its number, with what stands around it.")),
    (N_("keyword"), N_("/{command}: what a keyword means.")),
    (N_("card"), N_("/{command}: a card's current text and its rulings.")),
    (N_("language"), N_("/{command}: the language that I answer you in.")),
    (N_("privacy"), N_("/{command}: what I keep about you, and how to get or delete it.")),
)


def build(service: Service) -> app_commands.Command[Any, ..., Any]:
    @app_commands.command(
        name=locale_str(N_("help")),
        description=locale_str(N_("How to ask, and which rules I have")),
    )
    async def help_page(interaction: discord.Interaction) -> None:
        menu, look = language_of_locale(str(interaction.locale)) or FALLBACK, look_for(interaction)
        await tell(interaction, service, lambda language: page_of(help_sheet(service, language, menu, look)))

    return help_page


def help_sheet(service: Service, language: str, menu: str, look: Look) -> Rendered:
    """The help page, with every edition that answers today. `menu`: the language of the person's commands."""
    commands = tuple(Entry(Message(text, {"command": translate(Message(name), menu)})) for name, text in _COMMANDS)
    editions = tuple(
        Entry(f"{game_name(edition.game)}: {document_and_edition(edition, language)}")
        for edition in service.corpus.editions
    )
    about = Message("I look up the rules and say where they stand. I state a verdict only where the rules decide it.")
    sheet = Sheet(
        sections=(
            Section(says=(about,), entries=commands),
            Section(Message("The rules that I answer from:"), entries=editions),
        )
    )
    return render_sheet(sheet, language, look)
