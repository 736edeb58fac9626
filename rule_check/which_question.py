"""Which of the questions that can be asked a text may mean, where no phrase says it: ranked by their vectors.

Nothing is concluded from a rank: the questions are offered, and a person chooses.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rule_check.choices import asked_for
from rule_check.reading.phrases import PhraseBook
from rule_check.reading.tokens import tokens_of
from rule_check.vocabulary import Vocabulary
from rule_check.wordings import Wording
from rules_corpus.lexicon import Lexicon
from rules_corpus.lexicon.words import fold

MOST_OFFERED = 5

Floats = npt.NDArray[np.float32]

_BEST = 2
"""A question is as close as the mean of so many of its wordings, the closest ones."""
_OF_EVENT = 0.02
"""What it adds to a question that the text names the event in whose moment it is asked."""


@dataclass(frozen=True, slots=True)
class Closeness:
    """From which cosine to the closest question a text is taken to mean one of them."""

    with_object: float
    """Where the text names an object of the game."""
    without: float


class Ranker:
    """Ranks the questions of one game in one language; safe to share between threads."""

    def __init__(self, wordings: Sequence[Wording], vectors: Floats, vocabulary: Vocabulary) -> None:
        """`vectors`: unit vectors of the wordings, in their order, of shape (wordings, dimensions)."""
        self._vectors = vectors
        self._places: dict[str, list[int]] = {}
        for place, wording in enumerate(wordings):
            self._places.setdefault(wording.ask, []).append(place)
        self._events = {ask: asked_for(ask, vocabulary).event for ask in self._places}

    def offers(
        self, question: Floats, *, names_object: bool, events: Collection[str], close: Closeness
    ) -> tuple[str, ...]:
        """Up to `MOST_OFFERED` questions, the likeliest first; none where the text is about something else.

        `question`: the text's unit vector, of shape (dimensions,); `events`: those that the text is known to name.
        """
        cosines = self._vectors @ question
        scores: dict[str, float] = {}
        for ask, places in self._places.items():
            best = np.sort(cosines[places])[-_BEST:]
            scores[ask] = float(best.mean())
        if not scores or max(scores.values()) < (close.with_object if names_object else close.without):
            return ()
        for ask, event in self._events.items():
            if event is not None and event in events:
                scores[ask] += _OF_EVENT
        return tuple(sorted(scores, key=lambda ask: (-scores[ask], ask))[:MOST_OFFERED])


def names_object(text: str, vocabulary: Vocabulary, language: str, book: PhraseBook | None, lexicon: Lexicon) -> bool:
    """Whether a text has a noun for an object of the game."""
    forms = {form for token in tokens_of(text, language, lexicon) for form in token.forms}
    called = [name.words for entries in book.nouns.nouns.values() for name in entries] if book is not None else []
    for kind in vocabulary.kinds.values():
        words = tuple(word for word in fold(kind.words[language][0]).split() if word not in _POINTING)
        called.append(words)
    return any(words and forms.issuperset(words) for words in called)


_POINTING = frozenset(("the", "itu", "el", "la"))
