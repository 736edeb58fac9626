"""Any sentence-transformers model as an encoder. Imports torch, which takes seconds, only when one is made."""

from __future__ import annotations

import hashlib
import re
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from index.encoder import EncoderUnavailable, Progress, Vectors

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

_E5 = re.compile(r"(?:^|[-_/])e5(?:[-_/]|$)", re.IGNORECASE)
_BATCH = 32
_TEXTS_AT_ONCE = 256
_SAMPLES_PER_TENSOR = 256


class SentenceTransformersEncoder:
    """A model by its name on the Hugging Face Hub or by its folder, with the prompts that it brings.

    E5 models that bring none get the "query: " and "passage: " that they were trained with. A model that was
    downloaded before is loaded without asking the network.

    Raises EncoderUnavailable when the model can't be loaded; without a network that takes a minute of attempts.
    """

    def __init__(self, name: str, threads: int = 2, device: str = "cpu") -> None:
        self._model = _load(name, device)
        _set_threads(threads)
        _add_e5_prompts(self._model, name)
        dimensions = self._model.get_embedding_dimension()
        if dimensions is None:
            raise EncoderUnavailable(f"The model {name} does not say how many dimensions its vectors have")
        self._dimensions = int(dimensions)
        self._identity = f"sentence-transformers/{_short(name)}/{_fingerprint(self._model)}"
        # Models keep state while they encode (a fast tokenizer can't be borrowed twice), so that texts take turns.
        self._turn = threading.Lock()

    @property
    def identity(self) -> str:
        return self._identity

    @property
    def dimensions(self) -> int:
        return self._dimensions

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        with self._turn:
            return self._encode(self._model.encode_query, texts)

    def encode_passages(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        parts = [np.empty((0, self._dimensions), dtype=np.float32)]
        for start in range(0, len(texts), _TEXTS_AT_ONCE):
            part = texts[start : start + _TEXTS_AT_ONCE]
            with self._turn:
                parts.append(self._encode(self._model.encode_document, part))
            if progress is not None:
                progress(start + len(part), len(texts))
        return np.concatenate(parts)

    def _encode(self, encode: Any, texts: Sequence[str]) -> Vectors:
        if not texts:
            return np.empty((0, self._dimensions), dtype=np.float32)
        cleaned = [text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace") for text in texts]
        vectors = encode(
            cleaned, batch_size=_BATCH, normalize_embeddings=True, convert_to_numpy=True, show_progress_bar=False
        )
        return np.asarray(vectors, dtype=np.float32)


def _load(name: str, device: str) -> SentenceTransformer:
    if name.startswith((".", "/", "~")) and not Path(name).expanduser().is_dir():
        raise EncoderUnavailable(f"There is no model folder {name}: mend the path, or name a model of the Hub")
    try:
        from sentence_transformers import SentenceTransformer
    except ImportError as error:
        raise EncoderUnavailable(
            f"The encoder {name} needs sentence-transformers, which can't be imported ({error}): "
            "pip install sentence-transformers"
        ) from error
    path = str(Path(name).expanduser()) if name.startswith("~") else name
    try:
        return SentenceTransformer(path, device=device, local_files_only=True)
    except (OSError, ValueError, RuntimeError, ImportError) as local:
        if Path(path).is_dir():
            raise EncoderUnavailable(f"The folder {name} holds no model that can be loaded: {local}") from local
    try:
        return SentenceTransformer(path, device=device)
    except (OSError, ValueError, RuntimeError, ImportError) as error:
        raise EncoderUnavailable(
            f"The model {name} is neither downloaded nor to be had from the Hugging Face Hub; check its name and the "
            f'network, name a folder that holds it, or use "bundled", which needs no network. The reason given: {error}'
        ) from error


def _set_threads(threads: int) -> None:
    import torch

    torch.set_num_threads(threads)


def _add_e5_prompts(model: SentenceTransformer, name: str) -> None:
    # Instruction-tuned E5 models are prompted in another way and bring their prompts along.
    if any(model.prompts.values()) or not _E5.search(name) or "instruct" in name.lower():
        return
    model.prompts.update({"query": "query: ", "document": "passage: "})


def _short(name: str) -> str:
    """The Hub's owner/name, or a folder's last part: where the folder lies doesn't alter its vectors."""
    return Path(name).name if Path(name).expanduser().is_dir() else name


def _fingerprint(model: SentenceTransformer) -> str:
    """Changes with weights, their type, prompts and modules: a model tuned in place gets a new identity.

    A sample of every tensor is hashed; tuning moves all of them.
    """
    digest = hashlib.sha256(repr(sorted(model.prompts.items())).encode())
    for module in model:
        digest.update(type(module).__name__.encode())
        digest.update(str(getattr(module, "identity", "")).encode())
    for name, tensor in sorted(model.state_dict().items()):
        digest.update(f"{name}{tuple(tensor.shape)}{tensor.dtype}".encode())
        flat = tensor.detach().reshape(-1)
        digest.update(flat[:: max(1, flat.numel() // _SAMPLES_PER_TENSOR)].double().cpu().numpy().tobytes())
    return digest.hexdigest()[:16]
