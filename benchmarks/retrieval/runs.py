"""Asking every question once, with the time that each search took."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.retrieval.measures import Asked, percentiles
from bot.evaluation.questions import GradedQuestion
from index.encoder import Encoder, Progress, Vectors

_WARM_UP = 20


@dataclass(frozen=True, slots=True)
class Query:
    """One question in one language."""

    question: str
    language: str
    game: str
    edition: str | None
    text: str

    @property
    def asked(self) -> Asked:
        return self.question, self.language


@dataclass(frozen=True, slots=True)
class Run:
    """What one way to retrieve found, and in what time."""

    name: str
    ranked: dict[Asked, tuple[str, ...]]
    total_ms: tuple[float, float]
    """(p50, p95) of a search with the encoding of its question."""
    encoding_ms: tuple[float, float]
    search_ms: tuple[float, float]
    """Without the encoding."""
    cpu_ms: tuple[float, float]
    """Of all threads, encoding included: what other programs on the machine change least."""


class TimedEncoder:
    """An encoder that adds up the seconds it spends on questions."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self.seconds = 0.0

    @property
    def identity(self) -> str:
        return self._encoder.identity

    @property
    def dimensions(self) -> int:
        return self._encoder.dimensions

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        started = time.perf_counter()
        vectors = self._encoder.encode_queries(texts)
        self.seconds += time.perf_counter() - started
        return vectors

    def encode_passages(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        return self._encoder.encode_passages(texts, progress)


def queries_of(questions: Sequence[GradedQuestion]) -> tuple[Query, ...]:
    """The questions with a deciding rule, in each of their languages."""
    return tuple(
        Query(question.id, language, question.game, question.edition, text)
        for question in questions
        if question.answerable and question.gold
        for language, text in question.texts
    )


def run(name: str, queries: Sequence[Query], search: Callable[[Query], tuple[str, ...]], encoder: TimedEncoder) -> Run:
    """Ask all queries after asking a few of them to warm up; `search` encodes with `encoder`, if at all."""
    for query in queries[:: max(1, len(queries) // _WARM_UP)]:
        search(query)
    ranked: dict[Asked, tuple[str, ...]] = {}
    total, encoding, cpu = [], [], []
    for query in queries:
        encoder.seconds = 0.0
        started, busy = time.perf_counter(), time.process_time()
        ranked[query.asked] = search(query)
        cpu.append((time.process_time() - busy) * 1000)
        total.append((time.perf_counter() - started) * 1000)
        encoding.append(encoder.seconds * 1000)
    search_ms = [whole - part for whole, part in zip(total, encoding, strict=True)]
    return Run(name, ranked, percentiles(total), percentiles(encoding), percentiles(search_ms), percentiles(cpu))


def run_to_json(found: Run) -> dict[str, Any]:
    return {
        "name": found.name,
        "ranked": [[*asked, list(refs)] for asked, refs in found.ranked.items()],
        "total_ms": found.total_ms,
        "encoding_ms": found.encoding_ms,
        "search_ms": found.search_ms,
        "cpu_ms": found.cpu_ms,
    }


def run_from_json(value: dict[str, Any]) -> Run:
    ranked = {(question, language): tuple(refs) for question, language, refs in value["ranked"]}
    times = (tuple(value[name]) for name in ("total_ms", "encoding_ms", "search_ms", "cpu_ms"))
    return Run(value["name"], ranked, *times)
