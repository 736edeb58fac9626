"""What to ask back: the facts that settle a question, most decisive first, and whether that is all that matters.

A question that was not read completely gets no verdict. But where it is clear what is asked, a person can say how
things are: facts that a person chose need no reading. Only when everything that could turn the result is stated or
chosen, and the person has confirmed that nothing else matters, is the result theirs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from rule_check.choices import AskedFor, Choices, asked_value
from rule_check.derivation import Derivation, Unless, Verdict
from rule_check.engine import Engine
from rule_check.reading.reader import Reading
from rule_check.reading.turning import may_turn
from rule_check.scenario import Outcome, Query, Scenario, Step
from rule_check.solver import TooComplexError
from rule_check.vocabulary import Vocabulary, split_term

MOST_ASKED = 5
"""So many facts are asked for at once."""

_NOTHING_FOLLOWS = (Verdict.UNDERIVED, Verdict.UNPERMITTED)
_BETWEEN_SLOTS = " = "


@dataclass(frozen=True, slots=True)
class Understood:
    """What a reading and a person's choices come to."""

    query: Query | None
    scenario: Scenario
    """What was chosen, and what was read of everything else; without what is in doubt."""
    complete: bool
    """Everything was read, or nothing had to be: no confirmation is needed."""
    doubtful: tuple[str, ...] = ()
    """Attributes that the question says something of, it isn't clear what; the person has not chosen them yet."""
    mixed_up: tuple[str, ...] = ()
    """Kinds of objects of which it isn't clear each time which one is meant."""
    query_in_doubt: bool = False
    """The words can be read as another question, or one that turns it was not understood, and the person has not chosen
    one yet."""
    left_over: tuple[str, ...] = ()
    """Words that were not understood."""


NOTHING_UNDERSTOOD = Understood(None, Scenario(), complete=False)


@dataclass(frozen=True, slots=True)
class Asking:
    """What to ask back."""

    facts: tuple[str, ...] = ()
    """Attributes, at most `MOST_ASKED`."""
    which_question: bool = False
    confirmation: bool = False
    """Everything is stated or chosen: is that all that matters?"""


NOTHING_ASKED = Asking()


def understood(reading: Reading, choices: Choices, vocabulary: Vocabulary, *, agreed: bool = True) -> Understood:
    """A reading with a person's choices in it; `agreed`: no second reader contradicts it."""
    asked = choices.asked
    same = asked is None or (asked.query == reading.query and asked.event in (None, *reading.scenario.events))
    query = asked.query if asked is not None else reading.query
    doubtful, mixed_up, unclear = _doubts(reading, vocabulary)
    scenario = reading.scenario
    presumed = set(reading.presumed)
    if not same:
        # What the words of another question take for granted says nothing about this one.
        scenario = replace(scenario, facts=tuple(fact for fact in scenario.facts if fact not in presumed))
    if asked is not None and asked.event is not None and asked.event not in scenario.events:
        before = tuple(step for step in scenario.before if step.events != (asked.event,))
        scenario = replace(scenario, events=(*scenario.events, asked.event), before=before)
    if reading.query is None and isinstance(query, Outcome) and not scenario.events and scenario.before:
        # What becomes of something is asked of what happened last.
        last = scenario.before[-1]
        scenario = replace(scenario, events=last.events, before=scenario.before[:-1])
    open_doubts = tuple(attribute for attribute in doubtful if attribute not in choices.attributes)
    dropped = choices.attributes.union(open_doubts)
    kept = tuple(fact for fact in scenario.facts if fact[0] not in dropped)
    chosen_again = tuple(
        Step(step.events, tuple(fact for fact in step.facts if fact[0] not in dropped)) for step in scenario.before
    )
    granted = _granted(asked, vocabulary) if not same else ()
    said = {attribute for attribute, _ in kept}.union(dropped)
    scenario = replace(
        scenario,
        facts=(*kept, *choices.facts, *(fact for fact in granted if fact[0] not in said)),
        before=chosen_again,
    )
    return Understood(
        query,
        scenario,
        complete=reading.usable and same and agreed,
        doubtful=open_doubts,
        mixed_up=mixed_up,
        query_in_doubt=(unclear or may_turn(reading.left_over)) and asked is None,
        left_over=reading.left_over,
    )


def asking(
    found: Understood, derivation: Derivation | None, vocabulary: Vocabulary, unsaid: Sequence[Unless] = ()
) -> Asking:
    """What to ask about a question that was not read completely; nothing where no answer would lead anywhere.

    `unsaid`: where nothing follows, the facts without a usual value with which something would.
    """
    if found.query_in_doubt:
        return Asking(found.doubtful[: MOST_ASKED - 1], which_question=True)
    if derivation is None:
        return Asking(found.doubtful[:MOST_ASKED])
    if derivation.verdict in (Verdict.CONFLICT, Verdict.IMPOSSIBLE):
        known = (attribute for attribute in derivation.clashing if _can_be_chosen(attribute, vocabulary))
        return Asking(tuple(dict.fromkeys((*found.doubtful, *known)))[:MOST_ASKED])
    turning = tuple(dict.fromkeys(unless.fact[0] for unless in (*unsaid, *derivation.unless)))
    facts = tuple(dict.fromkeys((*found.doubtful, *deciding(derivation, vocabulary), *turning)))
    return Asking(facts[:MOST_ASKED], confirmation=not facts and derivation.verdict not in _NOTHING_FOLLOWS)


def unsaid_of(engine: Engine, found: Understood, derivation: Derivation | None) -> tuple[Unless, ...]:
    """Where nothing follows from a situation: the facts without a usual value with which something would."""
    if derivation is None or found.query is None or derivation.verdict not in _NOTHING_FOLLOWS:
        return ()
    try:
        return engine.unsaid(found.scenario, found.query, derivation)
    except TooComplexError:
        return ()  # nothing more to ask for, then


def deciding(derivation: Derivation, vocabulary: Vocabulary) -> tuple[str, ...]:
    """The open facts that a result turns on, those first that settle it in the most cases.

    A condition settles the share of cases in which it holds, if every value of every fact is as likely as another.
    """
    settled: dict[str, float] = {}
    for branch in derivation.branches:
        for condition in branch.conditions:
            share = 1.0
            for attribute, _ in condition.facts:
                fact = vocabulary.fact_of(attribute)
                share /= max(1, len(fact.value_range)) if fact is not None else 1
            for attribute, _ in condition.facts:
                settled[attribute] = settled.get(attribute, 0.0) + share
    return tuple(sorted(settled, key=lambda attribute: (-settled[attribute], attribute)))


def _granted(asked: AskedFor | None, vocabulary: Vocabulary) -> tuple[tuple[str, str], ...]:
    """What a chosen question takes for granted."""
    ask = vocabulary.asks.get(asked_value(asked)) if asked is not None else None
    return ask.given if ask is not None else ()


def _doubts(reading: Reading, vocabulary: Vocabulary) -> tuple[tuple[str, ...], tuple[str, ...], bool]:
    """A reading's doubts as (attributes, kinds of objects, whether another question may be meant)."""
    attributes: list[str] = []
    kinds: list[str] = []
    unclear = not reading.fits
    for doubt in reading.doubts:
        if doubt in vocabulary.kinds:
            kinds.append(doubt)
        elif _can_be_chosen(doubt, vocabulary):
            attributes.append(doubt)
        elif slots := _slots_in(doubt, vocabulary):
            kinds += slots
        else:
            unclear = True
    mixed = {name for kind in kinds for name in vocabulary.kinds[kind].objects}
    # What is said of one of several objects may be said of another one: a person has to say of which.
    attributes += [a for a, value in reading.scenario.facts if mixed.intersection((*split_term(a)[1], value))]
    if unclear:
        attributes += [attribute for attribute, _ in reading.scenario.facts]
    return tuple(dict.fromkeys(attributes)), tuple(dict.fromkeys(kinds)), unclear


def _slots_in(doubt: str, vocabulary: Vocabulary) -> list[str]:
    """The kinds of two slots that seem to be one object: "unit = unit:2"."""
    if _BETWEEN_SLOTS not in doubt:
        return []
    kinds = [slot.partition(":")[0] for slot in doubt.split(_BETWEEN_SLOTS)]
    return kinds if all(kind in vocabulary.kinds for kind in kinds) else []


def _can_be_chosen(attribute: str, vocabulary: Vocabulary) -> bool:
    try:
        fact = vocabulary.fact_of(attribute)
    except ValueError:
        return False
    return fact is not None and not fact.derived


def option_values(attribute: str, present: Iterable[str], vocabulary: Vocabulary) -> tuple[str, ...]:
    """The values to offer for a fact, the usual one first: objects that are there, and one of each kind that is not."""
    fact = vocabulary.facts[split_term(attribute)[0]]
    arguments = split_term(attribute)[1]
    there = {*present, *arguments}
    offered: list[str] = []
    absent: set[str] = set()
    for value in fact.value_range:
        kind = vocabulary.kind_of(value)
        if value in arguments:
            continue
        if kind is not None and value not in there:
            if kind.name in absent:
                continue
            absent.add(kind.name)
        offered.append(value)
    # What goes without saying comes first.
    return tuple(sorted(offered, key=lambda value: value != fact.unstated))
