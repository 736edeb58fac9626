"""A simpler recipe to hold the whole against: English rules only, two labels of context, half BM25 and half cosine.

The question is followed by the lexicon's English terms for both sides. BM25 drops English stop words and takes
Snowball's English stems; scores are divided by the highest, cosines stretched between the 200th and the first. Nothing
else: no candidates, damping, names or numbers.
"""

from __future__ import annotations

from dataclasses import dataclass

import bm25s
import numpy as np
import numpy.typing as npt
import Stemmer

from benchmarks.retrieval.runs import Query
from bot.evaluation.scoring import DEPTH
from index.encoder import Encoder, Vectors
from index.entries import label_of
from index.expansion import expand, expanded_query
from index.scope import Scopes
from index.vector_cache import VectorCache, encode_cached
from rules_corpus.lexicon import Lexicon
from rules_corpus.passages import PassageKind

NAME = "plain recipe"
_LABELS = 2
_FLOOR_RANK = 200

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class _Rules:
    """The rules of one edition of one game."""

    refs: tuple[str, ...]
    vectors: Vectors
    lexical: bm25s.BM25


class PlainRecipe:
    def __init__(self, scopes: Scopes, encoder: Encoder, lexicon: Lexicon, cache: VectorCache) -> None:
        self._scopes = scopes
        self._encoder = encoder
        self._lexicon = lexicon
        self._cache = cache
        self._stem = Stemmer.Stemmer("english")
        self._known: dict[tuple[str, str | None], _Rules] = {}

    def search(self, query: Query) -> tuple[str, ...]:
        """The numbers of the best rules, best first.

        :raises UnknownEditionError: the question's edition is not published.
        """
        rules = self.prepare(query.game, query.edition)
        text = expanded_query(query.text, expand(query.text, query.language, query.game, self._lexicon))
        lexical = self._lexical(rules, text)
        cosines = rules.vectors @ self._encoder.encode_queries([text])[0]
        floor = np.sort(cosines)[-min(_FLOOR_RANK, len(cosines))]
        dense = np.clip((cosines - floor) / max(float(cosines.max() - floor), 1e-9), 0, None)
        fused = 0.5 * lexical / max(float(lexical.max()), 1e-9) + 0.5 * dense
        return tuple(rules.refs[place] for place in np.argsort(-fused, kind="stable")[:DEPTH])

    def prepare(self, game: str, edition: str | None) -> _Rules:
        """Index the rules of an edition, once."""
        key = (game, edition)
        if key not in self._known:
            texts = self._texts(game, edition)
            vectors = encode_cached(self._encoder, list(texts.values()), self._cache)
            lexical = bm25s.BM25()
            lexical.index([self._words(text) or [""] for text in texts.values()], show_progress=False)
            self._known[key] = _Rules(tuple(texts), vectors, lexical)
        return self._known[key]

    def _texts(self, game: str, edition: str | None) -> dict[str, str]:
        texts: dict[str, str] = {}
        for view in self._scopes.of(game, edition).views:
            by_ref = {member.passage.ref: member.passage for member in view.members}
            for passage in by_ref.values():
                body = passage.body("en")
                if passage.kind is not PassageKind.RULE or passage.heading or body is None:
                    continue
                labels: list[str] = []
                above = by_ref.get(passage.parent or "")
                while above is not None and len(labels) < _LABELS:
                    if label := label_of(above, "en"):
                        labels.insert(0, label)
                    above = by_ref.get(above.parent or "")
                texts[passage.ref] = ". ".join([" > ".join(labels), body.text]) if labels else body.text
        return texts

    def _lexical(self, rules: _Rules, text: str) -> Floats:
        known = rules.lexical.get_tokens_ids(self._words(text))
        if not known:
            return np.zeros(len(rules.refs), dtype=np.float32)
        scores: Floats = rules.lexical.get_scores_from_ids(known)
        return scores

    def _words(self, text: str) -> list[str]:
        words: list[str] = bm25s.tokenize(
            [text], stopwords="en", stemmer=self._stem, show_progress=False, return_ids=False
        )[0]
        return words
