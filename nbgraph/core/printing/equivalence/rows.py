"""Build terms for rows of arrays: items that are read from, and stored in, the buffers of lists.

The converter reads and stores at positions that are in range, or in a run whose check has failed. For these it makes no
difference that `lax.dynamic_slice` and `lax.dynamic_update_slice` clamp a position, that `v.at[i].set(x)` leaves out
one that is out of range, and that all of them count a negative one from the end.
"""

from __future__ import annotations

from collections.abc import Sequence

import jax
import numpy as np

from nbgraph.core.printing.equivalence.terms import Term, constant, wrapped_size
from nbgraph.core.printing.ir.program import Equation
from nbgraph.core.staging.lists import indexed_axes

Operands = tuple[Term, ...]


def stored_row(equation: Equation, operands: Sequence[Term]) -> Operands | None:
    """Return the array, item and positions of a store into a list's buffer; None for another equation."""
    if not equation.in_list or equation.operation != "dynamic_update_slice":
        return None
    array, update, *starts = operands
    count = indexed_axes(array.shape, update.shape, [_is_number(start, 0) for start in starts])
    if not count:
        return None
    positions = zip(starts[:count], array.shape, strict=False)
    return array, _item(update, count), *(_unwrapped(start, size) for start, size in positions)


def set_row(equation: Equation, operands: Sequence[Term]) -> Operands | None:
    """Return the same for what `v.at[i].set(x)` traces to."""
    if equation.operation != "scatter":
        return None
    numbers = equation.params["dimension_numbers"]
    array, index, item = operands
    count = index.shape[0] if len(index.shape) == 1 else 0
    axes = tuple(numbers.inserted_window_dims) == tuple(numbers.scatter_dims_to_operand_dims) == tuple(range(count))
    if not axes or not count or "FILL_OR_DROP" not in str(equation.params["mode"]):
        return None
    parts = index.operands if index.operation == "stack" else (index,)
    positions = [
        _wrapped(part.operands[0] if part.operation == "reshape" else part, size)
        for part, size in zip(parts, array.shape, strict=False)
    ]
    known = [position for position in positions if position is not None]
    return (array, item, *known) if len(known) == count and item.shape == array.shape[count:] else None


def read_row(equation: Equation, operands: Sequence[Term]) -> Operands | None:
    """Return the array and positions of an item read from a list's buffer, or as `v[i]` or `v[i, j]`; else None."""
    if equation.operation == "slice":
        return _known_row(equation, operands[0])
    if equation.operation != "dynamic_slice":
        return None
    array, *starts = operands
    count = indexed_axes(array.shape, equation.params["slice_sizes"], [_is_number(start, 0) for start in starts])
    places = list(zip(starts[:count], array.shape, strict=False))
    if equation.in_list:
        return (array, *(_unwrapped(*place) for place in places)) if count else None
    known = [found for place in places if (found := _wrapped(*place)) is not None]
    return (array, *known) if 0 < count == len(known) else None


def _known_row(equation: Equation, array: Term) -> Operands | None:
    """Return the array and position of a slice that is one row; None for another slice."""
    start, limit = equation.params["start_indices"], equation.params["limit_indices"]
    if not array.shape or equation.params["strides"] is not None:
        return None
    rest = all((a, b) == (0, n) for a, b, n in zip(start[1:], limit[1:], array.shape[1:], strict=True))
    position = jax.core.ShapedArray((), np.dtype("int32"))
    return (array, constant(start[0], position)) if rest and limit[0] - start[0] == 1 else None


def _item(update: Term, axes: int = 1) -> Term:
    """Return the item that an update of one position consists of."""
    shape = update.shape[axes:]
    if update.operation == "reshape" and update.operands[0].shape == shape:
        return update.operands[0]
    if update.operation == "broadcast_in_dim" and update.operands[0].shape == shape == ():
        return update.operands[0]
    whole = update.operands[0] if update.operation == "reshape" else update  # two reshapes are one, as `squeeze` is
    return Term("reshape", (), (whole,), shape, update.dtype)


def _wrapped(index: Term, size: int) -> Term | None:
    """Return the index inside the select that wraps a negative one; None where there is no such select."""
    if index.value is not None:
        return index
    return index.operands[1] if wrapped_size(index) == size else None


def _unwrapped(index: Term, size: int) -> Term:
    """Return an index without any select that wraps a negative one."""
    while wrapped_size(index) == size:
        index = index.operands[1]
    return index


def _is_number(term: Term, number: int) -> bool:
    return term.value is not None and int(term.value) == number
