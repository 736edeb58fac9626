"""The queue of disagreements and the confirmations in the database."""

from __future__ import annotations

import datetime
from dataclasses import replace

from sqlalchemy import Engine, select

from rules_corpus import models
from rules_corpus.bindings import binding_hash
from rules_corpus.disagreements import Disagreement, DisagreementKind
from rules_corpus.passages import EditionRef, Layer, Passage, PassageKind, Text
from rules_corpus.repository import CorpusRepository
from rules_corpus.reviews import ReviewRepository
from tests.rules_corpus.builders import edition

DAY = datetime.datetime(2026, 11, 1, tzinfo=datetime.UTC)
RULING = Disagreement(
    DisagreementKind.NEWER_RULING, "mtg", "faq", "2026-10-01", "may-i", "May I?", "yes", "cr", "no", ("301.5", "301.6")
)


class Clock:
    def __init__(self) -> None:
        self.now = DAY

    def __call__(self) -> datetime.datetime:
        self.now += datetime.timedelta(hours=1)
        return self.now


def test_the_same_disagreement_is_counted_once_more(engine: Engine) -> None:
    reviews = ReviewRepository(engine, Clock())
    for one in (RULING, replace(RULING, question="Can I?"), replace(RULING, source_says="depends")):
        reviews.record(one)
    last, first = reviews.disagreements()
    assert (first.disagreement, first.count) == (RULING, 2)
    assert first.first_seen == DAY + datetime.timedelta(hours=1)
    assert first.last_seen == DAY + datetime.timedelta(hours=2)
    assert (last.disagreement.source_says, last.count) == ("depends", 1)


def test_a_newer_ruling_makes_sections_stale_until_each_is_confirmed(engine: Engine) -> None:
    clock = Clock()
    corpus, reviews = CorpusRepository(engine, clock), ReviewRepository(engine, clock)
    before = corpus.published_version()
    reviews.record(RULING)
    assert corpus.published_version() > before
    assert corpus.load_published().contested == (("mtg", "cr", "301.5"), ("mtg", "cr", "301.6"))
    version = corpus.published_version()
    confirmed = reviews.confirm(
        "mtg", "cr", "301.5", edition="1", ref="301.5", text_hash="0" * 16, actor="judge", reason="still right"
    )
    published = corpus.load_published()
    assert published.version > version
    assert published.contested == (("mtg", "cr", "301.6"),)
    assert published.confirmations == (confirmed,)
    reviews.record(RULING)
    assert corpus.load_published().contested == (("mtg", "cr", "301.6"),), "the same ruling contests nothing again"
    reviews.record(replace(RULING, ref="may-i-again"))
    assert len(corpus.load_published().contested) == 2, "another ruling does"


def test_a_plain_contradiction_changes_nothing_that_is_published(engine: Engine) -> None:
    corpus, reviews = CorpusRepository(engine), ReviewRepository(engine, Clock())
    reviews.record(replace(RULING, kind=DisagreementKind.CONTRADICTION))
    assert (corpus.published_version(), corpus.load_published().contested) == (0, ())


def test_a_confirmation_leaves_an_audit_row(engine: Engine) -> None:
    reviews = ReviewRepository(engine, Clock())
    reviews.confirm("mtg", "cr", "1.1", edition="2", ref="1.2", text_hash="ab", actor="judge", reason="same meaning")
    with engine.connect() as connection:
        row = connection.execute(select(models.Audit.__table__)).mappings().one()
    assert (row["actor"], row["action"]) == ("judge", "confirm")
    assert "1.1" in row["reason"] and "same meaning" in row["reason"]


def test_an_old_text_is_found_in_a_retired_revision(engine: Engine) -> None:
    corpus, reviews = CorpusRepository(engine), ReviewRepository(engine, Clock())
    for text in ("The old words.", "The new words."):
        passage = Passage("1.1", PassageKind.RULE, (Text("en", text, official=True), Text("en", "Ours.")))
        corpus.store(edition("1", passage, layer=Layer.OFFICIAL), actor="me", reason="test", publish=True)
    place, wanted = EditionRef("1", "1.1"), frozenset({binding_hash("The old words.")})
    assert reviews.text_with_hash("mtg", "cr", place, wanted) == "The old words."
    assert reviews.text_with_hash("mtg", "cr", EditionRef("2", "1.1"), wanted) is None
    assert reviews.text_with_hash("mtg", "cr", place, frozenset({binding_hash("Ours.")})) is None
