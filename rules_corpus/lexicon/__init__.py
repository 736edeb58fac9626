"""The words of the games in English, Indonesian and Spanish: terms, informal forms, symbols."""

from rules_corpus.lexicon.loading import LexiconError, load_lexicon
from rules_corpus.lexicon.terms import GAMES, Form, Informal, Lexicon, Match, Term

__all__ = ["GAMES", "Form", "Informal", "Lexicon", "LexiconError", "Match", "Term", "load_lexicon"]
