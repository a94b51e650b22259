"""Refuse traced arguments of functions that must know them, changes of arrays in place, and operators between a list
and a number, for which JAX would take the list for an array."""

from __future__ import annotations

import ast
import builtins
import operator
from collections.abc import Callable
from typing import Any, NoReturn

import numpy as np

from nbgraph.core.errors import StagingError
from nbgraph.core.source.support.rows import Fact, Row, Support
from nbgraph.core.source.support.table import FUNCTIONS, METHODS_BY_NAME, is_one_that, objects_of
from nbgraph.core.source.text import syntax_at
from nbgraph.core.spans import Span
from nbgraph.core.staging.trace.kind_questions import is_of_jax
from nbgraph.core.staging.trace.recorder import Frame, calling_frame
from nbgraph.core.staging.trace.user_frames import user_frames
from nbgraph.core.staging.values.values import any_traced, is_traced

REFUSED = {
    function: row for row in FUNCTIONS.values() if row.support is Support.REFUSED for function in objects_of(row)
}


def refuse(function: Any) -> NoReturn:
    """Raise the error for a call with a traced value, at the user's line."""
    row = REFUSED[function]
    raise StagingError(
        f"`{function.__name__}` must know its arguments, and one is only known at run time",
        span=calling_frame(3).span,
        remedy=_specific(row, calling_frame(3).span) or row.remedy,
        id=row.error,
    )


def _specific(row: Row, span: Span) -> str:
    """Return what to write in place of this call; "" if the table's remedy is the same for all calls."""
    text, call = syntax_at(span)
    if not isinstance(call, ast.Call) or not call.args:
        return ""
    return row.instead.format(ast.get_source_segment(text, call.args[0]) or ast.unparse(call.args[0]))


def refuse_in_place(function: Any, arguments: tuple[Any, ...]) -> None:
    """Refuse a NumPy function or method that changes an array of the graph in place."""
    owner, name = getattr(function, "__self__", None), getattr(function, "__name__", "")
    of_array = isinstance(owner, np.ndarray) and any_traced(arguments)
    if not of_array and (not arguments or not is_traced(arguments[0])):
        return
    row = METHODS_BY_NAME.get(name) if of_array else None
    if owner is None and is_one_that(function, Fact.MUTATES):
        row = FUNCTIONS.get(f"numpy.{name}")
    instead = row.instead.format("v") if row else ""
    if isinstance(owner, np.ufunc) and name == "at":
        instead = "`v[i] += x`"
    if instead:
        raise StagingError(
            f"`{name}` changes its array in place, and an array of a graph is never changed in place",
            span=calling_frame(2).span,
            remedy=f"{instead}, an assignment to the name",
            id="read-only-array",
        )


def refuse_lost_sort(array: Any) -> None:
    """Refuse `v.sort()` where the sorted copy would be lost, or where NumPy would sort in place."""
    frame = calling_frame(3)
    _refuse_sort_as_statement(frame)
    if not is_of_jax(array):
        raise StagingError(
            "`sort` sorts a NumPy array in place and returns None, and an array of a graph is never changed in place",
            span=frame.span,
            remedy="`v = np.sort(v)`, or `jnp.sort`, in a line of its own",
            id="read-only-array",
        )


def _refuse_sort_as_statement(frame: Frame) -> None:
    for node in ast.walk(frame.owner.parsed.node) if frame.owner is not None else ():
        match node:
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=array, attr="sort")) as made):
                if (made.lineno, made.end_lineno, made.col_offset, made.end_col_offset) == frame.place:
                    name = ast.unparse(array)
                    raise StagingError(
                        f"`{name}` is an array, which is never changed in place: the sorted copy is lost here",
                        span=frame.span,
                        remedy=f"`{name} = np.sort({name})`, or `jnp.sort`",
                        variable=name,
                        id="read-only-array",
                    )


_NUMBERS = {"b": True, "i": 1, "u": 1, "f": 1.5, "c": 1j}
_SWAPPED = frozenset(("radd", "rsub", "rmul", "rtruediv", "rfloordiv", "rmod", "rpow", "rdivmod", "rmatmul"))
_WORDS = {
    "mul": ("repeats a list, with the number before it", "the list before the `*`, as in `[0] * n`"),
    "eq": ("compares a number with a list, which are never equal", "`x in xs`, whether the list has the number"),
    "ne": (
        "compares a number with a list, which are never equal",
        "`x not in xs`, whether the list has not the number",
    ),
}


def refuse_number(method: str, number: Any) -> None:
    """Raise Python's error for an operator between a list and a number.

    Args:
        method: the operator's name in Python's data model, such as `add` or `radd`.
        number: the number, known at run time only.

    Raises:
        TypeError: Python's own.
        StagingError: Python repeats the list, or says that both are not equal.
    """
    name = method[1:] if method in _SWAPPED else method
    frames = user_frames()
    apply = builtins.divmod if name == "divmod" else getattr(operator, f"{name}_" if name in ("and", "or") else name)
    if frames and method in _SWAPPED and isinstance(syntax_at(frames[-1].span)[1], ast.AugAssign):
        apply = getattr(operator, f"i{name}")
    plain = _NUMBERS[number.dtype.kind]
    apply(*(([1], plain) if method in _SWAPPED else (plain, [1])))
    does, instead = _WORDS[name]
    raise StagingError(
        f"this {does}", span=frames[-1].span if frames else None, remedy=instead, id="traced-value-in-python"
    )


def refuse_order(compare: Callable[[Any, Any], Any], left: Any, right: Any) -> None:
    """Raise Python's error for an order between a Python number and a list, tuple, dict or string.

    If the operator returned `NotImplemented`, Python would try the mirrored one, and name that in its error.
    """
    sides = (left, right)
    if sum(map(is_python_number, sides)) == sum(isinstance(each, list | tuple | dict | str) for each in sides) == 1:
        compare(*(_NUMBERS[each.dtype.kind] if is_python_number(each) else each for each in sides))


def is_python_number(value: Any) -> bool:
    """Whether a traced value stands for a Python number, not for an item of an array."""
    return is_traced(value) and value.shape == () and bool(getattr(value, "weak_type", False))
