"""A text is not found because it is in the question's language, but because of what it says."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from index.encoder import Vectors
from index.entries import entries_of
from index.language_bias import bias, language_shifts
from index.search import SearchIndex
from index.search_results import SearchQuery
from index.snapshot import build_snapshot
from index.vector_cache import VectorCache
from rules_corpus.database import open_database
from rules_corpus.lexicon import load_lexicon
from rules_corpus.models import Base
from rules_corpus.passages import Passage, PublishedCorpus
from tests.index.mini_corpus import MAGIC, TODAY, HashingEncoder, rule

SPANISH = np.full(64, 0.125, dtype=np.float32)


class BiasedEncoder(HashingEncoder):
    """Spanish texts (those that begin with ¡ or ¿) all lie towards one side, as with real encoders."""

    def _vector(self, text: str) -> Vectors:
        return super()._vector(text.strip("¡¿")) + (40 * SPANISH if text.startswith(("¡", "¿")) else 0)


def corpus(parallel: int, english_only: int = 15) -> PublishedCorpus:
    own = [
        rule(f"1.{n}", en=f"thing{n} work{n} way{n}", es=f"¡cosa{n} hace{n} obra{n}") for n in range(1, parallel + 1)
    ]
    official: list[Passage] = [rule("2.1", en="dragon breath burns everything nearby")]
    official += [rule(f"3.{n}", en=f"matter{n} goes{n} round{n}") for n in range(1, english_only + 1)]
    return PublishedCorpus(1, (dataclasses.replace(MAGIC, passages=(*own, *official)),))


def shifts_of(corpus: PublishedCorpus) -> dict[tuple[str, str], Vectors]:
    entries = entries_of(corpus)
    table = np.array([(e.edition, e.passage, e.origin, e.text) for e in entries], dtype=np.int32)
    return language_shifts(corpus, table, BiasedEncoder().encode_passages([e.content for e in entries]))


def test_shift_points_to_the_languages_side() -> None:
    shift = shifts_of(corpus(30))["mtg", "es"]
    assert shift @ SPANISH / np.linalg.norm(shift) > 0.9


def test_english_has_no_shift_and_few_texts_show_none() -> None:
    assert set(shifts_of(corpus(10))) == {("mtg", "es")}
    assert shifts_of(corpus(9)) == {}


def test_a_language_that_nearly_everything_is_said_in_needs_none() -> None:
    assert set(shifts_of(corpus(30, english_only=15))) == {("mtg", "es")}
    assert shifts_of(corpus(30, english_only=5)) == {}


def test_only_nearness_is_taken_off() -> None:
    shifts = {("mtg", "es"): SPANISH}
    assert bias(SPANISH, ("mtg", "es"), shifts) == pytest.approx(1.0)
    assert bias(-SPANISH, ("mtg", "es"), shifts) == 0
    assert bias(SPANISH, ("riftbound", "es"), shifts) == 0


def test_rule_that_exists_in_english_only_is_found_by_a_spanish_question(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    engine = open_database(f"sqlite:///{tmp_path_factory.mktemp('cache') / 'vectors.sqlite'}")
    Base.metadata.create_all(engine)
    encoder, lexicon = BiasedEncoder(), load_lexicon()
    found = {}
    for parallel in (9, 30):
        snapshot = build_snapshot(corpus(parallel), encoder, lexicon, VectorCache(engine))
        hits = SearchIndex(snapshot, encoder, lexicon, TODAY).search(SearchQuery("¿dragon breath", "es", "mtg"))
        found[parallel] = hits[0].passage.ref
        assert all(hit.similarity <= 1.0001 for hit in hits)
    assert found[30] == "2.1"
    dense_only = encoder.encode_queries(["¿dragon breath"])[0]
    official, own = encoder.encode_passages(["dragon breath burns everything nearby", "¡cosa1 hace1 obra1"])
    assert dense_only @ own > dense_only @ official, "the encoder of this test has to be biased"
