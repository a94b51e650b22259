"""Items that are not there: an index beyond an axis, where JAX does not raise, in Python no more than in a graph."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from jax.lax import GatherScatterMode

_SLICES = {"dynamic_slice": 1, "dynamic_update_slice": 2}
_BY_INDEX = frozenset(("take", "take_along_axis", "dynamic_slice", "dynamic_slice_in_dim", "dynamic_index_in_dim")) | {
    *("dynamic_update_slice", "dynamic_update_slice_in_dim", "dynamic_update_index_in_dim"),
}
_ANSWERS = ("mode", "fill_value")


@dataclass(frozen=True)
class Missed:
    """An item that an operation was asked for."""

    index: int  # where, as the user counts; the first of several
    count: int  # how many items from there on
    length: int  # that of the axis
    where: Any = True  # the elements of the result that come from such items; True for all of them
    at: tuple[int, ...] = ()  # which of many indices it is; () where there is one
    fills: bool = False  # whether JAX leaves an update out, or fills the item up; else it takes the nearest


def is_by_index(equation: Any) -> bool:
    """Whether an operation takes items by an index that the run computes."""
    name: str = equation.primitive.name
    return name in _SLICES or name == "gather" or name.startswith("scatter")


def missed(equation: Any, narrow: Sequence[Any], wide: Sequence[Any]) -> Missed | None:
    """The first item that an operation is asked for and that is not there."""
    name = equation.primitive.name
    if name in _SLICES:
        return _slice(equation, _SLICES[name], narrow, wide)
    if is_by_index(equation):
        return _item(equation, np.shape(narrow[0]), np.asarray(wide[1]))
    return None


def _slice(equation: Any, first: int, narrow: Sequence[Any], wide: Sequence[Any]) -> Missed | None:
    sizes = equation.params["slice_sizes"] if first == 1 else np.shape(narrow[1])
    for size, part, start in zip(np.shape(narrow[0]), sizes, wide[first:], strict=True):
        if not 0 <= int(start) <= size - part:
            return Missed(_as_counted(int(start), size), part, size)
    return None


def _item(equation: Any, whole: Sequence[int], indices: Any) -> Missed | None:
    parameters, gathers = equation.params, equation.primitive.name == "gather"
    numbers = parameters["dimension_numbers"]
    axes = numbers.start_index_map if gathers else numbers.scatter_dims_to_operand_dims
    for position, axis in enumerate(axes):
        part = parameters["slice_sizes"][axis] if gathers else 1
        along = indices[..., position]
        wrong = (along < 0) | (along > whole[axis] - part)
        if bool(np.any(wrong)):
            at = tuple(int(number) for number in np.argwhere(wrong)[0]) if wrong.ndim else ()
            where = np.expand_dims(wrong, numbers.offset_dims) if gathers else True
            fills = parameters["mode"] == GatherScatterMode.FILL_OR_DROP
            return Missed(_as_counted(int(along[at]), whole[axis]), part, whole[axis], where, at, fills)
    return None


def _as_counted(index: int, length: int) -> int:
    """JAX has added the length to what was negative.

    >>> _as_counted(10, 3), _as_counted(-2, 3)
    (10, -5)
    """
    return index if index >= 0 else index - length


def asks_by_index(code: str) -> bool:
    """Whether a piece of the user's code asks for items by their index, and does not say what is to be done without.

    >>> asks_by_index("x[i]"), asks_by_index("x.at[i].set(0)"), asks_by_index("jnp.take(x, i, mode='clip')")
    (True, True, False)
    """
    try:
        statement = ast.parse(f"({code})" if "\n" in code else code).body[0]
    except (SyntaxError, IndexError):
        return False
    match statement:
        case ast.Assign(targets=[ast.Subscript()]) | ast.AugAssign(target=ast.Subscript()):
            return True
        case ast.Expr(value=ast.Subscript()):
            return True
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Subscript(value=ast.Attribute(attr="at")))) as call):
            return not _is_answered(call)
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)) as call):
            return name in _BY_INDEX and not _is_answered(call)
    return False


def _is_answered(call: ast.Call) -> bool:
    return any(keyword.arg in _ANSWERS for keyword in call.keywords)
