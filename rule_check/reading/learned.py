"""The learned reader: what a question asks and states, from its vector alone; linear classifiers that may decline.

It knows nothing of the phrase reader's words, so that what one of them mistakes the other may notice. A model is one
`.npz` file a game, trained by `python -m benchmarks.train_reader` for one encoder.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from rule_check.reading.labels import OTHER

FOLDER = Path(__file__).parent / "models"
QUERY = "query"
"""The name of the head that says what is asked."""
UNSTATED, STATED = "unstated", "stated"
_VERSION = 1

Floats = npt.NDArray[np.float32]


class ModelError(ValueError):
    """A model file can't be used; the message says why."""


@dataclass(frozen=True, slots=True)
class Head:
    """One thing that a question settles: what it asks, or whether it makes one claim."""

    name: str
    """`QUERY`, or the claim: `controller(unit) = opponent`."""
    values: tuple[str, ...]
    """The first is `OTHER`, or `UNSTATED` before `STATED`."""
    temperature: float
    sure: float
    """The probability from which a value but the first is seen: on held-out phrasings it is then right at the stated
    precision. Above 1 where that can't be reached."""
    silent: float
    """The probability from which the first value is."""


@dataclass(frozen=True)
class Model:
    game: str
    encoder: str
    """The identity of the encoder that its vectors came from."""
    heads: tuple[Head, ...]
    weights: Floats
    """(dimensions, all values of all heads)."""
    bias: Floats
    """(all values of all heads,)."""
    close: Mapping[str, float]
    """By language, the cosine from which a question and its facts worded back say the same."""
    precision: float
    """At which the thresholds were chosen."""


@dataclass(frozen=True)
class Seen:
    """What the learned reader sees in a question, of objects by their kinds (`labels.Gist`)."""

    query: str | None
    """None where it is not sure; `OTHER` where something else is asked."""
    claims: frozenset[str]
    """What it sees stated."""
    doubtful: frozenset[str]
    """What it sees neither stated nor unstated."""
    guess: str
    """The likeliest query, sure or not; for reports."""


class LearnedReader:
    """Reads vectors with one model; safe to share between threads."""

    def __init__(self, model: Model) -> None:
        self.model = model

    def read(self, vector: Floats) -> Seen:
        """What a question's vector says; `vector` has shape (dimensions,) and comes from the model's encoder.

        :raises ValueError: it has another shape.
        """
        if vector.shape != self.model.weights.shape[:1]:
            raise ValueError(f"a vector of shape {vector.shape}, not {self.model.weights.shape[:1]}")
        logits = vector @ self.model.weights + self.model.bias
        query: str | None = None
        guess = OTHER
        claims: set[str] = set()
        doubtful: set[str] = set()
        start = 0
        for head in self.model.heads:
            stop = start + len(head.values)
            value, likeliest = decided(logits[start:stop], head)
            start = stop
            if head.name == QUERY:
                query, guess = value, likeliest
            elif value is None:
                doubtful.add(head.name)
            elif value == STATED:
                claims.add(head.name)
        return Seen(query, frozenset(claims), frozenset(doubtful), guess)


def probabilities(logits: Floats, temperature: float) -> Floats:
    """Softmax over the last axis."""
    scaled = logits / temperature
    raised = np.exp(scaled - scaled.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True), dtype=np.float32)


def decided(logits: Floats, head: Head) -> tuple[str | None, str]:
    """The value that a head sees, or None, and the likeliest one."""
    shares = probabilities(logits, head.temperature)
    best = int(shares.argmax())
    value = head.values[best]
    return (value if shares[best] >= (head.silent if best == 0 else head.sure) else None), value


def save_model(model: Model, path: Path) -> None:
    """Write a model; half-precision weights keep it small."""
    described = {
        "version": _VERSION,
        "game": model.game,
        "encoder": model.encoder,
        "precision": model.precision,
        "close": dict(model.close),
        "heads": [
            {
                "name": head.name,
                "values": list(head.values),
                "temperature": round(head.temperature, 4),
                "sure": round(head.sure, 4),
                "silent": round(head.silent, 4),
            }
            for head in model.heads
        ],
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(
        path,
        weights=model.weights.astype(np.float16),
        bias=model.bias.astype(np.float32),
        description=np.array(json.dumps(described, ensure_ascii=False)),
    )


def load_model(path: Path) -> Model:
    """Read a model.

    :raises ModelError: the file is no model, or of another version.
    :raises OSError: there is no such file.
    """
    try:
        with np.load(path, allow_pickle=False) as stored:
            described = json.loads(str(stored["description"]))
            weights = stored["weights"].astype(np.float32)
            bias = stored["bias"].astype(np.float32)
        if described["version"] != _VERSION:
            raise ModelError(f"{path} is of version {described['version']}, not {_VERSION}")
        heads = tuple(
            Head(one["name"], tuple(one["values"]), one["temperature"], one["sure"], one["silent"])
            for one in described["heads"]
        )
        close = MappingProxyType({str(language): float(value) for language, value in described["close"].items()})
        model = Model(
            described["game"], described["encoder"], heads, weights, bias, close, float(described["precision"])
        )
    except (KeyError, TypeError, ValueError) as error:
        if isinstance(error, ModelError):
            raise
        raise ModelError(f"{path} is no reader's model: {error}") from error
    width = sum(len(head.values) for head in heads)
    if weights.shape[1:] != (width,) or bias.shape != (width,):
        raise ModelError(f"{path} has weights for another number of values than {width}")
    return model
