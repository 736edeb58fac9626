"""No answer: what was searched, and what would help."""

from __future__ import annotations

from collections.abc import Sequence

from bot.answering.answer import Answer, AnswerKind, Clarify, ClarifyOption, Message
from bot.answering.evidence import Evidence
from bot.answering.inquiry import Inquiry
from bot.answering.naming import game_name
from bot.answering.question import GAME_FACT
from bot.answering.understanding import Understanding
from rules_corpus.passages import PassageKind


def nothing_found(inquiry: Inquiry, evidence: Evidence, notices: Sequence[Message] = ()) -> Answer:
    """The rules that were searched do not cover the question, as far as the search can tell."""
    if not inquiry.searched:
        return inquiry.answer(
            AnswerKind.ABSTAIN,
            (Message("I have no rules of {game} yet.", {"game": game_name(inquiry.game)}),),
            status=Message("Nothing to search"),
            notices=notices,
        )
    return inquiry.answer(
        AnswerKind.ABSTAIN,
        (
            Message("I found nothing in my rules that answers this."),
            Message("I looked in {documents}.", {"documents": inquiry.searched}),
            Message("It may help to name the card or the rule, or to say it in other words."),
        ),
        status=Message("Not covered by what I searched"),
        confidence=evidence.confidence,
        notices=(*notices, *_closest(evidence)),
    )


def _closest(evidence: Evidence) -> tuple[Message, ...]:
    """The rules that came closest, by number, for those who want to look for themselves."""
    refs = tuple(dict.fromkeys(hit.passage.ref for hit in evidence.closest if hit.passage.kind is PassageKind.RULE))
    if not refs:
        return ()
    return (Message("Closest to your words, but probably not about this: {refs}", {"refs": refs}),)


def nothing_in_any_game(understanding: Understanding, searched: Sequence[str], confidence: float) -> Answer:
    """No game's rules cover the question, and none is named in it."""
    says: list[Message | str] = [Message("I found nothing in my rules that answers this.")]
    if searched:
        says.append(Message("I looked in {documents}.", {"documents": tuple(searched)}))
    says.append(Message("It may help to name the game and the card, or to say it in other words."))
    return Answer(
        language=understanding.language,
        game=None,
        kind=AnswerKind.ABSTAIN,
        verdict=None,
        says=tuple(says),
        confidence=confidence,
        status=Message("Not covered by what I searched"),
    )


def which_game(understanding: Understanding, games: Sequence[str]) -> Answer:
    """The question fits several games: ask instead of guessing."""
    question = Message("Which game do you mean?")
    because = understanding.game.because
    says: tuple[Message, ...] = (question,)
    if because:
        says = (Message("{words} occurs in more than one game.", {"words": because}), question)
    return Answer(
        language=understanding.language,
        game=None,
        kind=AnswerKind.ABSTAIN,
        verdict=None,
        says=says,
        clarify=(Clarify(GAME_FACT, question, tuple(ClarifyOption(game, game_name(game)) for game in games)),),
        status=Message("Which game?"),
    )


def another_game(understanding: Understanding, named: Sequence[str], games: Sequence[str]) -> Answer:
    """The question is about a game whose rules are not here."""
    return Answer(
        language=understanding.language,
        game=None,
        kind=AnswerKind.ABSTAIN,
        verdict=None,
        says=(
            Message(
                "I know the rules of {games}, not those of {named}.",
                {"games": tuple(game_name(game) for game in games), "named": tuple(named)},
            ),
        ),
        status=Message("Nothing found"),
    )


def no_question(language: str) -> Answer:
    """The text holds no word at all."""
    return Answer(
        language=language,
        game=None,
        kind=AnswerKind.ABSTAIN,
        verdict=None,
        says=(
            Message("I see no question in this."),
            Message("Ask about a rule, a keyword or a situation, for example “What is Equip?”"),
        ),
        status=Message("No question"),
    )
