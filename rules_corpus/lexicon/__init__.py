"""The words of the games in English, Indonesian and Spanish: terms, informal forms, symbols.

The data files beside this module:

- `terms.csv`: one concept a row. `games` are R (Riftbound), M (Magic), V (Vandaria); `evidence` says how strongly a use
  tells these games from others (empty: 1); `rules_say` holds the English words that a query is expanded by; `en`, `id`
  and `es` the forms in which players write it, the one to show first, `~` before a loose one. Only base forms and
  irregular ones: inflections are recognised (`inflection.py`).
- `ambiguities.csv`: the forms that may mean several concepts of one game, each with the reason.
- `informal_id.csv`: informal Indonesian words, what they stand for, and their class.
- `function_words.csv`: words that mark a language, with their weight; `stop_words.csv`: words never searched for.
- `protected_terms.txt`: words that are never stemmed. `symbols.csv`: Riftbound's symbols in words.
"""

from rules_corpus.lexicon.loading import LexiconError, load_lexicon
from rules_corpus.lexicon.terms import Form, Informal, Lexicon, Match, Term

__all__ = ["Form", "Informal", "Lexicon", "LexiconError", "Match", "Term", "load_lexicon"]
