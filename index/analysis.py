"""Texts as terms for lexical retrieval (BM25): the same analysis for passages and for questions."""

from __future__ import annotations

import re
import threading
from collections.abc import Sequence

import Stemmer

from rules_corpus.lexicon import Lexicon
from rules_corpus.lexicon.inflection import base_candidates
from rules_corpus.lexicon.terms import split_hyphens
from rules_corpus.lexicon.words import is_rule_number, split_words

_ALGORITHMS = {"en": "english", "es": "spanish", "id": "indonesian"}
_PARTICIPLES = ("ado", "ada", "ados", "adas", "ido", "ida", "idos", "idas")
_CLAUSE_ENDS = re.compile(r"[?!;\n]|[.,:](?=\s|$)")
_CACHED_WORDS = 100_000


class Analyser:
    """Turns text into terms; one may be shared by threads."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._stemmers = {language: Stemmer.Stemmer(name) for language, name in _ALGORITHMS.items()}
        self._stemming = threading.Lock()  # a Stemmer is not safe between threads
        self._seen: dict[tuple[str, str], str] = {}

    @property
    def lexicon(self) -> Lexicon:
        return self._lexicon

    def terms(self, text: str, language: str) -> list[str]:
        """The terms of a text in reading order, duplicates kept.

        Folded words; game terms in their listed form, other words stemmed; each game term of several words
        also as one joined term ("main_phase"); rule numbers whole. A language other than en, es, id is read as en.
        """
        if language not in _ALGORITHMS:
            language = "en"
        languages = ("en",) if language == "en" else (language, "en")
        stop = self._lexicon.stop_words[language]
        terms: list[str] = []
        for clause in _CLAUSE_ENDS.split(text):
            words = split_words(clause)
            if language == "id":
                words = formal_indonesian(words, self._lexicon)
            words = split_hyphens(words, self._lexicon, languages)
            terms += [self._term(word, language) for word in words if word not in stop]
            phrases = (match.key for match in self._lexicon.find(words, languages) if " " in match.key)
            terms += [phrase.replace(" ", "_") for phrase in phrases]
        return terms

    def _term(self, word: str, language: str) -> str:
        at = (word, language)
        term = self._seen.get(at)
        if term is None:
            if len(self._seen) >= _CACHED_WORDS:
                self._seen.clear()
            term = self._seen[at] = self._analyse(word, language)
        return term

    def _analyse(self, word: str, language: str) -> str:
        if is_rule_number(word) or not word[0].isalpha() or word in self._lexicon.protected:
            return word
        base = lemma(word, language, self._lexicon)
        if base is not None:
            return base
        with self._stemming:
            return str(self._stemmers[language].stemWord(word))


def lemma(word: str, language: str, lexicon: Lexicon) -> str | None:
    """The lexicon's base form of a folded word, English game terms included, or None where it knows none.

    A listed form that inflects another form of the same term gives way to it ("pasangkan" to "pasang"), and so do
    English inflections and Spanish participles in any case ("equipped" to "equip", "anexado" to "anexar"), so that
    both sides of a search meet.
    """
    base, found_in = lexicon.base(word, language), language
    if base is None and language != "en":
        base, found_in = lexicon.base(word, "en"), "en"
    if base is None:
        return None
    concepts = {term.concept for term, _ in lexicon.senses(base, found_in)}
    for candidate in base_candidates(base, found_in):
        inflects = found_in == "en" or (found_in == "es" and base.endswith(_PARTICIPLES))
        shared = inflects or any(t.concept in concepts for t, _ in lexicon.senses(candidate, found_in))
        if shared and lexicon.lists(candidate, found_in):
            return candidate
    return base


def formal_indonesian(words: Sequence[str], lexicon: Lexicon) -> list[str]:
    """Informal Indonesian words replaced by formal ones, particles dropped.

    `gak` and its spellings at the end of a clause ask a question and are dropped; elsewhere they negate.
    """
    formal: list[str] = []
    for position, word in enumerate(words):
        known = lexicon.informal.get(word)
        if known is None:
            formal.append(word)
        elif known.word_class == "verb" and lexicon.base(word, "id") and not lexicon.base("".join(known.formal), "id"):
            formal.append(word)  # a game term that only the informal word names
        elif known.word_class == "neg_or_q" and _only_particles(words[position + 1 :], lexicon):
            continue
        else:
            formal.extend(known.formal)
    return formal


def _only_particles(words: Sequence[str], lexicon: Lexicon) -> bool:
    classes = (lexicon.informal.get(word) for word in words)
    return all(known is not None and known.word_class.startswith(("part", "address")) for known in classes)
