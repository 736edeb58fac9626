"""Situations given by choices: the steps, the verdict, and asking back in a terminal."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator

import pytest

from bot.answering.answer import AnswerKind, Clarify, ClarifyOption, Message
from bot.answering.checking import Checker
from bot.answering.pipeline import Answering
from bot.answering.question import Question
from bot.commands.answers import ask_back
from bot.commands.console import output
from bot.commands.scenario import choose_facts
from bot.errors import UserError
from bot.terminal.choosing import chosen_value
from index.search import SearchIndex
from index.snapshot import build_snapshot
from rule_check.choices import ASKED, UnknownChoiceError
from rule_check.derivation import Verdict
from rule_check.stepping import next_step, topic_named
from rule_check.topics import Topic, load_topic
from rules_corpus.documents import load_starter_editions
from rules_corpus.lexicon import load_lexicon
from rules_corpus.merging import merge_layers
from rules_corpus.passages import GAMES, PublishedCorpus
from tests.bot.conftest import MemoryCache, WordEncoder

TOPICS = {game: load_topic(game) for game in GAMES}


@pytest.fixture(scope="module")
def real() -> Answering:
    lexicon = load_lexicon()
    corpus = PublishedCorpus(1, merge_layers(load_starter_editions()))
    snapshot = build_snapshot(corpus, WordEncoder(), lexicon, MemoryCache())  # type: ignore[arg-type]
    index = SearchIndex(snapshot, WordEncoder(), lexicon, datetime.date(2026, 11, 1))
    checker = Checker(lexicon)
    return Answering(lambda: index, lexicon, checker=lambda: checker)


def typed(*lines: str) -> Callable[[], str]:
    waiting: Iterator[str] = iter(lines)

    def read() -> str:
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    return read


@pytest.mark.parametrize("topic", TOPICS.values(), ids=TOPICS)
def test_choosing_the_first_of_everything_ends_for_every_question(topic: Topic) -> None:
    for value in topic.vocabulary.asks:
        chosen = {ASKED: value}
        for _ in range(40):
            step = next_step(topic, chosen)
            if step.ask is None:
                break
            assert step.ask not in chosen and len(step.values) >= 1
            chosen[step.ask] = step.values[0]
        assert step.ask is None, f"{value} goes on asking"
        assert step.derivation is None or step.derivation.verdict is not Verdict.DEPENDS


def test_what_decides_comes_before_what_is_only_taken_for_granted() -> None:
    chosen = {ASKED: "equip(e1,u1)"}
    order = []
    while (step := next_step(TOPICS["riftbound"], chosen)).ask is not None:
        order.append(step.decides)
        chosen[step.ask] = "main" if step.ask == "phase" else "no" if step.ask == "showdown" else step.values[0]
    assert order == sorted(order, reverse=True) and True in order and False in order
    assert step.derivation is not None and step.derivation.verdict is Verdict.YES


def test_skipping_leaves_the_usual_and_is_not_asked_again() -> None:
    skipped: set[str] = set()
    while (step := next_step(TOPICS["riftbound"], {ASKED: "equip(e1,u1)"}, skipped)).ask is not None:
        assert step.ask not in skipped
        skipped.add(step.ask)
    assert step.derivation is not None and step.derivation.verdict is Verdict.DEPENDS


def test_a_question_or_fact_that_is_unknown_is_refused() -> None:
    for chosen in ({ASKED: "fly(e1)"}, {ASKED: "equip(e1,u1)", "turn": "nobody"}, {"weather": "rain"}):
        with pytest.raises(UnknownChoiceError):
            next_step(TOPICS["riftbound"], chosen)


def test_a_topic_is_found_by_number_and_by_title_in_any_language() -> None:
    vocabulary = TOPICS["riftbound"].vocabulary
    first = vocabulary.topics[0]
    assert topic_named("1", vocabulary) is first
    assert all(topic_named(f" {title.upper()} ", vocabulary) is first for title in first.title.values())
    assert topic_named("0", vocabulary) is None and topic_named("9" * 5_000, vocabulary) is None


def test_the_verdict_comes_with_its_rules(real: Answering) -> None:
    facts = {ASKED: "equip(e1,u1)", "turn": "you", "phase": "main", "chain": "empty", "showdown": "no"}
    answer = real.scenario(facts, "riftbound", language="en")
    assert (answer.kind, answer.verdict) == (AnswerKind.DERIVED, "yes") and answer.citations
    assert real.scenario({**facts, "turn": "opponent"}, "riftbound", language="en").verdict == "no"


def test_nothing_asked_is_refused_in_a_sentence(real: Answering) -> None:
    with pytest.raises(UserError):
        real.scenario({"turn": "you"}, "riftbound")


def test_a_situation_that_contradicts_itself_has_no_verdict(real: Answering) -> None:
    facts = {ASKED: "equip(e1,u1)", "attached(e1)": "u1", "loc(u1)": "battlefield", "loc(e1)": "base"}
    answer = real.scenario(facts, "riftbound", language="en")
    assert answer.verdict is None and answer.check.finding == "IMPOSSIBLE"
    assert answer.status == Message("No verdict: not all of this can be so at once")


def test_a_number_chooses_and_enter_skips() -> None:
    clarify = Clarify("turn", Message("Whose?"), (ClarifyOption("you", "Mine"), ClarifyOption("opponent", "Theirs")))
    for lines, expected in (
        (("2",), "opponent"),
        (("3", "0", "-1", "x", "²", "9" * 10_000, "1"), "you"),
        (("",), None),
        ((), None),
    ):
        assert chosen_value(clarify, "en", output(), typed(*lines)) == expected


def test_the_facts_of_a_situation_are_chosen_in_the_terminal(real: Answering) -> None:
    chosen = choose_facts(real, "riftbound", {ASKED: "equip(e1,u1)"}, "en", typed("1"))
    assert len(chosen) == 2
    assert choose_facts(real, "riftbound", {ASKED: "equip(e1,u1)"}, "en", typed()) == {ASKED: "equip(e1,u1)"}


def test_an_open_question_is_asked_back_in_the_terminal_until_it_is_answered(real: Answering) -> None:
    question = Question("Can I equip my Equipment to my unit in the main phase?", "riftbound", language="en")
    answer = real.ask(question)
    assert answer.verdict == "depends" and answer.clarify
    numbers = {"turn": "1", "chain": "1", "showdown": "2"}
    replies = typed(*(numbers[clarify.fact] for clarify in answer.clarify))
    assert ask_back(real, question, answer, replies).verdict == "yes"
    assert ask_back(real, question, answer, typed()) is answer
