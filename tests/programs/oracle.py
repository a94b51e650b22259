"""Plain Python's answer to a call, and the comparison of any other answer with it."""

from __future__ import annotations

import contextlib
import copy
import io
import types
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import jax
import numpy as np

from nbgraph.core.errors import NbgraphError

_NUMBERS = (bool, int, float, complex, np.ndarray, np.generic, jax.Array)
_FORBIDDEN_WORDS = ("Tracer", "loop_body", "if_true", "if_false", "Partial", "jaxpr")


@dataclass(frozen=True)
class Outcome:
    """What a call did.

    Attributes:
        value: what it returned; None if it raised.
        error: what it raised, or None.
        printed: what it printed.
    """

    value: Any
    error: Exception | None
    printed: str


def observe(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Outcome:
    """Call a function on copies of its arguments and wait for all it does."""
    printed = io.StringIO()
    value, error = None, None
    with contextlib.redirect_stdout(printed):
        try:
            value = function(*copy.deepcopy(arguments))
            jax.block_until_ready([leaf for leaf in jax.tree_util.tree_leaves(value) if isinstance(leaf, jax.Array)])
            jax.effects_barrier()
        except Exception as raised:
            error = raised
    return Outcome(value, error, printed.getvalue())


def in_python(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Outcome:
    """The oracle: plain Python, with NumPy and its arrays in place of JAX's."""
    plain = function
    if isinstance(function, types.FunctionType) and "jnp" in function.__globals__:
        plain = types.FunctionType(
            function.__code__, {**function.__globals__, "jnp": np}, None, function.__defaults__, function.__closure__
        )
    with np.errstate(all="ignore"):
        return observe(plain, as_numpy(arguments))


def as_numpy(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """Arguments with every JAX array as a NumPy array of its own."""

    def convert(leaf: Any) -> Any:
        return np.array(leaf) if isinstance(leaf, jax.Array) else leaf

    return tuple(jax.tree_util.tree_map(convert, argument, is_leaf=lambda leaf: leaf is None) for argument in arguments)


def difference(expected: Any, got: Any, *, kinds: bool = True, where: str = "result") -> str:
    """In what two values differ, in words; "" where they are the same value, structure and kind.

    Args:
        expected: Python's value.
        got: the value compared with it; arrays stand for the numbers they hold.
        kinds: whether bool, int and float must be the same too.
        where: how to call the value.
    """
    if isinstance(expected, dict):
        if type(got) is not type(expected) or list(got) != list(expected):
            return f"{where}: {expected!r} != {got!r}"
        parts = [(f"{where}[{key!r}]", expected[key], got[key]) for key in expected]
        return next(filter(None, (difference(a, b, kinds=kinds, where=w) for w, a, b in parts)), "")
    if isinstance(expected, list | tuple):
        if type(got) is not type(expected) or len(got) != len(expected):
            return f"{where}: {expected!r} != {got!r}"
        pairs = enumerate(zip(expected, got, strict=True))
        return next(filter(None, (difference(a, b, kinds=kinds, where=f"{where}[{i}]") for i, (a, b) in pairs)), "")
    if not isinstance(expected, _NUMBERS):
        return "" if type(got) is type(expected) and got == expected else f"{where}: {expected!r} != {got!r}"
    if not isinstance(got, _NUMBERS) or np.shape(got) != np.shape(expected):
        return f"{where}: {expected!r} != {got!r}"
    if kinds and kind(expected) != kind(got):
        return f"{where}: {expected!r} is of kind {kind(expected)}, {got!r} of kind {kind(got)}"
    a, b = (np.asarray(side).astype(complex) for side in (expected, got))
    return "" if np.allclose(a, b, rtol=1e-5, atol=1e-6, equal_nan=True) else f"{where}: {expected!r} != {got!r}"


def kind(value: Any) -> str:
    """Python's name for what a number or the items of an array are."""
    return {"b": "bool", "i": "int", "u": "int", "f": "float", "c": "complex"}[np.asarray(value).dtype.kind]


def disagreement(python: Outcome, graph: Outcome, *, kinds: bool = True, prints: bool = True) -> str:
    """In what a graph's outcome differs from Python's; "" where it does not."""
    if python.error is not None:
        if graph.error is None:
            return f"Python raised {python.error!r}, the graph returned {graph.value!r}"
        if not isinstance(graph.error, type(python.error)):
            return f"Python raised {python.error!r}, the graph {graph.error!r}"
        if isinstance(graph.error, NbgraphError) or str(graph.error) == str(python.error):
            return ""
        return f"Python raised {python.error!r}, the graph {graph.error!r}"
    if graph.error is not None:
        return f"Python returned {python.value!r}, the graph raised {graph.error!r}"
    if prints and python.printed != graph.printed:
        return f"Python printed {python.printed!r}, the graph {graph.printed!r}"
    return difference(python.value, graph.value, kinds=kinds)


def fault(error: BaseException | None, expected_id: str) -> str:
    """What is wrong with a refusal; "" for a located one with the expected id, short and free of internal names."""
    if not isinstance(error, NbgraphError):
        return f"not one of our errors: {error!r}"
    text = str(error)
    if error.id != expected_id:
        return f"the id is {error.id!r}: {text}"
    if error.span is None or error.span.line < 1:
        return f"no place: {text}"
    if len(text.splitlines()) > 10:
        return f"{len(text.splitlines())} lines: {text}"
    word = next((word for word in _FORBIDDEN_WORDS if word in text), "")
    return f"an internal name, {word}: {text}" if word else ""
