"""The pipeline over the small corpus, with the real index and lexicon and an encoder that knows words only."""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Callable, Mapping, Sequence

import numpy as np
import pytest

from bot.answering.pipeline import Answering
from index.encoder import Progress, Vectors
from index.search import SearchIndex
from index.snapshot import Snapshot, build_snapshot
from rules_corpus.lexicon import load_lexicon
from rules_corpus.lexicon.words import split_words
from tests.bot.corpus import CORPUS, TODAY


class WordEncoder:
    """Vectors of hashed words. Like the real encoder's, its similarities lie between 0.8 (nothing shared) and 1."""

    identity = "words"
    dimensions = 513

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        return np.stack([self._vector(text) for text in texts])

    def encode_passages(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        return self.encode_queries(texts)

    def _vector(self, text: str) -> Vectors:
        vector = np.zeros(self.dimensions, dtype=np.float32)
        for word in split_words(text):
            vector[int.from_bytes(hashlib.sha256(word.encode()).digest()[:4], "big") % (self.dimensions - 1)] += 1
        norm = float(np.linalg.norm(vector))
        vector *= np.sqrt(0.2) / norm if norm else 0
        vector[-1] = np.sqrt(0.8 if norm else 1.0)
        return vector


class MemoryCache:
    """Stands in for the database's table of vectors."""

    def read(self, encoder: WordEncoder, hashes: Sequence[str]) -> dict[str, Vectors]:
        return {}

    def write(self, encoder: WordEncoder, vectors: Mapping[str, Vectors]) -> None:
        pass


@pytest.fixture(scope="session")
def snapshot() -> Snapshot:
    return build_snapshot(CORPUS, WordEncoder(), load_lexicon(), MemoryCache())  # type: ignore[arg-type]


@pytest.fixture(scope="session")
def answering_on(snapshot: Snapshot) -> Callable[[datetime.date], Answering]:
    """The pipeline as it answers on a day."""

    def on(day: datetime.date) -> Answering:
        index = SearchIndex(snapshot, WordEncoder(), load_lexicon(), day)
        return Answering(lambda: index, load_lexicon())

    return on


@pytest.fixture(scope="session")
def answering(answering_on: Callable[[datetime.date], Answering]) -> Answering:
    return answering_on(TODAY)
