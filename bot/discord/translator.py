"""The names and descriptions of commands in the languages of Discord's menus, from the catalogues."""

from __future__ import annotations

import unicodedata

import discord
from discord import app_commands

from bot.answering.answer import Message
from bot.discord.reply_language import language_of_locale
from bot.locale.translation import translate

_MARKS_OF_NAMES = "-_'"


class CatalogueTranslator(app_commands.Translator):
    """Looks a text of the command tree up in the catalogue of a locale's language."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The text for a locale; None where Discord is to show the English one."""
        language = language_of_locale(locale.value)
        if language is None or language == "en":
            return None
        return translate(Message(string.message), language)


def is_command_name(name: str) -> bool:
    """Whether Discord takes a text as the name of a command or option: 1 to 32 letters, digits, and `-`, `_`, `'`,
    lower-case wherever a character has a lower case."""
    return 1 <= len(name) <= 32 and name == name.lower() and all(_in_a_name(character) for character in name)


def _in_a_name(character: str) -> bool:
    if character in _MARKS_OF_NAMES or unicodedata.category(character)[0] in "LN":
        return True
    # Vowel signs of Devanagari and Thai, which are no letters of their own.
    return "\u0900" <= character <= "\u097f" or "\u0e00" <= character <= "\u0e7f"
