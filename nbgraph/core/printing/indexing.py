"""Items of arrays: slices at run-time positions, `v[i]`, `v.at[i].set(x)`."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from nbgraph.core.printing.code import expression, literal, subscript, table
from nbgraph.core.printing.program import Equation, NoFormError
from nbgraph.core.printing.values import Value

_UPDATES = table(
    "scatter set  scatter-add add  scatter_add add  scatter-mul multiply  scatter_mul multiply  scatter-min min"
    " scatter_min min  scatter-max max  scatter_max max"
)
UPDATES = frozenset(_UPDATES)


def dynamic_slice(equation: Equation, operands: Sequence[Value]) -> Value:
    """A part of an array at a run-time position; `v[i]` once the axis of one item is left out."""
    array, *starts = operands
    if equation.in_list:
        starts = [_in_range(starts[0]).also(operation="position"), *starts[1:]]
    sizes = tuple(equation.params["slice_sizes"])
    node = expression(f"lax.dynamic_slice(_0_, _1_, {sizes})", array.node, _positions(starts))
    parts = [_part(*each) for each in zip(starts, sizes, array.shape, strict=True)]
    made = Value(node, equation.results[0].aval, False)
    if any(part is None for part in parts):
        return made
    return made.also(operation="dynamic_slice", operands=(array,), params=parts)


def _positions(starts: Sequence[Value]) -> ast.expr:
    return ast.Tuple([start.typed() for start in starts], ast.Load())


def _part(start: Value, size: int, whole: int) -> ast.expr | None:
    if size == whole and start.known is not None:
        return ast.Slice()
    if size == 1 and start.operation == "index" and start.params == whole:
        return start.operands[0].node
    if size == 1 and start.operation == "position":
        return start.node
    return start.node if size == 1 and start.known is not None else None


def dynamic_update(equation: Equation, operands: Sequence[Value]) -> Value:
    """A part of an array at a run-time position replaced; a row of a list's buffer, which is there, by `at`."""
    array, update, *starts = operands
    aval = equation.results[0].aval
    row = _row_of(update)
    if row is not None and all(start.is_number(0) for start in starts[1:]):
        first = starts[0]
        if equation.in_list:
            index = _in_range(first)
            return Value(expression("_0_.at[_1_].set(_2_)", array.node, index.node, row.node), aval, False)
        if update.shape[1:] == array.shape[1:]:
            node = expression(
                "lax.dynamic_update_index_in_dim(_0_, _1_, _2_, 0)", array.node, row.array(), first.typed()
            )
            return Value(node, aval, False)
    node = expression("lax.dynamic_update_slice(_0_, _1_, _2_)", array.node, update.node, _positions(starts))
    return Value(node, aval, False)


def _row_of(update: Value) -> Value | None:
    """The item that an update of one row consists of."""
    if update.operation in ("broadcast_in_dim", "reshape") and update.shape[:1] == (1,):
        base = update.operands[0]
        return base if base.shape == update.shape[1:] else None
    return None


def _in_range(index: Value) -> Value:
    """An index that may count from the end, without what counts."""
    while index.operation == "index":
        index = index.operands[0]
    return index


def indices_of(index: Value) -> list[Value] | None:
    """The positions that an array of positions consists of."""
    if index.operation == "stacked":
        parts: Sequence[Value] = index.operands
    elif index.operation in ("broadcast_in_dim", "reshape"):
        parts = index.operands[:1]
    else:
        return None
    found = [part.operands[0] if part.operation == "convert_element_type" else part for part in parts]
    return [part.operands[0] if part.operation == "index" else part for part in found]


def gather(equation: Equation, operands: Sequence[Value]) -> Value:
    """`v[i]`, `m[i, j]`, `v[positions]`."""
    array, index = operands
    numbers, sizes = equation.params["dimension_numbers"], equation.params["slice_sizes"]
    axes, aval = tuple(numbers.start_index_map), equation.results[0].aval
    whole = all(size == n for k, (size, n) in enumerate(zip(sizes, array.shape, strict=True)) if k not in axes)
    if not whole or axes != tuple(numbers.collapsed_slice_dims) or numbers.operand_batching_dims:
        raise NoFormError("a gather of parts of arrays")
    parts = indices_of(index)
    if parts is None and index.shape[-1:] == (1,):
        parts = [index.also(node=expression("_0_[..., 0]", index.node))]
    if parts is None or len(parts) != len(axes):
        raise NoFormError("a gather of several positions")
    mode = str(equation.params["mode"])
    by = dict(zip(axes, parts, strict=True))
    found = [by[k].node if k in by else ast.Slice() for k in range(len(array.shape))]
    if "CLIP" in mode and len(axes) == 1:
        more = "" if axes == (0,) and len(array.shape) == 1 else f", axis={axes[0]}"
        return Value(expression(f"jnp.take(_0_, _1_{more}, mode='clip')", array.node, parts[0].node), aval, False)
    return Value(subscript(array.node, found), aval, False)


def scatter(equation: Equation, operands: Sequence[Value]) -> Value:
    """`v.at[i].set(x)`, and its like."""
    array, index, update = operands
    numbers = equation.params["dimension_numbers"]
    axes, aval = tuple(numbers.scatter_dims_to_operand_dims), equation.results[0].aval
    if tuple(numbers.inserted_window_dims) != axes or numbers.operand_batching_dims:
        raise NoFormError("a scatter of parts of arrays")
    parts = indices_of(index)
    if parts is None or len(parts) != len(axes):
        raise NoFormError("a scatter at several positions")
    by = dict(zip(axes, parts, strict=True))
    found = [by[k].node if k in by else ast.Slice() for k in range(len(array.shape))]
    where: Any = subscript(expression("_0_.at", array.node), found)
    spread = update.operation == "broadcast_in_dim" and update.operands[0].shape == ()
    item = update.operands[0] if spread else update
    mode = _mode(str(equation.params["mode"]))
    node = expression(f"_0_.{_UPDATES[equation.operation]}(_1_)", where, item.node)
    node.keywords = [ast.keyword("mode", literal(mode))] if mode else []
    return Value(node, aval, False)


def _mode(name: str) -> str:
    if "FILL_OR_DROP" in name:
        return ""
    return "clip" if "CLIP" in name else "promise_in_bounds"
