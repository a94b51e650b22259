"""Classify what can go wrong in an operation: two sides differ, a division by zero, an out-of-range index."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from jax.lax import GatherScatterMode

from nbgraph.core.checked.values import Form, Value, wide_of
from nbgraph.core.records import dataclass
from nbgraph.core.timing.findings import CauseId

_SLICES = {"dynamic_slice": 1, "dynamic_update_slice": 2}
_BY_INDEX = frozenset(("take", "take_along_axis", "dynamic_slice", "dynamic_slice_in_dim", "dynamic_index_in_dim")) | {
    *("dynamic_update_slice", "dynamic_update_slice_in_dim", "dynamic_update_index_in_dim"),
}
_ANSWERS = ("mode", "fill_value")


@dataclass(frozen=True)
class Missed:
    index: int  # the index out of range, as the user counts; the first of several
    count: int  # how many indices from there on
    length: int  # the length of the axis
    where: Any = True  # the elements of the result that come from such indices; True for all
    at: tuple[int, ...] = ()  # its position among many indices; () for a single one
    fills: bool = False  # whether JAX leaves an update out, or fills the item up; else it takes the nearest


def is_by_index(equation: Any) -> bool:
    """Return whether an operation takes items by a data-dependent index."""
    name: str = equation.primitive.name
    return name in _SLICES or name == "gather" or name.startswith("scatter")


def takes_nearest(equation: Any, inside: Any) -> bool:
    """Return whether an operation is `jnp.take(..., mode="clip")`, which says itself what an index out of range gives.

    The converter moves the rows of a list so; rows behind its last item are unused.

    Args:
        inside: the call of a library's helper that it is part of; None where it is part of none.
    """
    is_take = inside is not None and inside.params.get("name") == "_take"
    return is_take and equation.primitive.name == "gather" and equation.params["mode"] == GatherScatterMode.CLIP


def missed(equation: Any, narrow: Sequence[Any], wide: Sequence[Any]) -> Missed | None:
    """Return the first out-of-range item that an operation asks for; None if there is none."""
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
    """Return an index as the user wrote it: JAX has added the length to a negative one.

    >>> _as_counted(10, 3), _as_counted(-2, 3)
    (10, -5)
    """
    return index if index >= 0 else index - length


def asks_by_index(code: str) -> bool:
    """Return whether a piece of the user's code takes items by index and names no mode for those out of range.

    >>> asks_by_index("x[i]"), asks_by_index("x.at[i].set(0)"), asks_by_index("jnp.take(x, i, mode='clip')")
    (True, True, False)
    """
    match _statement(code):
        case ast.Assign(targets=[ast.Subscript()]) | ast.AugAssign(target=ast.Subscript()):
            return True
        case ast.Expr(value=ast.Subscript()):
            return True
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Subscript(value=ast.Attribute(attr="at")))) as call):
            return not _is_answered(call)
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)) as call):
            return name in _BY_INDEX and not _is_answered(call)
    return False


def asks_for_item(code: str) -> bool:
    """Return whether a piece of the user's code takes single items, which may be out of range; a slice cannot be.

    >>> asks_for_item("x[i]"), asks_for_item("x[i:]"), asks_for_item("q.popleft()")
    (True, False, False)
    """
    statement = _statement(code)
    return asks_by_index(code) and not any(isinstance(node, ast.Slice) for node in ast.walk(statement or ast.Pass()))


def _statement(code: str) -> ast.stmt | None:
    try:
        return ast.parse(f"({code})" if "\n" in code else code).body[0]
    except (SyntaxError, IndexError):
        return None


def _is_answered(call: ast.Call) -> bool:
    return any(keyword.arg in _ANSWERS for keyword in call.keywords)


Danger = tuple[CauseId, Any, Any]
DIVISIONS = frozenset(("floor_divide", "remainder", "true_divide", "divmod", "fmod", "mod", "divide"))


def kind_of(narrow: Any, wide: Any, form: Form) -> CauseId:
    """Return how two sides differ: by overflow, by a nan, or by precision.

    >>> form = Form((), np.dtype("int32"), np.dtype("int64"), "int")
    >>> kind_of(-(2**31), 2**31, form), kind_of(2, 3, form)
    ('overflow', 'precision')
    """
    if form.dtype.kind in "iu":
        limits = np.iinfo(form.dtype)
        outside = np.any(np.less(wide, limits.min) | np.greater(wide, limits.max))
        return "overflow" if outside else "precision"
    if form.dtype.kind in "fc":
        lost, kept = ~np.isfinite(narrow), np.isfinite(wide)
        if np.any(lost & kept):
            largest = np.finfo(form.dtype).max
            return "overflow" if np.any(np.abs(np.where(kept, wide, 0)) > largest) else "nan"
        return "nan" if np.any(~kept & ~lost) else "precision"
    return "precision"


def newly_lost(form: Form, wide: Any, operands: Sequence[Value]) -> bool:
    """Return whether a result is not finite though all its operands are."""
    if form.dtype is None or form.dtype.kind not in "fc" or _finite(wide):
        return False
    return all(_finite(wide_of(operand)) for operand in operands)


def _finite(value: Any) -> bool:
    if isinstance(value, int):
        return True
    kind = getattr(getattr(value, "dtype", None), "kind", "")
    return kind not in "fc" or bool(np.all(np.isfinite(value)))


def dangers(equation: Any, narrow: Sequence[Any], wide: Sequence[Any]) -> Iterator[Danger]:
    """Yield what Python would refuse in an operation: an out-of-range index, a division by zero."""
    name = equation.primitive.name
    if name in ("div", "rem"):
        yield from divisions(narrow, wide)
    elif (found := missed(equation, narrow, wide)) is not None:
        yield "index", found.index, found.length


def divisions(narrow: Sequence[Any], wide: Sequence[Any]) -> Iterator[Danger]:
    if len(wide) >= 2 and bool(np.any(np.equal(wide[1], 0))):
        yield "division", wide[1], narrow[1]
