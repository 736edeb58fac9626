"""The gate between both readers: a question is understood only where they agree on everything."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum

from rule_check.reading.labels import OTHER, gist_of, label_of, of_kinds
from rule_check.reading.learned import Floats, Seen
from rule_check.reading.reader import Reading
from rule_check.scenario import May, Query, Scenario
from rule_check.vocabulary import Vocabulary
from rule_check.wording import action_words, event_words, fact_words, question_words


class Reason(StrEnum):
    """Why a reading passes or is refused."""

    AGREED = "agreed"
    NO_SECOND_READER = "no second reader"
    """The game has no model, or one for another encoder."""
    NOTHING_ASKED = "nothing asked"
    """No phrase of a question was found."""
    LEFT_OVER = "left over"
    """Words that might matter are part of no phrase."""
    DOUBT = "doubt"
    """The phrase reader can read it in two ways."""
    OTHER_QUESTION = "other question"
    """The learned reader sees another question, or is not sure of this one."""
    OTHER_FACT = "other fact"
    """One reader sees a fact that the other does not see, or sees otherwise."""
    FAR = "far"
    """What was understood, worded back, is not close to the question."""


@dataclass(frozen=True, slots=True)
class GateResult:
    reason: Reason
    named: tuple[str, ...] = ()
    """What it is about: the words left over, the attributes in doubt, the query."""
    closeness: float | None = None
    """The cosine between the question and the facts worded back, where it was compared."""

    @property
    def passed(self) -> bool:
        return self.reason is Reason.AGREED


def compared(reading: Reading, seen: Seen | None, vocabulary: Vocabulary, chosen: Collection[str] = ()) -> GateResult:
    """Whether both readers agree; `seen` is None where there is no second reader, and then nothing passes.

    `chosen` are attributes that a person has settled: on these the readers need not agree.
    """
    if reading.query is None:
        return GateResult(Reason.NOTHING_ASKED, reading.left_over)
    if reading.left_over:
        return GateResult(Reason.LEFT_OVER, reading.left_over)
    if reading.doubts:
        return GateResult(Reason.DOUBT, reading.doubts)
    if seen is None:
        return GateResult(Reason.NO_SECOND_READER)
    gist = gist_of(label_of(reading.query, reading.scenario, reading.presumed), vocabulary)
    if seen.query is None or seen.query == OTHER or seen.query != gist.query:
        return GateResult(Reason.OTHER_QUESTION, (gist.query,))
    settled = {of_kinds(attribute, vocabulary) for attribute in chosen}
    differing = tuple(
        claim
        for claim in sorted((gist.claims ^ seen.claims) | seen.doubtful)
        if claim.partition(" = ")[0] not in settled
    )
    return GateResult(Reason.OTHER_FACT, differing) if differing else GateResult(Reason.AGREED)


def with_round_trip(result: GateResult, question: Floats, worded: Floats, close: float | None) -> GateResult:
    """A result that passed, held against the cosine of the question and of `back_in_words`.

    Both are unit vectors of shape (dimensions,). `close` is None where no phrasing of the language was ever held out:
    then nothing passes.
    """
    if not result.passed:
        return result
    cosine = float(question @ worded)
    reason = Reason.AGREED if close is not None and cosine >= close else Reason.FAR
    return GateResult(reason, result.named, cosine)


def back_in_words(scenario: Scenario, query: Query, vocabulary: Vocabulary, language: str) -> str:
    """What was understood, in the language of the question: what is the case, what happens, what is asked."""
    parts = [*_stated(scenario, vocabulary, language), _asked(query, vocabulary, language)]
    return " ".join(f"{part[:1].upper()}{part[1:]}." for part in parts if part).removesuffix(".") + "?"


def _stated(scenario: Scenario, vocabulary: Vocabulary, language: str) -> Iterator[str]:
    for step in scenario.before:
        yield from (event_words(event, vocabulary, language) for event in step.events)
        yield from (fact_words(*fact, vocabulary, language) for fact in step.facts)
    yield from (fact_words(*fact, vocabulary, language) for fact in scenario.facts)
    yield from (event_words(event, vocabulary, language) for event in scenario.events)


def _asked(query: Query, vocabulary: Vocabulary, language: str) -> str:
    if isinstance(query, May):
        return action_words(query.action, vocabulary, language)
    if query.value is not None:
        return fact_words(query.attribute, query.value, vocabulary, language)
    asked = question_words(query.attribute, vocabulary, language)
    if asked:
        return asked.rstrip("?")
    # A fact that is never asked for has no question of its own; any of its values names what it is about.
    fact = vocabulary.facts[query.attribute.partition("(")[0]]
    return fact_words(query.attribute, fact.value_range[0], vocabulary, language)
