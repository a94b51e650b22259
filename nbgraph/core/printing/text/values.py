"""Hold a value during printing: an expression, with the operation and operands it comes from."""

from __future__ import annotations

import ast
import dataclasses
import itertools
from collections.abc import Sequence
from typing import Any

import jax
import numpy as np

from nbgraph.core.keys import is_key_type
from nbgraph.core.printing.ir.program import Spans
from nbgraph.core.printing.text.code import cast, is_default, scalar
from nbgraph.core.records import dataclass


@dataclass(frozen=True, eq=False)
class Value:
    """A value as it can be printed."""

    node: ast.expr
    aval: Any
    # whether JAX would take it for a number of Python's own where the code runs; None where that is unknown
    weak: bool | None = False
    known: Any = None  # its value if it is a number; None otherwise
    names: frozenset[str] = frozenset()
    spans: Spans = ()
    operation: str = ""  # the operation of the expression; "" for a name
    operands: tuple[Value, ...] = ()
    params: Any = None
    traced: bool = False  # whether it is an array of JAX's wherever the code runs, and no number of Python's

    @property
    def is_simple(self) -> bool:
        """Return whether the expression is a name, a number, or a fixed part of these, which may be repeated."""
        node = self.node
        while isinstance(node, ast.Subscript | ast.Attribute | ast.UnaryOp):
            if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Constant | ast.UnaryOp):
                return False
            node = node.operand if isinstance(node, ast.UnaryOp) else node.value
        return isinstance(node, ast.Name | ast.Constant)

    @property
    def is_name(self) -> bool:
        return isinstance(self.node, ast.Name)

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self.aval.shape)

    @property
    def dtype(self) -> Any:
        return self.aval.dtype

    def is_number(self, number: float) -> bool:
        return self.known is not None and bool(self.known == number)

    def typed(self) -> Any:
        """Return the expression with its dtype made explicit."""
        if self.known is None or is_default(self.dtype):
            return self.node
        return cast(self.node, self.aval)

    def array(self) -> Any:
        return self.node if self.known is None else cast(self.node, self.aval)

    def also(self, **changes: Any) -> Value:
        return dataclasses.replace(self, **changes)


def known_value(value: Any, aval: Any) -> Value:
    return Value(scalar(np.asarray(value, aval.dtype)), aval, aval.dtype.kind != "b", np.asarray(value, aval.dtype))


def variable(
    symbol: str, aval: Any, *names: str, weak: bool | None = None, spans: Spans = (), traced: bool = False
) -> Value:
    known = frozenset(name for name in names if name)
    return Value(ast.Name(symbol, ast.Load()), aval, weak, names=known, spans=spans, traced=traced)


def promoted(values: Sequence[Value]) -> tuple[Any, bool | None] | None:
    """Return the dtype and weakness of an operator's result in `jax.numpy`; None where they are uncertain."""
    choices = [(False, True) if value.weak is None else (value.weak,) for value in values]
    found = set()
    for weak in itertools.product(*choices):
        result = _result_type(tuple((value.dtype, each) for value, each in zip(values, weak, strict=True)))
        if result is None:
            return None
        found.add(result)
    if len({dtype for dtype, _ in found}) != 1:
        return None
    return next(iter(found))[0], (next(iter(found))[1] if len(found) == 1 else None)


def _result_type(types: tuple[tuple[Any, bool], ...]) -> tuple[Any, bool] | None:
    if any(is_key_type(dtype) for dtype, _ in types):
        return None
    avals = [jax.core.ShapedArray((), dtype, weak_type=weak) for dtype, weak in types]
    try:
        dtype, weak = jax.dtypes.result_type(*avals, return_weak_type_flag=True)
    except (TypeError, ValueError):  # raised by strict promotion
        return None
    return np.dtype(dtype), bool(weak)


def broadcast_shape(values: Sequence[Value]) -> tuple[int, ...] | None:
    """Return the broadcast shape of values; None where they do not fit."""
    try:
        return jax.numpy.broadcast_shapes(*(value.shape for value in values))  # supports symbolic sizes
    except ValueError:
        return None


def settings() -> tuple[Any, ...]:
    """Return the settings of JAX that change how code is traced."""
    config: Any = jax.config
    return config.jax_numpy_dtype_promotion, config.jax_enable_x64, config.jax_default_matmul_precision
