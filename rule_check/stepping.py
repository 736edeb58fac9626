"""A situation put together by choosing: from what has been chosen to the next thing to choose, or to what follows.

    step = next_step(rules, {"asked": "equip(e1,u1)", "turn": "you"})
    while step.ask is not None and the person goes on:
        step = next_step(rules, {**chosen, step.ask: one of step.values}, skipped)
    step.derivation   # what follows from what was chosen so far

Nothing here is read from words, so what follows may be stated at any step: it "depends" as long as something that it
turns on is not chosen.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from rule_check.choices import ASKED, choices_of
from rule_check.clarifying import NOTHING_UNDERSTOOD, Understood, deciding, option_values, understood, unsaid_of
from rule_check.derivation import Derivation
from rule_check.reading.reader import Reading
from rule_check.scenario import Scenario, ScenarioError, objects_of
from rule_check.sequences import UnsettledStepError
from rule_check.solver import TooComplexError
from rule_check.topics import Topic
from rule_check.vocabulary import AskedTopic, Vocabulary


@dataclass(frozen=True, slots=True)
class Step:
    """Where a situation stands."""

    ask: str | None
    """The fact to choose next, or `asked`: which question; None where nothing is left that would change the result."""
    values: tuple[str, ...] = ()
    """What it can be; where it goes without saying, the usual value first."""
    decides: bool = False
    """The result turns on it. Otherwise it is only taken for granted, and may be skipped without a "depends"."""
    understood: Understood = NOTHING_UNDERSTOOD
    """The situation and the question, as chosen."""
    derivation: Derivation | None = None
    """What follows so far; None before a question is chosen, and where nothing can be derived in time."""


def next_step(
    rules: Topic, chosen: Mapping[str, str], skipped: Collection[str] = (), topic: AskedTopic | None = None
) -> Step:
    """The next thing to choose; `skipped`: facts that the person leaves open; `topic` narrows the questions.

    :raises UnknownChoiceError: something chosen is not in the vocabulary.
    :raises TooManyChoicesError: nobody chose so much.
    """
    vocabulary = rules.vocabulary
    choices = choices_of(chosen, vocabulary)
    if choices.asked is None:
        asks = topic.asks if topic is not None else tuple(vocabulary.asks.values())
        return Step(ASKED, tuple(ask.value for ask in asks), decides=True)
    found = replace(understood(Reading(None, Scenario()), choices, vocabulary), complete=True)
    if found.query is None:
        raise AssertionError("a question was chosen")
    try:
        derivation = rules.engine.derive(found.scenario, found.query)
    except (ScenarioError, TooComplexError, UnsettledStepError):
        return Step(None, understood=found)
    decisive = deciding(derivation, vocabulary)
    turning = (unless.fact[0] for unless in (*unsaid_of(rules.engine, found, derivation), *derivation.unless))
    present = objects_of(found.scenario, found.query, vocabulary)
    for attribute in (*decisive, *turning):
        if attribute not in skipped and attribute not in choices.attributes:
            values = option_values(attribute, present, vocabulary)
            return Step(attribute, values, attribute in decisive, found, derivation)
    return Step(None, understood=found, derivation=derivation)


def topic_named(written: str, vocabulary: Vocabulary) -> AskedTopic | None:
    """The topic with this number, from 1, or this title in any language."""
    text = " ".join(written.casefold().split())
    for number, topic in enumerate(vocabulary.topics, start=1):
        if text == str(number) or text in {title.casefold() for title in topic.title.values()}:
            return topic
    return None
