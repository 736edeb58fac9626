"""Other libraries, each in its own documented way to join BM25 and an encoder.

A peer is a function `build(numbers, texts, encoder) -> search`: it indexes the texts (numbered by `numbers`) of one
edition of one game, so that nothing else can be found and no statistics of BM25 come from elsewhere; `search(text,
count)` gives the numbers of the best of them, best first.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence

from benchmarks.retrieval.peers.encoder import PeerEncoder

Search = Callable[[str, int], Sequence[int]]
Build = Callable[[Sequence[int], Sequence[str], PeerEncoder], Search]

PEERS: Mapping[str, tuple[str, str]] = {
    "txtai hybrid": ("txtai_peer", "build"),
    "LlamaIndex reciprocal rank": ("llamaindex_peer", "build_reciprocal_rank"),
    "LlamaIndex relative score": ("llamaindex_peer", "build_relative_score"),
    "Haystack reciprocal rank": ("haystack_peer", "build"),
}
"""The module and function of each peer."""


def load_peer(name: str) -> Build:
    """The peer of this name.

    :raises ModuleNotFoundError: its library is not installed.
    """
    module, function = PEERS[name]
    build: Build = getattr(importlib.import_module(f"{__name__}.{module}"), function)
    return build
