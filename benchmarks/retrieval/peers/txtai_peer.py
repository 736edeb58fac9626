"""txtai: `hybrid`, which is BM25 with normalised scores and the vectors' cosine, half each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from txtai import Embeddings

from benchmarks.retrieval.peers import Search
from benchmarks.retrieval.peers.encoder import PeerEncoder


def build(numbers: Sequence[int], texts: Sequence[str], encoder: PeerEncoder) -> Search:
    passages = set(texts)

    # One function serves both, and only functions are taken.
    def transform(wanted: Sequence[str]) -> Any:
        return np.stack([encoder.passages([t])[0] if t in passages else encoder.query(t) for t in wanted])

    embeddings = Embeddings(method="external", transform=transform, hybrid=True)
    embeddings.index((number, text, None) for number, text in zip(numbers, texts, strict=True))

    def search(text: str, count: int) -> list[int]:
        return [int(number) for number, _ in embeddings.search(text, count)]

    return search
