"""The statistics of the confidence: fitting, cross-validation, thresholds and the reliability curve."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from bot.answering.confidence import Calibration, Weight
from bot.answering.confidence_features import USED, Features
from rules_corpus.passages import LANGUAGES

Floats = npt.NDArray[np.float64]
FOLDS = 5
PRIOR = 3.0
"""The precision of the Gaussian prior on a standardised feature's weight; 0.3 to 10 differ by noise."""
_NO_PRIOR = 0.01
_SEED = 20260807
ABSTAINED = 0.95
KEPT = 0.95
MOST_BINS = 10
_STEPS = 100
_TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True)
class Bin:
    """Searches of about the same confidence."""

    low: float
    high: float
    count: int
    confidence: float
    """Their mean confidence."""
    right: float
    """The share of them where a deciding rule was shown."""


@dataclass(frozen=True, slots=True)
class Reliability:
    bins: tuple[Bin, ...]
    count: int
    brier: float
    """The mean squared difference of confidence and outcome (Brier 1950)."""
    error: float
    """The expected calibration error: the mean difference of confidence and outcome over the bins, by their size."""


def fitted(features: Sequence[Features], languages: Sequence[str], truth: Floats, encoder: str) -> Calibration:
    """The model with the highest posterior probability; its thresholds are 0."""
    values = _matrix(features)
    mean, scale = values.mean(axis=0), values.std(axis=0)
    scale = np.where(scale > 0, scale, 1.0)
    design = np.column_stack([_intercepts(languages), (values - mean) / scale])
    prior = np.array([_NO_PRIOR] * len(LANGUAGES) + [PRIOR] * len(USED))
    weights = _maximum(design, truth, prior)
    own = weights[len(LANGUAGES) :]
    return Calibration(
        encoder,
        MappingProxyType(
            {name: Weight(float(m), float(s), float(w)) for name, m, s, w in zip(USED, mean, scale, own, strict=True)}
        ),
        MappingProxyType({language: float(weight) for language, weight in zip(LANGUAGES, weights, strict=False)}),
        MappingProxyType(dict.fromkeys(LANGUAGES, 0.0)),
    )


def cross_validated(
    features: Sequence[Features],
    languages: Sequence[str],
    truth: Floats,
    groups: npt.NDArray[np.int64],
    encoder: str,
) -> Floats:
    """For each search the probability that a model gives it which has not seen its question in any language."""
    order = np.random.default_rng(_SEED).permutation(np.unique(groups))
    fold_of = {int(group): place % FOLDS for place, group in enumerate(order)}
    folds = np.array([fold_of[int(group)] for group in groups])
    probabilities = np.zeros(len(truth))
    for fold in range(FOLDS):
        seen = [int(i) for i in np.flatnonzero(folds != fold)]
        model = fitted([features[i] for i in seen], [languages[i] for i in seen], truth[seen], encoder)
        for i in (int(i) for i in np.flatnonzero(folds == fold)):
            probabilities[i] = model.probability(features[i], languages[i])
    return probabilities


def threshold_for(right: Floats, wrong: Floats) -> float:
    """The threshold for one language.

    `right`: the probabilities of searches that found a deciding rule, `wrong`: those of questions that no rule
    decides. The lowest threshold below which 95 % of the wrong ones lie, where that keeps 95 % of the right ones; else
    the one with the largest sum of both shares, the higher one of equals.
    """
    candidates = np.unique(np.round(np.concatenate([right, wrong, [0.0]]) + 0.0005, 3))
    abstained = np.array([np.mean(wrong < threshold) for threshold in candidates])
    kept = np.array([np.mean(right >= threshold) for threshold in candidates])
    enough = np.flatnonzero((abstained >= ABSTAINED) & (kept >= KEPT))
    if len(enough):
        return float(candidates[enough[0]])
    best = (abstained + kept).max()
    return float(candidates[np.flatnonzero(abstained + kept >= best - _TOLERANCE)[-1]])


def reliability(probabilities: Floats, truth: Floats) -> Reliability:
    """The curve over bins of equally many searches."""
    order = np.argsort(probabilities, kind="stable")
    bins = []
    for part in np.array_split(order, min(MOST_BINS, max(1, len(order) // 10))):
        if len(part):
            values = probabilities[part]
            bins.append(
                Bin(float(values[0]), float(values[-1]), len(part), float(values.mean()), float(truth[part].mean()))
            )
    count = len(probabilities)
    error = sum(part.count * abs(part.confidence - part.right) for part in bins) / max(1, count)
    return Reliability(tuple(bins), count, float(np.mean((probabilities - truth) ** 2)) if count else 0.0, error)


def reliability_svg(curve: Reliability, size: int = 320, margin: int = 40) -> str:
    """The curve as a drawing: a dot for each bin, the diagonal is perfect calibration."""

    def x(value: float) -> float:
        return round(margin + value * size, 1)

    def y(value: float) -> float:
        return round(margin / 2 + (1 - value) * size, 1)

    ticks = "".join(
        f'<text x="{x(t / 4)}" y="{y(0) + 16}" text-anchor="middle">{t / 4:g}</text>'
        f'<text x="{x(0) - 6}" y="{y(t / 4) + 4}" text-anchor="end">{t / 4:g}</text>'
        for t in range(5)
    )
    dots = "".join(f'<circle cx="{x(b.confidence)}" cy="{y(b.right)}" r="4" fill="#2a6fb0"/>' for b in curve.bins)
    line = " ".join(f"{x(b.confidence)},{y(b.right)}" for b in curve.bins)
    width, height = size + margin + 20, size + margin + 20
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" '
        f'font-size="11">\n<rect width="{width}" height="{height}" fill="white"/>\n'
        f'<rect x="{x(0)}" y="{y(1)}" width="{size}" height="{size}" fill="none" stroke="#999"/>\n'
        f'<line x1="{x(0)}" y1="{y(0)}" x2="{x(1)}" y2="{y(1)}" stroke="#bbb" stroke-dasharray="4"/>\n'
        f'<polyline points="{line}" fill="none" stroke="#2a6fb0"/>\n{dots}\n{ticks}\n'
        f'<text x="{x(0.5)}" y="{y(0) + 34}" text-anchor="middle">confidence</text>\n'
        f'<text x="12" y="{y(0.5)}" text-anchor="middle" transform="rotate(-90 12 {y(0.5)})">rule was shown</text>\n'
        f"</svg>\n"
    )


def _matrix(features: Sequence[Features]) -> Floats:
    mappings = [feature.as_mapping() for feature in features]
    return np.array([[mapping[name] for name in USED] for mapping in mappings], dtype=np.float64)


def _intercepts(languages: Sequence[str]) -> Floats:
    return np.array([[float(language == known) for known in LANGUAGES] for language in languages])


def _maximum(design: Floats, truth: Floats, prior: Floats) -> Floats:
    """Newton's method on the penalised log-likelihood, which is concave."""
    weights = np.zeros(design.shape[1])
    for _ in range(_STEPS):
        probabilities = 1 / (1 + np.exp(-(design @ weights)))
        slope = design.T @ (probabilities - truth) + prior * weights
        curvature = (design * (probabilities * (1 - probabilities))[:, None]).T @ design + np.diag(prior)
        step = np.linalg.solve(curvature, slope)
        weights -= step
        if np.abs(step).max() < _TOLERANCE:
            break
    return weights
