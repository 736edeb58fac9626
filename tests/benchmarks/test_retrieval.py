"""The figures of the retrieval benchmark: differences between ways to retrieve, and what peers are counted by."""

from __future__ import annotations

import dataclasses
import io
import json
import sys

import numpy as np
import pytest
from rich.console import Console

from benchmarks.retrieval.bundle import Bundle, make_bundle, read_bundle, scope_key, write_bundle
from benchmarks.retrieval.measures import ALL, difference, differences, outcomes, reciprocal_rank, scores, sign_test
from benchmarks.retrieval.peers import PEERS, load_peer
from benchmarks.retrieval.peers.encoder import PeerEncoder
from benchmarks.retrieval.peers.process import Measured, led_to
from benchmarks.retrieval.plain_recipe import PlainRecipe
from benchmarks.retrieval.report import as_json, figures, print_tables
from benchmarks.retrieval.rows import EVERYTHING, all_rows
from benchmarks.retrieval.runs import Query, TimedEncoder, queries_of, run, run_from_json, run_to_json
from benchmarks.retrieval.summary import summary
from bot.evaluation.questions import GradedQuestion
from index.parts import ALL_PARTS, RetrievalParts
from index.scope import Scopes
from index.snapshot import Snapshot, build_snapshot
from index.vector_cache import VectorCache
from rules_corpus.database import open_database
from rules_corpus.lexicon import load_lexicon
from rules_corpus.models import Base
from tests.index.mini_corpus import CORPUS, TODAY, HashingEncoder

LEXICON = load_lexicon()
TEXTS = (("en", "who pays when an opponent targets this permanent?"), ("es", "¿campo de batalla?"))
QUESTIONS = (
    GradedQuestion("q1", "mtg", "2026-08-07", TEXTS, "yes", frozenset({"702.21a"})),
    GradedQuestion("q2", "mtg", "2026-08-07", TEXTS, "no", frozenset({"301.5b", "301.5a"})),
    GradedQuestion("uncovered", "mtg", "2026-08-07", TEXTS, "not_covered", frozenset()),
)


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> VectorCache:
    engine = open_database(f"sqlite:///{tmp_path_factory.mktemp('cache') / 'vectors.sqlite'}")
    Base.metadata.create_all(engine)
    return VectorCache(engine)


@pytest.fixture(scope="module")
def snapshot(cache: VectorCache) -> Snapshot:
    return build_snapshot(CORPUS, HashingEncoder(), LEXICON, cache)


def ranked(*refs: tuple[str, ...]) -> dict[tuple[str, str], tuple[str, ...]]:
    asked = [(question, language) for question in ("q1", "q2") for language in ("en", "es")]
    return dict(zip(asked, refs, strict=True))


def test_questions_without_a_deciding_rule_are_not_asked() -> None:
    assert [query.asked for query in queries_of(QUESTIONS)] == [
        ("q1", "en"), ("q1", "es"), ("q2", "en"), ("q2", "es")
    ]  # fmt: skip


def test_scores_are_by_language_and_over_all_languages() -> None:
    found = scores(outcomes(QUESTIONS, ranked(("702.21a",), (), ("9", "301.5a"), ("301.5b", "301.5a"))))
    assert found["mtg", "en"].mrr == 0.75
    assert found["mtg", "es"].mrr == 0.5
    assert found["mtg", ALL].mrr == 0.625
    assert found["mtg", ALL].hit == ((1, 0.5), (5, 0.75), (10, 0.75))
    assert found["mtg", ALL].recall[-1] == (10, 0.625)


def test_difference_of_a_way_with_itself_is_none() -> None:
    same = outcomes(QUESTIONS, ranked(("702.21a",), (), ("9", "301.5a"), ("301.5b",)))
    for _, less in differences(same, same, reciprocal_rank):
        assert (less.mean, less.low, less.high, less.p) == (0, 0, 0, 1)
        assert not less.is_one


def test_differences_are_paired_by_question_and_taken_in_the_stated_direction() -> None:
    better = outcomes(QUESTIONS, ranked(("702.21a",), ("702.21a",), ("301.5a",), ("301.5a",)))
    worse = outcomes(QUESTIONS, ranked((), ("9", "702.21a"), (), ()))
    by_group = dict(differences(better, worse, reciprocal_rank))
    assert by_group["mtg", "es"].mean == pytest.approx(0.75)
    assert by_group["mtg", ALL].mean == pytest.approx(0.875)
    assert by_group["mtg", ALL].is_one
    with pytest.raises(ValueError, match="same questions"):
        dict(differences(better, worse[1:], reciprocal_rank))


def test_interval_agrees_with_the_normal_one_on_many_questions() -> None:
    values = np.random.default_rng(1).normal(0.1, 1, 400)
    less = difference([[float(value)] for value in values])
    half = 1.96 * values.std() / 20
    assert less.low == pytest.approx(values.mean() - half, abs=0.01)
    assert less.high == pytest.approx(values.mean() + half, abs=0.01)


def test_one_question_in_three_languages_is_one_piece_of_evidence() -> None:
    values = [1.0, 1.0, -1.0, 1.0, 1.0, -1.0, 1.0, 1.0, 1.0, -1.0]
    alone = difference([[value] for value in values])
    thrice = difference([[value] * 3 for value in values])
    assert (thrice.mean, thrice.low, thrice.high, thrice.p) == (alone.mean, alone.low, alone.high, alone.p)


def test_sign_test() -> None:
    assert sign_test([1, 1, 1, 1, 1, 0, 0]) == pytest.approx(2 / 2**5)
    assert sign_test([1, 1, 1, -1]) == pytest.approx(2 * 5 / 16)
    assert sign_test([-1, 1]) == 1
    assert sign_test([0, 0]) == 1


def test_every_part_has_a_row_without_it_and_each_side_rows_of_its_own() -> None:
    rows = all_rows()
    assert rows[0] == EVERYTHING
    assert len({row.name for row in rows}) == len(rows)
    for part in dataclasses.fields(RetrievalParts):
        assert dataclasses.replace(ALL_PARTS, **{part.name: False}) in [row.parts for row in rows]
    by_name = {row.name: row for row in rows}
    bm25 = by_name["BM25, no context"]
    assert (bm25.parts.lexical, bm25.parts.dense, bm25.parts.expansion, bm25.parts.names, bm25.context) == (
        True, False, False, False, False
    )  # fmt: skip
    assert by_name["encoder + expansion"].parts.expansion
    assert not by_name["encoder + expansion"].parts.lexical


def test_run_survives_being_written() -> None:
    encoder = TimedEncoder(HashingEncoder())
    queries = queries_of(QUESTIONS)

    def search(query: Query) -> tuple[str, ...]:
        encoder.encode_queries([query.text])
        return (query.language,)

    found = run("way", queries, search, encoder)
    assert found.ranked["q1", "es"] == ("es",)
    assert 0 < found.encoding_ms[0] <= found.total_ms[0]
    assert run_from_json(run_to_json(found)) == found


@pytest.fixture
def bundle(snapshot: Snapshot) -> Bundle:
    return make_bundle(snapshot, Scopes(snapshot, TODAY), queries_of(QUESTIONS), LEXICON)


def test_peers_get_the_passages_of_the_edition_and_nothing_else(bundle: Bundle) -> None:
    key = scope_key(bundle.queries[0])
    texts = [bundle.texts[entry] for entry in bundle.scopes[key]]
    assert any(text.endswith("counter that unless its cost is paid.") for text in texts)
    assert any("Keyword Abilities > Ward" in text for text in texts)
    assert not any("Attached cards" in text for text in texts)
    assert len(bundle.vectors) == len(bundle.texts)
    assert "battlefield" in bundle.expanded[1]


def test_bundle_survives_being_written(bundle: Bundle, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("bundle")
    write_bundle(bundle, folder)
    read = read_bundle(folder)
    assert np.array_equal(read.vectors, bundle.vectors)
    assert dataclasses.replace(read, vectors=bundle.vectors) == bundle


def test_entries_count_as_the_rules_that_they_lead_to(bundle: Bundle) -> None:
    entry = {text.rsplit(". ", 2)[-1]: number for number, text in enumerate(bundle.texts)}
    equip = next(n for n, text in enumerate(bundle.texts) if "attaches a permanent to a creature" in text)
    example = next(n for n, text in enumerate(bundle.texts) if "she picks the cheaper one" in text)
    ruled = entry["Several such abilities on one permanent may each be used."]
    assert led_to([equip, example, ruled], bundle) == ("702.6", "702.6b")


def test_peer_encoder_gives_passages_the_vectors_they_have() -> None:
    known = {"a": np.ones(64, np.float32)}
    encoder = PeerEncoder(HashingEncoder(), known)
    assert np.array_equal(encoder.passages(["a", "a"]), np.ones((2, 64), np.float32))
    assert encoder.query("a b").shape == (64,)
    with pytest.raises(KeyError):
        encoder.passages(["b"])


def test_plain_recipe_finds_english_rules_with_the_games_words(snapshot: Snapshot, cache: VectorCache) -> None:
    recipe = PlainRecipe(Scopes(snapshot, TODAY), HashingEncoder(), LEXICON, cache)
    question, spanish = queries_of(QUESTIONS)[:2]
    assert recipe.search(question)[0] == "702.21a"
    assert recipe.search(spanish)[0] == "301.5b"
    assert not any(ref.startswith("glossary") for ref in recipe.search(question))


def test_figures_are_held_against_the_first_run(snapshot: Snapshot) -> None:
    encoder = TimedEncoder(HashingEncoder())
    queries = queries_of(QUESTIONS)
    everything = run("everything", queries, lambda query: ("702.21a", "301.5b"), encoder)
    nothing = run("nothing", queries, lambda query: (), encoder)
    first, second = figures(QUESTIONS, [everything, nothing], everything.ranked)
    assert first.differences == {}
    assert second.differences["mrr"]["mtg", "en"].mean == pytest.approx(-0.75)
    assert second.differences["hit@10"]["mtg", "en"].mean == -1


LIBRARIES = {"txtai_peer": "txtai", "llamaindex_peer": "llama_index", "haystack_peer": "haystack"}


@pytest.mark.parametrize("name", PEERS)
def test_a_missing_library_is_named(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    library = LIBRARIES[PEERS[name][0]]
    monkeypatch.delitem(sys.modules, f"benchmarks.retrieval.peers.{PEERS[name][0]}", raising=False)
    for module in [known for known in sys.modules if known.split(".")[0] == library]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(ModuleNotFoundError, match=library):
        load_peer(name)


def test_tables_and_summary_show_every_group_and_what_is_missing() -> None:
    texts = (*TEXTS, ("id", "siapa yang bayar?"))
    questions = [dataclasses.replace(question, texts=texts) for question in QUESTIONS]
    queries = queries_of(questions)
    encoder = TimedEncoder(HashingEncoder())
    everything = run("everything", queries, lambda query: ("702.21a",), encoder)
    nothing = run("nothing", queries, lambda query: (), encoder)
    scored = figures(questions, [everything, nothing], everything.ranked)
    missing = [Measured("txtai hybrid", "txtai", (), 0.0, 0.0)]
    console = Console(width=200, record=True, file=io.StringIO())
    print_tables(scored, missing, console)
    printed = console.export_text()
    assert all(f"mtg, {language}" in printed for language in ("en", "id", "es", ALL))
    assert "not installed (txtai)" in printed
    told = summary(json.loads(json.dumps(as_json(scored, missing, {}))))
    assert "| everything | 0.50 / 0.50 / 0.50 / 0.50 / 0.500 |" in told
    assert "| txtai hybrid | not installed (txtai) |" in told
