"""Slow to import (torch), so kept apart from the other tests of the encoder."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from index.bundled_e5_module import BundledE5, bundled_sentence_transformer
from index.encoder import EncoderUnavailable, load_encoder
from index.onnx_encoder import OnnxEncoder
from index.sentence_transformers_encoder import SentenceTransformersEncoder
from tests.index.encoder_texts import HOSTILE, ODD, ORDINARY

ROOT = Path(__file__).resolve().parents[2]
TEXTS = list(ORDINARY[:6])


@pytest.fixture(scope="module")
def tiny_model(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """An untrained model of 32 dimensions, with a vocabulary of letters: enough to tell which text went in."""
    import torch
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import Pooling, Transformer
    from transformers import BertConfig, BertModel, BertTokenizerFast

    folder = tmp_path_factory.mktemp("tiny")
    letters = [chr(code) for code in range(33, 127)]
    marks = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    (folder / "vocab.txt").write_text("\n".join([*marks, *letters, *("##" + letter for letter in letters)]), "utf-8")
    torch.manual_seed(7)
    config = BertConfig(
        vocab_size=5 + 2 * len(letters),
        hidden_size=32,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=64,
        max_position_embeddings=128,
        initializer_range=0.5,
    )
    BertModel(config).save_pretrained(folder)
    BertTokenizerFast(str(folder / "vocab.txt")).save_pretrained(folder)
    return SentenceTransformer(modules=[Transformer(str(folder), max_seq_length=128), Pooling(32)], device="cpu")


def saved(model: Any, folder: Path, prompts: dict[str, str]) -> str:
    model.prompts = {"query": "", "document": "", **prompts}
    model.save(str(folder))
    return str(folder)


def encoded(model: Any, texts: list[str]) -> Any:
    return model.encode(texts, normalize_embeddings=True, prompt="")


def test_the_models_own_prompts_are_used(tiny_model: Any, tmp_path: Path) -> None:
    encoder = load_encoder(saved(tiny_model, tmp_path / "other", {"query": "ask: ", "document": "doc: "}), tmp_path)
    assert np.allclose(encoder.encode_queries(["abc"]), encoded(tiny_model, ["ask: abc"]), atol=1e-5)
    assert np.allclose(encoder.encode_passages(["abc"]), encoded(tiny_model, ["doc: abc"]), atol=1e-5)
    assert not np.allclose(encoder.encode_queries(["abc"]), encoder.encode_passages(["abc"]), atol=1e-3)


def test_an_e5_model_without_prompts_gets_those_of_e5(tiny_model: Any, tmp_path: Path) -> None:
    encoder = SentenceTransformersEncoder(saved(tiny_model, tmp_path / "multilingual-e5-tiny", {}))
    assert np.allclose(encoder.encode_queries(["abc"]), encoded(tiny_model, ["query: abc"]), atol=1e-5)
    assert np.allclose(encoder.encode_passages(["abc"]), encoded(tiny_model, ["passage: abc"]), atol=1e-5)


@pytest.mark.parametrize("name", ["some-model", "e5-tiny-instruct", "base5-e50"])
def test_other_models_without_prompts_get_none(tiny_model: Any, tmp_path: Path, name: str) -> None:
    encoder = SentenceTransformersEncoder(saved(tiny_model, tmp_path / name, {}))
    assert np.allclose(encoder.encode_queries(["abc"]), encoded(tiny_model, ["abc"]), atol=1e-5)
    assert np.allclose(encoder.encode_passages(["abc"]), encoded(tiny_model, ["abc"]), atol=1e-5)


def test_shape_length_order_and_progress(tiny_model: Any, tmp_path: Path) -> None:
    encoder = SentenceTransformersEncoder(saved(tiny_model, tmp_path / "model", {}))
    texts = [f"rule {number} " + "x" * (number % 17) for number in range(300)]
    seen: list[tuple[int, int]] = []
    vectors = encoder.encode_passages(texts, lambda done, total: seen.append((done, total)))
    assert encoder.dimensions == 32
    assert vectors.shape == (300, 32)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert np.allclose(vectors[271], encoder.encode_passages([texts[271]])[0], atol=1e-5)
    assert seen == [(256, 300), (300, 300)]
    assert encoder.encode_queries([]).shape == encoder.encode_passages([]).shape == (0, 32)
    assert np.isfinite(encoder.encode_queries(HOSTILE)).all()


def test_the_identity_follows_weights_and_prompts_but_not_the_folder(tiny_model: Any, tmp_path: Path) -> None:
    first = SentenceTransformersEncoder(saved(tiny_model, tmp_path / "a" / "model", {})).identity
    moved = SentenceTransformersEncoder(saved(tiny_model, tmp_path / "b" / "model", {})).identity
    prompted = SentenceTransformersEncoder(saved(tiny_model, tmp_path / "c" / "model", {"query": "ask: "})).identity
    parameter = next(tiny_model.parameters())
    parameter.data *= 1.01
    tuned = SentenceTransformersEncoder(saved(tiny_model, tmp_path / "d" / "model", {})).identity
    parameter.data /= 1.01
    assert first == moved
    assert len({first, prompted, tuned}) == 3


def test_a_folder_that_holds_no_model_is_reported(tmp_path: Path) -> None:
    with pytest.raises(EncoderUnavailable, match="holds no model"):
        SentenceTransformersEncoder(str(tmp_path))


def test_a_model_that_is_nowhere_is_reported_with_what_to_do() -> None:
    program = """
from pathlib import Path
from index.encoder import EncoderUnavailable, load_encoder
try:
    load_encoder("nobody/no-such-model", Path("unused"))
except EncoderUnavailable as error:
    print(error)
"""
    environment = os.environ | {"HF_HUB_OFFLINE": "1"}
    result = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert "The model nobody/no-such-model is neither downloaded nor to be had" in result.stdout
    assert '"bundled"' in result.stdout


def test_the_bundled_encoder_is_a_sentence_transformer_too(bundled_folder: Path, bundled: OnnxEncoder) -> None:
    model = bundled_sentence_transformer(bundled_folder)
    texts = [*TEXTS, *ODD[:3]]
    assert (model.encode_query(texts) * bundled.encode_queries(texts)).sum(axis=1).min() > 0.9999
    assert (model.encode_document(texts) * bundled.encode_passages(texts)).sum(axis=1).min() > 0.9999
    assert (model.encode(texts) * bundled.encode_queries(texts)).sum(axis=1).min() < 0.9999
    assert model.get_embedding_dimension() == 384
    assert model.max_seq_length == 512
    assert np.allclose(model.similarity(model.encode_query(texts[:2]), model.encode_query(texts[:2])).diagonal(), 1)


def test_the_bundled_sentence_transformer_survives_saving(bundled_folder: Path, tmp_path: Path) -> None:
    from sentence_transformers import SentenceTransformer

    model = bundled_sentence_transformer(bundled_folder, threads=1)
    model.save(str(tmp_path / "saved"))
    loaded = SentenceTransformer(str(tmp_path / "saved"), trust_remote_code=True, device="cpu")
    module = loaded[0]
    assert isinstance(module, BundledE5)
    assert module.threads == 1
    assert module.folder == tmp_path / "saved"
    assert module.identity == model[0].identity
    assert np.allclose(loaded.encode_query(TEXTS), model.encode_query(TEXTS), atol=1e-6)
    assert np.allclose(loaded.encode_document(TEXTS), model.encode_document(TEXTS), atol=1e-6)


def test_the_module_takes_nothing_but_texts(bundled_folder: Path) -> None:
    with pytest.raises(TypeError, match="texts"):
        BundledE5(bundled_folder).preprocess([("a", "b")])
