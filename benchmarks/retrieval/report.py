"""The figures as tables (in Markdown) and as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from benchmarks.retrieval.measures import MEASURES, Difference, Group, Ranked, differences, outcomes, scores
from benchmarks.retrieval.peers.process import Measured
from benchmarks.retrieval.runs import Run
from bot.evaluation.questions import GradedQuestion
from bot.evaluation.scoring import Score

_HEADINGS = ("way", "n", "hit@1", "hit@5", "hit@10", "recall@10", "MRR", "MRR less everything's", "sign test p")


@dataclass(frozen=True, slots=True)
class Figures:
    """One run, scored, and held against the baseline on the same questions."""

    run: Run
    scores: Mapping[Group, Score]
    differences: Mapping[str, Mapping[Group, Difference]]
    """By measure; positive where this run reaches more. Empty for the baseline itself."""


def figures(questions: Sequence[GradedQuestion], runs: Sequence[Run], baseline: Ranked) -> list[Figures]:
    theirs = outcomes(questions, baseline)
    scored = []
    for found in runs:
        mine = outcomes(questions, found.ranked)
        compared = {
            name: dict(differences(mine, theirs, measure))
            for name, measure in MEASURES.items()
            if found.ranked is not baseline
        }
        scored.append(Figures(found, scores(mine), compared))
    return scored


def print_tables(scored: Sequence[Figures], measured: Sequence[Measured], console: Console) -> None:
    for group in sorted(scored[0].scores):
        table = Table(*_HEADINGS, title=f"{group[0]}, {group[1]}", box=box.MARKDOWN)
        for figure in scored:
            table.add_row(figure.run.name, *_cells(figure, group))
        for missing in measured:
            if missing.not_installed:
                table.add_row(missing.name, f"not installed ({missing.not_installed})")
        console.print(table)
    console.print("Bold: 0 is outside the 95 % interval (paired bootstrap over questions).\n")
    timing = Table(
        "way",
        "p50 / p95 ms",
        "of which encoding",
        "search alone",
        "processor time",
        title="Time for a question, warm",
        box=box.MARKDOWN,
    )
    for figure in scored:
        spans = (figure.run.total_ms, figure.run.encoding_ms, figure.run.search_ms, figure.run.cpu_ms)
        timing.add_row(figure.run.name, *(f"{p50:.1f} / {p95:.1f}" for p50, p95 in spans))
    console.print(timing)
    if measured:
        sizes = Table("process", "indexing s (vectors given)", "peak MB", title="Processes", box=box.MARKDOWN)
        for process in measured:
            if process.not_installed:
                sizes.add_row(process.name, f"not installed ({process.not_installed})", "–")
            else:
                sizes.add_row(process.name, f"{process.index_s:.1f}", f"{process.peak_mb:.0f}")
        console.print(sizes)


def as_json(scored: Sequence[Figures], measured: Sequence[Measured], conditions: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "conditions": dict(conditions),
        "ways": [
            {
                "name": figure.run.name,
                "total_ms": figure.run.total_ms,
                "encoding_ms": figure.run.encoding_ms,
                "search_ms": figure.run.search_ms,
                "cpu_ms": figure.run.cpu_ms,
                "groups": [_group_json(figure, group) for group in sorted(figure.scores)],
            }
            for figure in scored
        ],
        "processes": [
            {
                "name": process.name,
                "not_installed": process.not_installed,
                "index_s": process.index_s,
                "peak_mb": process.peak_mb,
            }
            for process in measured
        ],
    }


def _group_json(figure: Figures, group: Group) -> dict[str, Any]:
    score = figure.scores[group]
    return {
        "game": group[0],
        "language": group[1],
        "questions": score.with_gold,
        "hit": {str(k): share for k, share in score.hit},
        "recall": {str(k): share for k, share in score.recall},
        "mrr": score.mrr,
        "less_everything": {name: asdict(by_group[group]) for name, by_group in figure.differences.items()},
    }


def _cells(figure: Figures, group: Group) -> list[str]:
    score = figure.scores[group]
    shares = [f"{share:.2f}" for _, share in score.hit if share is not None]
    recall, mrr = score.recall[-1][1] or 0.0, score.mrr or 0.0
    cells = [str(score.with_gold), *shares, f"{recall:.2f}", f"{mrr:.3f}"]
    if "mrr" not in figure.differences:
        return [*cells, "–", "–"]
    less = figure.differences["mrr"][group]
    worded = f"{less.mean:+.3f} ({less.low:+.3f} to {less.high:+.3f})"
    return [*cells, f"**{worded}**" if less.is_one else worded, f"{less.p:.3f}"]
