"""How likely it is that the passages found decide the question: a calibrated probability, and when it is too low.

The probability is a logistic regression over the features of a search (`confidence_features`), fitted by maximum
likelihood with a Gaussian prior on questions of which it is known whether a deciding rule was shown. This is Platt
scaling (J. Platt, "Probabilistic outputs for support vector machines", in Advances in Large Margin Classifiers, MIT
Press 1999, pp. 61-74) with several inputs instead of one, and with an intercept for each language.

`python -m benchmarks.calibration fit` writes the coefficients (`calibration.json`). They hold for one encoder only:
another one's similarities mean something else.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from bot.answering.confidence_features import USED, Features, features_of, shared_terms
from index.analysis import Analyser
from index.game_terms import game_evidence
from index.search_results import Hit
from index.snapshot import Snapshot
from rules_corpus.lexicon import Lexicon
from rules_corpus.passages import LANGUAGES

_SHARED_TERMS = 2
_SHARED_SHARE = 1 / 3
DATA = Path(__file__).with_name("calibration.json")


@dataclass(frozen=True, slots=True)
class Weight:
    """What one feature adds to the log-odds: `weight` for each `scale` by which it exceeds `mean`."""

    mean: float
    scale: float
    weight: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """The fitted model: log-odds are the language's intercept and what each feature adds."""

    encoder: str
    """The identity of the encoder that it was fitted for."""
    weights: Mapping[str, Weight]
    """By the feature's name."""
    intercepts: Mapping[str, float]
    """By language."""
    thresholds: Mapping[str, float]
    """By language: below this probability no passages are shown as an answer."""

    def probability(self, features: Features, language: str) -> float:
        """That a rule which decides the question is among the passages shown, strictly between 0 and 1."""
        values = features.as_mapping()
        odds = self.intercepts[language]
        for name, weight in self.weights.items():
            odds += weight.weight * (values[name] - weight.mean) / weight.scale
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, odds))))


def read_calibration(path: Path) -> Calibration:
    """The model in a file.

    :raises OSError: the file can't be read.
    :raises ValueError: it is not what `write_calibration` writes.
    """
    data: Any = json.loads(path.read_text("utf-8"))
    try:
        calibration = Calibration(
            str(data["encoder"]),
            MappingProxyType({str(name): Weight(**values) for name, values in data["weights"].items()}),
            MappingProxyType({language: float(data["intercepts"][language]) for language in LANGUAGES}),
            MappingProxyType({language: float(data["thresholds"][language]) for language in LANGUAGES}),
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"{path} is no calibration: {type(error).__name__} {error}") from error
    unknown = set(calibration.weights) ^ set(USED)
    if unknown:
        raise ValueError(f"{path} is of another version: {', '.join(sorted(unknown))}")
    return calibration


def write_calibration(calibration: Calibration, path: Path) -> None:
    """Write a model as JSON with a line for each feature.

    :raises OSError: the file can't be written.
    """
    weights = ",\n".join(
        f"    {json.dumps(name)}: "
        + json.dumps({"mean": _rounded(w.mean), "scale": _rounded(w.scale), "weight": _rounded(w.weight)})
        for name, w in calibration.weights.items()
    )
    intercepts = json.dumps({language: _rounded(calibration.intercepts[language]) for language in LANGUAGES})
    thresholds = json.dumps({language: _rounded(calibration.thresholds[language]) for language in LANGUAGES})
    path.write_text(
        f'{{\n  "encoder": {json.dumps(calibration.encoder)},\n  "weights": {{\n{weights}\n  }},\n'
        f'  "intercepts": {intercepts},\n  "thresholds": {thresholds}\n}}\n',
        "utf-8",
    )


@cache
def shipped_calibration() -> Calibration:
    """The model that comes with the project."""
    return read_calibration(DATA)


class Confidence:
    """Judges the searches of one snapshot; may be shared by threads."""

    def __init__(self, snapshot: Snapshot, lexicon: Lexicon, calibration: Calibration | None = None) -> None:
        self._snapshot = snapshot
        self._lexicon = lexicon
        self._analyser = Analyser(lexicon)
        self._calibration = calibration or shipped_calibration()

    @property
    def calibrated(self) -> bool:
        """Whether the model was fitted for the encoder that made the snapshot."""
        return self._calibration.encoder == self._snapshot.encoder

    def features(self, text: str, language: str, game: str | None, hits: Sequence[Hit]) -> Features:
        """Of a search in a game (None: in all of them) that found something.

        :raises ValueError: there are no hits.
        """
        own = frozenset(self._analyser.terms(text, language))
        games = (game,) if game is not None else tuple(dict.fromkeys(e.game for e in self._snapshot.corpus.editions))
        evidence = game_evidence(text, self._lexicon)
        game_words = max(evidence.values(), default=0.0) if game is None else evidence.get(game, 0.0)
        known = len(self._snapshot.lexical.known(tuple(own), games)) / max(1, len(own))
        return features_of(text, language, game, hits, game_words=game_words, known=known, analyser=self._analyser)

    def shares_words(self, text: str, language: str, hit: Hit) -> bool:
        """Whether a hit has a third of the question's words and at least two of them: what holds for any encoder."""
        terms = [term for term in dict.fromkeys(self._analyser.terms(text, language)) if "_" not in term]
        return shared_terms(terms, hit, self._analyser) >= max(_SHARED_TERMS, _SHARED_SHARE * len(terms))

    def probability(self, features: Features, language: str) -> float:
        return self._calibration.probability(features, language)

    def threshold(self, language: str) -> float:
        return self._calibration.thresholds[language]


def _rounded(value: float) -> float:
    return round(value, 5)
