"""Exact nearest neighbours among the entries allowed."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from index.dense import AllowedEntries, DenseIndex
from index.encoder import Vectors


def unit_vectors(count: int, seed: int = 0) -> Vectors:
    vectors = np.random.default_rng(seed).standard_normal((count, 16)).astype(np.float32)
    unit: Vectors = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
    return unit


VECTORS = unit_vectors(100)
INDEX = DenseIndex(VECTORS)
QUERY = unit_vectors(1, seed=1)[0]


def allowed(ids: list[int]) -> AllowedEntries:
    mask = np.zeros(100, dtype=np.bool_)
    mask[ids] = True
    return AllowedEntries(mask)


def test_nearest_are_those_with_the_greatest_inner_product() -> None:
    ids, cosines = INDEX.nearest(QUERY, allowed(list(range(100))), 5)
    products = VECTORS @ QUERY
    assert list(ids) == list(np.argsort(-products)[:5])
    assert np.allclose(cosines, products[ids], atol=1e-6)


def test_only_allowed_entries_are_ranked() -> None:
    some = [3, 64, 65, 99]
    ids, _ = INDEX.nearest(QUERY, allowed(some), 4)
    assert list(ids) == sorted(some, key=lambda i: -float(VECTORS[i] @ QUERY))


def test_fewer_allowed_than_asked_for() -> None:
    ids, cosines = INDEX.nearest(QUERY, allowed([7, 8]), 50)
    assert sorted(ids) == [7, 8]
    assert cosines[0] >= cosines[1]


def test_nothing_allowed() -> None:
    ids, cosines = INDEX.nearest(QUERY, allowed([]), 5)
    assert (ids.shape, cosines.shape) == ((0,), (0,))


def test_restricting_equals_indexing_those_alone() -> None:
    some = list(range(20, 60))
    ids, cosines = INDEX.nearest(QUERY, allowed(some), 10)
    alone_ids, alone_cosines = DenseIndex(VECTORS[20:60]).nearest(QUERY, AllowedEntries(np.ones(40, np.bool_)), 10)
    assert list(ids - 20) == list(alone_ids)
    assert np.allclose(cosines, alone_cosines, atol=1e-6)


def test_cosines_of_named_entries() -> None:
    assert np.allclose(INDEX.cosines(QUERY, np.array([5, 1])), [VECTORS[5] @ QUERY, VECTORS[1] @ QUERY], atol=1e-6)


def test_holds_the_vectors() -> None:
    assert np.array_equal(INDEX.vectors, VECTORS)
    assert (len(INDEX), INDEX.dimensions) == (100, 16)


def test_no_vectors() -> None:
    index = DenseIndex(np.empty((0, 16), dtype=np.float32))
    ids, _ = index.nearest(QUERY, AllowedEntries(np.zeros(0, np.bool_)), 5)
    assert len(ids) == len(index) == 0


def test_wrong_shape_is_refused() -> None:
    with pytest.raises(ValueError, match="shape"):
        DenseIndex(QUERY)


def test_threads_share_index_and_selector() -> None:
    selection = allowed(list(range(0, 100, 2)))
    expected = list(INDEX.nearest(QUERY, selection, 10)[0])
    wrong: list[list[int]] = []

    def search() -> None:
        for _ in range(50):
            found = list(INDEX.nearest(QUERY, selection, 10)[0])
            if found != expected:
                wrong.append(found)

    threads = [threading.Thread(target=search) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
