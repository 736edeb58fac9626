"""Which game a text speaks of, from its words alone."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rules_corpus.lexicon import Lexicon
from rules_corpus.lexicon.words import split_words
from rules_corpus.passages import GAMES

_NAMES = {
    "riftbound": re.compile(r"\brift ?bound\b|\bleague of legends (?:tcg|card game)\b|\blol tcg\b"),
    "mtg": re.compile(r"\bmtga?\b|\bmagic(?! ?(?:damage|number|word))\b|\bthe gathering\b|\bedh\b"),
    "vandaria": re.compile(r"\bvandaria(?: ?wars?)?\b|\bvandar\b"),
}
_NUMBERS = {
    "riftbound": re.compile(r"^\d{3}\.\d+(?:\.(?:\d+|[a-z]))*$"),
    "mtg": re.compile(r"^\d{3}\.\d+[a-z]?$"),
    "vandaria": re.compile(r"^eq\.\d+(?:\.\d+)*$"),
}
_NUMBER_WEIGHT = 2.0
_MARGIN = 0.5
"""A lead smaller than this is a tie, and evidence smaller than this is none."""


@dataclass(frozen=True, slots=True)
class GameGuess:
    game: str | None
    """None where no word tells, or where several games are equally likely."""
    decided_by: tuple[str, ...]
    """The words that spoke for the game, or for the tied games, as they stand in the lexicon."""
    tied: tuple[str, ...] = ()
    """The games between which the words do not decide; empty where one was found, or where no word tells."""


def named_games(text: str) -> tuple[str, ...]:
    """The games that a text calls by name ("in Magic", "MTG", "Riftbound")."""
    flat = " ".join(split_words(text))
    return tuple(game for game in GAMES if _NAMES[game].search(flat))


def game_evidence(text: str, lexicon: Lexicon) -> dict[str, float]:
    """How strongly the words of a text speak for each game; empty where no word tells.

    A word that only one game has counts fully for it, a shared one for each game in part, everyday words not at all.
    """
    return {game: sum(words.values()) for game, words in _evidence_words(text, lexicon).items()}


def guess_game(text: str, lexicon: Lexicon) -> GameGuess:
    """The game that a text speaks of. A game's name decides alone; a tie is reported, never guessed."""
    named = named_games(text)
    if len(named) == 1:
        return GameGuess(named[0], (named[0],))
    if named:
        return GameGuess(None, named, named)
    evidence = _evidence_words(text, lexicon)
    totals = {game: sum(words.values()) for game, words in evidence.items()}
    if not totals:
        return GameGuess(None, ())
    best = max(totals.values())
    leading = tuple(game for game in GAMES if totals.get(game, 0.0) > max(0.0, best - _MARGIN))
    words = tuple(dict.fromkeys(word for game in leading for word in evidence[game]))
    if len(leading) > 1:
        return GameGuess(None, words, leading)
    if best < _MARGIN:  # one everyday word that a game happens to use ("move")
        return GameGuess(None, ())
    return GameGuess(leading[0], words)


def _evidence_words(text: str, lexicon: Lexicon) -> dict[str, dict[str, float]]:
    """game → the words that speak for it with their weights; a word counts once."""
    words = split_words(text)
    found: dict[str, dict[str, float]] = {}
    for word in words:
        shaped = [game for game, shape in _NUMBERS.items() if shape.match(word)]
        for game in shaped:
            found.setdefault(game, {})[word] = _NUMBER_WEIGHT / len(shaped)
    for match in lexicon.find(words, ("en", "es", "id"), loose=False):
        strongest: dict[str, float] = {}
        for term in match.terms:
            for game in term.games if term.kind != "plain" else ():
                strongest[game] = max(strongest.get(game, 0.0), term.evidence)
        for game, weight in strongest.items():
            found.setdefault(game, {})[match.key] = weight / len(strongest)
    return found
