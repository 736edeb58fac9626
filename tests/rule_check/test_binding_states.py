"""Binding states: a formal section against the official texts of the edition that answers."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from rule_check.binding_states import Bindings, BindingState
from rule_check.program import rules_of
from rule_check.topics import Topic
from rules_corpus.bindings import Bind, binding_hash
from rules_corpus.editions import EditionViews
from rules_corpus.passages import (
    Confirmation,
    EditionRef,
    Passage,
    PassageKind,
    PublishedCorpus,
    PublishedEdition,
    Text,
)
from tests.rule_check.garden import RULES, blocks, vocabulary

GLUE = "A label that is stuck on a pot is glued to that pot until the pot breaks into pieces or the season ends."
STICK = "Labels may be stuck on pots that you own in spring, as long as they are not glued to any pot already."
TODAY = datetime.date(2026, 11, 1)


def _rule(ref: str, text: str, *, official: bool = True, was: str | None = None) -> Passage:
    counterparts = (EditionRef("1", was),) if was else ()
    return Passage(ref, PassageKind.RULE, (Text("en", text, official=official),), counterparts=counterparts)


def _edition(
    label: str, day: str, *passages: Passage, complete: bool = True, base: str | None = None
) -> PublishedEdition:
    date = datetime.date.fromisoformat(day)
    return PublishedEdition("riftbound", "core-rules", label, "en", (), passages, complete, base, date)


OWN = _edition(
    "2",
    "2026-06-01",
    _rule("101.1", "Our words for sticking.", official=False, was="91.1"),
    _rule("101.2", "Our words for gluing.", official=False, was="91.2"),
    complete=False,
    base="1",
)
FIRST = _edition("1", "2026-01-01", _rule("91.1", STICK), _rule("91.2", GLUE))


@pytest.fixture
def topic(tmp_path: Path) -> Topic:
    known = vocabulary(tmp_path)
    formal = blocks({ref: RULES[ref] for ref in ("101.1", "101.2")})
    passages = {passage.ref: passage for passage in OWN.passages}
    binds = {"101.1": (Bind("1", binding_hash(STICK)),), "101.2": (Bind("1", binding_hash(GLUE)),)}
    return Topic("riftbound", "core-rules", "2", known, rules_of(formal, known), tuple(formal), passages, binds)


def states(topic: Topic, corpus: PublishedCorpus, label: str | None = None) -> Mapping[str, BindingState]:
    views = EditionViews(corpus)
    bindings = Bindings(topic, corpus, views)
    view = views.current("riftbound", TODAY) if label is None else views.pinned("riftbound", label)
    edition = bindings.answering(view)
    assert edition is not None
    return {one.section: one.state for one in bindings.all(edition)}


BOUND = {"101.1": BindingState.BOUND, "101.2": BindingState.BOUND}


def test_a_section_is_bound_to_the_base_of_a_partial_edition(topic: Topic) -> None:
    assert states(topic, PublishedCorpus(1, (FIRST, OWN))) == BOUND
    assert states(topic, PublishedCorpus(1, (FIRST, OWN)), "1") == BOUND


def test_without_its_text_nothing_is_known(topic: Topic) -> None:
    assert set(states(topic, PublishedCorpus(1, (OWN,))).values()) == {BindingState.NOT_LOADED}


def test_a_base_that_was_imported_anew_with_other_words_makes_it_stale(topic: Topic) -> None:
    other = replace(FIRST, passages=(_rule("91.1", STICK), _rule("91.2", GLUE.replace("glued", "tied"))))
    assert states(topic, PublishedCorpus(1, (other, OWN))) == {**BOUND, "101.2": BindingState.STALE}


def test_its_own_number_lacking_in_a_complete_edition_makes_it_stale(topic: Topic) -> None:
    gone = replace(FIRST, passages=(_rule("91.1", STICK),))
    assert states(topic, PublishedCorpus(1, (gone, OWN))) == {**BOUND, "101.2": BindingState.STALE}


def test_a_part_of_the_answering_edition_comes_before_its_base(topic: Topic) -> None:
    changed = replace(
        OWN, passages=(OWN.passages[0], replace(OWN.passages[1], texts=(Text("en", "New.", official=True),)))
    )
    assert states(topic, PublishedCorpus(1, (FIRST, changed))) == {**BOUND, "101.2": BindingState.STALE}
    same = replace(OWN, passages=(OWN.passages[0], replace(OWN.passages[1], texts=(Text("en", GLUE, official=True),))))
    assert states(topic, PublishedCorpus(1, (FIRST, same))) == BOUND


def test_a_moved_rule_is_followed_and_an_older_edition_stays_bound(topic: Topic) -> None:
    moved = _edition("3", "2026-10-01", _rule("201.1", STICK.replace("already", "yet")), _rule("101.1", GLUE))
    corpus = PublishedCorpus(1, (FIRST, OWN, moved))
    bindings = Bindings(topic, corpus, EditionViews(corpus))
    glue, stick = bindings.of("101.2", moved), bindings.of("101.1", moved)
    assert (glue.state, glue.place) == (BindingState.BOUND, EditionRef("3", "101.1"))
    assert stick.state is BindingState.STALE
    assert states(topic, corpus) == {"101.1": BindingState.STALE, "101.2": BindingState.BOUND}
    assert states(topic, corpus, "2") == BOUND
    assert bindings.stale(("101.2", "101.1", "999"), EditionViews(corpus).current("riftbound", TODAY)) == ("101.1",)


def test_a_confirmation_holds_for_that_text_only(topic: Topic) -> None:
    text = STICK.replace("in spring", "in summer")
    newer = _edition("3", "2026-10-01", _rule("91.1", text), _rule("91.2", GLUE))
    corpus = PublishedCorpus(1, (FIRST, OWN, newer))
    assert states(topic, corpus)["101.1"] is BindingState.STALE
    at = datetime.datetime(2026, 10, 2, tzinfo=datetime.UTC)
    one = Confirmation("riftbound", "core-rules", "101.1", "3", "91.1", binding_hash(text), "judge", "same", at)
    assert states(topic, replace(corpus, confirmations=(one,)))["101.1"] is BindingState.BOUND
    for other in (
        replace(one, section="101.2"),
        replace(one, game="mtg"),
        replace(one, document="guide"),
        replace(one, text_hash=binding_hash("Other.")),
    ):
        assert states(topic, replace(corpus, confirmations=(other,)))["101.1"] is BindingState.STALE


def test_a_contested_section_is_stale_though_its_text_is_bound(topic: Topic) -> None:
    corpus = PublishedCorpus(1, (FIRST, OWN), contested=(("riftbound", "core-rules", "101.2"), ("mtg", "cr", "101.1")))
    assert states(topic, corpus) == {**BOUND, "101.2": BindingState.STALE}


def test_a_section_without_binds_is_ours_unless_an_official_text_is_loaded(topic: Topic) -> None:
    unbound = replace(topic, binds={})
    assert set(states(unbound, PublishedCorpus(1, (OWN,))).values()) == {BindingState.OWN}
    assert set(states(unbound, PublishedCorpus(1, (FIRST, OWN))).values()) == {BindingState.STALE}


def test_a_ruling_has_no_official_text(topic: Topic) -> None:
    passages = {**topic.passages, "101.1": replace(topic.passages["101.1"], kind=PassageKind.RULING)}
    found = states(replace(topic, passages=passages), PublishedCorpus(1, (FIRST, OWN)))
    assert found["101.1"] is BindingState.OWN
