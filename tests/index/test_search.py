"""What a search finds, in which order, and in which editions."""

from __future__ import annotations

import dataclasses
import datetime
import threading

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from index import search as search_module
from index.parts import RetrievalParts
from index.scope import Scopes
from index.search import EncoderMismatchError, SearchIndex
from index.search_results import Hit, MatchedBy, SearchQuery
from index.snapshot import build_snapshot
from index.vector_cache import VectorCache
from rules_corpus.database import open_database
from rules_corpus.editions import EditionViews, UnknownEditionError
from rules_corpus.lexicon import load_lexicon
from rules_corpus.models import Base
from rules_corpus.passages import Passage, PassageKind, PublishedCorpus, PublishedEdition, Text, TextRole
from tests.index.mini_corpus import CORPUS, TODAY, HashingEncoder, rule

LEXICON = load_lexicon()
QUESTIONS = [
    ("what happens when an opponent targets my permanent", "en"),
    ("¿pueden las cartas anexadas compartir el lugar?", "es"),
    ("kartu yang terpasang ada di tempat mana", "id"),
    ("rule 702.6a or 301.5b", "en"),
    ("apa itu Equip", "id"),
    ("detached card goes back to base", "en"),
]


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> VectorCache:
    engine = open_database(f"sqlite:///{tmp_path_factory.mktemp('cache') / 'vectors.sqlite'}")
    Base.metadata.create_all(engine)
    return VectorCache(engine)


def index_of(corpus: PublishedCorpus, cache: VectorCache, date: datetime.date = TODAY) -> SearchIndex:
    encoder = HashingEncoder()
    return SearchIndex(build_snapshot(corpus, encoder, LEXICON, cache), encoder, LEXICON, date)


@pytest.fixture(scope="module")
def index(cache: VectorCache) -> SearchIndex:
    return index_of(CORPUS, cache)


def refs(hits: list[Hit]) -> list[str]:
    return [hit.passage.ref for hit in hits]


def test_finds_what_the_question_says(index: SearchIndex) -> None:
    hits = index.search(SearchQuery("When an opponent targets this permanent, who has to pay?", "en", "mtg"))
    assert refs(hits)[0] == "702.21a"
    assert hits[0].matched_by is MatchedBy.CONTENT
    assert hits[0].matched_text.startswith("When an opponent targets")
    assert (hits[0].game, hits[0].document, hits[0].edition, hits[0].language) == ("mtg", "cr", "2026-08-07", "en")
    assert hits[0].lexical > 0
    assert 0 < hits[0].similarity <= 1.0001


def test_scores_fall(index: SearchIndex) -> None:
    for text, language in QUESTIONS:
        scores = [hit.score for hit in index.search(SearchQuery(text, language))]
        assert scores == sorted(scores, reverse=True)


def test_number_comes_first(index: SearchIndex) -> None:
    hits = index.search(SearchQuery("does rule 301.5b matter when an opponent targets this permanent?", "en", "mtg"))
    assert refs(hits)[:2] == ["301.5b", "702.21a"]
    assert [hit.matched_by for hit in hits[:2]] == [MatchedBy.NUMBER, MatchedBy.CONTENT]


def test_several_numbers_come_in_the_questions_order(index: SearchIndex) -> None:
    assert refs(index.search(SearchQuery("702.21A vs rule 301.5a", "en", "mtg")))[:2] == ["702.21a", "301.5a"]


def test_number_of_a_heading_brings_what_is_below(index: SearchIndex) -> None:
    assert refs(index.search(SearchQuery("702.6", "en", "mtg")))[:3] == ["702.6", "702.6a", "702.6b"]


def test_number_that_does_not_exist_brings_its_neighbours(index: SearchIndex) -> None:
    query = SearchQuery("what does 702.6f say", "en", "mtg")
    hits = index.search(query)
    assert sorted(refs(hits)[:2]) == ["702.6a", "702.6b"]
    assert all(hit.matched_by is MatchedBy.CONTENT for hit in hits)
    (lookup,) = index.understand(query).numbers
    assert (lookup.exists, lookup.siblings) == (False, ("702.6a", "702.6b"))


@pytest.mark.parametrize("text", ["Equip", "what is equip?", "apa itu Equip", "¿qué es Equipar?"])
def test_question_about_a_name_brings_the_keyword_and_then_its_definition(index: SearchIndex, text: str) -> None:
    hits = index.search(SearchQuery(text, "en", "mtg"))
    assert refs(hits)[0] == "glossary/equip"
    assert hits[0].matched_by is MatchedBy.NAME
    if "Equipar" not in text:
        assert refs(hits)[1] == "702.6a"


def test_name_said_in_the_readers_language_only_is_translated(index: SearchIndex) -> None:
    query = SearchQuery("¿qué es equipar?", "es", "riftbound")
    asked = index.understand(query).asked
    assert asked is not None
    assert asked.name == "equip"
    assert refs(index.search(query))[0] == "equip"


def test_name_inside_a_longer_question_comes_not_first(index: SearchIndex) -> None:
    hits = index.search(SearchQuery("with ward around, when does a player lose every last chance?", "en", "mtg"))
    assert refs(hits)[0] == "704.5aa"
    assert all(hit.matched_by is MatchedBy.CONTENT for hit in hits)


def test_heading_named_without_glossary_brings_its_rules(index: SearchIndex) -> None:
    assert refs(index.search(SearchQuery("Tank", "en", "riftbound")))[0] == "815.1"


def test_example_brings_its_rule(index: SearchIndex) -> None:
    hits = index.search(SearchQuery("Ana's sword lists two prices, which is cheaper?", "en", "mtg"))
    assert refs(hits)[0] == "702.6b"
    assert "cheaper" in hits[0].matched_text
    assert not any("example" in ref for ref in refs(hits))


def test_rule_comes_before_a_glossary_entry_that_says_the_same(cache: VectorCache) -> None:
    said = "A creature that phases out is treated as if it did not exist."
    glossary = Passage("glossary/phasing", PassageKind.GLOSSARY, (Text("en", said),))
    edition = dataclasses.replace(CORPUS.editions[0], passages=(glossary, rule("702.26b", en=said)))
    hits = index_of(PublishedCorpus(1, (edition,)), cache).search(SearchQuery("what of a creature phased out", "en"))
    assert refs(hits) == ["702.26b", "glossary/phasing"]


def test_mentioned_name_adds_to_the_rules_below_it(index: SearchIndex, monkeypatch: pytest.MonkeyPatch) -> None:
    query = SearchQuery("does ward matter when I lose every last chance?", "en", "mtg")
    with_it = {hit.passage.ref: hit.score for hit in index.search(query)}
    monkeypatch.setattr(search_module, "_BELOW_MENTIONED", 0.0)
    without = {hit.passage.ref: hit.score for hit in index.search(query)}
    assert with_it["702.21a"] - without["702.21a"] == pytest.approx(0.1, abs=1e-5)
    assert with_it["704.5aa"] == without["704.5aa"]


def test_name_of_too_much_adds_nothing(cache: VectorCache) -> None:
    view = EditionViews(CORPUS).current("mtg", TODAY)
    scope = Scopes(index_of(CORPUS, cache).snapshot, TODAY).of("mtg", None)
    (keywords,) = view.find("702")
    assert [viewed.passage.ref for viewed in scope.below(keywords, 5)] == [
        "702.6",
        "702.21",
        "702.21a",
        "702.6a",
        "702.6b",
    ]
    assert scope.below(keywords, 4) == ()


def test_said_twice_counts_once(index: SearchIndex) -> None:
    once, thrice = (
        {hit.passage.ref: hit.lexical for hit in index.search(SearchQuery(text, "en", "mtg"))}
        for text in ("an opponent pays", "an opponent, opponent, opponent pays")
    )
    assert once["702.21a"] == thrice["702.21a"] > 0


def test_headings_are_never_found_by_content(index: SearchIndex) -> None:
    hits = index.search(
        SearchQuery("state-based actions keyword abilities artifacts in this game", "en", "mtg", top=50)
    )
    assert hits
    assert not any(hit.passage.heading for hit in hits)


def test_text_of_the_questions_language_matches(index: SearchIndex) -> None:
    hits = index.search(SearchQuery("Kartu yang terpasang berada di tempat kartu paling atas?", "id", "riftbound"))
    assert (refs(hits)[0], hits[0].language) == ("435.4", "id")


def test_each_passage_comes_once(index: SearchIndex) -> None:
    hits = index.search(SearchQuery("equip a unit at a battlefield, base", "en", top=50))
    places = [(hit.game, hit.edition, hit.passage.ref) for hit in hits]
    assert len(places) == len(set(places))


def test_number_in_two_editions_brings_the_answering_one_first(index: SearchIndex) -> None:
    hits = index.search(SearchQuery("rule 435.4", "es", "riftbound"))
    assert [(hit.edition, hit.language) for hit in hits[:2]] == [("1.5", "es"), ("1.4", "en")]


def test_date_chooses_the_edition(cache: VectorCache) -> None:
    query = SearchQuery("rule 435.4", "en", "riftbound", top=1)
    assert index_of(CORPUS, cache, datetime.date(2026, 10, 8)).search(query)[0].edition == "1.4"
    assert index_of(CORPUS, cache, datetime.date(2026, 10, 9)).search(query)[0].edition == "1.5"


def test_pinned_edition_alone_is_searched(index: SearchIndex) -> None:
    hits = index.search(SearchQuery("attached cards share the place", "en", "riftbound", "1.4", top=50))
    assert {hit.edition for hit in hits} == {"1.4"}
    assert refs(hits)[0] == "434.4"


def test_replaced_rule_of_the_base_is_not_found(index: SearchIndex) -> None:
    hits = index.search(SearchQuery("attached cards stay where the card on top is", "en", "riftbound", "1.5", top=50))
    assert "434.4" not in refs(hits)
    assert ("1.4", "815.1") in {(hit.edition, hit.passage.ref) for hit in hits}


def test_edition_without_a_game(index: SearchIndex) -> None:
    assert {hit.game for hit in index.search(SearchQuery("attached", "en", None, "1.4", top=50))} == {"riftbound"}


@pytest.mark.parametrize("game", ["mtg", None])
def test_unknown_edition_is_an_error(index: SearchIndex, game: str | None) -> None:
    with pytest.raises(UnknownEditionError):
        index.search(SearchQuery("equip", "en", game, "9.9"))


@pytest.mark.parametrize("query", [
    SearchQuery("equip", "en", "chess"), SearchQuery("", "en"), SearchQuery(" \n", "id", "mtg"),
    SearchQuery("equip", "en", "mtg", top=0),
])  # fmt: skip
def test_nothing_to_find(index: SearchIndex, query: SearchQuery) -> None:
    assert index.search(query) == []


def test_empty_corpus(cache: VectorCache) -> None:
    assert index_of(PublishedCorpus(0, ()), cache).search(SearchQuery("equip 702.6", "en")) == []


def test_top_limits_the_hits(index: SearchIndex) -> None:
    everything = index.search(SearchQuery("702.6 equip a permanent", "en", "mtg", top=50))
    assert index.search(SearchQuery("702.6 equip a permanent", "en", "mtg", top=3)) == everything[:3]


@pytest.mark.parametrize("game", ["mtg", "riftbound", "vandaria"])
def test_one_games_ranking_is_as_if_it_were_alone(cache: VectorCache, index: SearchIndex, game: str) -> None:
    own = tuple(edition for edition in CORPUS.editions if edition.game == game)
    alone = index_of(dataclasses.replace(CORPUS, editions=own), cache)
    for text, language in QUESTIONS:
        query = SearchQuery(text, language, game, top=50)
        assert [(h.passage.ref, h.edition, round(h.score, 5)) for h in index.search(query)] == [
            (h.passage.ref, h.edition, round(h.score, 5)) for h in alone.search(query)
        ]


def test_a_named_cards_text_leads_to_the_rules_about_it(cache: VectorCache) -> None:
    texts = (
        Text("en", "Gate Warden", TextRole.TITLE),
        Text("en", "When an opponent targets this permanent, they pay.", TextRole.BODY),
    )
    card = Passage("gate-warden", PassageKind.CARD, texts)
    cards = PublishedEdition("mtg", "cards", "2026-01-01", "en", (), (card,), True, None, datetime.date(2026, 1, 1))
    corpus = dataclasses.replace(CORPUS, editions=(*CORPUS.editions, cards))
    encoder = HashingEncoder()
    snapshot = build_snapshot(corpus, encoder, LEXICON, cache)
    query = SearchQuery("How does it end for us with Gate Warden?", "en", "mtg", top=50)

    def similarity(parts: RetrievalParts) -> float:
        found = SearchIndex(snapshot, encoder, LEXICON, TODAY, parts).search(query)
        return next((hit.similarity for hit in found if hit.passage.ref == "702.21a"), 0.0)

    assert similarity(RetrievalParts()) > similarity(RetrievalParts(cards=False)) + 0.1


def test_one_game_only(index: SearchIndex) -> None:
    for text, language in QUESTIONS:
        assert {hit.game for hit in index.search(SearchQuery(text, language, "vandaria", top=50))} <= {"vandaria"}


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=80), st.sampled_from(["en", "id", "es", "fr"]), st.sampled_from([None, "mtg", "riftbound"]))
def test_any_text_is_searched_without_error(index: SearchIndex, text: str, language: str, game: str | None) -> None:
    hits = index.search(SearchQuery(text, language, game))
    assert len(hits) <= 10


def test_lookup_of_a_mention_in_another_edition(index: SearchIndex) -> None:
    (missing,) = index.understand(SearchQuery("rule 434.4", "en", "mtg")).numbers
    assert not missing.exists
    assert index.lookup(missing.mention, "riftbound", "1.4").exists


def test_other_encoder_is_refused(index: SearchIndex) -> None:
    with pytest.raises(EncoderMismatchError, match="hashing-64"):
        SearchIndex(index.snapshot, HashingEncoder("another"), LEXICON, TODAY)


def test_threads_get_what_one_thread_gets(cache: VectorCache) -> None:
    index = index_of(CORPUS, cache)
    queries = [SearchQuery(text, language) for text, language in QUESTIONS]
    results: dict[int, list[list[str]]] = {}

    def search(number: int) -> None:
        results[number] = [refs(index.search(query)) for _ in range(5) for query in queries]

    threads = [threading.Thread(target=search, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    index.warm()
    expected = [refs(index.search(query)) for _ in range(5) for query in queries]
    assert list(results.values()) == [expected] * 4
