"""Estimate an operation's work from shapes alone: enough to rank boxes, not to predict times."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from nbgraph.core.graph.model import Aval, Cost

_MOVES = frozenset({
    "broadcast_in_dim", "reshape", "transpose", "squeeze", "expand_dims", "slice", "dynamic_slice",
    "dynamic_update_slice", "concatenate", "gather", "rev", "pad", "copy", "copy_p", "iota", "stop_gradient",
    "convert_element_type", "bitcast_convert_type", "select_n",
})  # fmt: skip


def aval_of(aval: Any) -> Aval:
    """Convert JAX's aval, that of a token or reference included, into the model's."""
    shape = tuple(size if isinstance(size, int) else str(size) for size in getattr(aval, "shape", ()))
    return Aval(shape, str(getattr(aval, "dtype", type(aval).__name__)))


def estimate(operation: str, params: dict[str, Any], inputs: tuple[Aval, ...], outputs: tuple[Aval, ...]) -> Cost:
    """Estimate the cost of one operation.

    >>> estimate("add", {}, (Aval((8,), "float32"), Aval((), "float32")), (Aval((8,), "float32"),))
    Cost(flops=8, bytes=68)
    """
    return Cost(_flops(operation, params, inputs, outputs), sum(_bytes(aval) for aval in (*inputs, *outputs)))


def _flops(operation: str, params: dict[str, Any], inputs: tuple[Aval, ...], outputs: tuple[Aval, ...]) -> int:
    made = sum(_size(aval) for aval in outputs)
    if operation in _MOVES:
        return 0
    if operation == "dot_general":
        (contracted, _), _ = params["dimension_numbers"]
        return 2 * made * _size(Aval(tuple(inputs[0].shape[axis] for axis in contracted), ""))
    if operation.startswith(("reduce_", "arg", "cum")):
        return sum(_size(aval) for aval in inputs)
    return made


def _size(aval: Aval) -> int:
    return math.prod(size for size in aval.shape if isinstance(size, int))


def _bytes(aval: Aval) -> int:
    try:
        width = int(np.dtype(aval.dtype).itemsize)
    except TypeError:  # bfloat16, keys, tokens: NumPy does not know their names
        width = 2 if aval.dtype == "bfloat16" else 4
    return _size(aval) * width
