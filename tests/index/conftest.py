"""The bundled encoder, built once for a test run and shared by its processes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from index.e5_build import ensure_bundled_encoder
from index.onnx_encoder import OnnxEncoder


@pytest.fixture(scope="session")
def bundled_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundled encoder's folder; tests must not change it."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    return ensure_bundled_encoder(shared / "bundled-encoder")


@pytest.fixture(scope="session")
def bundled(bundled_folder: Path) -> OnnxEncoder:
    return OnnxEncoder(bundled_folder)
