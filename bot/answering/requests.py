"""Whether a request can be answered at all: its game, edition and language exist."""

from __future__ import annotations

from bot.answering.answer import Message
from bot.answering.library import Library
from bot.answering.naming import game_name
from bot.answering.question import Question
from bot.errors import UserError
from rule_check.choices import MOST_CHOICES, TooManyChoicesError, UnknownChoiceError
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


def check_facts(question: Question, game: str | None, library: Library) -> None:
    """Refuse chosen facts that the game does not have; of a question whose game is not known, those that no game has.

    :raises UserError: a fact or value is unknown, or there are too many.
    """
    if not question.facts or library.checker is None:
        return
    refusal: UserError | None = None
    for candidate in (game,) if game is not None else library.games:
        try:
            if library.checker.choices(question.facts, candidate) is not None:
                return
        except TooManyChoicesError:
            refusal = UserError(
                Message(
                    "{count} facts are too many; {limit} is the most.",
                    {"count": len(question.facts), "limit": MOST_CHOICES},
                )
            )
        except UnknownChoiceError as error:
            refusal = refusal or UserError(_unknown_choice(error, candidate))
    if refusal is not None:
        raise refusal


def _unknown_choice(error: UnknownChoiceError, game: str) -> Message:
    if error.value is None:
        return Message(
            "“{fact}” is no fact that can be chosen in {game}; there are {facts}.",
            {"fact": error.name, "game": game_name(game), "facts": error.allowed},
        )
    return Message(
        "The fact {fact} can't be “{value}”; choose {values}.",
        {"fact": error.name, "value": error.value, "values": error.allowed},
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
