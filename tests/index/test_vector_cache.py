"""Vectors are encoded once, kept by encoder and exact text, and survive an interruption."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from sqlalchemy import Engine, delete, func, select, update

from index import vector_cache
from index.encoder import Progress, Vectors
from index.vector_cache import VectorCache, encode_cached, exact_hash
from rules_corpus.models import CachedVector
from tests.index.mini_corpus import HashingEncoder
from tests.rules_corpus.conftest import database_url, engine, postgresql_url  # noqa: F401 - fixtures

TEXTS = [f"rule number {number} says something else" for number in range(30)]


@pytest.fixture
def cache(engine: Engine) -> VectorCache:  # noqa: F811
    return VectorCache(engine)


def rows(engine: Engine) -> int:  # noqa: F811
    with engine.connect() as connection:
        return connection.execute(select(func.count()).select_from(CachedVector)).scalar_one()


def test_vectors_come_in_the_texts_order(cache: VectorCache) -> None:
    vectors = encode_cached(HashingEncoder(), TEXTS, cache)
    assert np.array_equal(vectors, HashingEncoder().encode_passages(TEXTS))
    assert vectors.dtype == np.float32


def test_second_run_encodes_nothing_and_gives_the_same(cache: VectorCache) -> None:
    first = encode_cached(HashingEncoder(), TEXTS, cache)
    again = HashingEncoder()
    assert np.array_equal(encode_cached(again, TEXTS, cache), first)
    assert again.encoded == []


def test_only_new_texts_are_encoded(cache: VectorCache) -> None:
    encode_cached(HashingEncoder(), TEXTS, cache)
    encoder = HashingEncoder()
    encode_cached(encoder, ["new", *TEXTS, "newer"], cache)
    assert sorted(encoder.encoded) == ["new", "newer"]


def test_repeated_text_is_encoded_once(cache: VectorCache) -> None:
    encoder = HashingEncoder()
    vectors = encode_cached(encoder, ["same", "other", "same"], cache)
    assert sorted(encoder.encoded) == ["other", "same"]
    assert np.array_equal(vectors[0], vectors[2])


def test_texts_that_differ_in_typography_are_different(cache: VectorCache) -> None:
    assert exact_hash("Equip") != exact_hash("equip")
    encoder = HashingEncoder()
    encode_cached(encoder, ["Equip", "equip "], cache)
    assert len(encoder.encoded) == 2


def test_encoders_do_not_share_vectors(cache: VectorCache) -> None:
    encode_cached(HashingEncoder("one"), TEXTS, cache)
    other = HashingEncoder("two")
    encode_cached(other, TEXTS, cache)
    assert len(other.encoded) == len(TEXTS)


def test_no_texts(cache: VectorCache) -> None:
    assert encode_cached(HashingEncoder(), [], cache).shape == (0, 64)


class InterruptedEncoder(HashingEncoder):
    """Stops after its second batch."""

    def encode_passages(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        if len(self.encoded) >= 20:
            raise KeyboardInterrupt
        return super().encode_passages(texts)


def test_interrupted_build_goes_on_where_it_stopped(
    cache: VectorCache, engine: Engine, monkeypatch: pytest.MonkeyPatch  # noqa: F811
) -> None:  # fmt: skip
    monkeypatch.setattr(vector_cache, "_ENCODED_AT_ONCE", 10)
    with pytest.raises(KeyboardInterrupt):
        encode_cached(InterruptedEncoder(), TEXTS, cache)
    assert rows(engine) == 20
    rest = HashingEncoder()
    encode_cached(rest, TEXTS, cache)
    assert len(rest.encoded) == 10
    assert rows(engine) == 30


def test_progress_counts_distinct_texts(cache: VectorCache, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vector_cache, "_ENCODED_AT_ONCE", 4)
    encode_cached(HashingEncoder(), TEXTS[:2], cache)
    seen: list[tuple[int, int]] = []
    encode_cached(HashingEncoder(), [*TEXTS[:10], TEXTS[0]], cache, lambda done, total: seen.append((done, total)))
    assert seen == [(2, 10), (6, 10), (10, 10)]


def test_many_texts_are_read_in_several_statements(cache: VectorCache, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vector_cache, "_READ_AT_ONCE", 7)
    encode_cached(HashingEncoder(), TEXTS, cache)
    assert len(cache.read(HashingEncoder(), [exact_hash(text) for text in TEXTS])) == 30


def test_damaged_vector_is_encoded_again(cache: VectorCache, engine: Engine) -> None:  # noqa: F811
    first = encode_cached(HashingEncoder(), TEXTS, cache)
    with engine.begin() as connection:
        connection.execute(
            update(CachedVector).where(CachedVector.text_hash == exact_hash(TEXTS[3])).values(vector=b"\0\0")
        )
    encoder = HashingEncoder()
    assert np.array_equal(encode_cached(encoder, TEXTS, cache), first)
    assert encoder.encoded == [TEXTS[3]]
    assert len(cache.read(encoder, [exact_hash(TEXTS[3])])) == 1


def test_deleted_rows_are_encoded_again(cache: VectorCache, engine: Engine) -> None:  # noqa: F811
    encode_cached(HashingEncoder(), TEXTS, cache)
    with engine.begin() as connection:
        connection.execute(delete(CachedVector))
    encoder = HashingEncoder()
    encode_cached(encoder, TEXTS, cache)
    assert len(encoder.encoded) == len(TEXTS)
