"""Linear layers in ONNX, in the number formats among which the encoder can choose.

A layer's input is prepared once and may be multiplied by several matrices; the bias is left to whoever takes the
product, since most operators that follow can add it themselves.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from index.e5_weights import BLOCK, FourBitMatrix
from index.onnx_graph import MICROSOFT, GraphWriter

Floats = npt.NDArray[np.float32]

_LARGEST_PAIR = 127.0


@dataclass(frozen=True, slots=True)
class Prepared:
    """An input that is ready to be multiplied. The names are those of tensors in the graph."""

    tensor: str
    row_scales: str = ""
    zero_point: str = ""
    channel_factors: Floats | None = None
    """By what each input channel was divided, shape (inputs,)."""
    shift: float = 0.0
    """What was added to every element."""


@dataclass(frozen=True, slots=True)
class Product:
    tensor: str
    bias: str
    """Still to be added; the name of a constant of shape (outputs,)."""


class LinearStyle(Protocol):
    """How matrices are stored and multiplied."""

    @property
    def name(self) -> str:
        """Names the format within the encoder's identity."""
        ...

    def prepare(
        self, graph: GraphWriter, tensor: str, channel_factors: Floats | None = None, lower_bound: float | None = None
    ) -> Prepared:
        """Prepare a tensor of shape (batch, tokens, inputs).

        `channel_factors` says by how much each channel tends to exceed the others, 1 for most, shape (inputs,);
        `lower_bound`, if there is one, is a value that no element falls below.
        """
        ...

    def multiply(
        self, graph: GraphWriter, prepared: Prepared, name: str, matrix: FourBitMatrix, bias: Floats
    ) -> Product:
        """The product with the matrix, shape (batch, tokens, outputs)."""
        ...


class FloatLinear:
    """Plain float32: the reference."""

    name = "fp32"

    def prepare(
        self, graph: GraphWriter, tensor: str, channel_factors: Floats | None = None, lower_bound: float | None = None
    ) -> Prepared:
        return Prepared(tensor)

    def multiply(
        self, graph: GraphWriter, prepared: Prepared, name: str, matrix: FourBitMatrix, bias: Floats
    ) -> Product:
        weight = graph.constant(f"{name}.weight", matrix.to_float().T)
        return Product(graph.node("MatMul", [prepared.tensor, weight], name), graph.constant(f"{name}.bias", bias))


class FourBitLinear:
    """The weights exactly as the package stores them: blocks of 32 codes of 4 bits with one scale each.

    With `integer_inputs`, the inputs too are rounded to 8 bits block by block, where the processor profits from it.
    """

    def __init__(self, integer_inputs: bool = True) -> None:
        self._accuracy_level = 4 if integer_inputs else 0

    @property
    def name(self) -> str:
        return "4bit-int8" if self._accuracy_level else "4bit-fp32"

    def prepare(
        self, graph: GraphWriter, tensor: str, channel_factors: Floats | None = None, lower_bound: float | None = None
    ) -> Prepared:
        return Prepared(tensor)

    def multiply(
        self, graph: GraphWriter, prepared: Prepared, name: str, matrix: FourBitMatrix, bias: Floats
    ) -> Product:
        outputs, inputs = matrix.codes.shape
        packed = matrix.codes[:, 0::2] | (matrix.codes[:, 1::2] << 4)
        tensor = graph.node(
            "MatMulNBits",
            [
                prepared.tensor,
                graph.constant(f"{name}.weight", packed.reshape(outputs, inputs // BLOCK, BLOCK // 2)),
                graph.constant(f"{name}.scales", matrix.scales.reshape(-1)),
            ],
            name,
            domain=MICROSOFT,
            K=inputs,
            N=outputs,
            bits=4,
            block_size=BLOCK,
            accuracy_level=self._accuracy_level,
        )
        return Product(tensor, graph.constant(f"{name}.bias", bias))


class RowwiseInt8Linear:
    """8-bit integers: weights with one scale an output, inputs with one scale a token.

    ONNX Runtime's own dynamic quantisation takes one scale for a whole batch, so that a text's vector depends on the
    texts beside it; one scale a token makes it independent of them, and more accurate. Channels known to exceed the
    others are divided by a factor (and their weights multiplied by it), or they would take most of the range.
    """

    name = "int8-rows"

    def prepare(
        self, graph: GraphWriter, tensor: str, channel_factors: Floats | None = None, lower_bound: float | None = None
    ) -> Prepared:
        if lower_bound is not None:
            return self._prepare_shifted(graph, tensor, -lower_bound)
        smoothed = tensor
        if channel_factors is not None:
            inverse = graph.constant(f"{tensor}.factors", 1 / channel_factors)
            smoothed = graph.node("Mul", [tensor, inverse], f"{tensor}.smoothed")
        size = graph.node("Abs", [smoothed], f"{tensor}.size")
        codes, scales = self._round(graph, tensor, smoothed, size, steps=127, zero_point=128)
        return Prepared(codes, scales, graph.constant("zero_point_128", np.uint8(128)), channel_factors)

    def _prepare_shifted(self, graph: GraphWriter, tensor: str, shift: float) -> Prepared:
        """With a known lower bound all 256 codes serve the range above it, and the shift goes into the bias."""
        shifted = graph.node("Add", [tensor, graph.constant("shift", np.float32(shift))], f"{tensor}.shifted")
        codes, scales = self._round(graph, tensor, shifted, shifted, steps=255, zero_point=0)
        return Prepared(codes, scales, graph.constant("zero_point_0", np.uint8(0)), shift=shift)

    @staticmethod
    def _round(graph: GraphWriter, name: str, values: str, sizes: str, steps: int, zero_point: int) -> tuple[str, str]:
        last_axis = graph.constant("last_axis", np.array([-1], np.int64))
        largest = graph.node("ReduceMax", [sizes, last_axis], f"{name}.largest", keepdims=1)
        step = graph.constant(f"step_{steps}", np.float32(1 / steps))
        scales = graph.node("Mul", [largest, step], f"{name}.scales")
        scaled = graph.node("Div", [values, scales], f"{name}.scaled")
        one = graph.constant("one", np.float32(1))
        zero = graph.constant(f"zero_point_{zero_point}", np.uint8(zero_point))
        return graph.node("QuantizeLinear", [scaled, one, zero], f"{name}.codes"), scales

    def multiply(
        self, graph: GraphWriter, prepared: Prepared, name: str, matrix: FourBitMatrix, bias: Floats
    ) -> Product:
        weight = np.ascontiguousarray(matrix.to_float().T)
        if prepared.channel_factors is not None:
            weight *= prepared.channel_factors[:, None]
        codes, scales = round_to_int8(weight)
        if prepared.shift:
            bias = bias - np.float32(prepared.shift) * (codes.astype(np.float32).sum(axis=0) * scales)
        raw = graph.node(
            "MatMulIntegerToFloat",
            [
                prepared.tensor,
                graph.constant(f"{name}.weight", codes),
                graph.constant("one", np.float32(1)),
                graph.constant(f"{name}.scales", scales),
                prepared.zero_point,
            ],
            f"{name}.raw",
            domain=MICROSOFT,
        )
        tensor = graph.node("Mul", [raw, prepared.row_scales], name)
        return Product(tensor, graph.constant(f"{name}.bias", bias.astype(np.float32)))


def round_to_int8(weight: Floats) -> tuple[npt.NDArray[np.int8], Floats]:
    """Codes of shape (inputs, outputs) and a scale for each output.

    Processors without VNNI add the products of two neighbouring inputs in 16 bits: 255 * (|a| + |b|) must stay below
    32,768, or the sum saturates silently. So the scale is set by the largest neighbouring pair of each output, which
    costs about half a bit less than limiting every code to 7 bits.
    """
    inputs, outputs = weight.shape
    pairs = np.abs(weight).reshape(inputs // 2, 2, outputs).sum(axis=1).max(axis=0)
    scales = (pairs / _LARGEST_PAIR).astype(np.float32)
    return np.rint(weight / scales).astype(np.int8), scales
