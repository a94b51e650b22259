"""Look at one function and one call from all sides: code, decisions, graph, comparison, errors."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from typing import Any

import jax
import numpy as np

from nbgraph.core.codegen.emit import emit
from nbgraph.core.codegen.source_map import GeneratedCode
from nbgraph.core.errors import NbgraphError
from nbgraph.core.executor.convert import conversion, plain_function
from nbgraph.core.executor.function import GraphFunction
from nbgraph.core.executor.located import located, user_span
from nbgraph.core.graph.model import Graph
from nbgraph.core.graph.trace import graph_of_jaxpr
from nbgraph.core.pipeline import Converted
from nbgraph.core.report import Report
from nbgraph.core.specialise.specialise import specialise
from nbgraph.core.staging.values import leaf_names
from nbgraph.core.timing.compare import compare_calls
from nbgraph.core.timing.model import Comparison


class FailedInGraphError(NbgraphError):
    """The graph raised an error of the user's own, or of JAX, that has no better explanation."""

    id = "graph-failed"


class FailedInPythonError(NbgraphError):
    """The plain Python function raised."""

    id = "python-failed"


def general_code(converted: Converted) -> GeneratedCode:
    """The code that runs, as text."""
    node: Any = converted.node
    if isinstance(node, ast.Lambda):
        node = ast.copy_location(ast.Expr(node), node)
    else:
        fields = {name: value for name, value in ast.iter_fields(node) if name != "decorator_list"}
        node = ast.copy_location(ast.FunctionDef(**fields, decorator_list=[]), node)
    return emit("general", [node], converted.parsed.source, converted.parsed.span, converted.parsed.node)


def to_code(fn: Callable[..., Any], *arguments: Any, **keywords: Any) -> str:
    """The generated source of a function.

    Args:
        fn: the function.
        *arguments: example arguments, or their shapes as `jax.ShapeDtypeStruct`; with them the result is the
            specialised form, pure JAX with all decisions made, else the general form.
        **keywords: example arguments by name.

    Raises:
        StagingError: the function cannot be staged for these arguments.
    """
    converted = conversion(fn)
    if not arguments and not keywords:
        return general_code(converted).text
    graph_function = _fresh(fn)
    graph_function.trace(*arguments, **keywords)
    return specialise(converted, graph_function.traces[-1]).text


def graph(fn: Callable[..., Any], *arguments: Any, **keywords: Any) -> Graph:
    """The traced program of a call as a graph; arguments may be abstract (`jax.ShapeDtypeStruct`).

    Raises:
        StagingError: the function cannot be staged for these arguments.
    """
    return _graph(_fresh(fn), arguments, keywords)


def compare(fn: Callable[..., Any], *arguments: Any, **keywords: Any) -> Comparison:
    """Run a call as plain Python, as eager JAX and as a graph: is it the same, and is it faster?"""
    return _compare(_fresh(fn), _call_text(fn, arguments, keywords), arguments, keywords)


def report(
    fn: Callable[..., Any],
    *arguments: Any,
    title: str | None = None,
    timing: bool = True,
    call: bool | None = None,
    **keywords: Any,
) -> Report:
    """Everything there is to show about a function and a call. What fails is left out, and says why in `errors`.

    Args:
        fn: the function.
        *arguments: the call's arguments; values, or shapes as `jax.ShapeDtypeStruct` to trace without running.
        title: the call as the user wrote it.
        timing: whether to measure.
        call: whether there is a call at all; by default when there are arguments, or none are needed.
        **keywords: the call's arguments by name.

    Raises:
        SourceError: the function's source is not to be had, so there is nothing to show.
    """
    converted = conversion(fn)
    title = title or _call_text(fn, arguments, keywords)
    fields: dict[str, Any] = {"general": general_code(converted)}
    errors: list[NbgraphError] = []
    if call if call is not None else bool(arguments or keywords or not _required(fn)):
        _examine(_fresh(fn), converted, title, arguments, keywords, timing, fields, errors)
    return Report(title, converted.parsed.source, converted.parsed.span, errors=tuple(errors), **fields)


def _examine(graph_function, converted, title, arguments, keywords, timing, fields, errors) -> None:
    """Fill in what a call shows; each part by itself, so that one failure leaves the others."""
    abstract = any(isinstance(leaf, jax.ShapeDtypeStruct) for leaf in jax.tree_util.tree_leaves((arguments, keywords)))
    if not abstract:
        found = _compare(graph_function, title, arguments, keywords, timing=timing)
        fields["comparison"] = found if timing else None
        fields["value"] = _as_given(found.value, arguments, keywords)
        fields["python_value"] = found.python_value
        _note_errors(found, errors)
        if found.graph_error is not None:
            return
    try:
        fields["graph"] = _graph(graph_function, arguments, keywords)
        trace = graph_function.traces[-1]
        fields["decisions"] = trace.decisions
        fields["specialised"] = specialise(converted, trace)
    except NbgraphError as error:
        errors.append(error)


def _note_errors(found: Comparison, errors: list[NbgraphError]) -> None:
    for error, kind, who in (
        (found.graph_error, FailedInGraphError, "the graph"),
        (found.python_error, FailedInPythonError, "plain Python"),
    ):
        if error is None:
            continue
        try:
            with located():
                raise error
        except NbgraphError as explained:
            errors.append(explained)
        except Exception as plain:
            text = str(plain).splitlines()[0] if str(plain) else ""
            message = f"{who} raised {type(plain).__name__}" + (f": {text}" if text else "")
            errors.append(kind(message, span=user_span(plain.__traceback__)))


def _fresh(fn: Callable[..., Any]) -> GraphFunction:
    """An executor of its own, so that looking at a function leaves its cache alone."""
    static = getattr(fn, "static_argnames", ()) if isinstance(fn, GraphFunction) else ()
    return GraphFunction(plain_function(fn), static_argnames=static)


def _graph(graph_function: GraphFunction, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Graph:
    traced = graph_function.trace(*arguments, **keywords)
    names = _argument_names(graph_function, arguments, keywords)
    decisions = graph_function.traces[-1].decisions
    return graph_of_jaxpr(traced.jaxpr, name=graph_function.__name__, argument_names=names, decisions=decisions)


def _compare(graph_function, title, arguments, keywords, *, timing: bool = True) -> Comparison:
    python = graph_function.python_function
    return compare_calls(
        title=title,
        python=python,
        eager=python if timing else None,
        jitted=graph_function._jitted,
        args=arguments,
        kwargs=keywords,
        static_argnames=graph_function.static_argnames,
        graph=graph_function,
        effects=not timing or _prints(conversion(python)),
    )


def _prints(converted: Converted) -> bool:
    """Whether the function's own text prints, asks or writes: then it runs once, not for statistics."""
    words = {"print", "input", "open"}
    return any(isinstance(node, ast.Name) and node.id in words for node in ast.walk(converted.parsed.node))


def _argument_names(graph_function: GraphFunction, arguments, keywords) -> tuple[str, ...]:
    """The user's name of each traced leaf among the arguments, in JAX's order."""
    bound = inspect.signature(graph_function.python_function).bind_partial(*arguments, **keywords)
    names: list[str] = []
    for name, value in bound.arguments.items():
        if name not in graph_function.static_argnames:
            names += leaf_names(name, value)
    return tuple(names)


def _required(fn: Callable[..., Any]) -> bool:
    parameters = inspect.signature(plain_function(fn)).parameters.values()
    star = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return any(p.default is inspect.Parameter.empty and p.kind not in star for p in parameters)


def _call_text(fn: Callable[..., Any], arguments: tuple[Any, ...], keywords: dict[str, Any]) -> str:
    parts = [*map(_short, arguments), *(f"{name}={_short(value)}" for name, value in keywords.items())]
    return f"{getattr(fn, '__name__', 'function')}({', '.join(parts)})"


def _short(value: Any) -> str:
    text = " ".join(repr(value).split())
    return text if len(text) <= 30 else text[:27] + "..."


def _as_given(value: Any, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
    """Results as Python numbers and NumPy arrays where the user passed no JAX arrays."""
    if any(isinstance(leaf, jax.Array) for leaf in jax.tree_util.tree_leaves((arguments, keywords))):
        return value

    def plain(leaf: Any) -> Any:
        if not isinstance(leaf, jax.Array) or jax.numpy.issubdtype(leaf.dtype, jax.dtypes.extended):
            return leaf
        array = np.asarray(leaf)
        return array.item() if array.ndim == 0 else array

    return jax.tree_util.tree_map(plain, value, is_leaf=lambda leaf: leaf is None)
