"""A question as it is read: understood as a whole, and cut into its sub-questions where it holds several."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.answering.answer import Message
from bot.answering.library import Library
from bot.answering.other_games import other_games
from bot.answering.question import Question
from bot.answering.sub_questions import MOST_PARTS, SubQuestion, sub_questions
from bot.answering.understanding import Understanding, understand


@dataclass(frozen=True, slots=True)
class Reading:
    question: Question
    understanding: Understanding
    parts: tuple[Reading, ...] = ()
    """Those of the sub-questions, at least two; empty where the question is answered as one."""
    words: str = ""
    """Of a part: the sub-question as it was written."""
    notices: tuple[Message, ...] = ()
    """About the reading itself."""


def read(question: Question, library: Library, default_language: str) -> Reading:
    """Read a question. Never raises on any text; game and edition are those of a request that was checked."""
    whole = Reading(question, understand(question, library, default_language))
    found = sub_questions(question.text, whole.understanding.language)
    if len(found) < 2 or other_games(question.text) or library.stored.find(question.text):
        return whole
    if len(found) > MOST_PARTS:
        notice = Message(
            "You asked {count} questions at once, so I took them as one. I can answer up to {limit} one by one.",
            {"count": len(found), "limit": MOST_PARTS},
        )
        return replace(whole, notices=(notice,))
    parts = _parts(whole, found, library, default_language)
    if not any(part.understanding.game.game for part in parts):
        return whole  # which game it is about is asked once
    return replace(whole, parts=parts)


def _parts(
    whole: Reading, found: tuple[SubQuestion, ...], library: Library, default_language: str
) -> tuple[Reading, ...]:
    """The sub-questions, in the language and the game of the whole; where it has no one game, each finds its own."""
    game = whole.understanding.game
    parts: list[Reading] = []
    for place, sub in enumerate(found):
        question = replace(
            whole.question,
            text=sub.asked,
            language=whole.understanding.language,
            scenario=sub.scenario,
            siblings=tuple(earlier.asked for earlier in found[:place]),
            partial=True,
        )
        understanding = understand(question, library, default_language, game if game.game is not None else None)
        parts.append(Reading(question, understanding, words=sub.words.strip(" ,;:–—-")))
    if all(part.understanding.stored for part in parts):
        return tuple(parts)
    # A question beside it may set the scene ("What if it's my opponent's? Can I …") or say what a word is to mean, and
    # which ones do can't be told for sure: beside anything else a stored question keeps its answer, but no verdict.
    return tuple(replace(part, understanding=_without_verdict(part.understanding)) for part in parts)


def _without_verdict(understanding: Understanding) -> Understanding:
    return replace(understanding, stored=(), partly=understanding.stored or understanding.partly)
