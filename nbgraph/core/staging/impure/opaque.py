"""Detect changes of objects that keep their state in C, as iterators, buffers and streams do.

No snapshot restores such state. What Python shows of it is compared; for the rest, uses of the object are counted.
"""

from __future__ import annotations

import array
import contextvars
import ctypes
import decimal
import gc
import io
import operator
import pickle
import random
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from nbgraph.core.staging.trace.by_identity import ByIdentity

RANDOM = (random.Random, np.random.Generator, np.random.RandomState)
_MODULES = frozenset(
    ("_io", "_csv", "_queue", "_thread", "_sre", "_contextvars", "_ctypes", "array", "mmap", "zlib", "_bz2", "_lzma")
) | {"_hashlib", "_md5", "_sha1", "_sha2", "_sha256", "_sha512", "_sha3", "_blake2", "_sqlite3", "_socket"}


def keeps_state(cls: type) -> bool:
    """Whether objects of a class keep state that no attribute and no item shows.

    >>> keeps_state(io.StringIO), keeps_state(type(iter([]))), keeps_state(list)
    (True, True, False)
    """
    known = _known.get(cls)
    if known is None:
        known = _known[cls] = _keeps_state(cls)
    return known


_known = ByIdentity[type, bool]()  # weak, so that it keeps no class alive


def _keeps_state(cls: type) -> bool:
    kept = (*RANDOM, memoryview, BaseException, decimal.Context, np.nditer, np.flatiter)
    return hasattr(cls, "__next__") or issubclass(cls, kept) or any(base.__module__ in _MODULES for base in cls.__mro__)


def state_of(value: Any, used: dict[int, tuple[Any, int]]) -> Any:
    """Return a value that changes whenever the state of the object does.

    Args:
        used: by id, how often converted code has passed on each object whose state is hidden.
    """
    for kind, seen in _SEEN:
        if isinstance(value, kind):
            try:
                return seen(value)
            except (TypeError, ValueError, AttributeError):  # closed, released, or used up
                return None
    if isinstance(value, types.GeneratorType):
        return _of_generator(value)
    if not hasattr(type(value), "__next__"):
        return used.get(id(value), (value, 0))[1]
    behind = [state_of(part, used) for part in gc.get_referents(value) if hasattr(type(part), "__next__")]
    shown = repr(value) if type(value).__module__ == "itertools" else ""
    left = operator.length_hint(value, -1) if _walks(value) else -1
    times = used.get(id(value), (value, 0))[1] if left < 0 else 0
    return left, shown, getattr(value, "walked", ""), behind, times


def note_use(used: dict[int, tuple[Any, int]], *values: Any) -> None:
    """Count that objects are passed on, which may change those whose state is hidden."""
    for value in values:
        kind: type = type(value)
        if keeps_state(kind):
            used[id(value)] = value, used.get(id(value), (value, 0))[1] + 1


class _Same:
    """A list of objects that equals another one only if the objects are identical."""

    def __init__(self, objects: Any) -> None:
        self.objects = list(objects)

    def __eq__(self, other: object) -> bool:
        mine, others = self.objects, other.objects if isinstance(other, _Same) else []
        return len(mine) == len(others) and all(map(operator.is_, mine, others))

    __hash__ = object.__hash__


def _of_generator(value: types.GeneratorType[Any, Any, Any]) -> Any:
    frame = value.gi_frame
    if frame is None:
        return None
    held = [part for part in gc.get_referents(value) if part is not frame]  # its variables and iterators
    return frame.f_lasti, _Same(held), [operator.length_hint(part, -1) for part in held if _walks(part)]


def _walks(part: Any) -> bool:
    return hasattr(type(part), "__next__") and hasattr(type(part), "__length_hint__")


_SEEN: tuple[tuple[Any, Callable[[Any], Any]], ...] = (
    (RANDOM, pickle.dumps),
    ((array.array, memoryview), lambda value: (len(value), value.tobytes())),
    ((io.StringIO, io.BytesIO), lambda value: (value.getvalue(), value.tell())),
    (BaseException, lambda value: _Same(value.args)),
    (contextvars.ContextVar, lambda value: _Same([value.get(None)])),
    (decimal.Context, repr),
    (np.flatiter, lambda value: value.index),
    (np.ndenumerate, lambda value: value.iter.index),
    ((ctypes._SimpleCData, ctypes.Structure, ctypes.Union, ctypes.Array), bytes),
)
