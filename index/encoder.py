"""What turns texts into vectors: the interface, and which encoder a setting names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

Vectors = npt.NDArray[np.float32]
Progress = Callable[[int, int], None]
"""Called with (done, total)."""


class EncoderUnavailable(RuntimeError):
    """No encoder can be had under this name; the message says why and what to do."""


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


BUNDLED = "bundled"
"""The name of the encoder whose weights come with an installed package; it needs no network."""


def load_encoder(name: str, data_folder: Path, progress: Progress | None = None, threads: int = 2) -> Encoder:
    """The encoder of this name: "bundled", or a sentence-transformers model's name or folder.

    The bundled encoder is built below `data_folder` if it is not there yet, which takes seconds and calls `progress`.
    Raises EncoderUnavailable when it can be neither found nor built, or when the model can't be loaded.
    """
    # Imported here: torch, which other models need, takes seconds to import and the bundled encoder does without it.
    if name == BUNDLED:
        from index.e5_build import ensure_bundled_encoder
        from index.onnx_encoder import OnnxEncoder

        return OnnxEncoder(ensure_bundled_encoder(data_folder, progress), threads)
    from index.sentence_transformers_encoder import SentenceTransformersEncoder

    return SentenceTransformersEncoder(name, threads=threads)
