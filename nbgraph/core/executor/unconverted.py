"""The user's functions that run as they are written while a graph is made: their constants stand in it, too.

They are under `ng.do_not_convert`, or inside what a library has made of them, as in `mapped = jax.vmap(helper)`; and so
is whatever they call.
"""

from __future__ import annotations

import dataclasses
import functools
import types
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from nbgraph.core.source.ownership import is_user_function, plain_function
from nbgraph.core.staging.conversion import runs_as_written


def with_unconverted(
    converted: list[types.FunctionType], reached: Callable[[types.FunctionType], Iterable[Any]]
) -> list[types.FunctionType]:
    """Functions of a trace, and those behind them that run as they are written."""
    found = {id(function): function for function in converted}
    pending = list(converted)
    while pending:
        function = pending.pop()
        runs_as_written = found[id(function)] not in converted
        for value in reached(function):
            for other in _as_written(value, runs_as_written):
                if id(other) not in found:
                    found[id(other)] = other
                    pending.append(other)
    return list(found.values())


def _as_written(value: Any, by_python: bool) -> Iterator[types.FunctionType]:
    """The user's functions that are run, by Python or a library, when a value is called."""
    if isinstance(value, functools.partial):
        value = value.func
    value = plain_function(value)
    if is_user_function(value):
        if by_python or runs_as_written(value):
            yield value
    elif isinstance(value, type):
        for field in vars(value).get("__dataclass_fields__", {}).values():
            if field.default_factory is not dataclasses.MISSING:
                yield from _as_written(field.default_factory, True)
    elif not isinstance(value, types.ModuleType):
        inner = vars(value).get("__wrapped__") if hasattr(value, "__dict__") else None
        inner = getattr(value, "__wrapped__", None) if inner is None and callable(value) else inner
        if inner is not None:
            yield from _as_written(inner, True)
