"""Figures of one way to retrieve, and whether two ways differ by more than chance.

Questions are the unit: one question in three languages counts once when languages are taken together, since its
wordings are found or missed together.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from bot.evaluation.questions import GradedQuestion
from bot.evaluation.scoring import Outcome, Score, score

ALL = "all"
"""The name of all languages together."""
RESAMPLES = 10_000
SEED = 20260807

Asked = tuple[str, str]
"""(question, language)"""
Ranked = Mapping[Asked, tuple[str, ...]]
"""The rules that were found for each question, best first."""
Group = tuple[str, str]
"""(game, language)"""
Measure = Callable[[Outcome], float]


def reciprocal_rank(outcome: Outcome) -> float:
    return 0.0 if outcome.rank is None else 1 / outcome.rank


def among_first_ten(outcome: Outcome) -> float:
    return float(outcome.rank is not None and outcome.rank <= 10)


MEASURES: Mapping[str, Measure] = {"mrr": reciprocal_rank, "hit@10": among_first_ten}
"""What differences are taken of."""


@dataclass(frozen=True, slots=True)
class Difference:
    """How much more one way reaches than another on the same questions."""

    mean: float
    low: float
    high: float
    """The 95 % interval of the mean, by resampling questions."""
    p: float
    """Of a two-sided sign test over questions."""

    @property
    def is_one(self) -> bool:
        """Whether chance alone is no likely reason: the interval lies on one side of 0."""
        return self.low > 0 or self.high < 0


def outcomes(questions: Sequence[GradedQuestion], ranked: Ranked) -> list[Outcome]:
    """The scored outcome of every question that has a deciding rule, in each of its languages.

    :raises KeyError: a question is missing in `ranked`.
    """
    return [
        Outcome(
            question.id,
            question.game,
            language,
            question.answerable,
            question.gold,
            ranked[question.id, language],
            expected=question.verdict,
            given=None,
            abstained=False,
            answered_in=language,
        )
        for question in questions
        if question.answerable and question.gold
        for language, _ in question.texts
    ]


def by_group(found: Sequence[Outcome]) -> dict[Group, list[Outcome]]:
    """Outcomes by game and language, and by game with all languages."""
    groups: dict[Group, list[Outcome]] = defaultdict(list)
    for outcome in found:
        groups[outcome.game, outcome.language].append(outcome)
        groups[outcome.game, ALL].append(outcome)
    return dict(groups)


def scores(found: Sequence[Outcome]) -> dict[Group, Score]:
    return {group: score(members) for group, members in by_group(found).items()}


def differences(
    found: Sequence[Outcome], other: Sequence[Outcome], measure: Measure
) -> Iterator[tuple[Group, Difference]]:
    """By group, what `found` reaches beyond `other`.

    :raises ValueError: the two are not about the same questions in the same order.
    """
    asked = [(outcome.id, outcome.language) for outcome in found]
    if asked != [(outcome.id, outcome.language) for outcome in other]:
        raise ValueError("the two ways were not asked the same questions")
    theirs = by_group(other)
    for group, members in by_group(found).items():
        by_question: dict[str, list[float]] = defaultdict(list)
        for mine, yours in zip(members, theirs[group], strict=True):
            by_question[mine.id].append(measure(mine) - measure(yours))
        yield group, difference(list(by_question.values()))


def difference(by_question: Sequence[Sequence[float]]) -> Difference:
    """The mean of paired differences, given as those of each question, with its paired bootstrap interval.

    :raises ValueError: there is no question.
    """
    if not by_question:
        raise ValueError("no question to take a difference of")
    sums = np.array([sum(values) for values in by_question])
    counts = np.array([len(values) for values in by_question])
    drawn = np.random.default_rng(SEED).integers(0, len(sums), (RESAMPLES, len(sums)))
    means = sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1)
    low, high = np.quantile(means, (0.025, 0.975))
    return Difference(float(sums.sum() / counts.sum()), float(low), float(high), sign_test(sums.tolist()))


def sign_test(values: Sequence[float]) -> float:
    """The two-sided probability of as many values of one sign, were both signs equally likely; zeros say nothing."""
    positive = sum(value > 1e-12 for value in values)
    negative = sum(value < -1e-12 for value in values)
    tosses = positive + negative
    extreme = sum(math.comb(tosses, heads) for heads in range(min(positive, negative) + 1))
    return min(1.0, float(2 * extreme / 2**tosses))


def percentiles(milliseconds: Sequence[float]) -> tuple[float, float]:
    """(p50, p95)"""
    p50, p95 = np.quantile(np.asarray(milliseconds), (0.5, 0.95))
    return round(float(p50), 2), round(float(p95), 2)
