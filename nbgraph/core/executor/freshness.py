"""Whether what a trace was made of is still what the names mean: a helper edited in another cell, a changed global.

JAX and TensorFlow keep running the old program. Here each compiled function remembers the objects behind the global
names and closure cells of every function that took part in its traces, and compares identities at each call: a few
dictionary look-ups, none for a function that uses no names of the user's. Of lists, dicts and objects behind a name it
compares the contents, too.
"""

from __future__ import annotations

import builtins
import functools
import types
from typing import Any, NamedTuple

from nbgraph.core.executor.contents import Contents, contents_of, is_unchanged
from nbgraph.core.executor.mentions import holders, library_numbers, looked_for, looked_up, mentioned
from nbgraph.core.staging.conversion import forget as forget_conversion
from nbgraph.core.staging.merge import same_constant
from nbgraph.core.staging.recorder import Recorder

MISSING = object()


class Watch(NamedTuple):
    """One name that a trace depends on.

    Attributes:
        names: where it is looked up.
        name: the name.
        value: the object it stood for.
        contents: what was in the object, if anything can change there.
    """

    names: Any
    name: str
    value: Any

    contents: Contents | None = None

    @property
    def key(self) -> tuple[int, str]:
        """What tells it from other watches."""
        held = getattr(self.names, "cell", self.names)
        return id(getattr(held, "function", held)), self.name


class _Cell:
    """A closure cell, looked up like a dictionary."""

    def __init__(self, cell: types.CellType) -> None:
        self.cell = cell

    def get(self, name: str, default: Any) -> Any:
        try:
            return self.cell.cell_contents
        except ValueError:
            return default


class Part:
    """What a function is made of, looked up like a dictionary; `%autoreload` replaces it in place."""

    def __init__(self, function: types.FunctionType) -> None:
        self.function = function

    def get(self, name: str, default: Any) -> Any:
        return getattr(self.function, name, default)


def watched(log: Recorder) -> tuple[Watch, ...]:
    """Every name outside of the functions of a trace that they mention; of modules the user's own."""
    found: list[Watch] = []
    functions = _functions(log)
    for function in functions:
        names, outside = mentioned(function.__code__), _outside(function)
        found += outside
        values = [watch.value for watch in outside]
        for holder in holders(function.__code__, values):
            found += [_named(holder, name) for name in names & holder.keys()]
            found += [_named(holder, name) for name in looked_for(function.__code__) - holder.keys()]
        found += [_named(holder, name) for holder, name in library_numbers(names, values)]
        for part in (function.__defaults__, function.__kwdefaults__):
            if any(contents_of(value) for value in _values(part)):
                held = {function.__name__: part}
                found.append(Watch(held, function.__name__, part, contents_of(part)))
    if found or any(function.__defaults__ or function.__kwdefaults__ for function in functions):
        found += [part for function in functions for part in _parts(function)]  # else a call compares nothing
    return tuple(found)


def _outside(function: types.FunctionType) -> list[Watch]:
    """The globals, the builtins and the closure cells that a function mentions."""
    code, names = function.__code__, function.__globals__
    defined = [name for name in mentioned(code) if name in names]
    missing = [name for name in looked_up(code) if name not in names]  # a builtin, or not defined yet
    found = [_named(names, name) for name in (*defined, *missing)]
    found += [_named(vars(builtins), name) for name in missing]
    for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
        found.append(_named(_Cell(cell), name))
    return found


def _parts(function: types.FunctionType) -> list[Watch]:
    given = [name for name in ("__defaults__", "__kwdefaults__") if getattr(function, name)]
    parts = [Watch(Part(function), name, getattr(function, name)) for name in ("__code__", *given)]
    by_name = function.__kwdefaults__
    if by_name:  # a dict, which may be changed in place
        code = function.__code__
        names = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
        parts += [Watch(by_name, name, by_name.get(name, MISSING)) for name in names]
    return parts


def _named(names: Any, name: str) -> Watch:
    value = names.get(name, MISSING)
    return Watch(names, name, value, contents_of(value))


def _values(defaults: Any) -> Any:
    return defaults.values() if isinstance(defaults, dict) else defaults or ()


def watched_owner(function: Any) -> tuple[Watch, ...]:
    """What a method, a partial or a callable object carries with it."""
    if isinstance(function, types.FunctionType):
        return ()
    is_partial = isinstance(function, functools.partial)
    held = [function.args, function.keywords] if is_partial else [getattr(function, "__self__", function)]
    found = [(value, contents_of(value)) for value in held]
    return tuple(Watch({"self": value}, "self", value, contents) for value, contents in found if contents is not None)


def is_same(watch: Watch) -> bool:
    """Whether a name still stands for what it did: the same object, or an equal number or string."""
    now = watch.names.get(watch.name, MISSING)
    if now is watch.value:
        return watch.contents is None or is_unchanged(watch.contents)
    return same_constant(now, watch.value)


def forget(log: Recorder) -> None:
    """Convert the functions of a trace anew: what their names stand for is part of a conversion, too."""
    for function in _functions(log):
        forget_conversion(function)


def _functions(log: Recorder) -> list[types.FunctionType]:
    found: dict[int, types.FunctionType] = {}
    pending = [*log.roots, *log.stack]
    while pending:
        instance = pending.pop()
        if instance.owner is not None:
            found[id(instance.owner)] = instance.owner.original
        pending += [called for calls in instance.calls.values() for called in calls]
    return list(found.values())
