"""Haystack: its in-memory BM25 and embedding retrievers in a pipeline, joined by reciprocal rank."""

from __future__ import annotations

from collections.abc import Sequence

from haystack import Document, Pipeline, component
from haystack.components.joiners import DocumentJoiner
from haystack.components.retrievers.in_memory import InMemoryBM25Retriever, InMemoryEmbeddingRetriever
from haystack.document_stores.in_memory import InMemoryDocumentStore

from benchmarks.retrieval.peers import Search
from benchmarks.retrieval.peers.encoder import PeerEncoder

# Each retriever's own depth, as wide as our search's candidates.
_CANDIDATES = 200


@component  # type: ignore[misc, unused-ignore]
class _QueryEmbedder:
    def __init__(self, encoder: PeerEncoder) -> None:
        self._encoder = encoder

    @component.output_types(embedding=list[float])  # type: ignore[misc, untyped-decorator, unused-ignore]
    def run(self, text: str) -> dict[str, list[float]]:
        return {"embedding": [float(value) for value in self._encoder.query(text)]}


def build(numbers: Sequence[int], texts: Sequence[str], encoder: PeerEncoder) -> Search:
    store = InMemoryDocumentStore(embedding_similarity_function="dot_product")
    vectors = encoder.passages(texts)
    store.write_documents(
        [
            Document(id=str(number), content=text, embedding=vector.tolist())
            for number, text, vector in zip(numbers, texts, vectors, strict=True)
        ]
    )
    pipeline = Pipeline()
    pipeline.add_component("embedder", _QueryEmbedder(encoder))
    pipeline.add_component("dense", InMemoryEmbeddingRetriever(store, top_k=_CANDIDATES))
    pipeline.add_component("lexical", InMemoryBM25Retriever(store, top_k=_CANDIDATES))
    pipeline.add_component("joiner", DocumentJoiner(join_mode="reciprocal_rank_fusion"))
    pipeline.connect("embedder.embedding", "dense.query_embedding")
    pipeline.connect("dense", "joiner")
    pipeline.connect("lexical", "joiner")

    def search(text: str, count: int) -> list[int]:
        found = pipeline.run({"embedder": {"text": text}, "lexical": {"query": text}, "joiner": {"top_k": count}})
        return [int(document.id) for document in found["joiner"]["documents"]]

    return search
