"""Our encoder as peers use it: passages were encoded before, questions are encoded when they are asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from index.encoder import Encoder, Vectors


class PeerEncoder:
    def __init__(self, encoder: Encoder, known: Mapping[str, Vectors]) -> None:
        """`known`: the vector of every passage's text, shape (dimensions,)."""
        self._encoder = encoder
        self._known = known

    @property
    def dimensions(self) -> int:
        return self._encoder.dimensions

    def passages(self, texts: Sequence[str]) -> Vectors:
        """The vectors of passages, shape (len(texts), dimensions).

        :raises KeyError: a text is no passage.
        """
        return np.stack([self._known[text] for text in texts])

    def query(self, text: str) -> Vectors:
        """The vector of a question, shape (dimensions,)."""
        vectors: Vectors = self._encoder.encode_queries([text])
        return np.asarray(vectors[0])
