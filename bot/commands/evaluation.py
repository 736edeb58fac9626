"""`rulesbot eval`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from bot.answering.answer import Message
from bot.commands.console import output, print_json
from bot.commands.context import JsonOption, Session
from bot.evaluation.questions import read_questions
from bot.evaluation.scoring import Outcome, Score, by_game_and_language, outcomes
from bot.locale.translation import translate


def evaluate(
    context: typer.Context,
    path: Annotated[
        Path, typer.Argument(metavar="FILE", help="Questions with known rules and verdicts, as JSON lines.")
    ],
    as_json: JsonOption = False,
) -> None:
    """Score a question file by game and language: ranks of the deciding rules, verdicts, abstentions."""
    session = Session.of(context)
    questions = read_questions(path)
    with session.steps.step(Message("Asking the questions")) as progress:
        found = outcomes(session.application.answering, questions, progress)
    scores = by_game_and_language(found)
    if as_json:
        print_json(
            {
                "scores": [
                    {"game": game, "language": language, **_score_json(s)} for (game, language), s in scores.items()
                ],
                "wrong_verdicts": [_wrong_json(outcome) for outcome in found if _is_wrong(outcome)],
            }
        )
        return
    headings = ("Game", "Lang", "n", "hit@1", "hit@5", "hit@10", "recall@10", "MRR", "verdicts", "right", "abstained")
    table = Table(*headings)
    for (game, language), s in scores.items():
        shares = (*(share for _, share in s.hit), s.recall[-1][1], s.mrr)
        table.add_row(
            game,
            language,
            str(s.with_gold),
            *(_worded(share) for share in shares),
            str(s.verdicts_given),
            str(s.verdicts_right),
            _worded(s.abstained_on_uncovered),
        )
    console = output()
    console.print(table)
    console.print(
        translate(
            Message("n: questions with known rules. abstained: share of the questions that the rules do not cover."),
            session.language,
        )
    )


def _score_json(score: Score) -> dict[str, Any]:
    return {
        "questions": score.questions,
        "with_gold": score.with_gold,
        "hit": {str(k): share for k, share in score.hit},
        "recall": {str(k): share for k, share in score.recall},
        "mrr": score.mrr,
        "verdicts_given": score.verdicts_given,
        "verdicts_right": score.verdicts_right,
        "abstained_on_uncovered": score.abstained_on_uncovered,
        "abstained_on_answerable": score.abstained_on_answerable,
        "right_language": score.right_language,
    }


def _is_wrong(outcome: Outcome) -> bool:
    return outcome.given is not None and outcome.given != outcome.expected


def _wrong_json(outcome: Outcome) -> dict[str, Any]:
    return {"id": outcome.id, "language": outcome.language, "given": outcome.given, "expected": outcome.expected}


def _worded(share: float | None) -> str:
    return "–" if share is None else f"{share:.2f}"
