"""Confidence: a probability that rises with what speaks for the passages, and means nothing for another encoder."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.answering.answer import AnswerKind, Message
from bot.answering.confidence import (
    Calibration,
    Confidence,
    read_calibration,
    shipped_calibration,
    write_calibration,
)
from bot.answering.confidence_features import USED, Features
from bot.answering.evidence import GAP_LEAD, GAP_SIMILARITY, UNCALIBRATED, gap_asked, weigh
from bot.answering.pipeline import Answering
from bot.answering.question import Question
from index.search_results import Hit, MatchedBy
from index.snapshot import Snapshot
from rules_corpus.lexicon import load_lexicon
from rules_corpus.passages import LANGUAGES
from tests.bot.corpus import faq, rule

POOR = Features(0.80, 0.5, 0.2, 0.0, 0.3, 0.0, 0.0, 0.0, 2.0)
RISING = ("similarity", "lexical", "coverage", "known", "game_words")


def hit(similarity: float, *, gap: bool | None = None, matched_by: MatchedBy = MatchedBy.CONTENT) -> Hit:
    """A hit on a rule, or on a stored question that the rules leave open or decide."""
    body = {"en": "A card that attaches takes the place of the card on top."}
    asks = {"en": ("Can two showdowns be open at once?",)}
    passage = rule("434.4", body) if gap is None else faq("open", asks, body, gap=gap)
    return Hit("riftbound", "core-rules", "1.4", passage, 1.0, similarity, 3.0, matched_by, "en", body["en"])


def fitted_for(snapshot: Snapshot, thresholds: float = 0.5) -> Confidence:
    calibration = dataclasses.replace(
        shipped_calibration(), encoder=snapshot.encoder, thresholds=dict.fromkeys(LANGUAGES, thresholds)
    )
    return Confidence(snapshot, load_lexicon(), calibration)


def test_the_shipped_model_is_for_the_bundled_encoder_and_its_thresholds_are_probabilities() -> None:
    model = shipped_calibration()
    assert model.encoder.startswith("multilingual-e5-small/")
    assert set(model.weights) == set(USED)
    assert all(0 < model.thresholds[language] < 0.6 for language in LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", RISING)
def test_more_evidence_never_lowers_the_confidence(name: str, language: str) -> None:
    model = shipped_calibration()
    better = dataclasses.replace(POOR, **{name: getattr(POOR, name) + 0.1})
    assert model.probability(better, language) > model.probability(POOR, language)


@given(st.lists(st.floats(-1e6, 1e6), min_size=len(USED), max_size=len(USED)), st.sampled_from(LANGUAGES))
def test_a_probability_lies_between_0_and_1(values: list[float], language: str) -> None:
    assert 0 < shipped_calibration().probability(Features(*values), language) < 1


def test_good_and_poor_searches_are_far_apart() -> None:
    model = shipped_calibration()
    good = Features(0.93, 3.5, 0.3, 0.8, 1.0, 2.0, 1.0, 0.0, 2.3)
    for language in LANGUAGES:
        assert model.probability(good, language) > 0.8
        assert model.probability(POOR, language) < model.thresholds[language]


def test_what_is_likely_enough_is_shown_and_the_rest_withheld(snapshot: Snapshot) -> None:
    hits = [hit(0.97), hit(0.9)]
    text = "card attaches card on top"
    shown = weigh(text, "en", "riftbound", hits, fitted_for(snapshot, 0.0))
    assert shown.hits == tuple(hits) and 0 < shown.confidence < 1
    withheld = weigh(text, "en", "riftbound", hits, fitted_for(snapshot, min(0.999, shown.confidence + 0.001)))
    assert withheld.hits == () and withheld.confidence == shown.confidence
    assert withheld.closest == tuple(hits)  # it came close
    hopeless = weigh(text, "en", "riftbound", [hit(0.2)], fitted_for(snapshot, 0.5))
    assert (hopeless.hits, hopeless.closest) == ((), ())


def test_what_is_named_is_always_shown(snapshot: Snapshot) -> None:
    named = hit(0.1, matched_by=MatchedBy.NUMBER)
    evidence = weigh("434.4 and something else", "en", "riftbound", [named], fitted_for(snapshot, 0.4))
    assert evidence.hits == (named,) and evidence.confidence >= 0.4


def test_nothing_found_is_no_confidence(snapshot: Snapshot) -> None:
    assert weigh("anything", "en", None, [], fitted_for(snapshot)).confidence == 0.0


def test_with_another_encoder_only_shared_words_count(snapshot: Snapshot) -> None:
    other = Confidence(snapshot, load_lexicon())  # fitted for the bundled encoder, not for the tests' one
    assert not other.calibrated and fitted_for(snapshot).calibrated
    sharing = weigh("card that attaches takes the top", "en", "riftbound", [hit(0.1)], other)
    assert sharing.hits and sharing.confidence == UNCALIBRATED
    similar = weigh("bagaimana nasib gear saya", "id", "riftbound", [hit(0.99)], other)
    assert (similar.hits, similar.confidence) == ((), 0.0)


def test_an_open_question_must_be_close_and_lead() -> None:
    near = hit(GAP_SIMILARITY + 0.01, gap=True)
    assert gap_asked([near, hit(near.similarity - GAP_LEAD - 0.001)]) is near
    assert gap_asked([near, hit(near.similarity - GAP_LEAD + 0.001)]) is None
    assert gap_asked([hit(GAP_SIMILARITY - 0.01, gap=True)]) is None
    assert gap_asked([hit(0.99, gap=False)]) is None
    assert gap_asked([]) is None


def test_a_question_close_to_an_open_one_is_told_so_without_a_verdict(answering: Answering) -> None:
    answer = answering.ask(Question("Can two showdowns be open together at once?", game="riftbound"))
    assert (answer.kind, answer.verdict) == (AnswerKind.ABSTAIN, None)
    assert answer.status == Message("The rules leave this open")
    assert "The rules do not say." in answer.says
    assert [citation.ref for citation in answer.citations] == ["818.1"]


def test_a_model_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "calibration.json"
    write_calibration(shipped_calibration(), path)
    assert read_calibration(path) == shipped_calibration()


@pytest.mark.parametrize("text", ["{}", "[]", '{"encoder": "x", "weights": {"similarity": 3}}', "no json"])
def test_what_is_no_model_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "calibration.json"
    path.write_text(text, "utf-8")
    with pytest.raises(ValueError):
        read_calibration(path)


def test_a_model_of_other_features_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "calibration.json"
    model: Calibration = shipped_calibration()
    fewer = {name: weight for name, weight in model.weights.items() if name != "similarity"}
    write_calibration(dataclasses.replace(model, weights=fewer), path)
    with pytest.raises(ValueError, match="similarity"):
        read_calibration(path)
