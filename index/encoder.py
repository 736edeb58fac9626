"""What turns texts into vectors: the interface, and which encoder a setting names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

Vectors = npt.NDArray[np.float32]
Progress = Callable[[int, int], None]
"""Called with (done, total)."""


class Encoder(Protocol):
    """Turns questions and passages into unit vectors whose inner product is their similarity."""

    @property
    def identity(self) -> str:
        """Names weights and quantisation; vectors of two identities are never compared or cached as one."""
        ...

    @property
    def dimensions(self) -> int: ...

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors of questions, shape (len(texts), dimensions)."""
        ...

    def encode_passages(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        """Unit vectors of passages, shape (len(texts), dimensions)."""
        ...
