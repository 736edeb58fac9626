"""What every peer is given, as files: passages with their vectors, by edition, and the questions."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from benchmarks.retrieval.runs import Query
from index.encoder import Vectors
from index.entries import entries_of
from index.expansion import expand, expanded_query
from index.scope import Scopes
from index.snapshot import Snapshot
from rules_corpus.lexicon import Lexicon

_PASSAGES, _VECTORS, _QUERIES = "passages.json", "vectors.npy", "queries.json"


@dataclass(frozen=True, slots=True)
class Bundle:
    texts: tuple[str, ...]
    """Of every entry, with its context."""
    passages: tuple[int, ...]
    """The number of the passage that each entry leads to."""
    refs: tuple[tuple[str, ...], ...]
    """The rules that each entry leads to, as the scoring counts them."""
    scopes: dict[str, tuple[int, ...]]
    """The entries that may be found, by game and edition (see `scope_key`)."""
    queries: tuple[Query, ...]
    expanded: tuple[str, ...]
    """The text of each query followed by its English terms."""
    vectors: Vectors
    """Of the entries, shape (entries, dimensions)."""


def scope_key(query: Query) -> str:
    return f"{query.game} {query.edition}"


def make_bundle(snapshot: Snapshot, scopes: Scopes, queries: Sequence[Query], lexicon: Lexicon) -> Bundle:
    """What a search in `snapshot` may find for the queries.

    :raises UnknownEditionError: a question's edition is not published.
    """
    entries = entries_of(snapshot.corpus)
    targets = [snapshot.corpus.editions[entry.edition].passages[entry.passage] for entry in entries]
    expansions = [expand(query.text, query.language, query.game, lexicon) for query in queries]
    return Bundle(
        texts=tuple(entry.content for entry in entries),
        passages=tuple(int(number) for number in scopes.passage_of),
        refs=tuple(tuple(cite.ref for cite in target.cites) or (target.ref,) for target in targets),
        scopes={
            scope_key(query): tuple(
                int(entry) for entry in np.flatnonzero(scopes.of(query.game, query.edition).allowed)
            )
            for query in queries
        },
        queries=tuple(queries),
        expanded=tuple(expanded_query(q.text, expansion) for q, expansion in zip(queries, expansions, strict=True)),
        vectors=snapshot.dense.vectors,
    )


def write_bundle(bundle: Bundle, folder: Path) -> None:
    """Write it into a folder of its own.

    :raises OSError: the folder cannot be written.
    """
    passages = {
        "texts": bundle.texts,
        "passages": bundle.passages,
        "refs": bundle.refs,
        "scopes": bundle.scopes,
        "expanded": bundle.expanded,
    }
    (folder / _PASSAGES).write_text(json.dumps(passages), encoding="utf-8")
    (folder / _QUERIES).write_text(json.dumps([asdict(query) for query in bundle.queries]), encoding="utf-8")
    np.save(folder / _VECTORS, bundle.vectors)


def read_bundle(folder: Path) -> Bundle:
    """Read what `write_bundle` wrote.

    :raises OSError, ValueError, KeyError: it is not what `write_bundle` writes.
    """
    passages = json.loads((folder / _PASSAGES).read_text(encoding="utf-8"))
    queries = json.loads((folder / _QUERIES).read_text(encoding="utf-8"))
    return Bundle(
        texts=tuple(passages["texts"]),
        passages=tuple(passages["passages"]),
        refs=tuple(tuple(refs) for refs in passages["refs"]),
        scopes={key: tuple(entries) for key, entries in passages["scopes"].items()},
        queries=tuple(Query(**query) for query in queries),
        expanded=tuple(passages["expanded"]),
        vectors=np.load(folder / _VECTORS),
    )
