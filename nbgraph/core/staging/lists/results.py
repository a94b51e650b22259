"""Lists as results of a graph: as one array, or as Python lists of the run's length."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, NoReturn

import jax
import jax.numpy as jnp
import numpy as np

from nbgraph.core._jax import Array
from nbgraph.core.keys import as_numpy, is_key
from nbgraph.core.spans import Span
from nbgraph.core.staging.enumerated.values import ChosenText, ChosenTextError, ChosenTuple, as_number, is_chosen
from nbgraph.core.staging.lists.buffers import Growing
from nbgraph.core.staging.lists.choices import OneOf
from nbgraph.core.staging.lists.contents import UnknownLengthError, growing_of, raw_items
from nbgraph.core.staging.lists.deques import Deque
from nbgraph.core.staging.lists.list_ import List, listed
from nbgraph.core.staging.lists.loops import has_buffers
from nbgraph.core.staging.lists.objects import OneObject, is_dict, refuse_reference
from nbgraph.core.staging.lists.orders import AnyOrder, Ordered
from nbgraph.core.staging.lists.selections import Selection
from nbgraph.core.staging.values.kinds import changed, closed, every_part, is_of_numbers, kind_of, parts_of
from nbgraph.core.staging.values.objects import Record
from nbgraph.core.staging.values.values import is_traced


def stack(items: Any, axis: int = 0) -> Any:
    """Return the items of a list as one array, as `jnp.stack` does; its length is that of the list, perhaps run-time.

    Args:
        items: a list or tuple of numbers or arrays of one shape.
        axis: the position of the new axis.
    """
    growing = growing_of(items)
    if growing is None:
        return jnp.stack([jnp.asarray(item) for item in items], axis)
    if growing.capacity.length is not None:
        return jnp.moveaxis(growing.sized(growing.capacity.length).buffers, 0, axis)
    whole = axis == 0 and hasattr(growing.buffers, "dtype")
    return Selection(growing.buffers, growing.valid()) if whole else StackedArray(growing, axis)


@jax.tree_util.register_pytree_node_class
class StackedArray:
    """An array of run-time length, made by `stack`. It can only be returned."""

    def __init__(self, growing: Growing, axis: int = 0) -> None:
        self.growing = growing
        self.axis = axis

    def tree_flatten(self) -> tuple[tuple[Growing], int]:
        return (self.growing,), self.axis

    @classmethod
    def tree_unflatten(cls, axis: int, children: tuple[Growing]) -> StackedArray:
        return cls(children[0], axis)

    def __jax_array__(self) -> NoReturn:
        raise UnknownLengthError(
            "the length of this array is only known at run time, and an array in a graph has a fixed shape",
            remedy="return it as it is; or compute with the list: `sum`, `max`, `for`",
        )

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        self.__jax_array__()


def set_element_type(items: Any, dtype: Any = None, shape: Any = None) -> None:
    """Do nothing; accepted for compatibility with AutoGraph, since items show their own type."""


def kept(value: Any) -> Any:
    """Return a result in a form that a graph can return: Python lists, or lists in buffers."""
    return _mapped(value, listed)


def adopted(value: Any) -> Any:
    """Return arguments with their lists as lists of converted code; JAX has already copied them."""
    if type(value) is list:
        made = List([adopted(part) for part in value])
        made.lasting = True
        return made
    return changed(value, adopted) if isinstance(value, tuple) or type(value) is dict else value


def has_own(value: Any) -> bool:
    """Whether a result contains types of this project that must be converted to Python's after the run."""
    return has_buffers(value) or any(
        isinstance(part, StackedArray | ChosenText | Record) or kind_of(part).is_container for part in _parts(value)
    )


def texts_in(value: Any) -> list[ChosenText]:
    """Return the enumerated strings in a result, except those in buffers."""
    return [part for part in _parts(value) if isinstance(part, ChosenText)]


def _parts(value: Any) -> list[Any]:
    return [part for part in every_part(value) if not isinstance(part, list | tuple | dict)]


def released(value: Any) -> Any:
    """Return a run's result with every list in buffers as a Python list of numbers or NumPy arrays."""
    if isinstance(value, StackedArray):
        buffers, length = value.growing.buffers, int(value.growing.length)
        if is_traced(buffers):  # under a derivative, where the length is known
            return jnp.moveaxis(buffers[:length], 0, value.axis)
        return np.moveaxis(np.asarray(buffers)[:length], 0, value.axis)
    return _mapped(value, _items, _text)


def taken_apart(value: Any, span: Span | None = None) -> Any:
    """Return a result with Python lists, for code inside another trace; refuse lists of run-time length.

    Args:
        span: the location of the function that returns it.
    """

    def items(growing: Growing) -> Any:
        if growing.capacity.length is None:
            raise UnknownLengthError(
                "the length of this list is only known at run time, and the result of a graph has a fixed shape",
                span=span,
                remedy="call the function through `ng.function`, which cuts the list to its length",
            )
        return [taken_apart(item, span) for item in growing.items()]

    for part in _parts(value):
        if type(part) is OneObject and not is_dict(part):
            refuse_reference(span)
        if isinstance(part, StackedArray | Selection):
            StackedArray.__jax_array__(part)  # type: ignore[arg-type]
    return _mapped(value, items, lambda chosen: _number(chosen, span))


def _text(chosen: ChosenText) -> Any:
    return _number(chosen) if is_traced(chosen.number) or np.ndim(chosen.number) else chosen.now


def _number(chosen: ChosenText, span: Span | None = None) -> Any:
    """Return an enumerated value that is `True` or a number as a number; refuse any other."""
    return _refuse_text(chosen, span) if is_chosen(number := as_number(chosen)) else number


def _refuse_text(chosen: ChosenText, span: Span | None = None) -> NoReturn:
    instead = "a number, and choose the text by it outside"
    if isinstance(chosen, ChosenTuple) or (chosen.may_be_itself and None in dict(chosen.texts).values()):
        instead = "numbers that stand for nothing, as -1, in its place"
    raise ChosenTextError(
        f"the result is {chosen.kind} that is chosen at run time ({chosen.described}), and a graph inside another one,"
        " or under a transformation of JAX's, gives arrays only",
        span=span,
        remedy=f"return {instead}; or call the function through `ng.function`, alone",
    )


def from_arrays(value: Any) -> Callable[[list[Any]], list[Any]] | None:
    """Return a function that makes a list of numbers, or of equal rows, from a run's arrays; None for other values."""
    growing = growing_of(value) if type(value) is List else None
    if growing is None:
        return None
    row = growing_of(growing.buffers) if type(growing.buffers) is List else None
    buffer = growing.buffers if row is None else row.buffers
    if not is_traced(buffer) or buffer.ndim != (1 if row is None else 2) or is_key(buffer):
        return None
    length = growing.capacity.length
    if row is None:
        return lambda arrays: np.asarray(arrays[0])[: int(np.asarray(arrays[1])) if length is None else length].tolist()
    if length is None or row.capacity.length is None:
        return None
    cut = (slice(length), slice(row.capacity.length))
    return lambda arrays: np.asarray(arrays[0])[cut].tolist()


def _items(growing: Growing) -> list[Any]:
    length = growing.length
    if is_traced(length):
        return taken_apart(listed(growing))  # type: ignore[no-any-return]
    count = length if type(length) is int else int(np.asarray(length))  # `int` of the array takes five times as long
    if (items := _from_columns(growing.buffers, count)) is not None:
        return items
    known = Growing(growing.each(_known), growing.count, growing.capacity)
    return [released(closed(known.each(partial(_item, k)))) for k in range(count)]


def _from_columns(part: Any, count: int) -> list[Any] | None:
    """Return the first items, converted array by array instead of one by one; None if an array cannot be."""
    if type(part) is Array:
        part = as_numpy(part)
    if isinstance(part, np.ndarray):
        return part[:count].tolist() if part.ndim == 1 else list(part[:count])
    if (row := growing_of(part)) is not None:
        return _rows(row, count)
    if type(part) in (tuple, List):
        columns = [_from_columns(each, count) for each in parts_of(part)]
        if any(column is None for column in columns):
            return None
        items = list(zip(*columns, strict=True)) if columns else [()] * count
        return items if type(part) is tuple else list(map(list, items))
    if isinstance(part, Record) and (rows := _from_columns(part.values, count)) is not None:
        return [closed(replace(part, values=values)) for values in rows]
    return [part] * count if type(part) in (bool, int, float, str, type(None)) else None


def _rows(row: Growing, count: int) -> list[Any] | None:
    """Return lists that are items of a list, cut from all their items in sequence."""
    size, length = row.capacity.size, row.capacity.length
    if length is not None and type(row.buffers) is Array and row.buffers.ndim == 2 and not is_key(row.buffers):
        rows: list[Any] = np.asarray(row.buffers)[:count, :length].tolist()
        return rows
    items = _from_columns(row.each(_end_to_end), count * size) if size else []
    lengths = [length] * count if length is not None else np.asarray(row.count)[:count].tolist()
    return None if items is None else [items[k * size : k * size + length] for k, length in enumerate(lengths)]


def _end_to_end(buffer: Any) -> Any:
    known = _known(buffer)
    return known.reshape(-1, *known.shape[2:])


def _known(buffer: Any) -> Any:
    """Return a buffer as a NumPy array; unchanged under a derivative and for random keys."""
    return buffer if is_traced(buffer) else as_numpy(buffer)


def _item(k: int, buffer: Any) -> Any:
    row = buffer[k]
    return row.item() if isinstance(row, np.generic) else row


def _mapped(
    value: Any, change: Callable[[Growing], Any], text: Callable[[ChosenText], Any] = lambda chosen: chosen
) -> Any:
    """Return a value with Python lists, lists in buffers as `change` makes them; other parts unchanged."""
    if is_of_numbers(value):
        return value  # a shortcut for long lists of numbers
    if isinstance(value, Deque):
        if change is not _items:  # the event log shows variables
            raise UnknownLengthError(
                "the result is a deque, which cannot leave a graph", remedy="`return list(q)`, a list"
            )
        return Deque.python(_mapped(List(raw_items(value)), change, text))
    if type(value) is OneOf:
        return kind_of(value).finished(value)
    growing = growing_of(value)
    if growing is not None:
        return change(growing)
    if isinstance(value, ChosenText):
        return text(value)
    if change is listed:
        value = Ordered.of(value) if isinstance(value, AnyOrder) else value
    elif isinstance(value, Ordered) and isinstance(value.order, ChosenText) and is_traced(value.order.number):
        value.finished(value.values).refuse("it is returned inside of another graph")
    if isinstance(value, Selection):
        return StackedArray(value.compact()) if change is listed else np.asarray(value.values)[np.asarray(value.mask)]
    if isinstance(value, StackedArray):
        return value if change is not _items else released(value)
    made = changed(raw_items(value) if type(value) is List else value, lambda part: _mapped(part, change, text))
    return made if change is listed else kind_of(made).finished(made)
