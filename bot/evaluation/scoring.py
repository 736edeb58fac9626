"""How well questions are answered: ranks of the deciding rules, verdicts, abstentions, by game and language.

A hit counts as the rules that it leads to: an FAQ, ruling, example or glossary entry as those that it cites, anything
else as itself. These are listed once each in the order of the hits, and each takes a rank.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from bot.answering.answer import AnswerKind
from bot.answering.pipeline import Answering
from bot.answering.question import Question
from bot.evaluation.questions import VERDICTS, GradedQuestion
from index.search_results import Hit

DEPTH = 30
"""Hits that are searched for one question."""
CUTS = (1, 5, 10)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one question in one language came to."""

    id: str
    game: str
    language: str
    answerable: bool
    gold: frozenset[str]
    ranked: tuple[str, ...]
    expected: str
    given: str | None
    """The verdict that was given."""
    abstained: bool
    answered_in: str
    """The language of the reply."""

    @property
    def rank(self) -> int | None:
        """The first rank that a deciding rule has, from 1."""
        return next((rank for rank, ref in enumerate(self.ranked, 1) if ref in self.gold), None)


@dataclass(frozen=True, slots=True)
class Score:
    """Figures over some outcomes; a share is None where there is nothing to take it of."""

    questions: int
    with_gold: int
    """Answerable questions whose deciding rules are known: what hit, recall and MRR are taken over."""
    hit: tuple[tuple[int, float | None], ...]
    """(k, share of questions with a deciding rule among the first k)."""
    recall: tuple[tuple[int, float | None], ...]
    """(k, mean share of a question's deciding rules among the first k)."""
    mrr: float | None
    """Mean reciprocal rank (Voorhees 1999) of the first deciding rule, 0 where none was found."""
    verdicts_given: int
    verdicts_right: int
    abstained_on_uncovered: float | None
    abstained_on_answerable: float | None
    right_language: float | None


def flattened(hits: Sequence[Hit]) -> tuple[str, ...]:
    """The rules that hits lead to, each once, in rank order."""
    refs: dict[str, None] = {}
    for hit in hits:
        refs.update(dict.fromkeys([cite.ref for cite in hit.passage.cites] or [hit.passage.ref]))
    return tuple(refs)


def outcomes(
    answering: Answering, questions: Sequence[GradedQuestion], progress: Callable[[int, int], None] | None = None
) -> tuple[Outcome, ...]:
    """Ask every question in each of its languages, its edition pinned.

    :raises UserError: a question names a game or edition that is not loaded.
    """
    found = []
    for done, graded in enumerate(questions, 1):
        for language, text in graded.texts:
            question = Question(text, graded.game, graded.edition)
            answer = answering.ask(question)
            found.append(
                Outcome(
                    graded.id,
                    graded.game,
                    language,
                    graded.answerable,
                    graded.gold,
                    flattened(answering.search(question, DEPTH)),
                    graded.verdict,
                    answer.verdict,
                    answer.kind is AnswerKind.ABSTAIN,
                    answer.language,
                )
            )
        if progress is not None:
            progress(done, len(questions))
    return tuple(found)


def score(outcomes: Iterable[Outcome]) -> Score:
    found = tuple(outcomes)
    ranked = [o for o in found if o.answerable and o.gold]
    given = [o for o in found if o.given is not None]
    return Score(
        questions=len(found),
        with_gold=len(ranked),
        hit=tuple((k, _mean([o.rank is not None and o.rank <= k for o in ranked])) for k in CUTS),
        recall=tuple((k, _mean([len(o.gold & set(o.ranked[:k])) / len(o.gold) for o in ranked])) for k in CUTS),
        mrr=_mean([1 / o.rank if o.rank is not None else 0 for o in ranked]),
        verdicts_given=len(given),
        verdicts_right=sum(o.given == o.expected and o.expected in VERDICTS for o in given),
        abstained_on_uncovered=_mean([o.abstained for o in found if not o.answerable]),
        abstained_on_answerable=_mean([o.abstained for o in found if o.answerable]),
        right_language=_mean([o.answered_in == o.language for o in found]),
    )


def by_game_and_language(outcomes: Iterable[Outcome]) -> dict[tuple[str, str], Score]:
    """The score of each game in each language, and of all games in each language under the game "all"."""
    groups: dict[tuple[str, str], list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        groups[outcome.game, outcome.language].append(outcome)
        groups["all", outcome.language].append(outcome)
    return {group: score(found) for group, found in sorted(groups.items())}


def _mean(values: Sequence[float]) -> float | None:
    return round(sum(values) / len(values), 4) if values else None
