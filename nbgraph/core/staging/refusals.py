"""Functions that must know their arguments, as the fence says: with traced ones a located error, else themselves."""

from __future__ import annotations

import ast
from typing import Any, NoReturn

import numpy as np

from nbgraph.core.errors import StagingError
from nbgraph.core.source.support.rows import Fact, Row, Support
from nbgraph.core.source.support.table import FUNCTIONS, METHODS_BY_NAME, is_one_that, objects_of
from nbgraph.core.source.text import syntax_at
from nbgraph.core.spans import Span
from nbgraph.core.staging.recorder import calling_frame
from nbgraph.core.staging.values import any_traced, is_traced

REFUSED = {
    function: row for row in FUNCTIONS.values() if row.support is Support.REFUSED for function in objects_of(row)
}


def refuse(function: Any) -> NoReturn:
    """Say that a function was called with a traced value, in the user's line."""
    row = REFUSED[function]
    raise StagingError(
        f"`{function.__name__}` must know its arguments, and one is only known at run time",
        span=calling_frame(3).span,
        remedy=_specific(row, calling_frame(3).span) or row.remedy,
        id=row.error,
    )


def _specific(row: Row, span: Span) -> str:
    """What to write in place of this very call; "" where the row says it of all."""
    text, call = syntax_at(span)
    if not isinstance(call, ast.Call) or not call.args:
        return ""
    return row.instead.format(ast.get_source_segment(text, call.args[0]) or ast.unparse(call.args[0]))


def refuse_in_place(function: Any, arguments: tuple[Any, ...]) -> None:
    """Refuse a function of NumPy's that changes its first argument, an array of the graph; or a method like it."""
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


def refuse_lost_sort() -> None:
    """Refuse `v.sort()` as a statement: NumPy sorts in place, and JAX returns a copy that nobody would look at."""
    frame = calling_frame(3)
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
