"""Asking back in a terminal: numbered options, Enter to skip."""

from __future__ import annotations

import sys
from collections.abc import Callable

from rich.console import Console
from rich.text import Text

from bot.answering.answer import Clarify, Message
from bot.locale.translation import translate
from bot.terminal.plain import printable

Reader = Callable[[], str]
"""Reads one line without its end. :raises EOFError: there is none."""


def is_interactive() -> bool:
    """Whether a person sits at both ends."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


def chosen_value(clarify: Clarify, language: str, console: Console, read: Reader = input) -> str | None:
    """The value that a person chooses by its number; None where they skip it or end the input."""
    console.print(Text(printable(translate(clarify.question, language)), style="bold"))
    for number, option in enumerate(clarify.options, start=1):
        console.print(Text(f"  {number}  {printable(translate(option.text, language))}"))
    hint = Message("Number, or Enter to skip: ")
    while True:
        console.print(Text(translate(hint, language)), end="")
        try:
            typed = read().strip()
        except EOFError:
            return None
        if not typed:
            return None
        if typed.isascii() and typed.isdigit() and 0 < int(typed[:4]) <= len(clarify.options):
            return clarify.options[int(typed[:4]) - 1].value
