"""What is each part of retrieval worth? `RULESBOT_TEST_CORPORA=… python -m benchmarks.retrieval QUESTIONS.jsonl`

Asks each question of a file, in its game and edition and in each of its languages, of our search with all of its
parts, without each of them, and with one side alone; with `--peers` of other libraries too, over the same passages and
with the same encoder (`pip install '.[bench]'`; see docs/quality.md). The official Magic and Riftbound rules and
Riftbound's cards are imported into a folder of its own, unless `--data-dir` names one where they are.

Prints tables in Markdown: a table for each game and language ("all": all languages together).
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from rich.console import Console

from benchmarks.retrieval.bundle import make_bundle, write_bundle
from benchmarks.retrieval.own import ablation
from benchmarks.retrieval.peers import PEERS
from benchmarks.retrieval.peers.process import OURS, Measured, measure
from benchmarks.retrieval.plain_recipe import NAME as PLAIN_RECIPE
from benchmarks.retrieval.plain_recipe import PlainRecipe
from benchmarks.retrieval.report import as_json, figures, print_tables
from benchmarks.retrieval.rows import EVERYTHING, all_rows
from benchmarks.retrieval.runs import Query, Run, TimedEncoder, queries_of, run
from benchmarks.speed import MAGIC, RIFTBOUND, rulesbot
from bot.application import Application
from bot.errors import UserError
from bot.evaluation.questions import read_questions
from bot.locale.translation import translate
from bot.settings import Settings
from index.scope import Scopes
from index.snapshot import build_snapshot
from index.vector_cache import VectorCache
from rules_corpus.editions import UnknownEditionError

OFFICIAL = (
    ("mtg", MAGIC),
    ("riftbound", RIFTBOUND),
    ("riftbound", "riftbound/cards.json", "--edition", "2026-08-22"),
    ("riftbound", "riftbound/faq/zander_errata.json"),
)
"""Game, file below RULESBOT_TEST_CORPORA, and options of the import."""


def main() -> None:
    rows = all_rows()
    names = [row.name for row in rows] + [PLAIN_RECIPE, *PEERS]
    parser = argparse.ArgumentParser(prog="python -m benchmarks.retrieval", description=__doc__)
    parser.add_argument("questions", type=Path, metavar="QUESTIONS.jsonl")
    parser.add_argument("--peers", action="store_true", help="ask other libraries too, each in its own process")
    parser.add_argument("--only", nargs="+", metavar="WAY", choices=names, help="these ways besides everything")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    parser.add_argument("--data-dir", type=Path, help="a data folder that holds the official rules")
    arguments = parser.parse_args()
    chosen = set(arguments.only or names) | {EVERYTHING.name}
    peers = [name for name in PEERS if arguments.peers and name in chosen]
    with ExitStack() as stack:
        folder = arguments.data_dir or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        if arguments.data_dir is None:
            import_official(folder)
        try:
            questions = read_questions(arguments.questions)
            runs, measured = compare(folder, queries_of(questions), chosen, peers)
        except UserError as error:
            parser.error(translate(error.message, "en"))
        except UnknownEditionError as error:
            parser.error(f"the data folder lacks an edition that is asked about: {error}")
    scored = figures(questions, runs, runs[0].ranked)
    print_tables(scored, measured, Console(width=200))
    if arguments.json is not None:
        conditions = {"load_average": os.getloadavg(), "python": sys.version.split()[0]}
        arguments.json.write_text(json.dumps(as_json(scored, measured, conditions), indent=1), encoding="utf-8")


def import_official(folder: Path) -> None:
    corpora = os.environ.get("RULESBOT_TEST_CORPORA")
    if corpora is None:
        raise SystemExit("RULESBOT_TEST_CORPORA has to name the folder of official rules")
    for game, path, *options in OFFICIAL:
        rulesbot(folder, "corpus", "import", str(Path(corpora) / path), "--game", game, *options, "--publish")


def compare(
    folder: Path, queries: Sequence[Query], chosen: set[str], peers: Sequence[str]
) -> tuple[list[Run], list[Measured]]:
    """The runs of all chosen ways, "everything" first, and what ran in processes of its own.

    :raises UnknownEditionError: a question's edition is not published.
    """
    application = Application(Settings(data_dir=folder))
    lexicon, date = application.lexicon, application.today()
    encoder = TimedEncoder(application.encoder)
    cache = VectorCache(application.engine)
    snapshot = application.refresh_index()
    rows = [row for row in all_rows() if row.name in chosen]
    bare = snapshot
    if not all(row.context for row in rows):
        bare = build_snapshot(snapshot.corpus, encoder, lexicon, cache, context=False)
    runs = list(ablation(rows, queries, (snapshot, bare), encoder, lexicon, date))
    scopes = Scopes(snapshot, date)
    if PLAIN_RECIPE in chosen:
        recipe = PlainRecipe(scopes, encoder, lexicon, cache)
        for query in queries:
            recipe.prepare(query.game, query.edition)
        runs.append(run(PLAIN_RECIPE, queries, recipe.search, encoder))
    measured: list[Measured] = []
    if peers:
        with tempfile.TemporaryDirectory() as bundle:
            write_bundle(make_bundle(snapshot, scopes, queries, lexicon), Path(bundle))
            measured = [measure(name, Path(bundle), folder) for name in (OURS, *peers)]
    return runs + [found for process in measured for found in process.runs], measured


if __name__ == "__main__":
    main()
