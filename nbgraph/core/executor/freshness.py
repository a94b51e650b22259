"""Whether what a trace was made of is still what the names mean: a helper edited in another cell, a changed global.

JAX and TensorFlow keep running the old program. Here each compiled function remembers the objects behind the global
names and closure cells of every function that took part in its traces, and compares identities at each call: a few
dictionary look-ups, none for a function that uses no names of the user's. Of lists, dicts and objects behind a name it
compares the contents, too.
"""

from __future__ import annotations

import dis
import functools
import types
from typing import Any, NamedTuple

from nbgraph.core.executor.contents import Contents, contents_of, is_unchanged
from nbgraph.core.source.ownership import is_user_file
from nbgraph.core.staging.by_identity import ByIdentity
from nbgraph.core.staging.conversion import forget as forget_conversion
from nbgraph.core.staging.heap import global_names
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
        return id(getattr(self.names, "cell", self.names)), self.name


class _Cell:
    """A closure cell, looked up like a dictionary."""

    def __init__(self, cell: types.CellType) -> None:
        self.cell = cell

    def get(self, name: str, default: Any) -> Any:
        try:
            return self.cell.cell_contents
        except ValueError:
            return default


def watched(log: Recorder) -> tuple[Watch, ...]:
    """Every name outside of the functions of a trace that they mention; of modules the user's own."""
    found: dict[tuple[int, str], Watch] = {}
    modules: list[types.ModuleType] = []
    for function in _functions(log):
        for name in global_names(function.__code__):
            value = function.__globals__.get(name, MISSING)
            if isinstance(value, types.ModuleType):
                modules.append(value)
            elif value is not MISSING or name in _looked_up(function.__code__):  # a builtin, or not defined yet
                found[id(function.__globals__), name] = Watch(function.__globals__, name, value, contents_of(value))
        for module in filter(_is_users, modules):
            for name in global_names(function.__code__) & vars(module).keys():
                value = vars(module)[name]
                if not isinstance(value, types.ModuleType):
                    found[id(vars(module)), name] = Watch(vars(module), name, value, contents_of(value))
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
            value = _Cell(cell).get(name, MISSING)
            found[id(cell), name] = Watch(_Cell(cell), name, value, contents_of(value))
        for part in (function.__defaults__, function.__kwdefaults__):
            if any(contents_of(value) for value in _values(part)):
                held = {function.__name__: part}
                found[id(held), function.__name__] = Watch(held, function.__name__, part, contents_of(part))
    return tuple(found.values())


def _looked_up(code: types.CodeType) -> frozenset[str]:
    """Every name that a code object or one inside it looks up among the globals."""
    found = _looked_up_by.get(code)
    if found is None:
        inner = [_looked_up(const) for const in code.co_consts if isinstance(const, types.CodeType)]
        own = [step.argval for step in dis.get_instructions(code) if step.opname in ("LOAD_GLOBAL", "LOAD_NAME")]
        found = _looked_up_by[code] = frozenset(own).union(*inner)
    return found


_looked_up_by = ByIdentity[types.CodeType, frozenset[str]]()


def _values(defaults: Any) -> Any:
    return defaults.values() if isinstance(defaults, dict) else defaults or ()


def _is_users(module: types.ModuleType) -> bool:
    return is_user_file(getattr(module, "__file__", None) or "<frozen>")


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
