"""What the asker can choose, as select menus within Discord's limits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.answering.answer import Clarify
from bot.discord.rendering import limits
from bot.discord.rendering.escaping import clusters, displayable
from bot.discord.rendering.limits import measure
from bot.locale.translation import translate

_NOTHING = "–"
_MORE = "…"


@dataclass(frozen=True, slots=True)
class MenuOption:
    """One line of a menu; its value in Discord is its position in the menu, since a fact's value can be too long."""

    label: str
    description: str
    """The rest of a label that is too long; empty otherwise."""
    value: str
    """The fact's value."""


@dataclass(frozen=True, slots=True)
class Menu:
    fact: str
    placeholder: str
    """The question, cut to fit; the reply has it whole."""
    options: tuple[MenuOption, ...]


def menus_of(clarify: Sequence[Clarify], language: str, most: int = limits.ROWS) -> tuple[Menu, ...]:
    """The menus of some questions, at most `most`; more options than one menu holds go on in the next."""
    menus = [menu for one in clarify for menu in _menus(one, language)]
    return tuple(menus[:most])


def not_in_menus(clarify: Sequence[Clarify], menus: Sequence[Menu]) -> int:
    """How many options no menu had room for."""
    return sum(len(one.options) for one in clarify) - sum(len(menu.options) for menu in menus)


def fitted(text: str, limit: int) -> str:
    """A label of at most `limit` UTF-16 units: in one line, cut after a word, else after a character."""
    line = " ".join(displayable(text).split())
    if measure(line) <= limit:
        return line or _NOTHING
    return _beginning(line, limit - measure(_MORE)).rstrip(" ,;:.") + _MORE


def _menus(clarify: Clarify, language: str) -> list[Menu]:
    question = fitted(translate(clarify.question, language), limits.MENU_PLACEHOLDER)
    options = [_option(translate(option.text, language), option.value) for option in clarify.options]
    size = limits.MENU_OPTIONS
    return [Menu(clarify.fact, question, tuple(options[at : at + size])) for at in range(0, len(options), size)]


def _option(text: str, value: str) -> MenuOption:
    line = " ".join(displayable(text).split())
    if measure(line) <= limits.MENU_LABEL:
        return MenuOption(line or _NOTHING, "", value)
    label = _beginning(line, limits.MENU_LABEL)
    return MenuOption(label, fitted(line[len(label) :], limits.MENU_DESCRIPTION), value)


def _beginning(line: str, limit: int) -> str:
    """As many whole words as fit; characters where no word fits."""
    fitting, width = [], 0
    for cluster in clusters(line):
        width += measure(cluster)
        if width > limit:
            break
        fitting.append(cluster)
    text = "".join(fitting)
    at_word = text.rfind(" ")
    return text[:at_word] if at_word > len(text) // 2 else text or line[: limit // 2]
