"""Functions that must know their arguments, as the fence says: with traced ones a located error, else themselves."""

from __future__ import annotations

import ast
import builtins
import math
import sys
from typing import Any, NoReturn

import numpy as np

from nbgraph.core.errors import StagingError
from nbgraph.core.source.fence.table import all_verdicts
from nbgraph.core.source.fence.verdict import Outcome, Verdict
from nbgraph.core.source.syntax_at import syntax_at
from nbgraph.core.spans import Span
from nbgraph.core.staging.recorder import calling_frame
from nbgraph.core.staging.values import any_traced, is_traced


def _functions(verdict: Verdict) -> list[Any]:
    """The functions that a verdict is about, as far as this Python has them."""
    found = []
    for name in verdict.names:
        module, _, function = name.rpartition(".")
        home = sys.modules.get(module) if module else builtins
        if hasattr(home, function):
            found.append(getattr(home, function))
    return found


REFUSED = {
    function: verdict
    for verdict in all_verdicts()
    if verdict.outcome is Outcome.REFUSED
    for function in _functions(verdict)
}


def refuse(function: Any) -> NoReturn:
    """Say that a function was called with a traced value, in the user's line."""
    verdict = REFUSED[function]
    raise StagingError(
        f"`{function.__name__}` must know its arguments, and one is only known at run time",
        span=calling_frame(3).span,
        remedy=_specific(function, calling_frame(3).span) or verdict.remedy,
        id=verdict.error,
    )


_FORMATS = {chr: "c", hex: "#x", oct: "#o", bin: "#b"}


def _specific(function: Any, span: Span) -> str:
    """What to write in place of this very call; "" where the table of verdicts says it."""
    text, call = syntax_at(span)
    if not isinstance(call, ast.Call) or not call.args:
        return ""
    given = [ast.get_source_segment(text, part) or ast.unparse(part) for part in call.args]
    if function in _FORMATS:
        return f'`f"{{{given[0]}:{_FORMATS[function]}}}"`, the same text, to print, to return or to put into others'
    if function is set or function is frozenset:
        return f"`jnp.unique(jnp.array({given[0]}), size=...)`, with as many as there can be; or a list"
    if function is math.ulp:
        return f"`jnp.spacing({given[0]})`"
    return ""


_IN_PLACE = {
    np.putmask: "v = jnp.where(mask, x, v)",
    np.copyto: "v[:] = x",
    np.place: "v = jnp.where(mask, x, v)",
    np.put: "v[i] = x",
    np.fill_diagonal: "v = jnp.fill_diagonal(v, x, inplace=False)",
    np.put_along_axis: "v = jnp.put_along_axis(v, i, x, axis, inplace=False)",
}


_IN_PLACE_METHODS = {"fill": "v[...] = x", "put": "v[i] = x", "itemset": "v[i] = x"}


def refuse_in_place(function: Any, arguments: tuple[Any, ...]) -> None:
    """Refuse a function of NumPy's that changes its first argument, an array of the graph; or a method like it."""
    owner, name = getattr(function, "__self__", None), getattr(function, "__name__", "")
    of_array = isinstance(owner, np.ndarray) and any_traced(arguments)
    if not of_array and (not arguments or not is_traced(arguments[0])):
        return
    instead = "v[i] += x" if isinstance(owner, np.ufunc) and name == "at" else None
    instead = _IN_PLACE_METHODS.get(name) if of_array else instead or _IN_PLACE.get(function)
    if instead is not None:
        raise StagingError(
            f"`{name}` changes its array in place, and an array of a graph is never changed in place",
            span=calling_frame(2).span,
            remedy=f"`{instead}`, an assignment to the name",
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
