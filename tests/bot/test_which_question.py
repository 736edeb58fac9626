"""Which question is meant: offered where the words tell no act, and nothing is concluded from an offer."""

from __future__ import annotations

import datetime

import pytest

from bot.answering.answer import Answer, AnswerKind
from bot.answering.checking import Checker
from bot.answering.machine import answer_json
from bot.answering.pipeline import Answering
from bot.answering.question import Question
from bot.answering.question_offers import QuestionOffers
from index.search import SearchIndex
from index.snapshot import build_snapshot
from rule_check.choices import ASKED, CONFIRMED, NONE_OF_THESE
from rule_check.clarifying import MOST_ASKED
from rule_check.which_question import MOST_OFFERED, Closeness
from rules_corpus.documents import load_starter_editions
from rules_corpus.lexicon import load_lexicon
from rules_corpus.merging import merge_layers
from rules_corpus.passages import PublishedCorpus
from tests.bot.conftest import MemoryCache, WordEncoder

UNKNOWN_ACT = "On my turn my unit got utterly annihilated, so its Equipment is in a base or at a battlefield or what?"
MEANT = "next_cleanup loc(e1) when killed(u1)"


@pytest.fixture(scope="module")
def real() -> Answering:
    lexicon = load_lexicon()
    editions = tuple(edition for edition in load_starter_editions() if edition.game == "riftbound")
    snapshot = build_snapshot(
        PublishedCorpus(1, merge_layers(editions)),
        WordEncoder(),
        lexicon,
        MemoryCache(),  # type: ignore[arg-type]
    )
    index = SearchIndex(snapshot, WordEncoder(), lexicon, datetime.date(2026, 11, 1))
    offers = QuestionOffers(WordEncoder().encode_queries, lexicon, close=Closeness(0.87, 0.9))
    checker = Checker(lexicon, offers=offers)
    return Answering(lambda: index, lexicon, checker=lambda: checker)


def ask(real: Answering, text: str, **facts: str) -> Answer:
    chosen = {name.replace("__", "(").replace("_end", ")"): value for name, value in facts.items()}
    return real.ask(Question(text, "riftbound", language="en", facts=chosen))


def test_an_act_that_no_phrase_says_is_asked_for(real: Answering) -> None:
    answer = ask(real, UNKNOWN_ACT)
    assert answer.verdict is None
    (asked,) = answer.clarify
    values = [option.value for option in asked.options]
    assert asked.fact == ASKED and MEANT in values and values[-1] == NONE_OF_THESE
    assert len(values) <= MOST_OFFERED + 1
    assert "it is your turn" in answer.check.facts, "what was read is kept and shown"
    texts = [option["text"] for option in answer_json(answer)["clarify"][0]["options"]]
    assert len(set(texts)) == len(texts)


def test_the_chosen_question_is_answered_only_after_facts_and_confirmation(real: Answering) -> None:
    facts = {ASKED: MEANT}
    for _ in range(8):
        answer = real.ask(Question(UNKNOWN_ACT, "riftbound", language="en", facts=facts))
        assert answer.verdict is None and not answer.outcome and answer.kind is not AnswerKind.DERIVED
        assert 0 < len(answer.clarify) <= MOST_ASKED
        if [clarify.fact for clarify in answer.clarify] == [CONFIRMED]:
            break
        facts = {**facts, **{clarify.fact: clarify.options[0].value for clarify in answer.clarify}}
    said = answer_json(answer)["clarify"][0]["question"]
    assert "annihilated" in said and "the Equipment is attached to the unit" in said
    confirmed = real.ask(Question(UNKNOWN_ACT, "riftbound", language="en", facts={**facts, CONFIRMED: "yes"}))
    assert confirmed.kind is AnswerKind.DERIVED
    assert ("next_cleanup", "loc(e1)", "base") in confirmed.outcome
    assert "In the next cleanup: the Equipment is in a base." in answer_json(confirmed)["answer"]


def test_none_of_the_offered_questions_ends_it(real: Answering) -> None:
    answer = ask(real, UNKNOWN_ACT, asked=NONE_OF_THESE)
    assert answer.verdict is None and answer.clarify == ()


@pytest.mark.parametrize("text", ["Who won the last tournament?", "How expensive is a booster?", "asdf qwer zxcv"])
def test_what_is_about_something_else_is_offered_nothing(real: Answering, text: str) -> None:
    assert ask(real, text).clarify == ()
