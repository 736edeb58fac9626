"""One question, read, to its `Answer`: which game, then the first composition that fits."""

from __future__ import annotations

from dataclasses import replace

from bot.answering.answer import Answer, AnswerKind, Message
from bot.answering.asides import aside
from bot.answering.checking import Considered
from bot.answering.composition.abstention import nothing_found, nothing_in_any_game, which_game
from bot.answering.composition.bound import against_texts, stale_notice, stale_sections
from bot.answering.composition.card import CARD_FACT, card_asked, only_cards, with_cards
from bot.answering.composition.clarified import asking_back, clarified
from bot.answering.composition.derived import check_report, derived_answer, has_trail
from bot.answering.composition.faq import stored_answer
from bot.answering.composition.keyword import name_asked
from bot.answering.composition.own_words import known_in_own_words
from bot.answering.composition.passages import found_passages
from bot.answering.composition.rule import missing_numbers, names_no_rule, no_game_has, rule_asked
from bot.answering.evidence import Evidence, clear_game, weigh
from bot.answering.game_notice import game_notice
from bot.answering.inquiry import Inquiry
from bot.answering.library import Library
from bot.answering.naming import document_and_edition, game_name
from bot.answering.question import Question
from bot.answering.requests import check_facts, view_for
from bot.answering.retrieval import hits_of
from bot.answering.understanding import Understanding
from rule_check.choices import AskedFor
from rules_corpus.passages import CARD_DOCUMENTS

HITS = 10
"""So many passages are retrieved for one question."""


def answer_one(question: Question, understanding: Understanding, library: Library) -> Answer:
    """The answer to one question, or to a part of one.

    :raises UserError: the question's game lacks the edition that the request names.
    """
    said_aside = aside(question, understanding, library)
    if said_aside is not None:
        return said_aside
    answer = _of_some_game(question, understanding, library)
    notices = _completion_notices(question, understanding)
    return replace(answer, notices=(*notices, *answer.notices)) if notices else answer


def _of_some_game(question: Question, understanding: Understanding, library: Library) -> Answer:
    game = understanding.game.game
    check_facts(question, game, library)
    if game is not None:
        inquiry = Inquiry(question, understanding, library, game, view_for(library, game, question.edition))
        answer = with_cards(_composed(inquiry), inquiry)
        notice = game_notice(understanding)
        return answer if notice is None else replace(answer, notices=(notice, *answer.notices))
    unknown = no_game_has(understanding, library)
    if unknown is not None:
        return unknown
    if understanding.game.tied or understanding.stored:
        return which_game(understanding, understanding.game.tied or library.games)
    return _from_any_game(question, understanding, library)


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
    for compose in (rule_asked, stored_answer, known_in_own_words):
        answer = compose(inquiry)
        if answer is not None:
            return answer
    considered = _considered(inquiry)
    answer = derived_answer(inquiry, considered)
    if answer is None and not set(inquiry.question.facts) - {CARD_FACT}:
        answer = name_asked(inquiry) or card_asked(inquiry)
    return answer or _unchecked(_searched(inquiry), considered, inquiry)


def _considered(inquiry: Inquiry) -> Considered | None:
    """What the rule checker makes of the question; nothing of one that others, in the same text or earlier in the
    conversation, may say more about."""
    checker, understanding = inquiry.library.checker, inquiry.understanding
    if checker is None or understanding.leaned_on or inquiry.question.partial or inquiry.question.context:
        return None
    found = checker.consider(understanding.asked, inquiry.game, understanding.language, inquiry.question.facts)
    return against_texts(found, inquiry)


def _unchecked(answer: Answer, considered: Considered | None, inquiry: Inquiry) -> Answer:
    """The answer with why the rule checker has none, and what it asks back."""
    if considered is None or considered.turned_down:
        return answer
    offered: tuple[AskedFor, ...] = ()
    if considered.understood.query is None or considered.asking.which_question:
        checker = inquiry.library.checker
        offered = checker.offers(inquiry.understanding.asked, considered) if checker is not None else ()
    if considered.understood.query is None and not offered:
        return answer
    answer = replace(answer, check=check_report(considered, inquiry.language))
    if considered.stale:
        return replace(answer, notices=(stale_notice(considered.stale), *answer.notices))
    provisional = considered.provisional
    if provisional is not None and provisional.trail and not has_trail(inquiry, considered.topic, provisional.trail):
        return answer  # what would follow from a choice is not what answers here
    if provisional is not None and stale_sections(inquiry, provisional):
        return answer  # no choice leads to a verdict
    asked_back = clarified(considered, inquiry.language, offered)
    return asking_back(answer, considered, asked_back) if asked_back else answer


def _searched(inquiry: Inquiry) -> Answer:
    """The passages that a search finds, or that it finds none."""
    missing = missing_numbers(inquiry)
    evidence = _weighed(inquiry)
    unfounded = names_no_rule(inquiry)
    passages = found_passages(inquiry, evidence, () if unfounded else missing)
    if passages is not None and unfounded:
        # What rests on a rule that does not exist has no answer; what comes close is still worth reading.
        status = Message("No such rule")
        return replace(passages, kind=AnswerKind.ABSTAIN, says=(*missing, *passages.says), status=status)
    return passages or only_cards(inquiry, missing) or nothing_found(inquiry, evidence, missing)


def _weighed(inquiry: Inquiry) -> Evidence:
    if not inquiry.view.answering:
        return Evidence((), 0.0)
    hits = hits_of(inquiry.understanding, inquiry.game, inquiry.question.edition, inquiry.library, HITS)
    viewed = [hit for hit in hits if inquiry.library.viewed(inquiry.view, hit) is not None]
    return weigh(inquiry.text, inquiry.language, inquiry.game, viewed, inquiry.library.confidence)


def _from_any_game(question: Question, understanding: Understanding, library: Library) -> Answer:
    """Nothing in the question tells the game: its closest passages do, if they are clearly of one."""
    hits = hits_of(understanding, None, None, library, HITS)
    evidence = weigh(understanding.text, understanding.language, None, hits, library.confidence)
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
    answer = found_passages(inquiry, of_game) or nothing_found(inquiry, evidence)
    notice = Message(
        "I took this as a {game} question, because the closest passages are its own.", {"game": game_name(game)}
    )
    return replace(answer, notices=(notice, *answer.notices))
