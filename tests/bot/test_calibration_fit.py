"""Fitting the confidence: the statistics, and the questions that it is fitted on."""

from __future__ import annotations

import os
import re
from pathlib import Path

import numpy as np
import pytest

from benchmarks.calibration import questions
from benchmarks.calibration_model import cross_validated, fitted, reliability, reliability_svg, threshold_for
from benchmarks.faq_rewordings import unanswerable
from bot.answering.confidence_features import USED, Features
from rules_corpus.passages import LANGUAGES


def made_up(count: int = 2000) -> tuple[list[Features], list[str], np.ndarray[tuple[int], np.dtype[np.float64]]]:
    """Searches whose outcome follows the first feature alone, and Spanish ones less often."""
    random = np.random.default_rng(1)
    values = random.normal(size=(count, len(USED)))
    languages = [LANGUAGES[i % 3] for i in range(count)]
    odds = 2 * values[:, 0] - np.array([1.5 if language == "es" else 0.0 for language in languages])
    truth = (random.random(count) < 1 / (1 + np.exp(-odds))).astype(np.float64)
    return [Features(*row) for row in values.tolist()], languages, truth


def test_the_fit_finds_what_decides() -> None:
    features, languages, truth = made_up()
    model = fitted(features, languages, truth, "made up")
    first, *others = (weight.weight / weight.scale for weight in model.weights.values())
    assert 1.6 < first < 2.4
    assert max(abs(weight) for weight in others) < 0.25
    assert model.intercepts["es"] < model.intercepts["en"] - 1


def test_cross_validated_probabilities_are_calibrated() -> None:
    features, languages, truth = made_up()
    probabilities = cross_validated(features, languages, truth, np.arange(len(truth)), "made up")
    curve = reliability(probabilities, truth)
    assert curve.error < 0.05
    assert curve.brier < np.mean((truth.mean() - truth) ** 2)
    assert sum(part.count for part in curve.bins) == curve.count == len(truth)
    assert reliability_svg(curve).count("<circle") == len(curve.bins)


def test_no_model_sees_a_question_in_another_language() -> None:
    # Each question's outcome is noise, the same in all of its languages, and every question has its own features.
    random = np.random.default_rng(2)
    numbers = np.repeat(np.arange(40), 3)
    features = [Features(*row) for row in np.repeat(random.normal(size=(40, len(USED))), 3, axis=0).tolist()]
    truth = np.repeat(random.integers(0, 2, 40), 3).astype(np.float64)
    languages = list(LANGUAGES) * 40
    apart = cross_validated(features, languages, truth, numbers, "x")
    leaking = cross_validated(features, languages, truth, np.arange(120), "x")
    assert np.mean((apart - truth) ** 2) > np.mean((leaking - truth) ** 2)


def test_the_threshold_follows_its_rule() -> None:
    right = np.linspace(0.5, 1.0, 100)
    assert 0.2 < threshold_for(right, np.linspace(0.0, 0.3, 100)) < 0.3  # both shares can be had: the lowest such one
    overlapping = threshold_for(np.linspace(0.3, 1.0, 100), np.linspace(0.0, 0.7, 100))
    assert 0.3 <= overlapping <= 0.71  # no threshold gives both; the sum of the shares decides


def test_the_questions_are_many_and_in_three_languages() -> None:
    asked = list(questions())
    for language in LANGUAGES:
        mine = [question for question in asked if question.language == language]
        assert len({question.number for question in mine if question.answerable}) >= 100
        assert len({question.number for question in mine if not question.answerable}) >= 80
    assert all(question.gold for question in asked if question.answerable)
    texts = {question.text.casefold() for question in asked}
    assert not texts & {text.casefold() for _, _, text in unanswerable()}


@pytest.mark.corpora
@pytest.mark.skipif(not os.environ.get("RULESBOT_TEST_CORPORA"), reason="RULESBOT_TEST_CORPORA is not set")
def test_the_deciding_rules_exist() -> None:
    folder = Path(os.environ["RULESBOT_TEST_CORPORA"])
    texts = {
        "mtg": (folder / "mtg" / "MagicCompRules-20260807.official-bytes.txt").read_text("utf-8-sig"),
        "riftbound": (folder / "riftbound" / "core_rules_v1.4_2026-07-16.txt").read_text("utf-8"),
        "vandaria": (folder / "vandaria" / "rules_eq.jsonl").read_text("utf-8"),
    }
    shapes = {"mtg": r"^{}\.? ", "riftbound": r"^{}\. ", "vandaria": r'"label": "{}"'}
    missing = {
        ref
        for question in questions()
        if question.about is not None
        for ref in question.gold
        if not re.search(shapes[question.about].format(re.escape(ref)), texts[question.about], re.MULTILINE)
    }
    assert missing == set()
