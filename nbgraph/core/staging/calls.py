"""Calls from generated code: the user's functions are converted on the way, library functions get arrays they know."""

from __future__ import annotations

import contextlib
import contextvars
import functools
import math
import types
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from typing import Any

import jax.numpy as jnp
import numpy as np

from nbgraph.core._jax import under_trace
from nbgraph.core.errors import StagingError
from nbgraph.core.source.ownership import is_user_class, is_user_function
from nbgraph.core.staging import recorder, texts
from nbgraph.core.staging.builtin_functions import TABLE
from nbgraph.core.staging.conversion import convert, converted_callable, is_left_alone
from nbgraph.core.staging.decisions import Decision
from nbgraph.core.staging.recorder import calling_frame
from nbgraph.core.staging.tracing import branch_depth
from nbgraph.core.staging.values import any_traced

MOST_RECURSIONS = 16  # activations of one function, each under one more traced condition


_ROUNDED: dict[str, Callable[..., Any]] = {  # Python's give an int
    "floor": lambda value: jnp.floor(value).astype(int),
    "ceil": lambda value: jnp.ceil(value).astype(int),
    "trunc": lambda value: jnp.trunc(value).astype(int),
}


class TracedRecursionError(StagingError):
    """A function that calls itself until a traced condition holds."""

    id = "traced-recursion"


_MATH = {"pow": "power", "asin": "arcsin", "acos": "arccos", "atan": "arctan", "atan2": "arctan2", "dist": None}


def call(function: Any, *arguments: Any, **keywords: Any) -> Any:
    """`function(*arguments, **keywords)` with the function converted if it is the user's.

    Builtins and the functions of `math` and NumPy are exchanged for JAX's where an argument is traced.

    Args:
        function: anything that can be called.
        *arguments: its arguments.
        **keywords: its arguments by name.

    Raises:
        TracedRecursionError: the function calls itself until a traced condition holds.
    """
    runs = _callable(function, arguments, keywords)
    if recorder.current.get() is not None:
        _record_call(calling_frame(1), function, runs, arguments, keywords)
    return runs(*arguments, **keywords)


@dataclass(frozen=True)
class StagedCall:
    """How a call was made, for special code.

    Attributes:
        function: what the user called.
        traced: whether an argument was traced.
        became: "builtin" for stand-ins of builtins, "array" for JAX's counterpart, else "as-is".
    """

    function: Any
    traced: bool
    became: str


def _record_call(
    frame: recorder.Frame, function: Any, runs: Any, arguments: tuple[Any, ...], keywords: dict[str, Any]
) -> None:
    traced = any_traced(*arguments, *keywords.values())
    stand_in = isinstance(function, Hashable) and runs is TABLE.get(function, ())
    became = (
        "builtin" if stand_in else "array" if runs is not function and runs is _array_version(function) else "as-is"
    )
    decision = Decision(frame.span, "call", became, "an argument is traced" if traced else "nothing in it is traced")
    recorder.record(frame, "call", decision, StagedCall(function, traced, became))


def runnable(function: Any) -> Callable[..., Any]:
    """What runs in converted code when `function` is called without traced arguments."""
    return _callable(function, (), {})


def _callable(function: Any, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Callable[..., Any]:
    try:
        stand_in = TABLE.get(function)
    except TypeError:  # an unhashable callable is no builtin
        stand_in = None
    if stand_in is not None:
        return stand_in
    function = getattr(function, "__nbgraph_inline__", function)
    if isinstance(function, types.FunctionType):
        return _function(function)
    if isinstance(function, types.MethodType):
        return functools.partial(_function(function.__func__), function.__self__)
    if isinstance(function, functools.partial):
        inner = _callable(function.func, (*function.args, *arguments), {**function.keywords, **keywords})
        return functools.partial(inner, *function.args, **function.keywords)
    if isinstance(function, type):
        return _constructor(function)
    if isinstance(getattr(function, "__self__", None), str) and any_traced(*arguments, *keywords.values()):
        return texts.method(function)
    array_function = _array_version(function)
    if array_function is not None and any_traced(*arguments, *keywords.values()):
        return array_function
    kind: type = type(function)
    calls_itself = method_of(kind, "__call__")
    if calls_itself is not None and is_user_class(kind):
        return functools.partial(_function(calls_itself), function)
    return _with_converted_arguments(function, arguments, keywords)


def _function(function: Callable[..., Any]) -> Callable[..., Any]:
    """The converted version of a plain function, entered in the record of the trace."""
    if not isinstance(function, types.FunctionType) or not is_user_function(function) or is_left_alone(function):
        return function
    converted = convert(function)
    runs = function if converted is None else converted.function
    frame = calling_frame(3)
    log = recorder.current.get()

    def entered(*arguments: Any, **keywords: Any) -> Any:
        with _active(function, frame), log.entered(converted, frame.place) if log and converted else _NO_RECORD:
            return runs(*arguments, **keywords)

    return entered if under_trace() else runs


_NO_RECORD = contextlib.nullcontext()
_stack: contextvars.ContextVar[tuple[tuple[Any, int], ...]] = contextvars.ContextVar("nbgraph_calls", default=())


@contextlib.contextmanager
def _active(function: types.FunctionType, frame: recorder.Frame) -> Iterator[None]:
    """Refuse a recursion that only a traced condition would end: tracing both sides of it never ends."""
    depth = branch_depth()
    stack = _stack.get()
    if depth and len({d for active, d in stack if active is function.__code__}) >= MOST_RECURSIONS:
        raise TracedRecursionError(
            f"`{function.__name__}` calls itself under a condition that is only known at run time",
            span=frame.span,
            remedy="a `while` loop; or pass the value that ends the recursion as a static argument",
            variable=function.__name__,
        )
    token = _stack.set((*stack, (function.__code__, depth)))
    try:
        yield
    finally:
        _stack.reset(token)


def method_of(cls: type, name: str) -> types.FunctionType | None:
    """A method as the class or one of its bases defines it in Python."""
    found = next((vars(base)[name] for base in cls.__mro__ if name in vars(base)), None)
    return found if isinstance(found, types.FunctionType) else None


def _constructor(cls: type) -> Callable[..., Any]:
    """A user's class: instances made as Python makes them, `__init__` converted."""
    found: Any = cls
    init = found.__init__
    plain = type(cls) is type and found.__new__ is object.__new__
    if not (plain and is_user_class(cls) and isinstance(init, types.FunctionType) and is_user_function(init)):
        return cls

    def construct(*arguments: Any, **keywords: Any) -> Any:
        instance: Any = object.__new__(cls)
        _function(init)(instance, *arguments, **keywords)
        return instance

    return construct


def _array_version(function: Any) -> Callable[..., Any] | None:
    """JAX's counterpart of a function of `math` or NumPy."""
    name = getattr(function, "__name__", "")
    module = getattr(function, "__module__", "") or ""
    if module == "math" or getattr(math, name, None) is function:
        if name in ("floor", "ceil", "trunc"):
            return _ROUNDED[name]
        return getattr(jnp, _MATH.get(name, name) or "", None)
    if module.split(".")[0] == "numpy" or isinstance(function, np.ufunc):
        return getattr(jnp, name, None)
    return None


def _with_converted_arguments(
    function: Callable[..., Any], arguments: tuple[Any, ...], keywords: dict[str, Any]
) -> Callable[..., Any]:
    """A library's function: user functions among its arguments are converted (`jax.vmap(f)`, `lax.scan(f, ...)`)."""
    if not any(is_user_function(value) for value in (*arguments, *keywords.values())):
        return function

    def run(*values: Any, **named: Any) -> Any:
        return function(
            *(converted_callable(value) for value in values),
            **{name: converted_callable(value) for name, value in named.items()},
        )

    return run
