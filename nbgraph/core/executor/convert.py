"""`ng.convert`: the function with its control flow converted, no compilation."""

from __future__ import annotations

import functools
import inspect
import types
from collections.abc import Callable
from typing import Any

import jax
import numpy as np

import nbgraph.core.staging.vocabulary  # noqa: F401  (generated code needs it in place)
from nbgraph.core._jax import JITTED, under_trace
from nbgraph.core.errors import ConversionError, NbgraphError, SourceError
from nbgraph.core.executor.learning import learn_place, learning
from nbgraph.core.executor.located import located, located_at_call
from nbgraph.core.executor.pickling import Restorable
from nbgraph.core.pipeline import Converted
from nbgraph.core.source.function import parse_function
from nbgraph.core.source.ownership import is_of_jax, is_user_class, plain_function
from nbgraph.core.source.text import SourceText
from nbgraph.core.spans import Span
from nbgraph.core.staging.builtins import runnable
from nbgraph.core.staging.effects import telling
from nbgraph.core.staging.frames import STAYS_PYTHON, Lent, converted_classes, handed_on, method_of, stage_call
from nbgraph.core.staging.frames import convert as convert_once
from nbgraph.core.staging.lists import taken_apart
from nbgraph.core.staging.state import Snapshot


def convert(fn: Callable[..., Any] | None = None) -> Any:
    """The function with its control flow converted; a decorator or a call.

    Called with plain Python values the result behaves exactly like `fn`: it is `fn` that runs. Called with JAX
    arrays, or inside a JAX transformation, the converted code runs and stages what is traced.

    Args:
        fn: a function, lambda, method or callable object.

    Raises:
        SourceError: the source of `fn` is not available.
    """
    if fn is None:
        return convert
    fn = plain_function(fn)
    version = _Version(fn)

    @functools.wraps(fn)
    def dispatch(*arguments: Any, **keywords: Any) -> Any:
        if not under_trace():
            for value in arguments:
                if type(value) not in _NO_ARRAYS and _is_array(value):
                    break
            else:
                if not (keywords and any(map(_is_array, keywords.values()))):
                    return fn(*arguments, **keywords)
        with located():
            if not under_trace():
                with converted_classes(Snapshot.of(version.run, arguments, keywords)):
                    return taken_apart(version.run(*arguments, **keywords), head(version.owner))
            return learning(lambda: version.stage(arguments, keywords), version.learn)

    dispatch.python_function = fn  # type: ignore[attr-defined]
    dispatch.__nbgraph_inline__ = fn  # type: ignore[attr-defined]
    return dispatch


class _Version(Restorable):
    """A function's converted version; it is pickled as the function, and converted again where it arrives."""

    lends_short = False  # whether lists of a few numbers are lent, too: a trace with their items has failed

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function  # the user's own
        self.make()

    def make(self) -> None:
        self.owner = conversion(self.function)
        self.run = converted_version(self.function)

    def stage(self, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        unlent = None
        if (lent := Lent.of(arguments, keywords, short=self.lends_short)) is not None:
            try:
                return self._staged(lent.arguments, lent.keywords, lent)
            except Exception as error:  # for any error, try again with the items one by one
                if lent.is_staged:
                    raise
                unlent = error
        try:
            return self._staged(arguments, keywords)
        except Exception as error:
            error.unlent = unlent  # type: ignore[attr-defined]
            raise

    def _staged(self, arguments: tuple[Any, ...], keywords: dict[str, Any], lent: Lent | None = None) -> Any:
        with telling():
            result = stage_call(self.run, arguments, keywords, self.owner, lent=lent)
            return taken_apart(result, head(self.owner))

    def learn(self, error: BaseException) -> bool:
        """Convert the function again if a trace's error tells more about it; return whether it did."""
        if learn_place(error) or ((unlent := getattr(error, "unlent", None)) and learn_place(unlent)):
            self.make()
            return True
        lends, self.lends_short = self.lends_short, True
        return not lends

    def made_of(self) -> tuple[Callable[..., Any], SourceText, dict[str, Any]]:
        """Return the parts to restore it from; see `Restorable`."""
        return self.function, self.owner.parsed.source, {}


def head(owner: Converted) -> Span:
    """Return the line of a function's `def`, for errors about the whole function."""
    return owner.parsed.head


# Asking whether something is a `jax.Array` takes longer than most calls.
_NO_ARRAYS = frozenset((bool, int, float, complex, str, bytes, type(None), range, np.ndarray, types.FunctionType))


def _is_array(value: Any) -> bool:
    if isinstance(value, list | tuple | dict):
        return any(isinstance(leaf, jax.Array) for leaf in jax.tree_util.tree_leaves(value))
    return isinstance(value, jax.Array)


@located_at_call()
def conversion(fn: Callable[..., Any]) -> Converted:
    """Return the conversion of a function, method, partial or callable object; raise if it has no source."""
    target = function_behind(fn)
    if target.__code__.co_flags & STAYS_PYTHON:
        name, waits = target.__name__, inspect.iscoroutinefunction(target)
        remedy = "`def` in place of `async def`, and calls without `await`"
        raise ConversionError(
            f"`{name}` is a {'coroutine' if waits else 'generator'}, which runs step by step and cannot be one graph",
            span=parse_function(target).span,
            remedy=remedy if waits else "`return [...]` with all the values, in place of `yield`",
            variable=name,
        )
    found = convert_once(target)
    if found is None:
        parse_function(target)  # raises the error on its source
        raise SourceError(
            f"`{target.__name__}` is generated code already", remedy="convert the function it was made from"
        )
    return found


def function_behind(fn: Callable[..., Any]) -> types.FunctionType:
    """Return the user's function that a method, partial, callable object or compiled function runs."""
    target: Any = plain_function(fn)
    while not isinstance(target, types.FunctionType):
        if isinstance(target, functools.partial):
            target = plain_function(handed_on(target) or target.func)
        elif isinstance(target, types.MethodType):
            target = plain_function(target.__func__)
        elif is_user_class(type(target)) and (method := method_of(type(target), "__call__")) is not None:
            target = method
        elif (inner := plain_function(getattr(target, "__wrapped__", None))) is not None:
            target = inner  # `jax.jit`, `functools.lru_cache`
        else:
            raise _not_a_function(target)
    inner = getattr(target, "__wrapped__", None)
    if inner is not None and is_of_jax(target):
        return function_behind(inner)
    return target


def _not_a_function(target: Any) -> NbgraphError:
    name = getattr(target, "__name__", None) or type(target).__name__
    if not callable(target):
        message = f"`{name}` is no function: it is {'a module' if isinstance(target, types.ModuleType) else 'a value'}"
        return ConversionError(message, remedy="give the function whose graph you want", variable=name)
    if isinstance(target, type):
        message, remedy = f"`{name}` is a class", "a function that makes the object and returns numbers or arrays"
        return ConversionError(message, remedy=remedy, variable=name)
    message = f"`{name}` is not written in Python"
    remedy = f"a function of your own, `def run(...):` with `return {name}(...)`, and a call of `run`"
    return SourceError(message, remedy=remedy, variable=name)


def converted_version(fn: Callable[..., Any]) -> Callable[..., Any]:
    """Return a callable that runs the converted code of a function, method, partial or callable object."""
    found = conversion(fn)
    if isinstance(fn, JITTED):
        return converted_version(fn.__wrapped__)  # type: ignore[attr-defined]  # JAX would keep the trace of it
    if isinstance(fn, types.FunctionType | functools._lru_cache_wrapper) and not is_of_jax(fn):
        return found.function
    return runnable(fn)


def op_by_op(fn: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that runs the converted code at once, operation by operation.

    Python decides what depends on values; what a JAX transformation inside traces is staged.
    """
    owner = conversion(fn)

    def run(*arguments: Any, **keywords: Any) -> Any:
        runs = converted_version(fn)
        with located(), converted_classes(Snapshot.of(runs, arguments, keywords)):
            return taken_apart(runs(*arguments, **keywords), head(owner))

    return run
