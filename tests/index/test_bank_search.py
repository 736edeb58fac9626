"""A rule is found by the questions that the bank asks of it, and by nothing else does it change."""

from __future__ import annotations

from pathlib import Path

import pytest

from index.search import SearchIndex
from index.search_results import SearchQuery
from index.snapshot import Snapshot, build_snapshot, is_current, load_current, save_snapshot
from index.vector_cache import VectorCache
from rules_corpus.database import open_database
from rules_corpus.lexicon import load_lexicon
from rules_corpus.models import Base
from rules_corpus.passages import Passage, PassageKind, PublishedCorpus, PublishedEdition, Text, TextRole
from rules_corpus.question_bank.entries import EMPTY_BANK
from tests.index.mini_corpus import TODAY, HashingEncoder
from tests.rules_corpus.question_bank import bank_of

LEXICON = load_lexicon()
FENCE = "Only whoever holds a rake climbs."
QUESTION = "Can my gnome hop over without tools?"
RULES = (("100.1", FENCE), ("100.2", "A gnome may sleep at any time."), ("100.3", "Tools wear out each spring."))
CORPUS = PublishedCorpus(
    1,
    (
        PublishedEdition(
            "mtg",
            "cr",
            "2026-01-01",
            "en",
            (),
            tuple(Passage(ref, PassageKind.RULE, (Text("en", text, official=True),)) for ref, text in RULES),
            True,
            None,
            None,
        ),
    ),
)
BANK = bank_of("mtg", "cr", "2026-01-01", "100.1", FENCE, ("en", QUESTION))


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> VectorCache:
    engine = open_database(f"sqlite:///{tmp_path_factory.mktemp('cache') / 'vectors.sqlite'}")
    Base.metadata.create_all(engine)
    return VectorCache(engine)


@pytest.fixture(scope="module")
def with_bank(cache: VectorCache) -> Snapshot:
    return build_snapshot(CORPUS, HashingEncoder(), LEXICON, cache, bank=BANK)


def found(snapshot: Snapshot, text: str) -> list[str]:
    index = SearchIndex(snapshot, HashingEncoder(), LEXICON, TODAY)
    return [hit.passage.ref for hit in index.search(SearchQuery(text, "en", "mtg", None, 3))]


def test_a_rule_is_found_by_a_question_that_it_decides(with_bank: Snapshot, cache: VectorCache) -> None:
    without = build_snapshot(CORPUS, HashingEncoder(), LEXICON, cache)
    asked = "My gnome wants to hop over: can it without tools?"
    assert found(without, asked)[0] != "100.1"
    assert found(with_bank, asked)[0] == "100.1"


def test_the_questions_are_no_words_of_the_rule(with_bank: Snapshot) -> None:
    (passage,) = [passage for passage in with_bank.corpus.editions[0].passages if passage.ref == "100.1"]
    assert [text.text for text in passage.texts_of(TextRole.BODY)] == [FENCE]
    assert [text.text for text in passage.texts_of(TextRole.QUESTION)] == [QUESTION]


def test_another_bank_needs_another_snapshot(with_bank: Snapshot, cache: VectorCache, tmp_path: Path) -> None:
    save_snapshot(with_bank, tmp_path)
    loaded = load_current(tmp_path)
    assert is_current(loaded, 1, HashingEncoder().identity, LEXICON, BANK.identity)
    assert not is_current(loaded, 1, HashingEncoder().identity, LEXICON, EMPTY_BANK.identity)
    assert build_snapshot(CORPUS, HashingEncoder(), LEXICON, cache).identity != with_bank.identity
