"""The figures that `python -m benchmarks.retrieval … --json FILE` wrote, in a table a game:

`python -m benchmarks.retrieval.summary FILE`
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.retrieval.measures import ALL

_LANGUAGES = ("en", "id", "es")


def summary(figures: Mapping[str, Any]) -> str:
    """Tables in Markdown: quality by game, then times and processes."""
    ways: Sequence[Mapping[str, Any]] = figures["ways"]
    games = sorted({group["game"] for group in ways[0]["groups"]})
    return "\n\n".join([*(_game(game, ways) for game in games), _times(ways), *_processes(figures["processes"])])


def _game(game: str, ways: Sequence[Mapping[str, Any]]) -> str:
    rows = []
    count = 0
    for way in ways:
        groups = {group["language"]: group for group in way["groups"] if group["game"] == game}
        count = groups[_LANGUAGES[0]]["questions"]
        cells = [_shares(groups[language]) for language in _LANGUAGES]
        rows.append([way["name"], *cells, _less(groups[ALL])])
    heading = [f"{game}, {count} questions", *_LANGUAGES, "MRR less everything's, all languages"]
    return "\n".join(_table(heading, rows))


def _shares(group: Mapping[str, Any]) -> str:
    hit = group["hit"]
    return " / ".join(
        (*(f"{hit[k]:.2f}" for k in ("1", "5", "10")), f"{group['recall']['10']:.2f}", f"{group['mrr']:.3f}")
    )


def _less(group: Mapping[str, Any]) -> str:
    less = group["less_everything"].get("mrr")
    if less is None:
        return "–"
    worded = f"{less['mean']:+.3f} ({less['low']:+.3f} to {less['high']:+.3f})"
    return f"**{worded}**" if less["low"] > 0 or less["high"] < 0 else worded


def _times(ways: Sequence[Mapping[str, Any]]) -> str:
    names = ("total_ms", "encoding_ms", "search_ms", "cpu_ms")
    rows = [[way["name"], *(f"{way[name][0]:.1f} / {way[name][1]:.1f}" for name in names)] for way in ways]
    heading = ["p50 / p95, ms", "a question", "encoding it", "the rest", "processor time"]
    return "\n".join(_table(heading, rows))


def _processes(processes: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    if not processes:
        return
    rows = [
        [process["name"], f"not installed ({process['not_installed']})", ""]
        if process["not_installed"]
        else [process["name"], f"{process['index_s']:.1f}", f"{process['peak_mb']:.0f}"]
        for process in processes
    ]
    yield "\n".join(_table(["process", "indexing s, vectors given", "peak MB"], rows))


def _table(heading: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    for cells in (heading, ["---"] * len(heading), *rows):
        yield "| " + " | ".join(cells) + " |"


if __name__ == "__main__":
    print(summary(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))))
