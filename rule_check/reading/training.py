"""Training the learned reader: softmax regressions on vectors, with thresholds chosen on held-out phrasings."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from rule_check.reading.labels import OTHER, Gist
from rule_check.reading.learned import QUERY, STATED, UNSTATED, Floats, Head, Model, probabilities
from rule_check.reading.phrasings import ELSEWHERE, Phrasing

_EPOCHS = 40
_BATCH = 256
_RATE = 0.02
_DECAY = 1e-4
_TEMPERATURES = tuple(float(value) for value in np.geomspace(0.5, 4.0, 13))
_NEVER = 1.01
"""A threshold that no probability reaches."""
_HELD_OUT_OF = 5
"""One phrasing in so many is held out for calibration."""

Places = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Learnt:
    """What a model learns from; all three in one order."""

    phrasings: Sequence[Phrasing]
    gists: Sequence[Gist]
    vectors: Floats
    """(len(phrasings), dimensions)."""


@dataclass(frozen=True, slots=True)
class Aim:
    """What the thresholds are chosen for, on held-out phrasings."""

    precision: float = 0.95
    """Of what is seen, so much must be right."""
    noticed: float = 0.8
    """Of what is stated, so much must not pass as unstated."""
    close: float = 0.98
    """Of right readings, so many must be close enough to their question when they are worded back."""


def held_out(phrasing: Phrasing) -> bool:
    """Whether thresholds are chosen on a phrasing, for which a model is fitted without it."""
    return zlib.crc32(phrasing.text.encode()) % _HELD_OUT_OF == 0


def train(game: str, encoder: str, learnt: Learnt, aim: Aim, *, seed: int = 1) -> Model:
    """A model with its thresholds; the cosines of the round trip are still to be chosen (`with_close`).

    Temperatures and thresholds come from a model that has not seen the held-out phrasings; the weights from all.

    :raises ValueError: nothing is held out, or nothing is left to train on.
    """
    part = train_partly(game, encoder, learnt, aim, seed=seed)
    targets = targets_of(learnt, part.heads)
    weights, bias = _fitted(learnt.vectors, targets, [len(head.values) for head in part.heads], seed)
    return replace(part, weights=weights, bias=bias)


def train_partly(game: str, encoder: str, learnt: Learnt, aim: Aim, *, seed: int = 1) -> Model:
    """The model that `train` takes its thresholds from: it has never seen the held-out phrasings. For measuring.

    :raises ValueError: nothing is held out, or nothing is left to train on.
    """
    heads = heads_of(learnt.gists)
    targets = targets_of(learnt, heads)
    out = np.array([held_out(phrasing) for phrasing in learnt.phrasings])
    if out.all() or not out.any():
        raise ValueError("there have to be both phrasings to train on and phrasings held out")
    weights, bias = _fitted(learnt.vectors[~out], targets[~out], [len(head.values) for head in heads], seed)
    calibrated = _calibrated(heads, learnt.vectors[out] @ weights + bias, targets[out], aim)
    return Model(game, encoder, calibrated, weights, bias, {}, aim.precision)


def with_close(model: Model, cosines: Mapping[str, Sequence[float]], aim: Aim) -> Model:
    """A model with the cosines from which a reading is close to its question, by language, from those of right
    readings of held-out phrasings."""
    close = {language: float(np.quantile(found, 1 - aim.close)) for language, found in cosines.items() if found}
    return replace(model, close=close)


def heads_of(gists: Sequence[Gist]) -> tuple[Head, ...]:
    """The heads that gists need, not yet calibrated."""
    queries = sorted({gist.query for gist in gists} - {OTHER})
    claims = sorted({claim for gist in gists for claim in gist.claims})
    heads = [Head(QUERY, (OTHER, *queries), 1.0, _NEVER, _NEVER)]
    return (*heads, *(Head(claim, (UNSTATED, STATED), 1.0, _NEVER, _NEVER) for claim in claims))


def targets_of(learnt: Learnt, heads: Sequence[Head]) -> Places:
    """By phrasing and head, the place of its value, or -1 where it is unknown; shape (len(phrasings), len(heads)).

    Of questions from elsewhere only this is known, that they ask something else.
    """
    places = {value: place for place, value in enumerate(heads[0].values)}
    rows = []
    for phrasing, gist in zip(learnt.phrasings, learnt.gists, strict=True):
        told = phrasing.kind != ELSEWHERE
        claims = [int(head.name in gist.claims) if told else -1 for head in heads[1:]]
        rows.append([places[gist.query], *claims])
    return np.array(rows, dtype=np.int64)


def _fitted(vectors: Floats, targets: Places, widths: Sequence[int], seed: int) -> tuple[Floats, Floats]:
    """Weights and bias of all heads at once, by Adam on standardised vectors."""
    mean, scale = vectors.mean(axis=0), vectors.std(axis=0) + 1e-6
    inputs = ((vectors - mean) / scale).astype(np.float32)
    starts = np.concatenate(([0], np.cumsum(widths)[:-1]))
    wanted = np.where(targets < 0, -1, targets + starts)
    width = int(sum(widths))
    rng = np.random.default_rng(seed)
    parameters = np.zeros((inputs.shape[1] + 1, width), dtype=np.float32)
    first, second = np.zeros_like(parameters), np.zeros_like(parameters)
    inputs = np.concatenate((inputs, np.ones((len(inputs), 1), dtype=np.float32)), axis=1)
    steps = _EPOCHS * -(-len(inputs) // _BATCH)
    step = 0
    for _ in range(_EPOCHS):
        order = rng.permutation(len(inputs))
        for at in range(0, len(order), _BATCH):
            rows = order[at : at + _BATCH]
            step += 1
            batch = inputs[rows]
            gradient = batch.T @ _errors(batch @ parameters, wanted[rows], starts, widths) / len(rows)
            gradient[:-1] += _DECAY * parameters[:-1]
            first = 0.9 * first + 0.1 * gradient
            second = 0.99 * second + 0.01 * gradient**2
            rate = _RATE * (1 - step / (steps + 1))
            parameters -= rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-8)
    weights = parameters[:-1] / scale[:, None]
    return weights.astype(np.float32), (parameters[-1] - mean @ weights).astype(np.float32)


def _errors(logits: Floats, wanted: Places, starts: npt.NDArray[np.int64], widths: Sequence[int]) -> Floats:
    """Probability minus target, softmax within each head; nothing where the target is unknown."""
    raised = np.exp(logits - np.repeat(np.maximum.reduceat(logits, starts, axis=1), widths, axis=1))
    errors = raised / np.repeat(np.add.reduceat(raised, starts, axis=1), widths, axis=1)
    known = wanted >= 0
    rows, heads = np.nonzero(known)
    errors[rows, wanted[rows, heads]] -= 1
    return np.asarray(errors * np.repeat(known, widths, axis=1), dtype=np.float32)


def _calibrated(heads: Sequence[Head], logits: Floats, targets: Places, aim: Aim) -> tuple[Head, ...]:
    found, start = [], 0
    for place, head in enumerate(heads):
        stop = start + len(head.values)
        known = targets[:, place] >= 0
        found.append(_calibrated_head(head, logits[known, start:stop], targets[known, place], aim))
        start = stop
    return tuple(found)


def _calibrated_head(head: Head, logits: Floats, targets: Places, aim: Aim) -> Head:
    rows = np.arange(len(targets))

    def loss(temperature: float) -> float:
        return float(-np.log(probabilities(logits, temperature)[rows, targets] + 1e-9).mean())

    temperature = min(_TEMPERATURES, key=loss)
    shares = probabilities(logits, temperature)
    best = shares.argmax(axis=1)
    seen = best > 0
    sure = _threshold(shares[rows, best][seen], (best == targets)[seen], aim.precision)
    if head.name == QUERY:
        silent = 0.0  # what is none of the known questions is refused however sure it is
    else:
        stated = shares[targets > 0, 0]
        silent = float(np.quantile(stated, aim.noticed)) + 1e-4 if len(stated) else 0.5
    return replace(head, temperature=temperature, sure=sure, silent=min(silent, _NEVER))


def _threshold(shares: Floats, right: npt.NDArray[np.bool_], precision: float) -> float:
    """The lowest share from which so much is right."""
    order = np.argsort(-shares)
    precisions = np.cumsum(right[order]) / np.arange(1, len(order) + 1)
    enough = np.flatnonzero(precisions >= precision)
    return float(shares[order[enough[-1]]]) - 1e-4 if len(enough) else _NEVER
