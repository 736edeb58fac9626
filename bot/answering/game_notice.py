"""What a reader is told about the game that a question was taken to be about."""

from __future__ import annotations

from bot.answering.answer import Message
from bot.answering.naming import game_name
from bot.answering.understanding import GameSource, Understanding
from index.game_terms import named_games


def game_notice(understanding: Understanding) -> Message | None:
    """Which game was taken and why; None where that goes without saying."""
    choice = understanding.game
    named = named_games(understanding.asked)
    if choice.source is GameSource.ASKED and choice.game is not None and named and choice.game not in named:
        return Message(
            "This is about {game}, which was chosen, though the question names {named}.",
            {"game": game_name(choice.game), "named": tuple(game_name(game) for game in named)},
        )
    if choice.game is None or choice.certain:
        return None
    if choice.source is GameSource.WORDS and choice.because == (choice.game,):
        return None  # the question calls the game by its name
    game = game_name(choice.game)
    if choice.source is GameSource.EARLIER:
        return Message("I took this as a {game} question, like your earlier one.", {"game": game})
    if not choice.because:
        return Message("I took this as a {game} question.", {"game": game})
    return Message(
        "I took this as a {game} question, because of: {words}", {"game": game, "words": ", ".join(choice.because)}
    )
