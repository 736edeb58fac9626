"""The English game terms that a question's Spanish, Indonesian and informal words stand for.

Rules are mostly published in English; without this step lexical retrieval finds little for the other languages.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules_corpus.lexicon import Lexicon
from rules_corpus.lexicon.words import form_key, split_words


@dataclass(frozen=True, slots=True)
class Expansion:
    english: tuple[str, ...]
    """English terms in the order of the words that they stand for, without those that the text already uses."""
    terms: tuple[str, ...]
    """The concepts of all terms found, whether or not they add a word."""


def expand(text: str, language: str, game: str | None, lexicon: Lexicon) -> Expansion:
    """What the words of a text are called in a game's English rules (in any game's, if `game` is None).

    The longest phrase wins; accents do not matter; a word with several senses in a game yields all of them.
    Loose words ("creature" for a unit) count only where the game is known.
    """
    words = split_words(text)
    languages = ("en",) if language == "en" else (language, "en")
    said = f" {form_key(' '.join(words))} "
    english: dict[str, None] = {}
    concepts: dict[str, None] = {}
    for match in lexicon.find(words, languages, game, loose=game is not None):
        for term in match.terms:
            concepts[term.concept] = None
            if language == "en" and term.kind == "plain":
                continue  # an English question says these as the rules do
            for called in term.english:
                if f" {form_key(called)} " not in said:
                    english[called] = None
    return Expansion(tuple(english), tuple(concepts))


def expanded_query(text: str, expansion: Expansion) -> str:
    """The text followed by its English terms, for lexical and for dense retrieval."""
    return f"{text} ({' '.join(expansion.english)})" if expansion.english else text
