"""`/help`: what rulesbot does, how to ask, and which rules it has."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.answering.answer import Answer, AnswerKind, Message
from bot.answering.naming import document_and_edition, game_name
from bot.discord.exchange import Languages, answer
from bot.discord.reply_language import FALLBACK, language_of_locale
from bot.discord.service import Service
from bot.locale.translation import N_, translate

_COMMANDS = (
    (N_("ask"), N_("/{command}: a question in your own words, in English, Indonesian or Spanish.")),
    (N_("rule"), N_("/{command}: a rule by its number, with what stands around it.")),
    (N_("keyword"), N_("/{command}: what a keyword means.")),
    (N_("card"), N_("/{command}: a card's current text and its rulings.")),
)


def build(service: Service) -> app_commands.Command[Any, ..., Any]:
    @app_commands.command(name=locale_str(N_("help")), description=locale_str(N_("How to ask, and which rules I have")))
    async def help_page(interaction: discord.Interaction) -> None:
        menu = language_of_locale(str(interaction.locale)) or FALLBACK
        await answer(interaction, service, lambda languages: help_answer(service, languages, menu), private=True)

    return help_page


def help_answer(service: Service, languages: Languages, menu: str) -> Answer:
    """The help page, with every edition that answers today. `menu`: the language of the person's commands."""
    commands = tuple(Message(text, {"command": translate(Message(name), menu)}) for name, text in _COMMANDS)
    editions = tuple(
        f"{game_name(edition.game)}: {document_and_edition(edition, languages.reply)}"
        for edition in service.corpus.editions
    )
    return Answer(
        language=languages.reply,
        game=None,
        kind=AnswerKind.PASSAGES,
        verdict=None,
        says=(
            Message("I look up the rules and say where they stand. I state a verdict only where the rules decide it."),
            *commands,
            Message("The rules that I answer from:"),
            *editions,
        ),
    )
