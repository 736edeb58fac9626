"""One peer, or our own search, in a process of its own, so that its memory can be told.

`python -m benchmarks.retrieval.peers.process NAME BUNDLE DATA_FOLDER` writes one line of JSON.
"""

from __future__ import annotations

import json
import logging
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.retrieval.bundle import Bundle, read_bundle, scope_key
from benchmarks.retrieval.own import searched
from benchmarks.retrieval.peers import load_peer
from benchmarks.retrieval.peers.encoder import PeerEncoder
from benchmarks.retrieval.runs import Query, Run, TimedEncoder, run, run_from_json, run_to_json
from bot.application import Application
from bot.evaluation.scoring import DEPTH
from bot.settings import Settings

OURS = "rulesbot"
_ENTRIES = 2 * DEPTH
"""So many entries are asked for: several may lead to one passage."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What a process of its own came to."""

    name: str
    not_installed: str | None
    """The missing module."""
    runs: tuple[Run, ...]
    index_s: float
    """To index all editions that are asked about, the passages' vectors being there."""
    peak_mb: float
    """Of the whole process: Python, its libraries, the encoder, the index."""


def measure(name: str, bundle: Path, data_folder: Path) -> Measured:
    """Measure one of `PEERS`, or `OURS`.

    :raises subprocess.CalledProcessError: the process failed; its errors went to ours.
    """
    command = [sys.executable, "-m", __name__, name, str(bundle), str(data_folder)]
    value = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()[-1])
    return Measured(
        name,
        value.get("not_installed"),
        tuple(run_from_json(found) for found in value.get("runs", ())),
        value.get("index_s", 0.0),
        value.get("peak_mb", 0.0),
    )


def peer_runs(name: str, bundle: Bundle, application: Application) -> tuple[list[Run], float]:
    """Index with a peer and ask all queries, as they are and expanded; (runs, seconds to index).

    :raises ModuleNotFoundError: the peer is not installed.
    """
    build = load_peer(name)
    timed = TimedEncoder(application.encoder)
    encoder = PeerEncoder(timed, dict(zip(bundle.texts, bundle.vectors, strict=True)))
    started = time.perf_counter()
    searches = {
        key: build(entries, [bundle.texts[entry] for entry in entries], encoder)
        for key, entries in bundle.scopes.items()
    }
    index_s = time.perf_counter() - started
    expanded = dict(zip(bundle.queries, bundle.expanded, strict=True))

    def asking(text_of: Callable[[Query], str]) -> Callable[[Query], tuple[str, ...]]:
        return lambda query: led_to(searches[scope_key(query)](text_of(query), _ENTRIES), bundle)

    return [
        run(name, bundle.queries, asking(lambda query: query.text), timed),
        run(f"{name} + expansion", bundle.queries, asking(lambda query: expanded[query]), timed),
    ], index_s


def led_to(entries: Sequence[int], bundle: Bundle) -> tuple[str, ...]:
    """The rules that the first passages among entries lead to, each once, as our own hits are flattened."""
    first: dict[int, int] = {}
    for entry in entries:
        first.setdefault(bundle.passages[entry], entry)
    refs = (ref for entry in list(first.values())[:DEPTH] for ref in bundle.refs[entry])
    return tuple(dict.fromkeys(refs))


def own_runs(queries: Sequence[Query], application: Application) -> tuple[list[Run], float]:
    """Our own search; (runs, seconds to index)."""
    from index.search import SearchIndex
    from index.snapshot import build_snapshot
    from index.vector_cache import VectorCache

    corpus = application.repository.load_published()
    encoder = TimedEncoder(application.encoder)
    lexicon = application.lexicon
    started = time.perf_counter()
    snapshot = build_snapshot(corpus, encoder, lexicon, VectorCache(application.engine))
    index = SearchIndex(snapshot, encoder, lexicon, application.today())
    index_s = time.perf_counter() - started
    index.warm()
    return [run(OURS, queries, lambda query: searched(index, query), encoder)], index_s


def main() -> None:
    name, folder, data_folder = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    # No library is to phone home, and none is to write to standard output's last line.
    os.environ["HAYSTACK_TELEMETRY_ENABLED"] = "False"
    logging.disable(logging.WARNING)
    application = Application(Settings(data_dir=data_folder))
    bundle = read_bundle(folder)
    try:
        runs, index_s = own_runs(bundle.queries, application) if name == OURS else peer_runs(name, bundle, application)
    except ModuleNotFoundError as error:
        print(json.dumps({"not_installed": error.name}))
        return
    measured: dict[str, Any] = {
        "runs": [run_to_json(found) for found in runs],
        "index_s": round(index_s, 2),
        "peak_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
    }
    print(json.dumps(measured))


if __name__ == "__main__":
    main()
