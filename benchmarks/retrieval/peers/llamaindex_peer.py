"""LlamaIndex: a vector index and its BM25 retriever joined by `QueryFusionRetriever`, which asks no language model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from llama_index.core import VectorStoreIndex
from llama_index.core.embeddings import BaseEmbedding
from llama_index.core.llms import MockLLM
from llama_index.core.retrievers import QueryFusionRetriever
from llama_index.core.retrievers.fusion_retriever import FUSION_MODES
from llama_index.core.schema import TextNode
from llama_index.retrievers.bm25 import BM25Retriever
from pydantic import PrivateAttr

from benchmarks.retrieval.peers import Search
from benchmarks.retrieval.peers.encoder import PeerEncoder

# Each retriever's own depth, as wide as our search's candidates.
_CANDIDATES = 200


class _Embedding(BaseEmbedding):  # type: ignore[misc, unused-ignore]
    _encoder: PeerEncoder = PrivateAttr()

    def __init__(self, encoder: PeerEncoder) -> None:
        super().__init__()
        self._encoder = encoder

    def _get_query_embedding(self, query: str) -> list[float]:
        return [float(value) for value in self._encoder.query(query)]

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return self._get_query_embedding(query)

    def _get_text_embedding(self, text: str) -> list[float]:
        return [float(value) for value in self._encoder.passages([text])[0]]


def build_reciprocal_rank(numbers: Sequence[int], texts: Sequence[str], encoder: PeerEncoder) -> Search:
    return _build(numbers, texts, encoder, FUSION_MODES.RECIPROCAL_RANK)


def build_relative_score(numbers: Sequence[int], texts: Sequence[str], encoder: PeerEncoder) -> Search:
    return _build(numbers, texts, encoder, FUSION_MODES.RELATIVE_SCORE)


def _build(numbers: Sequence[int], texts: Sequence[str], encoder: PeerEncoder, mode: Any) -> Search:
    nodes = [TextNode(id_=str(number), text=text) for number, text in zip(numbers, texts, strict=True)]
    depth = min(_CANDIDATES, len(nodes))
    vectors = VectorStoreIndex(nodes, embed_model=_Embedding(encoder)).as_retriever(similarity_top_k=depth)
    lexical = BM25Retriever.from_defaults(nodes=nodes, similarity_top_k=depth)
    fusion = QueryFusionRetriever(
        [vectors, lexical], llm=MockLLM(), mode=mode, similarity_top_k=depth, num_queries=1, use_async=False
    )

    def search(text: str, count: int) -> list[int]:
        return [int(found.node.node_id) for found in fusion.retrieve(text)[:count]]

    return search
