"""`/help`: what rulesbot does, how to ask, and which rules it has."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.answering.answer import Message
from bot.answering.naming import document_and_edition, game_name
from bot.discord.exchange import locales_of, look_for
from bot.discord.rendering.pages import Look, Rendered
from bot.discord.rendering.sheets import Entry, Section, Sheet, render_sheet
from bot.discord.reply_language import FALLBACK, language_of_locale, reply_language
from bot.discord.responding import acknowledge, page_of, respond
from bot.discord.service import Service
from bot.locale.translation import N_, translate

_COMMANDS = (
    (N_("ask"), N_("/{command}: a question in your own words, in English, Indonesian or Spanish.")),
    (N_("rule"), N_("/{command}: a rule by its number, with what stands around it.")),
    (N_("keyword"), N_("/{command}: what a keyword means.")),
    (N_("card"), N_("/{command}: a card's current text and its rulings.")),
)


def build(service: Service) -> app_commands.Command[Any, ..., Any]:
    @app_commands.command(
        name=locale_str(N_("help")),
        description=locale_str(N_("How to ask, and which rules I have")),
    )
    async def help_page(interaction: discord.Interaction) -> None:
        with service.in_flight.one():
            await acknowledge(interaction, private=True)
            setting = await asyncio.to_thread(service.keeper.language_of, interaction.user.id)
            language = reply_language(setting=setting, **locales_of(interaction))
            menu = language_of_locale(str(interaction.locale)) or FALLBACK
            await respond(interaction, page_of(help_sheet(service, language, menu, look_for(interaction))))

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
