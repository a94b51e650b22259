"""Whether what a trace was made of is still what the names mean: a helper edited in another cell, a changed global.

JAX and TensorFlow keep running the old program. Here each compiled function remembers the objects behind the global
names and closure cells of every function that took part in its traces, and compares identities at each call: a few
dictionary look-ups, none for a function that uses no names of the user's.
"""

from __future__ import annotations

import types
from typing import Any, NamedTuple

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
    """

    names: Any
    name: str
    value: Any

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
    """Every name outside of the functions of a trace that they mention; modules are taken to stay what they are."""
    found: dict[tuple[int, str], Watch] = {}
    for function in _functions(log):
        for name in global_names(function.__code__):
            value = function.__globals__.get(name, MISSING)
            if value is not MISSING and not isinstance(value, types.ModuleType):
                found[id(function.__globals__), name] = Watch(function.__globals__, name, value)
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
            found[id(cell), name] = Watch(_Cell(cell), name, _Cell(cell).get(name, MISSING))
    return tuple(found.values())


def is_same(watch: Watch) -> bool:
    """Whether a name still stands for what it did: the same object, or an equal number or string."""
    now = watch.names.get(watch.name, MISSING)
    return now is watch.value or same_constant(now, watch.value)


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
