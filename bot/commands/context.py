"""What `main()` hands to a command, and the options that several commands share."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from bot.answering.answer import Message
from bot.application import Application
from bot.commands.console import TerminalProgress, checked_language, interface_language
from bot.errors import UserError
from bot.settings import Settings
from rules_corpus.passages import GAMES

GameOption = Annotated[str | None, typer.Option("--game", "-g", help="riftbound, mtg or vandaria.")]
EditionOption = Annotated[
    str | None, typer.Option("--edition", "-e", help="An edition's label, such as 1.4 or 2026-08-07.")
]
LanguageOption = Annotated[str | None, typer.Option("--lang", "-l", help="en, id or es.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]
BatchOption = Annotated[
    Path | None, typer.Option("--batch", help="A file of JSON lines (- for standard input), answered line by line.")
]

FactOption = Annotated[
    list[str] | None,
    typer.Option("--fact", "-f", metavar="NAME=VALUE", help="How things are, such as turn=you; may be repeated."),
]


def chosen_facts(written: list[str] | None) -> dict[str, str]:
    """The facts of `--fact` options; of one that is given twice the last.

    :raises UserError: one of them has no name or no value.
    """
    facts: dict[str, str] = {}
    for one in written or ():
        name, equals, value = one.partition("=")
        if not (name.strip() and equals and value.strip()):
            raise UserError(Message("“{text}” is no fact; write it as name=value.", {"text": one[:120]}))
        facts[name.strip()] = value.strip()
    return facts


@dataclass(frozen=True, slots=True)
class Session:
    """One run of a command."""

    application: Application
    language: str
    """The language of the command line's own texts."""
    steps: TerminalProgress

    @classmethod
    def of(cls, context: typer.Context, language: str | None = None) -> Session:
        """The run that a command's context belongs to, speaking the chosen language.

        :raises UserError: the language is not one that rulesbot speaks.
        """
        spoken = interface_language(checked_language(language))
        settings: Settings = context.obj
        steps = TerminalProgress(spoken)
        return cls(Application(settings, steps), spoken, steps)

    def checked_game(self, game: str | None) -> str | None:
        """The game's short name.

        :raises UserError: rulesbot does not know the game.
        """
        if game is not None and game not in GAMES:
            raise UserError(Message("{game} is no game I know; choose {games}.", {"game": game, "games": GAMES}))
        return game
