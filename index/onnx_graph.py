"""Writes an ONNX graph node by node."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import onnx
from onnx import TensorProto, helper, numpy_helper

MICROSOFT = "com.microsoft"
"""The domain of ONNX Runtime's own operators."""

_OPSET = 20
_MICROSOFT_OPSET = 1
_IR_VERSION = 9


class GraphWriter:
    """Collects nodes and constants; nodes are executed in the order in which they are added."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._nodes: list[Any] = []
        self._constants: dict[str, Any] = {}

    def constant(self, name: str, value: Any) -> str:
        """A constant array; naming the same constant twice stores it once."""
        if name not in self._constants:
            self._constants[name] = numpy_helper.from_array(np.ascontiguousarray(value).reshape(np.shape(value)), name)
        return name

    def int4_constant(self, name: str, shape: tuple[int, int], packed: npt.NDArray[np.uint8]) -> str:
        """A constant of signed 4-bit integers, two to a byte, the first in the low half."""
        self._constants[name] = TensorProto(
            name=name, data_type=TensorProto.INT4, dims=list(shape), raw_data=packed.tobytes()
        )
        return name

    def node(self, operator: str, inputs: list[str], output: str, domain: str = "", **attributes: Any) -> str:
        """A node with one output, whose name it returns."""
        self._nodes.append(helper.make_node(operator, inputs, [output], name=output, domain=domain, **attributes))
        return output

    def split(self, tensor: str, outputs: list[str]) -> list[str]:
        """Equal parts along the last axis."""
        self._nodes.append(
            helper.make_node("Split", [tensor], outputs, name=f"{tensor}.split", axis=-1, num_outputs=len(outputs))
        )
        return outputs

    def model(self, inputs: dict[str, list[str]], outputs: dict[str, list[str | int]]) -> Any:
        """The finished model; `inputs` are of 64-bit integers, `outputs` of 32-bit floats, both by shape."""
        graph = helper.make_graph(
            self._nodes,
            self._name,
            [helper.make_tensor_value_info(name, TensorProto.INT64, shape) for name, shape in inputs.items()],
            [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in outputs.items()],
            list(self._constants.values()),
        )
        model = helper.make_model(
            graph,
            opset_imports=[helper.make_opsetid("", _OPSET), helper.make_opsetid(MICROSOFT, _MICROSOFT_OPSET)],
            ir_version=_IR_VERSION,
            producer_name="rulesbot",
        )
        onnx.checker.check_model(model)
        return model
