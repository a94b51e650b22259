"""Detect that a trace is outdated: a helper was edited in another cell, a global changed.

JAX and TensorFlow keep running the old program. Here each compiled function keeps the objects behind the global names
and closure cells of every function in its traces, and compares identities at each call: a few dictionary lookups, none
for a function that uses no names of the user's. Lists, dicts and objects behind a name are compared by their contents,
too.
"""

from __future__ import annotations

import builtins
import dataclasses
import functools
import os
import sys
import types
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from nbgraph.core.executor.invalidation import mentions
from nbgraph.core.executor.invalidation.contents import Contents, contents_of, is_unchanged
from nbgraph.core.source.ownership import is_user_function, plain_function
from nbgraph.core.staging.frames import forget as forget_conversion
from nbgraph.core.staging.frames import runs_as_written
from nbgraph.core.staging.trace import Recorder
from nbgraph.core.staging.values import same_constant

# The user's functions that run unconverted while a graph is made: their constants are in it, too. They are
# under `ng.do_not_convert`, or wrapped by a library, as in `mapped = jax.vmap(helper)`; and so is
# all that they call.


def with_unconverted(
    converted: list[types.FunctionType], reached: Callable[[types.FunctionType], Iterable[Any]]
) -> list[types.FunctionType]:
    """Return the functions of a trace, and those that run unconverted when they are called."""
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
    """Yield the user's functions that Python or a library runs unconverted when a value is called."""
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


MISSING = object()


class Dependency(NamedTuple):
    """A name that a trace depends on."""

    names: Any  # the namespace
    name: str  # the name
    value: Any  # the value at the time of the trace
    contents: Contents | None = None  # the value's contents, if they can change
    spoken: str = ""  # the user's expression for it, if that is more than the name

    @property
    def key(self) -> tuple[int, str]:
        """Return a key that no other dependency has."""
        held = getattr(self.names, "cell", self.names)
        return id(getattr(held, "function", held)), self.name


class _Cell:
    """A closure cell with the interface of a dict."""

    def __init__(self, cell: types.CellType) -> None:
        self.cell = cell

    def get(self, name: str, default: Any) -> Any:
        try:
            return self.cell.cell_contents
        except ValueError:
            return default


class Part:
    """An attribute of a function or class with the interface of a dict; `%autoreload` replaces it in place."""

    def __init__(self, function: types.FunctionType | type) -> None:
        self.function = function

    def get(self, name: str, default: Any) -> Any:
        return getattr(self.function, name, default)


def watched(log: Recorder) -> tuple[Dependency, ...]:
    """Return all outer names that the functions of a trace mention, and in libraries the objects behind them."""
    return watched_by([owner.original for owner in log.owners.values()])


def watched_by(owned: list[types.FunctionType]) -> tuple[Dependency, ...]:
    """Return the same as `watched`, for the functions themselves."""
    found: list[Dependency] = []
    functions = with_unconverted(owned, lambda function: [dependency.value for dependency in _outside(function)])
    for function in functions:
        names, outside = mentions.mentioned(function.__code__), _outside(function)
        found += outside
        values = [dependency.value for dependency in outside]
        for container, owner in mentions.references(function.__code__, values):
            asked = (names & container.keys()) | (mentions.looked_for(function.__code__) - container.keys())
            found += [_named(container, name, owner) for name in asked]
        found += [_in_library(container, name) for container, name in mentions.library_names(names, values)]
        found += [Dependency(sys.modules, name, sys.modules[name]) for name in mentions.user_modules(function.__code__)]
        for kind in ("__defaults__", "__kwdefaults__"):
            part = getattr(function, kind)
            if any(contents_of(value) for value in (part.values() if isinstance(part, dict) else part or ())):
                held, spoken = {function.__name__: part}, f"{function.__name__}.{kind}"
                found.append(Dependency(held, function.__name__, part, contents_of(part), spoken))
    if found or any(map(_may_be_replaced, functions)):
        found += [part for function in functions for part in _parts(function)]  # without them a call compares nothing
    return tuple(found)


def _may_be_replaced(function: types.FunctionType) -> bool:
    """Whether a function that mentions no name may change in place, by `%autoreload` or its defaults."""
    module = sys.modules.get(function.__module__ or "") if _AUTORELOAD in sys.modules else None
    return hasattr(module, "__file__") or bool(function.__defaults__ or function.__kwdefaults__)


_AUTORELOAD = "IPython.extensions.autoreload"


def _in_library(names: dict[str, Any], name: str) -> Dependency:
    """Make the dependency on a name in a library's module, which user code may rebind."""
    value = names[name]
    contents = contents_of(value) if isinstance(value, _SETTINGS) and value is not sys.modules else None
    return Dependency(names, name, value, contents, _spoken(str(names.get("__name__", "")), name))


_SETTINGS = (list, dict, set, np.ndarray, type(os.environ))


def _outside(function: types.FunctionType) -> list[Dependency]:
    """Return the dependencies of a function on globals, builtins and closure cells."""
    code, names = function.__code__, function.__globals__
    defined = [name for name in {*mentions.mentioned(code), *mentions.named_by_text(code, names)} if name in names]
    missing = [name for name in mentions.looked_up(code) if name not in names]  # a builtin, or unbound as yet
    found = [_named(names, name) for name in (*defined, *missing)]
    found += [_named(vars(builtins), name) for name in missing]
    for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
        found.append(_named(_Cell(cell), name))
    return found


def _parts(function: types.FunctionType) -> list[Dependency]:
    given = [name for name in ("__defaults__", "__kwdefaults__") if getattr(function, name)]
    name = function.__name__
    parts = [Dependency(Part(function), "__code__", function.__code__, spoken=name)]
    parts += [Dependency(Part(function), part, getattr(function, part), spoken=f"{name}.{part}") for part in given]
    by_name = function.__kwdefaults__
    if by_name:  # a dict may change in place
        code = function.__code__
        names = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
        parts += [Dependency(by_name, name, by_name.get(name, MISSING)) for name in names]
    return parts


def _named(names: Any, name: str, owner: str = "") -> Dependency:
    value = names.get(name, MISSING)
    return Dependency(names, name, value, contents_of(value), _spoken(owner, name))


def _spoken(owner: str, name: str) -> str:
    return f"{owner}.{name}" if owner else name


def watched_owner(function: Any) -> tuple[Dependency, ...]:
    """Return the dependencies on the state of a method, a partial or a callable object."""
    if isinstance(function, types.FunctionType):
        return ()
    is_partial = isinstance(function, functools.partial)
    held = [function.args, function.keywords] if is_partial else [getattr(function, "__self__", function)]
    found = [(value, contents_of(value)) for value in held]
    return tuple(
        Dependency({"self": value}, "self", value, contents) for value, contents in found if contents is not None
    )


def is_same(dependency: Dependency) -> bool:
    """Whether a name still has the same value: the same object, or an equal number or string."""
    now = dependency.names.get(dependency.name, MISSING)
    if now is dependency.value:
        return dependency.contents is None or is_unchanged(dependency.contents)
    return same_constant(now, dependency.value)


def mentioned_names(log: Recorder) -> frozenset[str]:
    return mentioned_by([owner.original for owner in log.owners.values()])


def mentioned_by(functions: Iterable[types.FunctionType]) -> frozenset[str]:
    return frozenset[str]().union(*(mentions.mentioned(function.__code__) for function in functions))


def forget(log: Recorder) -> None:
    """Forget the conversions of a trace's functions, which depend on the values of names, too."""
    for owner in log.owners.values():
        forget_conversion(owner.original)
