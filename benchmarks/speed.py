"""How fast and how large? `RULESBOT_TEST_CORPORA=… python -m benchmarks.speed`

Works in a folder of its own: builds the encoder, loads the starter corpus, imports and indexes the official Magic and
Riftbound rules, then measures one `ask` as a whole process (cold) and many in one process (warm). Times are medians;
indexing is also given as a ratio to encoding the same texts in the same run, which another machine can be compared by.
"""

from __future__ import annotations

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.faq_rewordings import rewordings
from bot.answering.question import Question
from bot.application import Application
from bot.settings import Settings
from index.entries import entries_of

MAGIC = "mtg/MagicCompRules-20260807.official-bytes.txt"
RIFTBOUND = "riftbound/core_rules_v1.4_2026-07-16.txt"
QUESTION = "Can I equip a unit that is at a battlefield?"
"""A stored one, which needs no search."""
SEARCHED = "Can my unit with two swords go to a battlefield?"
COLD_RUNS = 7
WARM_ROUNDS = 3


def rulesbot(folder: Path, *arguments: str) -> tuple[float, float]:
    """Run one command in its own process; (seconds, peak memory in MB)."""
    environment = {**os.environ, "RULESBOT_DATA_DIR": str(folder)}
    # Compiled modules are kept, as on any user's machine.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    started = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "bot.cli", *arguments], env=environment, stdout=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"rulesbot {' '.join(arguments)} exited with {process.returncode}")
    return time.perf_counter() - started, usage.ru_maxrss / 1024


def percentile(values: Sequence[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def main() -> None:
    corpora = Path(os.environ["RULESBOT_TEST_CORPORA"])
    figures: dict[str, float | int] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        figures["first ask on an empty folder, s"], _ = rulesbot(folder, "ask", "--json", QUESTION)
        figures["import + index, Magic, s"], figures["import + index, Magic, peak MB"] = rulesbot(
            folder, "corpus", "import", str(corpora / MAGIC), "--game", "mtg", "--publish"
        )
        figures["import + index, Riftbound, s"], _ = rulesbot(
            folder, "corpus", "import", str(corpora / RIFTBOUND), "--game", "riftbound", "--publish"
        )
        cold = [rulesbot(folder, "ask", "--json", QUESTION) for _ in range(COLD_RUNS)]
        figures["cold ask, s"] = statistics.median(seconds for seconds, _ in cold)
        figures["cold ask, peak MB"] = statistics.median(memory for _, memory in cold)
        searched = [rulesbot(folder, "ask", "--json", "--game", "riftbound", SEARCHED) for _ in range(COLD_RUNS)]
        figures["cold ask with a search, s"] = statistics.median(seconds for seconds, _ in searched)

        application = Application(Settings(data_dir=folder))
        answering = application.answering
        questions = [Question(r.text, game) for r in rewordings() for game in (None, "riftbound")]
        questions += [Question(r.text, "mtg") for r in rewordings()]
        for question in questions[:20]:
            answering.ask(question)
        times = []
        for _ in range(WARM_ROUNDS):
            for question in questions:
                started = time.perf_counter()
                answering.ask(question)
                times.append((time.perf_counter() - started) * 1000)
        figures["warm ask, median ms"] = statistics.median(times)
        figures["warm ask, p95 ms"] = percentile(times, 0.95)
        figures["texts indexed"] = len(application.search_index.snapshot.entries)
        figures["warm process, peak MB"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024

        encoder = application.encoder
        queries = [question.text for question in questions]
        encoding = []
        for text in queries:
            started = time.perf_counter()
            encoder.encode_queries([text])
            encoding.append((time.perf_counter() - started) * 1000)
        figures["encoding one question, median ms"] = statistics.median(encoding)
        figures["warm ask / encoding its question"] = figures["warm ask, median ms"] / statistics.median(encoding)
        corpus = application.repository.load_published()
        magic = [e.content for e in entries_of(corpus) if corpus.editions[e.edition].game == "mtg"]
        started = time.perf_counter()
        encoder.encode_passages(magic)
        alone = time.perf_counter() - started
        figures["encoding the Magic texts alone, s"] = alone
        figures["import + index, Magic / encoding alone"] = figures["import + index, Magic, s"] / alone
    print(json.dumps({name: round(value, 2) for name, value in figures.items()}, indent=1))


if __name__ == "__main__":
    main()
