"""Which of the three languages a question is written in."""

from __future__ import annotations

import re
import threading
from dataclasses import dataclass
from typing import Any

from rules_corpus.lexicon import Lexicon
from rules_corpus.lexicon.words import split_words


@dataclass(frozen=True, slots=True)
class LanguageGuess:
    language: str | None
    """None where nothing tells (a bare "Tank")."""
    confidence: float
    """0 to 1."""
    runner_up: str | None


_SPANISH_SIGNS = re.compile(r"[¿¡ñÑ]")
_ACCENTS = re.compile(r"[áéíóúÁÉÍÓÚ]")
_DECISIVE = 1.0
"""A lead of evidence from which no statistical model is asked."""
_SURE_ENOUGH = 0.6
_ENOUGH_WORDS = 3
"""Fewer words than this, game terms apart, are not shown to the statistical model."""
_EVERYDAY_WEIGHT = 0.7


class _StatisticalModel:
    """py3langid restricted to the three languages; its model takes most of a second to load, so it waits for need."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._identifier: Any = None

    def probabilities(self, text: str) -> dict[str, float]:
        with self._lock:
            if self._identifier is None:
                from py3langid.langid import MODEL_FILE, LanguageIdentifier

                identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
                identifier.set_languages(["en", "es", "id"])
                self._identifier = identifier
        return {language: float(p) for language, p in self._identifier.rank(text)}


_MODEL = _StatisticalModel()


def detect_language(text: str, lexicon: Lexicon) -> LanguageGuess:
    """The language of a question among en, es and id, or None where nothing tells.

    English game terms count for nothing, since players of all three languages use them. Function words and
    the words of one language decide; where they don't, a statistical model judges what is not a game term.
    """
    words = split_words(text)
    evidence = word_evidence(text, words, lexicon)
    ranked = sorted(evidence, key=lambda language: -evidence[language])
    first, second = ranked[0], ranked[1]
    lead = evidence[first] - evidence[second]
    if lead >= _DECISIVE and evidence[first] >= 1.5 * evidence[second]:
        confidence = min(0.99, (evidence[first] + 0.5) / (evidence[first] + evidence[second] + 0.75))
        return LanguageGuess(first, confidence, second if evidence[second] > 0 else None)
    rest = [word for word in words if word.isalpha() and not _is_game_term(word, lexicon)]
    if len(rest) < _ENOUGH_WORDS:  # of one or two words, a name perhaps, a model knows nothing
        if lead >= _DECISIVE / 2:
            return LanguageGuess(first, 0.6, second if evidence[second] > 0 else None)
        return LanguageGuess(None, 0.0, first if lead > 0 else None)
    modelled = _MODEL.probabilities(" ".join(rest))
    combined = {language: modelled.get(language, 0.0) * (1.0 + evidence[language]) ** 2 for language in evidence}
    total = sum(combined.values()) or 1.0
    ranked = sorted(combined, key=lambda language: -combined[language])
    confidence = combined[ranked[0]] / total
    if confidence < _SURE_ENOUGH:
        return LanguageGuess(None, confidence, ranked[0])
    return LanguageGuess(ranked[0], confidence, ranked[1])


def word_evidence(text: str, words: list[str], lexicon: Lexicon) -> dict[str, float]:
    """How strongly the words and signs of a text speak for each of the three languages."""
    evidence = {"en": 0.0, "es": 0.0, "id": 0.0}
    if _SPANISH_SIGNS.search(text):
        evidence["es"] += 2.0
    if _ACCENTS.search(text):
        evidence["es"] += 1.0
    for word in words:
        known = False
        for language, weights in lexicon.function_words.items():
            if word in weights:
                evidence[language] += weights[word]
                known = True
        if known:
            continue
        if _is_game_term(word, lexicon):
            if _is_everyday_english(word, lexicon):
                evidence["en"] += _EVERYDAY_WEIGHT
        elif len(word) > 2 and word in lexicon.informal:
            evidence["id"] += 1.0
        else:
            for language in ("es", "id"):
                if lexicon.base(word, language) is not None:
                    evidence[language] += 1.0
    return evidence


def _is_game_term(word: str, lexicon: Lexicon) -> bool:
    """An English term, in any inflection, that players of every language use."""
    return word in lexicon.protected or lexicon.base(word, "en") is not None


def _is_everyday_english(word: str, lexicon: Lexicon) -> bool:
    """An English word of the lexicon that Spanish and Indonesian players have their own words for ("empty")."""
    base = lexicon.base(word, "en")
    if base is None or lexicon.lists(base, "es") or lexicon.lists(base, "id"):
        return False
    return all(term.kind == "plain" for term, _ in lexicon.senses(base, "en"))
