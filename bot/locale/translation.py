"""From a `Message` to words: gettext catalogues, compiled in memory from their `.po` files through Babel."""

from __future__ import annotations

import datetime
import gettext
import io
import re
from collections.abc import Mapping
from functools import cache
from importlib import resources

from babel.dates import format_date
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from bot.answering.answer import Message, MessageValue
from rules_corpus.passages import LANGUAGES

DOMAIN = "rulesbot"

_PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")


class UnknownLanguageError(ValueError):
    """No catalogue exists for this language."""

    def __init__(self, language: str) -> None:
        super().__init__(f"no catalogue for the language {language!r}")
        self.language = language


def N_(text: str) -> str:
    """Marks a text as a message key where it stands in a table; returns it unchanged."""
    return text


@cache
def catalogue(language: str) -> gettext.GNUTranslations:
    """The compiled catalogue of a language, read once.

    :raises UnknownLanguageError: the language is none of `LANGUAGES`.
    """
    if language not in LANGUAGES:
        raise UnknownLanguageError(language)
    source = resources.files("bot.locale").joinpath(language, "LC_MESSAGES", f"{DOMAIN}.po")
    with source.open("rb") as file:
        catalog = read_po(file, locale=language, domain=DOMAIN)
    compiled = io.BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def translate(message: Message | str, language: str) -> str:
    """A message in a language, its nested messages, dates and lists resolved; a plain text comes back as it is.

    :raises UnknownLanguageError: the language is none of `LANGUAGES`.
    :raises KeyError: the message names a placeholder that its values lack.
    """
    if isinstance(message, str):
        return message
    translations = catalogue(language)
    if message.plural is None:
        template = translations.gettext(message.key)
    else:
        count = message.values["count"]
        if not isinstance(count, int):
            raise TypeError(f"the count of {message.key!r} is no number")
        template = translations.ngettext(message.key, message.plural, count)
    return _fill(template, message.values, language)


def placeholders(template: str) -> frozenset[str]:
    """The names that a template has in braces."""
    return frozenset(_PLACEHOLDER.findall(template))


def _fill(template: str, values: Mapping[str, MessageValue], language: str) -> str:
    # A plain substitution and never str.format: a value can hold braces, and no template may reach into a value.
    return _PLACEHOLDER.sub(lambda match: _worded(values[match.group(1)], language), template)


def _worded(value: MessageValue, language: str) -> str:
    if isinstance(value, Message):
        return translate(value, language)
    if isinstance(value, tuple):
        return format_list([_worded(item, language) for item in value], locale=language) if value else ""
    if isinstance(value, datetime.date):
        return format_date(value, format="long", locale=language)
    return str(value)
