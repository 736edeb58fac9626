"""Our own search, with all of its parts or some."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from functools import partial

from benchmarks.retrieval.rows import Row
from benchmarks.retrieval.runs import Query, Run, TimedEncoder, run
from bot.evaluation.scoring import DEPTH, flattened
from index.search import SearchIndex
from index.search_results import SearchQuery
from index.snapshot import Snapshot
from rules_corpus.lexicon import Lexicon


def searched(index: SearchIndex, query: Query) -> tuple[str, ...]:
    """The rules that a search leads to.

    :raises UnknownEditionError: the question's edition is not published.
    """
    asked = SearchQuery(query.text, query.language, query.game, query.edition, DEPTH)
    return flattened(index.search(asked))


def ablation(
    rows: Sequence[Row],
    queries: Sequence[Query],
    snapshots: tuple[Snapshot, Snapshot],
    encoder: TimedEncoder,
    lexicon: Lexicon,
    date: datetime.date,
) -> Iterator[Run]:
    """Ask all queries in each row's way; `snapshots`: the corpus with and without context."""
    for row in rows:
        index = SearchIndex(snapshots[0 if row.context else 1], encoder, lexicon, date, row.parts)
        index.warm()
        yield run(row.name, queries, partial(searched, index), encoder)
