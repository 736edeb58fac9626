"""What a question is about, before anything is looked up: its language, its game, the rule numbers it names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.answering.follow_ups import LOOK_BACK, complete
from bot.answering.library import Library
from bot.answering.question import Question
from bot.answering.stored_questions import StoredMatch
from index.card_names import CardMatch
from index.foreign_language import is_foreign
from index.game_terms import guess_game
from index.language import detect_language
from index.references import RuleMention

FOR_OTHER_LANGUAGES = "en"
"""What a question in none of the languages is answered in."""


class GameSource(StrEnum):
    """How the game was settled."""

    ASKED = "asked"
    """The request names it."""
    ONLY = "only"
    """It is the only one that is published."""
    WORDS = "words"
    """The question's own words tell."""
    EDITION = "edition"
    """Only this game has an edition of the name that the request pins."""
    NUMBER = "number"
    """Only this game has the rule number or the name that the question asks about."""
    EARLIER = "earlier"
    """The words of an earlier question tell."""
    NONE = "none"


@dataclass(frozen=True, slots=True)
class GameChoice:
    game: str | None
    source: GameSource
    because: tuple[str, ...] = ()
    """The words that decided, or that speak for the tied games."""
    tied: tuple[str, ...] = ()
    """The games between which the question does not decide; empty where one was found, or where nothing tells."""

    @property
    def certain(self) -> bool:
        """Nobody needs to be told which game was taken."""
        return self.source in (GameSource.ASKED, GameSource.ONLY)


@dataclass(frozen=True, slots=True)
class Understanding:
    text: str
    """What is understood and searched for: the asker's words, behind the earlier ones that they lean on."""
    language: str
    """The language to answer in."""
    game: GameChoice
    numbers: tuple[RuleMention, ...]
    stored: tuple[StoredMatch, ...]
    """The stored questions, of any game and edition, that the text equals; none where earlier questions are part of
    it."""
    asked: str
    """The asker's words alone, with what else the same text says."""
    leaned_on: tuple[str, ...] = ()
    """The earlier questions that stand in front, oldest first."""
    partly: tuple[StoredMatch, ...] = ()
    """The stored questions that equal the question's own words only, while more was said: no verdict is theirs."""


def understand(
    question: Question, library: Library, default_language: str, game: GameChoice | None = None
) -> Understanding:
    """Read a question. Never raises on any text; game and edition are those of a request that was checked.

    `game` is how the game of the whole text was settled, where the question is a part of it.
    """
    own = question.text.strip()
    asked = " ".join((*question.scenario, own))
    # What a later part leans on is asked of its own words: a pronoun may stand for something in the part before it.
    completed = complete(own if question.siblings else asked, (*question.context, *question.siblings), library.lexicon)
    leaned_on = completed.earlier if completed is not None else ()
    text = " ".join((*leaned_on, asked))
    stored = library.stored.find(asked) if completed is None else ()
    partly = library.stored.find(own) if not stored and text != own else ()
    language = _language(question, asked, stored or partly, library, default_language)
    choice = game or _game(question, asked, language, library.numbers_in(asked), library)
    return Understanding(
        text=text,
        language=language,
        game=_against_stored(choice, stored, library),
        numbers=library.numbers_in(text),
        stored=stored,
        asked=asked,
        leaned_on=leaned_on,
        partly=partly,
    )


def _language(question: Question, text: str, stored: Sequence[StoredMatch], library: Library, default: str) -> str:
    if question.language is not None:
        return question.language
    of_stored = {match.language for match in stored}
    if len(of_stored) == 1:
        return of_stored.pop()
    if is_foreign(text, library.lexicon):
        return FOR_OTHER_LANGUAGES
    guessed = detect_language(text, library.lexicon).language
    if guessed is not None:
        return guessed
    for earlier in reversed(question.context[-LOOK_BACK:]):
        guessed = detect_language(earlier, library.lexicon).language
        if guessed is not None:
            return guessed
    return default


def _game(question: Question, text: str, language: str, numbers: Sequence[RuleMention], library: Library) -> GameChoice:
    games = library.games
    if question.game is not None:
        return GameChoice(question.game, GameSource.ASKED)
    if len(games) == 1:
        return GameChoice(games[0], GameSource.ONLY)
    guess = guess_game(text, library.lexicon)
    if guess.game is not None:
        choice = GameChoice(guess.game, GameSource.WORDS, guess.decided_by)
        return choice if guess.decided_by == (guess.game,) else _of_asked_card(text, language, games, library) or choice
    candidates = guess.tied or games
    if question.edition is not None:
        having = _having_edition(question.edition, candidates, library)
        if len(having) == 1:
            return GameChoice(having[0], GameSource.EDITION, (question.edition,))
    bearers = _bearing(text, language, numbers, candidates, library)
    if len(bearers) == 1:
        game, words = bearers[0]
        return GameChoice(game, GameSource.NUMBER, words)
    for earlier in reversed((*question.context, *question.siblings)[-LOOK_BACK:]):
        before = guess_game(earlier, library.lexicon)
        if before.game is not None and before.game in candidates:
            return GameChoice(before.game, GameSource.EARLIER, before.decided_by)
    if len(bearers) > 1:
        return GameChoice(None, GameSource.NONE, bearers[0][1], tuple(game for game, _ in bearers))
    return GameChoice(None, GameSource.NONE, guess.decided_by, guess.tied)


def _against_stored(choice: GameChoice, stored: Sequence[StoredMatch], library: Library) -> GameChoice:
    """A guessed game that doesn't have this very question, while another one has, is no longer clear."""
    having = tuple(dict.fromkeys(library.corpus.editions[match.place[0]].game for match in stored))
    if choice.source is not GameSource.WORDS or not having or choice.game in having or choice.game is None:
        return choice
    if choice.because == (choice.game,):
        return choice  # the question calls the game by its name
    return GameChoice(None, GameSource.NONE, choice.because, (choice.game, *having))


def _of_asked_card(text: str, language: str, games: Sequence[str], library: Library) -> GameChoice | None:
    """The only game with the card that the whole question is about: then the name's words are no words of another."""
    asked = [
        (game, library.understand(text, language, game, None).asked_card)
        for game in games
        if not library.cards(game).empty
    ]
    found = [(game, mention) for game, mention in asked if mention is not None and mention.match is CardMatch.EXACT]
    if len(found) != 1:
        return None
    return GameChoice(found[0][0], GameSource.NUMBER, (found[0][1].printed,))


def _having_edition(label: str, games: Sequence[str], library: Library) -> tuple[str, ...]:
    return tuple(game for game in games if library.has_edition(game, label))


def _bearing(
    text: str, language: str, numbers: Sequence[RuleMention], games: Sequence[str], library: Library
) -> list[tuple[str, tuple[str, ...]]]:
    """The games that have the very number or name that the text asks about, with that number or name."""
    found: list[tuple[str, tuple[str, ...]]] = []
    for game in games:
        known = tuple(mention.printed for mention in numbers if library.has_number(game, mention))
        if known:
            found.append((game, known))
            continue
        understood = library.understand(text, language, game, None)
        name = (
            understood.asked
            or understood.asked_card
            or next((m for m in understood.cards if m.match is CardMatch.EXACT), None)
        )
        if name is not None:
            found.append((game, (name.printed,)))
    return found
