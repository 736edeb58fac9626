"""Which question is meant: the vectors of the questions that can be asked, made when a game's are first needed."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Sequence

import numpy as np

from index.encoder import Encoder, Vectors
from index.vector_cache import VectorCache, encode_cached
from rule_check.reading.phrases import PhraseBook
from rule_check.topics import Topic
from rule_check.which_question import Closeness, Ranker, names_object
from rule_check.wordings import wordings
from rules_corpus.lexicon import Lexicon

CLOSE = Closeness(with_object=0.856, without=0.906)
"""For the bundled encoder. Of 70 questions on the topics and 66 on others, written by hand in three languages and three
games, 59 and 3 come to this; the right question is among those offered for 53."""


class QuestionOffers:
    """Offers the questions that a text may mean; threads may share it."""

    def __init__(
        self,
        encode: Callable[[Sequence[str]], Vectors],
        lexicon: Lexicon,
        kept: Callable[[Sequence[str]], Vectors] | None = None,
        close: Closeness = CLOSE,
    ) -> None:
        """`encode`: texts to unit vectors of shape (texts, dimensions); `kept` likewise, of texts worth keeping."""
        self._encode = encode
        self._kept = kept or encode
        self._lexicon = lexicon
        self._close = close
        self._making = threading.Lock()
        self._rankers: dict[tuple[str, str], Ranker] = {}

    def of(
        self, text: str, language: str, topic: Topic, book: PhraseBook | None, events: Collection[str]
    ) -> tuple[str, ...]:
        """The values of the questions that a text may mean, the likeliest first."""
        ranker = self._ranker(language, topic, book)
        vector = np.asarray(self._encode([text])[0], dtype=np.float32)
        named = names_object(text, topic.vocabulary, language, book, self._lexicon)
        return ranker.offers(vector, names_object=named, events=events, close=self._close)

    def _ranker(self, language: str, topic: Topic, book: PhraseBook | None) -> Ranker:
        key = (topic.game, language)
        with self._making:
            if key not in self._rankers:
                found = wordings(topic.vocabulary, language, book, topic.checks)
                vectors = np.asarray(self._kept([wording.text for wording in found]), dtype=np.float32)
                self._rankers[key] = Ranker(found, vectors, topic.vocabulary)
            return self._rankers[key]


def kept_vectors(encoder: Encoder, cache: VectorCache) -> Callable[[Sequence[str]], Vectors]:
    """Encodes texts as queries, each once for a database: those that the cache has are taken from it."""
    return lambda texts: encode_cached(encoder, texts, cache, as_queries=True)
