"""Store items in buffers: if an item is a row of the buffer with one changed element, store only that element."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import jax

from nbgraph.core import _jax
from nbgraph.core.records import dataclass


def stored(buffer: Any, item: Any, position: Any) -> Any:
    """Return a buffer with an item in a row, which must be in range."""
    found = _changed_part(item)
    if found is None or not _is_row(found[0], buffer, position):
        return put(buffer, item, [position])
    _, part, places = found
    return put(buffer, part, [position, *places])


def put(buffer: Any, item: Any, places: Sequence[Any]) -> Any:
    """Return a buffer with another item at the given indices of its first axes, which are in range."""
    with jax.named_scope(_jax.LIST_SCOPE):
        if len(places) == 1:
            return jax.lax.dynamic_update_index_in_dim(buffer, item, places[0], 0)
        for _ in places:
            item = item[None]
        return jax.lax.dynamic_update_slice(buffer, item, _starts(buffer, places), allow_negative_indices=False)


def taken(buffer: Any, places: Sequence[Any]) -> Any:
    """Return the item of a buffer at the given indices of its first axes, which are in range."""
    with jax.named_scope(_jax.LIST_SCOPE):
        if len(places) == 1:
            return jax.lax.dynamic_index_in_dim(buffer, places[0], keepdims=False)
        sizes = (*[1] * len(places), *buffer.shape[len(places) :])
        part = jax.lax.dynamic_slice(buffer, _starts(buffer, places), sizes, allow_negative_indices=False)
        return jax.lax.squeeze(part, range(len(places)))


def read(buffer: Any, position: Any) -> Any:
    """Return the item of a buffer at a position in range; if the buffer is a row just read, read the outer buffer."""
    name, operands = _jax.made_by(buffer)
    is_row = name == "dynamic_index_in_dim" and buffer.shape and buffer.shape == operands[0].shape[1:]
    if is_row and _jax.in_list(_jax.maker_of(buffer)) and _jax.trace_of(buffer) is _jax.current_trace():
        return taken(operands[0], [operands[1], position])
    return taken(buffer, [position])


def _starts(buffer: Any, places: Sequence[Any]) -> tuple[Any, ...]:
    return *places, *[0] * (buffer.ndim - len(places))


@dataclass(frozen=True)
class Stored:
    """A store of an equation into the buffer of a list."""

    buffer: Any  # the array before the store, an operand
    item: Any  # the stored item: an operand, or the value it was made from
    places: tuple[Any, ...]  # the indices: an operand for each of the first axes
    equation: Any


def stored_by(equation: Any, makers: Mapping[Any, Any]) -> Stored | None:
    """Return the store of an equation into a list's buffer, as `put` stages it; None for any other equation."""
    if not _jax.in_list(equation):
        return None
    name = equation.params["name"] if equation.primitive.name == "jit" else equation.primitive.name
    if name == "dynamic_update_index_in_dim":
        buffer, item, place = equation.invars
        return Stored(buffer, item, (place,), equation)
    if name != "dynamic_update_slice":
        return None
    buffer, item, *starts = equation.invars
    axes = indexed_axes(buffer.aval.shape, item.aval.shape, [_jax.literal_value(each) == (True, 0) for each in starts])
    for _ in range(axes):
        made = makers.get(item) if _jax.is_variable(item) else None
        if made is None or made.primitive.name not in ("broadcast_in_dim", "reshape"):
            return None
        outer, item = item, made.invars[0]
        if outer.aval.shape != (1, *item.aval.shape):
            return None
    return Stored(buffer, item, tuple(starts[:axes]), equation) if axes else None


def indexed_axes(shape: Sequence[int], part: Sequence[int], begins: Sequence[bool]) -> int:
    """Return how many indices lead to a part of an array that is an item or a row of items; 0 if none do.

    Args:
        begins: for each axis, whether the part starts at index 0.

    >>> indexed_axes((4, 5), (1, 5), [False, True]), indexed_axes((4, 5), (1, 1), [False, False])
    (1, 2)
    >>> indexed_axes((4, 5), (1, 2), [False, True])
    0
    """
    for count in range(1, len(shape) + 1):
        if tuple(part) == (*(1,) * count, *shape[count:]) and all(begins[count:]):
            return count
    return 0


def _changed_part(item: Any) -> tuple[Any, Any, Sequence[Any]] | None:
    """Return the array an item was before one store into a list, the stored part and its indices; or None."""
    equation = _jax.maker_of(item)
    if equation is None or not _jax.in_list(equation):
        return None
    name, operands = _jax.made_by(item)
    if name == "dynamic_update_index_in_dim":
        array, part, place = operands
        return array, part, (place,)
    return None


def _is_row(item: Any, buffer: Any, position: Any) -> bool:
    name, operands = _jax.made_by(item)
    if name == "squeeze":
        return _is_known_row(operands[0], buffer, position)
    equation = _jax.maker_of(item)
    is_read = name == "dynamic_index_in_dim" and _jax.in_list(equation)
    return is_read and _jax.surely_same(operands[0], buffer) and _jax.surely_same(operands[1], position)


def _is_known_row(part: Any, buffer: Any, position: Any) -> bool:
    equation = _jax.maker_of(part)
    if equation is None or equation.primitive.name != "slice" or not isinstance(position, int):
        return False
    starts = tuple(equation.params["start_indices"])
    whole = starts == (position, *[0] * (buffer.ndim - 1)) and part.shape == (1, *buffer.shape[1:])
    return whole and _jax.surely_same(equation.in_tracers[0], buffer)
