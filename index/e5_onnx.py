"""multilingual-e5-small as an ONNX graph, from token ids to unit vectors."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from onnx import TensorProto

from index.e5_linear import Floats, LinearStyle, Product
from index.e5_outliers import BEFORE_ATTENTION, BEFORE_FEED_FORWARD
from index.e5_weights import BLOCK, E5Weights, FourBitMatrix
from index.onnx_graph import MICROSOFT, GraphWriter

INPUT_IDS, ATTENTION_MASK, VECTORS = "input_ids", "attention_mask", "vectors"

_EPSILON = 1e-12
_GELU_LOWER_BOUND = -0.17
"""GELU's minimum is -0.16997."""


def build_model(weights: E5Weights, kept: npt.NDArray[np.int64], style: LinearStyle) -> Any:
    """The ONNX model over the vocabulary `kept` (ids in the weights file, numbered anew from 0).

    Inputs: `input_ids` and `attention_mask`, int64, shape (batch, tokens). Output: `vectors`, float32, shape
    (batch, hidden): the mean over each text's tokens, scaled to length 1.
    """
    return _Encoder(weights, kept, style).model()


class _Encoder:
    def __init__(self, weights: E5Weights, kept: npt.NDArray[np.int64], style: LinearStyle) -> None:
        self._weights = weights
        self._kept = kept
        self._style = style
        self._graph = GraphWriter("multilingual-e5-small")

    def model(self) -> Any:
        graph = self._graph
        graph.node("Cast", [ATTENTION_MASK], "padding", to=TensorProto.INT32)
        states = self._embeddings()
        for layer in range(self._weights.layers):
            states = self._feed_forward(layer, self._attention(layer, states))
        self._pool(states)
        shape: list[str] = ["batch", "tokens"]
        return graph.model({INPUT_IDS: shape, ATTENTION_MASK: shape}, {VECTORS: ["batch", self._weights.hidden]})

    def _embeddings(self) -> str:
        graph, weights = self._graph, self._weights
        words = weights.matrix("emb.word", weights.hidden, self._kept)
        codes = words.codes ^ np.uint8(8)  # code - 8 as a signed 4-bit integer
        shape = (len(self._kept), weights.hidden)
        table = graph.int4_constant("embeddings.words", shape, codes[:, 0::2] | (codes[:, 1::2] << np.uint8(4)))
        scales = graph.constant("embeddings.words.scales", words.scales)
        word = graph.node(
            "GatherBlockQuantized",
            [table, INPUT_IDS, scales],
            "embeddings.word",
            domain=MICROSOFT,
            block_size=BLOCK,
            gather_axis=0,
            quantize_axis=1,
        )
        # Every token is of the first type, so that its embedding can be added to the positions' beforehand.
        positions = weights.floats("emb.pos").reshape(-1, weights.hidden) + weights.floats("emb.type")[: weights.hidden]
        length = graph.node("Shape", [INPUT_IDS], "length", start=1, end=2)
        position = graph.node(
            "Slice",
            [graph.constant("positions", positions), graph.constant("origin", np.array([0], np.int64)), length],
            "embeddings.position",
        )
        return self._norm(graph.node("Add", [word, position], "embeddings.sum"), "embeddings", "emb.ln")

    def _attention(self, layer: int, states: str) -> str:
        graph = self._graph
        prepared = self._style.prepare(graph, states, self._factors(BEFORE_ATTENTION[layer]))
        stacked, bias = self._matrix([f"l{layer}.q", f"l{layer}.k", f"l{layer}.v"], self._weights.hidden)
        product = self._style.multiply(graph, prepared, f"{layer}.query_key_value", stacked, bias)
        parts = graph.split(product.tensor, [f"{layer}.query", f"{layer}.key", f"{layer}.value"])
        attended = graph.node(
            "MultiHeadAttention",
            [*parts, product.bias, "padding"],
            f"{layer}.attended",
            domain=MICROSOFT,
            num_heads=self._weights.heads,
        )
        output = self._multiply(layer, "ao", attended, "attention_output")
        return self._add_and_norm(layer, output, states, "attention", "aln")

    def _feed_forward(self, layer: int, states: str) -> str:
        graph = self._graph
        prepared = self._style.prepare(graph, states, self._factors(BEFORE_FEED_FORWARD[layer]))
        matrix, bias = self._matrix([f"l{layer}.fi"], self._weights.hidden)
        inner = self._style.multiply(graph, prepared, f"{layer}.inner", matrix, bias)
        activated = graph.node("BiasGelu", [inner.tensor, inner.bias], f"{layer}.activated", domain=MICROSOFT)
        output = self._multiply(layer, "fo", activated, "output", lower_bound=_GELU_LOWER_BOUND)
        return self._add_and_norm(layer, output, states, "states", "oln")

    def _multiply(self, layer: int, tensor: str, states: str, name: str, lower_bound: float | None = None) -> Product:
        prepared = self._style.prepare(self._graph, states, lower_bound=lower_bound)
        inputs = self._weights.inner if tensor == "fo" else self._weights.hidden
        matrix, bias = self._matrix([f"l{layer}.{tensor}"], inputs)
        return self._style.multiply(self._graph, prepared, f"{layer}.{name}", matrix, bias)

    def _matrix(self, names: list[str], inputs: int) -> tuple[FourBitMatrix, Floats]:
        matrices = [self._weights.matrix(f"{name}.w", inputs) for name in names]
        return FourBitMatrix.stack(matrices), np.concatenate([self._weights.floats(f"{name}.b") for name in names])

    def _add_and_norm(self, layer: int, product: Product, residual: str, name: str, norm: str) -> str:
        # Separate nodes: on processors ONNX Runtime's fused SkipLayerNormalization is three times slower than these.
        graph = self._graph
        added = graph.node("Add", [product.tensor, residual], f"{layer}.{name}.residual")
        biased = graph.node("Add", [added, product.bias], f"{layer}.{name}.sum")
        return self._norm(biased, f"{layer}.{name}", f"l{layer}.{norm}")

    def _norm(self, tensor: str, name: str, weights: str) -> str:
        graph = self._graph
        gain = graph.constant(f"{name}.norm.gain", self._weights.floats(f"{weights}.w"))
        bias = graph.constant(f"{name}.norm.bias", self._weights.floats(f"{weights}.b"))
        return graph.node("LayerNormalization", [tensor, gain, bias], f"{name}.norm", axis=-1, epsilon=_EPSILON)

    def _factors(self, outliers: dict[int, int]) -> Floats | None:
        if not outliers:
            return None
        factors = np.ones(self._weights.hidden, np.float32)
        for channel, exponent in outliers.items():
            factors[channel] = 2.0**exponent
        return factors

    def _pool(self, states: str) -> None:
        # The mean's length doesn't matter, so that the sum over the text's tokens serves as well.
        graph = self._graph
        axis = graph.constant("token_axis", np.array([1], np.int64))
        mask = graph.node("Cast", [ATTENTION_MASK], "mask", to=TensorProto.FLOAT)
        row = graph.node("Unsqueeze", [mask, axis], "mask.row")
        total = graph.node("Squeeze", [graph.node("MatMul", [row, states], "pooled.row"), axis], "pooled")
        graph.node("LpNormalization", [total], VECTORS, axis=-1, p=2)
