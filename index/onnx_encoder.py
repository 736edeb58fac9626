"""Runs an encoder that `e5_build` has built, with ONNX Runtime."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnxruntime
from tokenizers import Encoding, Tokenizer

from index.e5_build import MODEL_FILE, TOKENIZER_FILE, EncoderFolderError, read_description
from index.encoder import EncoderUnavailable, Progress, Vectors

QUERY_PREFIX = "query: "
PASSAGE_PREFIX = "passage: "

_BATCH_TOKENS = 512
"""Padded tokens run at once: enough to keep a thread busy, few enough to stay in the processor's cache."""
_TEXTS_TOKENIZED_AT_ONCE = 1024
_MAX_CHARACTERS = 40_000
"""What lies beyond is not even tokenized; 512 tokens are at most 8,192 characters."""


@dataclass(frozen=True, slots=True)
class _Loaded:
    tokenizer: Tokenizer
    session: onnxruntime.InferenceSession


class OnnxEncoder:
    """Vectors of a text do not depend on the texts beside it. Safe to share between threads.

    Raises EncoderUnavailable when `folder` holds no complete encoder, and at the first use when it can't be run here.
    """

    def __init__(self, folder: Path, threads: int = 2) -> None:
        """`threads`: how many batches are run at the same time; one question is one thread's work."""
        self._threads = threads
        self._folder = folder
        self._loading = threading.Lock()
        self._loaded: _Loaded | None = None
        try:
            self._description = read_description(folder)
        except EncoderFolderError as error:
            raise EncoderUnavailable(str(error)) from error

    def _load(self) -> _Loaded:
        """Tokenizer and model, read when they are first needed: looking a rule up takes neither."""
        with self._loading:
            if self._loaded is None:
                try:
                    self._loaded = _Loaded(
                        Tokenizer.from_file(str(self._folder / TOKENIZER_FILE)),
                        _open_session(self._folder / MODEL_FILE),
                    )
                except Exception as error:
                    # Both libraries raise plain exceptions of their own for a file that they can't read.
                    raise EncoderUnavailable(f"The encoder in {self._folder} can't be loaded: {error}") from error
            return self._loaded

    @property
    def identity(self) -> str:
        return self._description.identity

    @property
    def dimensions(self) -> int:
        return self._description.dimensions

    @property
    def max_tokens(self) -> int:
        """A text's tokens beyond these are left out, prefix and marks counted."""
        return self._description.max_tokens

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        return self._encode(QUERY_PREFIX, texts, None)

    def encode_passages(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        return self._encode(PASSAGE_PREFIX, texts, progress)

    def tokenize(self, texts: Sequence[str]) -> list[list[int]]:
        """Token ids of texts that carry their prefix already, marks included, cut at the model's limit."""
        cleaned = [_clean(text) for text in texts]
        tokenizer = self._load().tokenizer
        # One text is split in this thread: starting the tokenizer's thread pool would cost more.
        encodings: list[Encoding] = (
            [tokenizer.encode(cleaned[0])] if len(cleaned) == 1 else tokenizer.encode_batch(cleaned)
        )
        return [encoding.ids for encoding in encodings]

    def run(self, input_ids: npt.NDArray[np.int64], attention_mask: npt.NDArray[np.int64]) -> Vectors:
        """Vectors of padded token ids; both arrays have shape (texts, tokens)."""
        vectors: Vectors = self._load().session.run(None, {"input_ids": input_ids, "attention_mask": attention_mask})[0]
        return vectors

    def _encode(self, prefix: str, texts: Sequence[str], progress: Progress | None) -> Vectors:
        vectors = np.empty((len(texts), self.dimensions), dtype=np.float32)
        done = 0
        for start in range(0, len(texts), _TEXTS_TOKENIZED_AT_ONCE):
            tokens = self.tokenize([prefix + text for text in texts[start : start + _TEXTS_TOKENIZED_AT_ONCE]])
            for batch, found in self._run_batches(tokens):
                vectors[[start + place for place in batch]] = found
                done += len(batch)
                if progress is not None:
                    progress(done, len(texts))
        return vectors

    def _run_batches(self, tokens: Sequence[Sequence[int]]) -> Iterator[tuple[list[int], Vectors]]:
        planned = list(batches([len(ids) for ids in tokens]))

        def run(batch: list[int]) -> Vectors:
            return self.run(*pad([tokens[place] for place in batch]))

        if len(planned) == 1 or self._threads == 1:
            yield from ((batch, run(batch)) for batch in planned)
            return
        # Whole batches side by side: threads that share one batch would wait for each other at every layer.
        with ThreadPoolExecutor(self._threads) as pool:
            yield from zip(planned, pool.map(run, planned), strict=True)


def batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Places of texts of similar length, so that little of a batch is padding; longest first."""
    batch: list[int] = []
    for place in sorted(range(len(lengths)), key=lambda place: -lengths[place]):
        if batch and (len(batch) + 1) * lengths[batch[0]] > _BATCH_TOKENS:
            yield batch
            batch = []
        batch.append(place)
    if batch:
        yield batch


def pad(tokens: Sequence[Sequence[int]]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Token ids filled up to the longest, and the mask that is 1 where a token is; shape (texts, tokens)."""
    shape = (len(tokens), max(len(ids) for ids in tokens))
    input_ids = np.ones(shape, dtype=np.int64)  # 1 is the padding token; the mask hides it anyway
    attention_mask = np.zeros(shape, dtype=np.int64)
    for row, ids in enumerate(tokens):
        input_ids[row, : len(ids)] = ids
        attention_mask[row, : len(ids)] = 1
    return input_ids, attention_mask


def _clean(text: str) -> str:
    """Text that can be encoded: halves of surrogate pairs are joined, and what has no other half is replaced."""
    text = text[:_MAX_CHARACTERS]
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _open_session(model: Path) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    # The graph is written as it is to run; looking for improvements would only delay loading.
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
