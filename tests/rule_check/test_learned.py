"""Phrasings made from a phrase book, and the reader that learns from them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from rule_check.reading.further import load_further
from rule_check.reading.labels import OTHER, gist_of, label_of
from rule_check.reading.learned import LearnedReader, ModelError, load_model, save_model
from rule_check.scenario import May, Outcome, Scenario, Step
from rules_corpus.document_errors import DocumentErrors
from tests.rule_check.garden import vocabulary
from tests.rule_check.garden_reader import GardenReaders, WordCounts, makers


def test_the_phrase_reader_never_reads_a_phrasing_otherwise_than_it_was_made(garden: GardenReaders) -> None:
    read = 0
    for phrasing in garden.phrasings:
        if phrasing.kind not in ("plain", "informal", "misspelt"):
            continue
        reading = garden.phrase_readers[phrasing.language].read(phrasing.text)
        if reading.usable:
            read += 1
            label = label_of(reading.query, reading.scenario, reading.presumed)
            assert label == phrasing.label, phrasing.text
    assert read > 300


def test_turned_questions_are_never_read_as_what_they_were(garden: GardenReaders) -> None:
    turned = [one for one in garden.phrasings if one.kind in ("negation", "scope", "time", "count", "card")]
    assert {one.language for one in turned} == {"en", "id", "es"}
    for phrasing in turned:
        assert phrasing.label.query == OTHER
        assert not garden.phrase_readers[phrasing.language].read(phrasing.text).usable, phrasing.text


def test_the_same_seed_makes_the_same_phrasings_and_another_seed_others(garden: GardenReaders) -> None:
    def texts(seed: int) -> list[str]:
        return [one.text for one in makers(garden.vocabulary, garden.books, seed)["en"].make(40)]

    assert texts(3) == texts(3)
    assert texts(3) != texts(4)


def test_phrasings_reach_every_question_fact_and_event_of_the_book(garden: GardenReaders) -> None:
    queries = {one.label.query.partition("(")[0] for one in garden.phrasings}
    stated = {(name.partition("(")[0], value) for one in garden.phrasings for name, value in one.label.stated.items()}
    assert {"may stick", "then next_cleanup place", OTHER} <= queries
    assert {("season", "winter"), ("season", "spring"), ("owner", "neighbour"), ("place", "bed")} <= stated
    assert {("event breaks", "before"), ("event breaks", "now"), ("stuck", "p1"), ("stuck", "p2")} <= stated


def test_a_gist_speaks_of_kinds_and_of_a_second_object(tmp_path: Path) -> None:
    scenario = Scenario((("stuck(l1)", "p1"), ("season", "winter")), before=(Step(("breaks(p1)",)),))
    label = label_of(May("stick(l1,p2)"), scenario, presumed=(("season", "winter"),))
    gist = gist_of(label, vocabulary(tmp_path))
    assert gist.query == "may stick(label,pot)"
    assert gist.claims == {"stuck(label) = pot", "event breaks(pot) = before", "another pot"}
    outcome = label_of(Outcome("now", "stuck(l1)", "none"), Scenario())
    assert outcome.query == "then now stuck(l1) = none"


@pytest.mark.parametrize(
    ("text", "query", "claims"),
    [
        ("Can I stick the label on a pot?", "may stick(label,pot)", frozenset()),
        ("In winter, can I stick a label onto my pot?", "may stick(label,pot)", {"season = winter"}),
        ("Where does the label go?", "then next_cleanup place(label)", frozenset()),
        ("Can I never stick the label on a pot?", None, frozenset()),
    ],
)
def test_what_the_learned_reader_sees(garden: GardenReaders, text: str, query: str | None, claims: set[str]) -> None:
    seen = LearnedReader(garden.model).read(WordCounts().encode_queries([text])[0])
    assert seen.query in ((query,) if query else (None, OTHER))
    if query:
        assert (seen.claims, seen.doubtful) == (claims, frozenset())


def test_it_declines_more_often_where_it_errs(garden: GardenReaders) -> None:
    fresh = [one for maker in makers(garden.vocabulary, garden.books, 2).values() for one in maker.make(150)]
    known = {one.text for one in garden.phrasings}
    fresh = [one for one in fresh if one.text not in known]
    reader = LearnedReader(garden.model)
    right = sure = 0
    for phrasing, vector in zip(fresh, WordCounts().encode_queries([one.text for one in fresh]), strict=True):
        seen = reader.read(vector)
        sure += seen.query is not None and seen.query != OTHER
        right += seen.query == gist_of(phrasing.label, garden.vocabulary).query
    assert sure > len(fresh) / 2
    assert right / sure >= garden.model.precision


def test_a_model_is_kept(garden: GardenReaders, tmp_path: Path) -> None:
    path = tmp_path / "models" / "riftbound.npz"
    save_model(garden.model, path)
    kept = load_model(path)
    assert (kept.game, kept.encoder, kept.close) == ("riftbound", "word counts", garden.model.close)
    assert [(head.name, head.values) for head in kept.heads] == [(h.name, h.values) for h in garden.model.heads]
    vectors = WordCounts().encode_queries([one.text for one in garden.phrasings[:50]])
    before, after = LearnedReader(garden.model), LearnedReader(kept)
    assert sum(before.read(vector) == after.read(vector) for vector in vectors) >= 48


def test_damaged_models_and_wrong_vectors_are_refused(garden: GardenReaders, tmp_path: Path) -> None:
    path = tmp_path / "riftbound.npz"
    path.write_bytes(b"no model")
    with pytest.raises(ModelError):
        load_model(path)
    np.savez(path, weights=np.zeros((3, 2)))
    with pytest.raises(ModelError):
        load_model(path)
    with pytest.raises(ValueError, match="shape"):
        LearnedReader(garden.model).read(np.zeros(3, dtype=np.float32))


FURTHER = """\
game: riftbound
phrasings:
  - may: stick(l1,p1)
    given: {owner(p1): neighbour}
    before: [breaks(p1)]
    en: [Is it fine to glue my tag to what belongs next door?]
  - other: 'yes'
    es: [¿Cuánto cuesta?]
"""


def test_further_phrasings(tmp_path: Path) -> None:
    known = vocabulary(tmp_path)
    folder = tmp_path / "further"
    folder.mkdir()
    assert load_further(known, folder) == ()
    (folder / "riftbound.yaml").write_text(FURTHER, encoding="utf-8")
    first, second = load_further(known, folder)
    assert (first.language, first.label.query) == ("en", "may stick(l1,p1)")
    assert dict(first.label.stated) == {"owner(p1)": "neighbour", "event breaks(p1)": "before"}
    assert (second.language, second.label.query, second.kind) == ("es", OTHER, "other")


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("stick(l1,p1)", "steal(l1)", "steal"),
        ("owner(p1): neighbour", "owner(p1): king", "king"),
        ("breaks(p1)", "melts(p1)", "melts"),
        ("may: stick", "mat: stick", "mat"),
    ],
)
def test_further_phrasings_that_mean_nothing_are_refused(tmp_path: Path, old: str, new: str, named: str) -> None:
    known = vocabulary(tmp_path)
    (tmp_path / "further").mkdir()
    (tmp_path / "further" / "riftbound.yaml").write_text(FURTHER.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DocumentErrors) as caught:
        load_further(known, tmp_path / "further")
    assert named in str(caught.value)
