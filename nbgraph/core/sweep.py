"""Measure time against input size: one call, repeated while one of its arguments grows."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np

from nbgraph.core.errors import CallError
from nbgraph.core.executor.as_typed import as_typed, typed_value
from nbgraph.core.executor.convert import conversion
from nbgraph.core.executor.function import GraphFunction
from nbgraph.core.source.ownership import plain_function
from nbgraph.core.source.support.rows import Fact
from nbgraph.core.source.support.table import builtins_that
from nbgraph.core.staging.control_flow import BUDGET
from nbgraph.core.timing.arguments import Arguments, bind
from nbgraph.core.timing.sizes import Over, Size, parse_over, sizes_of
from nbgraph.core.timing.sweep import Sweep
from nbgraph.core.timing.sweeping import Budget, sweep_calls

_REPEATS = builtins_that(Fact.ACTS)


def sweep(
    fn: Callable[..., Any],
    *arguments: Any,
    over: str | tuple[str, Sequence[Any]],
    seconds: float = Budget.total_s,
    **keywords: Any,
) -> Sweep:
    """Measure a call at several sizes of one argument, as plain Python, eager JAX and a graph.

    Args:
        fn: the function; one that prints, asks or opens files is refused, since a sweep would repeat it.
        *arguments: the call's arguments; the one that is swept over may be left out when its value changes.
        over: the argument and its sizes: "n=1:1000" for ten values of `n` from 1 to 1000, "n=1:1000:20" for twenty,
            "n=10,100,1000" for these, "len(x)=10:10000" for lengths of `x`, whose items are repeated; or the argument
            and a list of sizes as a pair: `("n", [10, 100])`.
        seconds: no further size is begun after so many.
        **keywords: the call's arguments by name.

    Returns:
        The times in seconds by size; its text is a table and the conclusions.

    Raises:
        CallError: `over` does not fit the call.
    """
    return sweep_call(fn, arguments, keywords, over=parsed(over), budget=Budget(total_s=seconds))


def parsed(over: str | tuple[str, Sequence[Any]]) -> Over:
    """Return the parsed `over` of `sweep`.

    >>> parsed(("len(x)", [10, 20]))
    Over(name='x', sizes=(10, 20), length=True, flat=False)

    Raises:
        CallError: it cannot be.
    """
    try:
        if isinstance(over, str):
            return parse_over(over)
        target, sizes = over
        return parse_over(f"{target}=...", lambda node: sizes_of(sizes) if isinstance(node, ast.Constant) else node)
    except (TypeError, ValueError) as error:
        remedy = '`over="n=1:1000"`, `over="len(x)=10:10000"` or `over=("n", [10, 100])`'
        raise CallError(f"the sweep over {over!r} cannot be understood: {error}", remedy=remedy) from None


def sweep_call(
    fn: Callable[..., Any],
    arguments: Sequence[Any] = (),
    keywords: Mapping[str, Any] = MappingProxyType({}),
    *,
    over: Over,
    title: str | None = None,
    budget: Budget | None = None,
    on_size: Callable[[Size, int, Sweep], None] | None = None,
    static: Sequence[str] = (),
) -> Sweep:
    """`sweep` with all its options.

    `title` is the call as the user wrote it, `on_size` as in `sweep_calls`; `static` names further static arguments.
    """
    python, arguments = plain_function(fn), tuple(map(typed_value, arguments))
    keywords = {name: typed_value(value) for name, value in keywords.items()}
    names = {node.id for node in ast.walk(conversion(python).parsed.node) if isinstance(node, ast.Name)}
    if again := sorted(names & _REPEATS):
        raise CallError(f"a sweep would call `{again[0]}` again and again", remedy=f"a function without `{again[0]}`")
    static = (*(fn.static_argnames if isinstance(fn, GraphFunction) else ()), *static)
    most = fn.max_iterations if isinstance(fn, GraphFunction) else BUDGET
    graph = GraphFunction(python, static_argnames=static, max_iterations=most)

    def at(size: Size) -> Arguments:
        args, kwargs = call_at(python, arguments, keywords, over, size)
        return bind(python, args, kwargs, static)

    at(over.sizes[0])  # report arguments that do not fit before anything runs
    name = getattr(python, "__name__", "function")
    with as_typed(python, *arguments, *keywords.values()):
        return sweep_calls(
            title=title or name,
            over=over,
            functions={"python": python, "eager": python, "graph": graph},
            arguments=at,
            traces=lambda: len(graph.traces),
            reaching=(python,),
            budget=budget,
            on_size=on_size,
        )


# The arguments of a call at another size.


Call = tuple[tuple[Any, ...], dict[str, Any]]


def call_at(
    function: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any], over: Over, size: Size
) -> Call:
    """Return the call's arguments by position and by name, with only the swept one changed.

    >>> call_at(lambda n, k=3: n, (27,), {}, Over("n", (1, 2)), 2)
    ((2,), {})
    >>> call_at(lambda x: x, ([1, 2, 3],), {}, Over("x", (2, 7), length=True), 7)
    (([1, 2, 3, 1, 2, 3, 1],), {})

    Raises:
        CallError: the function has no such argument, or it has no length.
    """
    signature = inspect.signature(function)
    if over.name not in signature.parameters:
        have = ", ".join(signature.parameters) or "none"
        raise CallError(f"the function has no argument `{over.name}`", remedy=f"one of its arguments: {have}")
    bound = signature.bind_partial(*args, **kwargs)
    given = bound.arguments.get(over.name)
    bound.arguments[over.name] = _resized(given, over, int(size)) if over.length else _valued(given, size)
    return bound.args, bound.kwargs


def _valued(given: Any, size: Size) -> Any:
    if isinstance(given, bool) or given is None:
        return size
    if isinstance(given, float):
        return float(size)
    return np.asarray(size).astype(given.dtype)[()] if isinstance(given, np.generic) else size


def _resized(given: Any, over: Over, length: int) -> Any:
    axes = getattr(given, "ndim", None)
    if over.flat and axes is not None and axes != 1:
        raise CallError(
            f"`{over.name}` has {axes} axes, so its size is not one length", remedy=f"`len({over.name})=...`"
        )
    if length < 0 or not (isinstance(given, list | tuple) or axes):
        phrase = "is not given" if given is None else f"is of type {type(given).__name__}"
        remedy = f"a call with an array or list for `{over.name}`, whose items are then repeated"
        raise CallError(f"`{over.name}` has no length to change: it {phrase}", remedy=remedy)
    if len(given) == 0:
        raise CallError(f"`{over.name}` is empty: there are no items to repeat", remedy="an array with items")
    if isinstance(given, list | tuple):
        return (given * (length // len(given) + 1))[:length]
    return given[np.arange(length) % len(given)]
