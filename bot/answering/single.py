"""One question, read, to its `Answer`: which game, then the first composition that fits."""

from __future__ import annotations

from dataclasses import replace

from bot.answering.answer import Answer, Message
from bot.answering.composition.abstention import another_game, nothing_found, nothing_in_any_game, which_game
from bot.answering.composition.card import card_asked, only_cards, with_cards
from bot.answering.composition.faq import stored_answer
from bot.answering.composition.keyword import name_asked
from bot.answering.composition.own_words import known_in_own_words
from bot.answering.composition.passages import found_passages
from bot.answering.composition.rule import missing_numbers, rule_asked
from bot.answering.evidence import Evidence, clear_game, weigh
from bot.answering.game_notice import game_notice
from bot.answering.inquiry import Inquiry
from bot.answering.library import Library
from bot.answering.naming import document_and_edition, game_name
from bot.answering.other_games import other_games
from bot.answering.question import Question
from bot.answering.requests import view_for
from bot.answering.retrieval import hits_of
from bot.answering.understanding import Understanding
from index.game_terms import named_games
from rules_corpus.passages import CARD_DOCUMENTS

HITS = 10
"""So many passages are retrieved for one question."""


def answer_one(question: Question, understanding: Understanding, library: Library) -> Answer:
    """The answer to one question, or to a part of one.

    :raises UserError: the question's game lacks the edition that the request names.
    """
    others = _other_games(understanding)
    if others:
        return another_game(understanding, others, library.games)
    answer = _of_some_game(question, understanding, library)
    notices = _completion_notices(question, understanding)
    return replace(answer, notices=(*notices, *answer.notices)) if notices else answer


def _of_some_game(question: Question, understanding: Understanding, library: Library) -> Answer:
    game = understanding.game.game
    if game is not None:
        inquiry = Inquiry(question, understanding, library, game, view_for(library, game, question.edition))
        answer = with_cards(_composed(inquiry), inquiry)
        notice = game_notice(understanding)
        return answer if notice is None else replace(answer, notices=(notice, *answer.notices))
    if understanding.game.tied or understanding.stored:
        return which_game(understanding, understanding.game.tied or library.games)
    return _from_any_game(question, understanding, library)


def _other_games(understanding: Understanding) -> tuple[str, ...]:
    """Games not ours that the question is about; what an earlier question named counts until one of ours is named."""
    named = other_games(understanding.asked)
    if named or not understanding.leaned_on or named_games(understanding.asked):
        return tuple(named)
    return tuple(other_games(understanding.text))


def _completion_notices(question: Question, understanding: Understanding) -> tuple[Message, ...]:
    """What was put in front of the question's own words."""
    leaned_on = understanding.leaned_on
    if leaned_on and all(earlier not in question.siblings for earlier in leaned_on):
        return (
            Message("I read this together with your earlier question: “{question}”", {"question": " ".join(leaned_on)}),
        )
    besides = " ".join((*leaned_on, *question.scenario))
    return (Message("I read this together with what else you wrote: “{text}”", {"text": besides}),) if besides else ()


def _composed(inquiry: Inquiry) -> Answer:
    """The first composition that fits: a rule by number, a stored question, a name, a card, passages, none."""
    for compose in (rule_asked, stored_answer, known_in_own_words, name_asked, card_asked):
        answer = compose(inquiry)
        if answer is not None:
            return answer
    missing = missing_numbers(inquiry)
    evidence = _weighed(inquiry)
    return (
        found_passages(inquiry, evidence, missing)
        or only_cards(inquiry, missing)
        or nothing_found(inquiry, evidence.confidence, missing)
    )


def _weighed(inquiry: Inquiry) -> Evidence:
    if not inquiry.view.answering:
        return Evidence((), 0.0)
    hits = hits_of(inquiry.understanding, inquiry.game, inquiry.question.edition, inquiry.library, HITS)
    game_words = inquiry.library.game_words(inquiry.text, inquiry.game)
    return weigh([hit for hit in hits if inquiry.library.viewed(inquiry.view, hit) is not None], game_words)


def _from_any_game(question: Question, understanding: Understanding, library: Library) -> Answer:
    """Nothing in the question tells the game: its closest passages do, if they are clearly of one."""
    hits = hits_of(understanding, None, None, library, HITS)
    evidence = weigh(hits, library.game_words(understanding.text, None))
    if not evidence.hits:
        searched = tuple(
            document_and_edition(edition, understanding.language)
            for game in library.games
            for edition in library.view(game, None).answering
            if edition.document not in CARD_DOCUMENTS
        )
        return nothing_in_any_game(understanding, searched, evidence.confidence)
    game = clear_game(evidence.hits)
    if game is None:
        return which_game(understanding, tuple(dict.fromkeys(hit.game for hit in evidence.hits)))
    inquiry = Inquiry(question, understanding, library, game, view_for(library, game, question.edition))
    of_game = replace(evidence, hits=tuple(hit for hit in evidence.hits if hit.game == game))
    answer = found_passages(inquiry, of_game) or nothing_found(inquiry, evidence.confidence)
    notice = Message(
        "I took this as a {game} question, because the closest passages are its own.", {"game": game_name(game)}
    )
    return replace(answer, notices=(notice, *answer.notices))
