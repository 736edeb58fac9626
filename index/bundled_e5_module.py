"""The bundled encoder as a sentence-transformers module, for tools that expect a SentenceTransformer.

Importing this module imports torch; nothing that answers questions does.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from sentence_transformers import SentenceTransformer
from sentence_transformers.base.modules import InputModule

from index.e5_build import DESCRIPTION_FILE, MODEL_FILE, TOKENIZER_FILE
from index.encoder import EncoderUnavailable
from index.onnx_encoder import PASSAGE_PREFIX, QUERY_PREFIX, OnnxEncoder, pad

FILES = (MODEL_FILE, TOKENIZER_FILE, DESCRIPTION_FILE)


class BundledE5(InputModule):  # type: ignore[misc, unused-ignore]
    """From texts to unit vectors, on the processor. `folder` is one that `e5_build` has built or `save` has written.

    Raises EncoderUnavailable when `folder` holds no complete encoder.
    """

    config_file_name = "bundled_e5_config.json"
    config_keys = ["threads"]  # noqa: RUF012 (the base class declares it so)
    save_in_root = True

    def __init__(self, folder: str | Path, threads: int = 2) -> None:
        super().__init__()  # type: ignore[no-untyped-call, unused-ignore]
        self.folder = Path(folder)
        self.threads = threads
        self._encoder = OnnxEncoder(self.folder, threads)
        self.max_seq_length = self._encoder.max_tokens

    @property
    def identity(self) -> str:
        return self._encoder.identity

    def get_embedding_dimension(self) -> int:
        return self._encoder.dimensions

    def get_sentence_embedding_dimension(self) -> int:
        return self._encoder.dimensions

    def preprocess(self, inputs: Sequence[Any], prompt: str | None = None, **kwargs: Any) -> dict[str, Any]:
        """Token ids and mask of plain texts, shape (texts, tokens). Raises TypeError for anything else."""
        for text in inputs:
            if not isinstance(text, str):
                raise TypeError(f"This encoder takes texts, not {type(text).__name__}")
        input_ids, mask = pad(self._encoder.tokenize([(prompt or "") + text for text in inputs]))
        return {"input_ids": torch.from_numpy(input_ids), "attention_mask": torch.from_numpy(mask)}

    def forward(self, features: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        """Adds `sentence_embedding`, shape (texts, dimensions)."""
        vectors = self._encoder.run(features["input_ids"].cpu().numpy(), features["attention_mask"].cpu().numpy())
        features["sentence_embedding"] = torch.from_numpy(vectors).to(features["input_ids"].device)
        return features

    def save(self, output_path: str, *args: Any, **kwargs: Any) -> None:
        for name in FILES:
            shutil.copyfile(self.folder / name, Path(output_path) / name)
        self.save_config(output_path)

    @classmethod
    def load(
        cls,
        model_name_or_path: str,
        subfolder: str = "",
        token: bool | str | None = None,
        cache_folder: str | None = None,
        revision: str | None = None,
        local_files_only: bool = False,
        init_defaults: dict[str, Any] | None = None,
        **kwargs: Any,
    ) -> BundledE5:
        config = (init_defaults or {}) | cls.load_config(
            model_name_or_path,
            subfolder=subfolder,
            token=token,
            cache_folder=cache_folder,
            revision=revision,
            local_files_only=local_files_only,
        )
        folder = cls.load_dir_path(
            model_name_or_path,
            subfolder=subfolder,
            token=token,
            cache_folder=cache_folder,
            revision=revision,
            local_files_only=local_files_only,
        )
        if folder is None:
            raise EncoderUnavailable(f"{model_name_or_path} is neither a folder nor a model of the Hub")
        return cls(folder, **config)


def bundled_sentence_transformer(folder: str | Path, threads: int = 2) -> SentenceTransformer:
    """The bundled encoder with its prompts, so that `encode_query` and `encode_document` add the right prefix."""
    return SentenceTransformer(
        modules=[BundledE5(folder, threads)],
        prompts={"query": QUERY_PREFIX, "document": PASSAGE_PREFIX},
        similarity_fn_name="cosine",
        device="cpu",
    )
