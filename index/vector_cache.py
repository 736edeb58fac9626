"""Vectors kept in the database by encoder and by the exact text that was encoded, so that nothing is encoded twice."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from sqlalchemy import Engine, select

from index.encoder import Encoder, Progress, Vectors
from rules_corpus.database import for_writing
from rules_corpus.models import CachedVector

_STORED = np.dtype("<f4")
_READ_AT_ONCE = 500
_ENCODED_AT_ONCE = 256
_QUERY = "as query: "
"""Set before a query's text in its hash, so that its vector is never taken for that of a passage of the same words."""


def exact_hash(text: str) -> str:
    """The SHA-256 of a text exactly as it is encoded, as 64 hexadecimal digits."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


class VectorCache:
    """The table of cached vectors; any row may be deleted at any time, at the cost of encoding its text again."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def read(self, encoder: Encoder, hashes: Sequence[str]) -> dict[str, Vectors]:
        """The cached vectors of one encoder, by text hash; each of shape (dimensions,). Unknown hashes are left out.

        A row whose vector does not have the encoder's dimensions is left out too, as if it were not there.
        """
        found: dict[str, Vectors] = {}
        with self._engine.connect() as connection:
            for chunk in _chunks(hashes, _READ_AT_ONCE):
                rows = connection.execute(
                    select(CachedVector.text_hash, CachedVector.vector).where(
                        CachedVector.encoder == encoder.identity, CachedVector.text_hash.in_(chunk)
                    )
                )
                for text_hash, blob in rows:
                    if len(blob) == encoder.dimensions * _STORED.itemsize:
                        found[text_hash] = np.frombuffer(blob, dtype=_STORED).astype(np.float32)
        return found

    def write(self, encoder: Encoder, vectors: Mapping[str, Vectors]) -> None:
        """Keep vectors by text hash, in one transaction; what is already there is replaced."""
        if not vectors:
            return
        rows = [
            {"encoder": encoder.identity, "text_hash": text_hash, "vector": vector.astype(_STORED).tobytes()}
            for text_hash, vector in vectors.items()
        ]
        # Loaded only here: answering writes no vectors.
        from sqlalchemy.dialects import postgresql, sqlite

        insert: Any = postgresql.insert if self._engine.dialect.name == "postgresql" else sqlite.insert
        statement = insert(CachedVector)
        statement = statement.on_conflict_do_update(
            index_elements=[CachedVector.encoder, CachedVector.text_hash],
            set_={"vector": statement.excluded.vector},
        )
        with for_writing(self._engine).begin() as connection:
            connection.execute(statement, rows)


def encode_cached(
    encoder: Encoder,
    texts: Sequence[str],
    cache: VectorCache,
    progress: Progress | None = None,
    *,
    as_queries: bool = False,
) -> Vectors:
    """The vectors of passages (or queries), shape (len(texts), dimensions), encoding only those that the cache lacks.

    New vectors are committed batch by batch, so that an interrupted run goes on where it stopped. `progress` counts
    the distinct texts, cached ones included.
    """
    hashes = [exact_hash(_QUERY + text if as_queries else text) for text in texts]
    encode = encoder.encode_queries if as_queries else encoder.encode_passages
    distinct = dict(zip(hashes, texts, strict=True))
    known = cache.read(encoder, list(distinct))
    missing = [text_hash for text_hash in distinct if text_hash not in known]
    # Texts of like length go together: a batch is padded to its longest.
    missing.sort(key=lambda text_hash: len(distinct[text_hash]))
    if progress is not None:
        progress(len(known), len(distinct))
    for chunk in _chunks(missing, _ENCODED_AT_ONCE):
        vectors = encode([distinct[text_hash] for text_hash in chunk])
        fresh = dict(zip(chunk, vectors, strict=True))
        cache.write(encoder, fresh)
        known.update(fresh)
        if progress is not None:
            progress(len(known), len(distinct))
    if not texts:
        return np.empty((0, encoder.dimensions), dtype=np.float32)
    return np.stack([known[text_hash] for text_hash in hashes]).astype(np.float32, copy=False)


def _chunks(values: Sequence[str], size: int) -> Iterator[list[str]]:
    for start in range(0, len(values), size):
        yield list(values[start : start + size])
