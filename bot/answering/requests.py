"""Whether a request can be answered at all: its game, edition and language exist."""

from __future__ import annotations

from bot.answering.answer import Message
from bot.answering.library import Library
from bot.answering.naming import game_name
from bot.answering.question import Question
from bot.errors import UserError
from rules_corpus.editions import EditionView, UnknownEditionError
from rules_corpus.passages import LANGUAGES


def check(question: Question, library: Library) -> None:
    """Refuse a request for what does not exist.

    :raises UserError: the game, edition or language is unknown.
    """
    if question.language is not None and question.language not in LANGUAGES:
        raise UserError(
            Message(
                "{language} is no language I answer in; choose {languages}.",
                {"language": question.language, "languages": LANGUAGES},
            )
        )
    if question.game is not None and question.game not in library.games:
        raise UserError(
            Message(
                "I have no game called {game}; I have {games}.",
                {"game": question.game, "games": library.games or "–"},
            )
        )
    if question.edition is None:
        return
    if question.game is not None:
        view_for(library, question.game, question.edition)
    elif not any(library.has_edition(game, question.edition) for game in library.games):
        known = tuple(label for game in library.games for label in library.views.labels(game))
        raise UserError(
            Message(
                "No game has an edition {edition} here; I have {known}.", {"edition": question.edition, "known": known}
            )
        )


def view_for(library: Library, game: str, edition: str | None) -> EditionView:
    """What answers for a game: the named edition, or those in force.

    :raises UserError: the game has no edition of this name.
    """
    try:
        return library.view(game, edition)
    except UnknownEditionError as error:
        raise UserError(
            Message(
                "{game} has no edition {edition} here; I have {known}.",
                {"game": game_name(game), "edition": edition or "", "known": error.known or "–"},
            )
        ) from error
