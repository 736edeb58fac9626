"""What gets a reply without any rule being looked up: small talk, other games, prices and the like, other languages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from bot.answering.answer import Answer, AnswerKind, Message
from bot.answering.composition.abstention import another_game
from bot.answering.library import Library
from bot.answering.naming import game_name
from bot.answering.off_topic import OffTopic, off_topic
from bot.answering.other_games import other_games
from bot.answering.question import Question
from bot.answering.small_talk import SmallTalk, small_talk
from bot.answering.understanding import Understanding
from index.foreign_language import is_foreign
from index.game_terms import named_games
from rules_corpus.lexicon import Lexicon

_SMALL_TALK: Mapping[SmallTalk, Message] = MappingProxyType(
    {
        SmallTalk.THANKS: Message("You're welcome. Ask again whenever a rule is unclear."),
        SmallTalk.GREETING: Message("Hi, ask me about a rule, a keyword or a situation in your game."),
        SmallTalk.GOODBYE: Message("See you, and have good games."),
        SmallTalk.AGREEMENT: Message("Good. Ask again whenever a rule is unclear."),
        SmallTalk.IDENTITY: Message("I'm a bot that looks up the rules of {games} and says where they stand."),
        SmallTalk.CHAT: Message("I'm only good at rules, but there I like every question."),
    }
)
_OFF_TOPIC: Mapping[OffTopic, Message] = MappingProxyType(
    {
        OffTopic.PRICE: Message("That is no question about the rules. I don't know what cards cost or who sells them."),
        OffTopic.LEGALITY: Message(
            "That is no question about the rules. Which cards a format allows or bans, its organisers publish."
        ),
        OffTopic.DECK_ADVICE: Message(
            "That is no question about the rules. Which cards or decks are good, I can't tell you."
        ),
        OffTopic.EVENT: Message(
            "That is no question about the rules. I know nothing about events, shops, apps or release dates."
        ),
        OffTopic.TRIVIA: Message(
            "That is no question about the rules. I know nothing about stories, art or the history of cards."
        ),
    }
)
_LANGUAGES = Message("I answer in English, Indonesian and Spanish. Please ask in one of these.")


def aside(question: Question, understanding: Understanding, library: Library) -> Answer | None:
    """The reply to what is no question about our rules; None where it may be one.

    A stored question is always answered, and so is one that is in another language and names a rule, keyword or card.
    """
    if understanding.stored:
        return None
    text = understanding.asked
    talk = small_talk(text)
    if talk is not None:
        names = {"games": tuple(game_name(game) for game in library.games)}
        said = _SMALL_TALK[talk]
        said = replace(said, values=names) if talk is SmallTalk.IDENTITY else said
        return _reply(understanding, said, Message("No question"))
    others = _other_games(understanding)
    if others:
        return another_game(understanding, others, library.games)
    topic = off_topic(text, library.lexicon)
    if topic is not None:
        says = (_OFF_TOPIC[topic], Message("I only know the rules."))
        return replace(_reply(understanding, says[0], Message("No rules question")), says=says)
    if is_foreign(text, library.lexicon) and not _names_something(question, understanding, library):
        return _reply(understanding, _LANGUAGES, Message("Another language"))
    return None


def _other_games(understanding: Understanding) -> tuple[str, ...]:
    """Games not ours that the question is about; what an earlier question named counts until one of ours is named."""
    named = other_games(understanding.asked)
    if named or not understanding.leaned_on or named_games(understanding.asked):
        return tuple(named)
    return tuple(other_games(understanding.text))


def with_language_notice(answer: Answer, question: Question, lexicon: Lexicon) -> Answer:
    """The answer, telling a reader who asked in another language which ones to use."""
    if answer.kind is AnswerKind.ABSTAIN or not is_foreign(question.text, lexicon):
        return answer
    return replace(answer, notices=(_LANGUAGES, *answer.notices))


def _names_something(question: Question, understanding: Understanding, library: Library) -> bool:
    if understanding.numbers:
        return True
    text, game = understanding.asked, understanding.game.game
    for name in (game,) if game is not None else library.games:
        edition = question.edition if game is not None else None
        found = library.understand(text, understanding.language, name, edition)
        if found.names or found.cards:
            return True
    return False


def _reply(understanding: Understanding, says: Message, status: Message) -> Answer:
    return Answer(
        language=understanding.language,
        game=None,
        kind=AnswerKind.ABSTAIN,
        verdict=None,
        says=(says,),
        status=status,
    )
