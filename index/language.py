"""Which of the three languages a question is written in."""

from __future__ import annotations

import re
import threading
from collections.abc import Mapping
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


# Words that nearly always mark one language in a player's question; the lists need not be complete.
_FUNCTION_WORDS: Mapping[str, frozenset[str]] = {
    "en": frozenset(
        [
            "i'm",
            "i'd",
            "i've",
            "can't",
            "don't",
            "doesn't",
            "isn't",
            "won't",
            "what's",
            "that's",
            "it's",
            "the",
            "and",
            "or",
            "but",
            "not",
            "with",
            "without",
            "from",
            "into",
            "is",
            "are",
            "was",
            "were",
            "am",
            "do",
            "does",
            "did",
            "can",
            "could",
            "may",
            "might",
            "must",
            "should",
            "would",
            "will",
            "how",
            "what",
            "when",
            "where",
            "which",
            "who",
            "whose",
            "why",
            "if",
            "this",
            "that",
            "these",
            "those",
            "it",
            "its",
            "they",
            "their",
            "them",
            "he",
            "she",
            "his",
            "her",
            "you",
            "your",
            "we",
            "our",
            "my",
            "mine",
            "to",
            "of",
            "in",
            "on",
            "at",
            "for",
            "by",
            "as",
            "there",
            "here",
            "then",
            "than",
            "after",
            "before",
            "during",
            "while",
            "until",
            "because",
            "have",
            "has",
            "had",
            "having",
            "get",
            "gets",
            "many",
            "much",
            "more",
            "most",
            "less",
            "only",
            "also",
            "still",
            "again",
            "any",
            "each",
            "every",
            "all",
            "both",
            "same",
            "other",
            "another",
            "before",
            "against",
            "about",
            "over",
            "under",
            "happens",
            "happen",
            "work",
            "works",
            "mean",
            "means",
            "be",
            "been",
            "being",
            "an",
            "u",
            "ur",
            "im",
            "dont",
            "doesnt",
            "cant",
            "isnt",
            "whats",
            "pls",
            "please",
        ]
    ),
    "es": frozenset(
        [
            "el",
            "la",
            "los",
            "las",
            "un",
            "una",
            "unos",
            "unas",
            "de",
            "del",
            "al",
            "y",
            "o",
            "que",
            "cual",
            "cuales",
            "quien",
            "quienes",
            "como",
            "cuando",
            "donde",
            "cuanto",
            "cuanta",
            "cuantos",
            "cuantas",
            "porque",
            "por",
            "para",
            "con",
            "sin",
            "sobre",
            "entre",
            "desde",
            "hasta",
            "hacia",
            "si",
            "esta",
            "este",
            "esto",
            "estos",
            "estas",
            "ese",
            "esa",
            "eso",
            "es",
            "son",
            "ser",
            "soy",
            "estar",
            "estoy",
            "estan",
            "estaba",
            "fue",
            "era",
            "hay",
            "he",
            "ha",
            "han",
            "mi",
            "mis",
            "tu",
            "tus",
            "su",
            "sus",
            "me",
            "te",
            "se",
            "le",
            "les",
            "lo",
            "nos",
            "yo",
            "el",
            "ella",
            "ellos",
            "usted",
            "puedo",
            "puede",
            "puedes",
            "pueden",
            "podria",
            "podemos",
            "debo",
            "debe",
            "tengo",
            "tiene",
            "tienes",
            "tienen",
            "hago",
            "hace",
            "hacer",
            "sirve",
            "funciona",
            "pasa",
            "pasan",
            "va",
            "voy",
            "vas",
            "van",
            "no",
            "ni",
            "pero",
            "tambien",
            "mas",
            "menos",
            "muy",
            "ya",
            "aun",
            "solo",
            "todo",
            "toda",
            "todos",
            "todas",
            "otro",
            "otra",
            "otros",
            "otras",
            "mismo",
            "misma",
            "uno",
            "dos",
            "tres",
            "cada",
            "durante",
            "antes",
            "despues",
            "mientras",
            "luego",
            "entonces",
            "asi",
            "q",
            "xq",
            "pq",
        ]
    ),
    "id": frozenset(
        [
            "yang",
            "dan",
            "atau",
            "di",
            "ke",
            "dari",
            "dengan",
            "untuk",
            "pada",
            "oleh",
            "dalam",
            "luar",
            "kalau",
            "jika",
            "apabila",
            "bila",
            "saat",
            "ketika",
            "waktu",
            "setelah",
            "sebelum",
            "sampai",
            "karena",
            "supaya",
            "agar",
            "tapi",
            "tetapi",
            "apa",
            "apakah",
            "siapa",
            "kapan",
            "mana",
            "dimana",
            "berapa",
            "bagaimana",
            "kenapa",
            "mengapa",
            "itu",
            "ini",
            "saya",
            "aku",
            "kamu",
            "dia",
            "mereka",
            "kita",
            "kami",
            "bisa",
            "boleh",
            "harus",
            "dapat",
            "mau",
            "akan",
            "sudah",
            "belum",
            "sedang",
            "lagi",
            "masih",
            "tidak",
            "bukan",
            "jangan",
            "tanpa",
            "ada",
            "punya",
            "adalah",
            "hanya",
            "saja",
            "juga",
            "satu",
            "dua",
            "tiga",
            "semua",
            "setiap",
            "tiap",
            "sama",
            "lain",
            "lalu",
            "terus",
            "seperti",
            "sekali",
            "cara",
            "artinya",
            "fungsinya",
            "caranya",
            "maksudnya",
            "gak",
            "ga",
            "gk",
            "nggak",
            "enggak",
            "kagak",
            "ngga",
            "kalo",
            "klo",
            "gimana",
            "gmn",
            "yg",
            "dgn",
            "utk",
            "udah",
            "udh",
            "blm",
            "belom",
            "doang",
            "cuma",
            "aja",
            "aku",
            "gw",
            "gue",
            "lu",
            "sih",
            "dong",
            "deh",
            "kok",
            "nih",
            "tuh",
            "kan",
            "min",
            "bang",
            "kak",
            "krn",
            "karna",
            "pas",
        ]
    ),
}
# Of the words above, those that the languages share, with the share of the evidence that each keeps.
_AMBIGUOUS = {
    "me": 0.4, "no": 0.4, "a": 0.0, "in": 0.6, "is": 1.0, "on": 1.0, "all": 0.8, "can": 1.0, "di": 0.8, "si": 0.6,
    "lo": 0.6, "ya": 0.4, "pas": 0.5, "min": 0.4, "o": 0.5, "y": 0.8, "u": 0.6, "he": 0.5, "te": 0.5, "as": 0.5,
    "dan": 0.9, "dari": 1.0, "kan": 0.9, "it": 1.0, "an": 0.7, "ha": 0.6, "van": 0.6, "era": 0.5, "solo": 0.6, "might": 0.0,
    "sin": 0.8, "uno": 0.7, "may": 0.8, "will": 0.8, "other": 1.0, "sama": 1.0, "bang": 0.5, "mana": 0.0, "ada": 0.8,
    "con": 0.8, "fue": 1.0, "dos": 0.8, "tres": 0.8, "saya": 1.0, "an": 0.7, "se": 0.7, "su": 0.8, "tu": 0.8, "mi": 0.7,
}  # fmt: skip
_SPANISH_SIGNS = re.compile(r"[¿¡ñÑ]")
_ACCENTS = re.compile(r"[áéíóúÁÉÍÓÚ]")
_DECISIVE = 1.0
"""A lead of evidence from which no statistical model is asked."""
_SURE_ENOUGH = 0.6


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
    evidence = _word_evidence(text, words, lexicon)
    ranked = sorted(evidence, key=lambda language: -evidence[language])
    first, second = ranked[0], ranked[1]
    lead = evidence[first] - evidence[second]
    if lead >= _DECISIVE and evidence[first] >= 1.5 * evidence[second]:
        confidence = min(0.99, (evidence[first] + 0.5) / (evidence[first] + evidence[second] + 0.75))
        return LanguageGuess(first, confidence, second if evidence[second] > 0 else None)
    rest = _without_game_terms(words, lexicon)
    if not any(len(word) > 2 and word.isalpha() for word in rest):
        if lead > 0:
            return LanguageGuess(first, 0.5, second if evidence[second] > 0 else None)
        return LanguageGuess(None, 0.0, None)
    modelled = _MODEL.probabilities(" ".join(rest))
    combined = {language: modelled.get(language, 0.0) * (1.0 + evidence[language]) ** 2 for language in evidence}
    total = sum(combined.values()) or 1.0
    ranked = sorted(combined, key=lambda language: -combined[language])
    confidence = combined[ranked[0]] / total
    if confidence < _SURE_ENOUGH:
        return LanguageGuess(None, confidence, ranked[0])
    return LanguageGuess(ranked[0], confidence, ranked[1])


def _word_evidence(text: str, words: list[str], lexicon: Lexicon) -> dict[str, float]:
    evidence = {"en": 0.0, "es": 0.0, "id": 0.0}
    if _SPANISH_SIGNS.search(text):
        evidence["es"] += 2.0
    if _ACCENTS.search(text):
        evidence["es"] += 1.0
    for word in words:
        known = False
        for language, function_words in _FUNCTION_WORDS.items():
            if word in function_words:
                evidence[language] += _AMBIGUOUS.get(word, 1.0)
                known = True
        if not known and not _is_game_term(word, lexicon):
            if lexicon.informal.get(word) is not None and len(word) > 2:
                evidence["id"] += 1.0
            else:
                for language in ("es", "id"):
                    if lexicon.base(word, language) is not None:
                        evidence[language] += 1.0
    return evidence


def _is_game_term(word: str, lexicon: Lexicon) -> bool:
    """An English term, in any inflection, that players of every language use."""
    return word in lexicon.protected or lexicon.base(word, "en") is not None


def _without_game_terms(words: list[str], lexicon: Lexicon) -> list[str]:
    return [word for word in words if not _is_game_term(word, lexicon)]
