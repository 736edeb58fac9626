"""Each switch takes away the part of retrieval that it names, and nothing searches with less than one side."""

from __future__ import annotations

import dataclasses
import datetime
from collections.abc import Sequence

import pytest

from index.encoder import Vectors
from index.entries import entries_of
from index.hubs import GLOSSARY_DAMPING
from index.parts import ALL_PARTS, RetrievalParts
from index.search import SearchIndex
from index.search_results import Hit, MatchedBy, SearchQuery
from index.snapshot import Snapshot, build_snapshot
from index.vector_cache import VectorCache
from rules_corpus.database import open_database
from rules_corpus.lexicon import load_lexicon
from rules_corpus.models import Base
from rules_corpus.passages import (
    CARDS_DOCUMENT,
    Passage,
    PassageKind,
    PublishedCorpus,
    PublishedEdition,
    Text,
    TextRole,
)
from tests.index.mini_corpus import CORPUS, TODAY, HashingEncoder
from tests.index.test_language_bias import BiasedEncoder
from tests.index.test_language_bias import corpus as biased_corpus

LEXICON = load_lexicon()
WITHOUT_NAMED = dataclasses.replace(ALL_PARTS, names=False, numbers=False, below_headings=False)
CARD = Passage("frostblade", PassageKind.CARD, (Text("en", "Frostblade", TextRole.TITLE),))
CARDS = PublishedEdition(
    "riftbound", CARDS_DOCUMENT, "2026-08-22", "en", (), (CARD,), True, None, datetime.date(2026, 8, 22)
)


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> VectorCache:
    engine = open_database(f"sqlite:///{tmp_path_factory.mktemp('cache') / 'vectors.sqlite'}")
    Base.metadata.create_all(engine)
    return VectorCache(engine)


@pytest.fixture(scope="module")
def snapshot(cache: VectorCache) -> Snapshot:
    return build_snapshot(CORPUS, HashingEncoder(), LEXICON, cache)


def without(*parts: str) -> RetrievalParts:
    return dataclasses.replace(ALL_PARTS, **dict.fromkeys(parts, False))


def found(snapshot: Snapshot, parts: RetrievalParts, text: str, language: str = "en", game: str = "mtg") -> list[Hit]:
    return SearchIndex(snapshot, HashingEncoder(), LEXICON, TODAY, parts).search(
        SearchQuery(text, language, game, top=30)
    )


def refs(hits: Sequence[Hit]) -> list[str]:
    return [hit.passage.ref for hit in hits]


def test_a_search_needs_one_of_its_sides() -> None:
    with pytest.raises(ValueError, match="lexical or its dense"):
        RetrievalParts(lexical=False, dense=False)


def test_without_the_lexical_side_no_word_counts(snapshot: Snapshot) -> None:
    text = "creature equipped by a permanent"
    assert any(hit.lexical > 0 for hit in found(snapshot, ALL_PARTS, text))
    hits = found(snapshot, without("lexical"), text)
    assert hits
    assert all(hit.lexical == 0 for hit in hits)
    ranked = found(snapshot, dataclasses.replace(WITHOUT_NAMED, lexical=False, damping=False), text)
    cosines = [hit.similarity for hit in ranked]
    assert cosines == sorted(cosines, reverse=True)


def test_without_the_dense_side_nothing_is_encoded(snapshot: Snapshot) -> None:
    class Silent(HashingEncoder):
        def encode_queries(self, texts: Sequence[str]) -> Vectors:
            raise AssertionError(f"encoded {texts}")

    index = SearchIndex(
        snapshot, Silent(), LEXICON, TODAY, dataclasses.replace(WITHOUT_NAMED, dense=False, damping=False)
    )
    hits = index.search(SearchQuery("creature equipped by a permanent", "en", "mtg", top=30))
    assert hits
    assert all(hit.similarity == 0 for hit in hits)
    scores = [hit.lexical for hit in hits]
    assert scores == sorted(scores, reverse=True)
    assert scores[-1] > 0, "what shares no word is not found"


def test_without_expansion_a_spanish_word_does_not_find_the_english_rule(snapshot: Snapshot) -> None:
    only_words = dataclasses.replace(WITHOUT_NAMED, dense=False)
    assert "301.5b" in refs(found(snapshot, only_words, "¿campo de batalla?", "es"))
    assert found(snapshot, dataclasses.replace(only_words, expansion=False), "¿campo de batalla?", "es") == []


def test_without_numbers_a_rule_is_not_found_by_its_number(snapshot: Snapshot) -> None:
    assert found(snapshot, ALL_PARTS, "what does 702.6b say")[0].matched_by is MatchedBy.NUMBER
    assert {hit.matched_by for hit in found(snapshot, without("numbers"), "what does 702.6b say")} == {
        MatchedBy.CONTENT
    }


def test_without_names_nothing_comes_first_by_its_name(snapshot: Snapshot) -> None:
    assert MatchedBy.NAME in {hit.matched_by for hit in found(snapshot, ALL_PARTS, "Ward")}
    assert {hit.matched_by for hit in found(snapshot, without("names"), "Ward")} == {MatchedBy.CONTENT}


def test_without_the_raise_rules_below_a_named_heading_score_by_content_alone(snapshot: Snapshot) -> None:
    def score(parts: RetrievalParts) -> float:
        return next(hit.score for hit in found(snapshot, parts, "Ward") if hit.passage.ref == "702.21a")

    assert score(ALL_PARTS) > 1
    assert score(without("below_headings")) <= 1


def test_without_cards_a_question_names_none(cache: VectorCache) -> None:
    snapshot = build_snapshot(PublishedCorpus(4, (*CORPUS.editions, CARDS)), HashingEncoder(), LEXICON, cache)
    assert found(snapshot, ALL_PARTS, "Frostblade", game="riftbound")[0].passage == CARD
    assert CARD not in [hit.passage for hit in found(snapshot, without("cards"), "Frostblade", game="riftbound")]
    index = SearchIndex(snapshot, HashingEncoder(), LEXICON, TODAY, without("cards"))
    assert index.understand(SearchQuery("can Frostblade be detached?", "en", "riftbound")).cards == ()


def test_without_damping_a_glossary_entry_counts_like_a_rule(snapshot: Snapshot) -> None:
    def score(parts: RetrievalParts) -> float:
        hits = found(snapshot, parts, "which keyword makes targeting dearer")
        return next(hit.score for hit in hits if hit.passage.ref == "glossary/ward")

    assert score(without("damping")) - score(ALL_PARTS) == pytest.approx(GLOSSARY_DAMPING, abs=1e-5)


def test_without_the_language_bias_texts_in_the_questions_language_come_first(cache: VectorCache) -> None:
    encoder = BiasedEncoder("biased-64")
    snapshot = build_snapshot(biased_corpus(30), encoder, LEXICON, cache)

    def place(parts: RetrievalParts) -> int:
        query = SearchQuery("¿dragon breath", "es", "mtg", top=100)
        return refs(SearchIndex(snapshot, encoder, LEXICON, TODAY, parts).search(query)).index("2.1")

    # By the encoder alone: a shared word would outweigh the language.
    assert place(without("lexical")) < place(without("lexical", "language_bias"))


def test_without_context_a_text_stands_alone(snapshot: Snapshot, cache: VectorCache) -> None:
    plain = entries_of(CORPUS, context=False)
    full = entries_of(CORPUS)
    assert [dataclasses.replace(entry, content="") for entry in plain] == [
        dataclasses.replace(entry, content="") for entry in full
    ]
    assert all(whole.content.endswith(alone.content) for whole, alone in zip(full, plain, strict=True))
    assert not any("Keyword Abilities" in entry.content for entry in plain)
    bare = build_snapshot(CORPUS, HashingEncoder(), LEXICON, cache, context=False)
    only_words = dataclasses.replace(WITHOUT_NAMED, dense=False)
    assert "702.21a" in refs(found(snapshot, only_words, "keyword abilities"))
    assert "702.21a" not in refs(found(bare, only_words, "keyword abilities"))
