"""Find what a function reads from outside: strings that the page must not contain, and open files."""

from __future__ import annotations

import collections
import functools
import gc
import inspect
import io
import itertools
import linecache
import re
import types
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from nbgraph.core.errors import cell_name
from nbgraph.core.source.ownership import is_user_class, is_user_file, is_user_function, plain_function
from nbgraph.core.source.text import Definition
from nbgraph.core.staging.state import global_names

_KEY = re.compile(r"""(['"])(\w+)\1\s*:""")
_IN = re.compile(r"(_i{1,3}|_i\d+|_ih|In)$")
"""What IPython calls the texts of the cells, which stand above the page."""
_MOST = 50_000
_PLAIN = (bool, int, float, complex, type(None))
_CONTAINERS = frozenset(("builtins", "collections", "functools", "types", "pathlib", "enum"))
"""Modules of libraries whose objects hold what the user has put into them."""


def private_strings(fn: Any, arguments: Iterable[Any], title: str, shown: Iterable[Definition]) -> frozenset[str]:
    """Return the strings within reach of a call that are neither in the call nor in the source on the page.

    A cell is shown where it was typed, above the page; of a file only the definitions on the page are. What a cell of
    the notebook writes as a key (`{"rate": 0.1}`) is a name, and an error that lists the keys there are may say it.

    Args:
        shown: the function and the helpers on the page.
    """
    texts = [title, *(_shown(definition) for definition in shown)]
    read = _Walk(str, bytes).found([fn, *arguments])
    found = {each if isinstance(each, str) else each.decode(errors="replace") for each in read}
    private = {each for each in found if each and not any(each in text for text in texts)}
    return frozenset(private - _keys()) if private else frozenset()


def _keys() -> set[str]:
    """Return what the notebook's cells write as keys of dicts."""
    cells = (entry[2] for file, entry in list(linecache.cache.items()) if len(entry) == 4 and cell_name(file))
    return {found[2] for lines in cells for line in lines for found in _KEY.finditer(line)}


def open_files(fn: Any, arguments: Iterable[Any]) -> list[io.IOBase]:
    """Return the open files within reach of a call: what it writes to them would go unnoticed."""
    found = _Walk(io.IOBase).found([fn, *arguments])
    return [each for each in found if not isinstance(each, io.StringIO | io.BytesIO)]


def _shown(definition: Definition) -> str:
    if cell_name(definition.source.file) is not None:
        return definition.source.text
    return "\n".join(definition.source.lines[definition.span.line - 1 : definition.span.end_line])


class _Walk:
    """Walks through functions and the values that they read, each once, nearest first."""

    def __init__(self, *wanted: type) -> None:
        self._wanted = wanted
        self._seen = dict[int, Any]()  # kept alive: the next value may get the number of one that is gone
        self._left = collections.deque[Any]()

    def found(self, values: Iterable[Any]) -> Iterator[Any]:
        self._left.extend(values)
        for _ in range(_MOST):
            if not self._left:
                return
            value = self._left.popleft()
            if isinstance(value, self._wanted):
                yield value
            elif not isinstance(value, _PLAIN) and id(value) not in self._seen:
                self._seen[id(value)] = value
                self._left.extend(_parts(plain_function(value) if callable(value) else value))


def _parts(value: Any) -> Iterable[Any]:
    match value:
        case types.FunctionType():
            return _read(value) if is_user_function(value) else ()
        case types.ModuleType():
            is_users = is_user_file(getattr(value, "__file__", None) or "<frozen")
            return [part for name, part in vars(value).items() if not name.startswith("__")] if is_users else ()
        case list() | tuple() | set() | frozenset():
            return itertools.islice(value, _MOST)
        case dict():
            items = itertools.islice(value.items(), _MOST)  # a wrapper's name and docstring are no secrets
            return [part for item in items if item[0] not in functools.WRAPPER_ASSIGNMENTS for part in item]
        case type():
            return [part for cls in (*value.__mro__, type(value)) if is_user_class(cls) for part in _defined(cls)]
        case np.ndarray():
            return value.ravel()[:_MOST].tolist() if value.dtype.kind in "USO" else ()
        case types.CodeType() | types.FrameType():
            return ()
        case _ if is_user_class(type(value)) or type(value).__module__ in _CONTAINERS:
            return gc.get_referents(value)
        case _:
            return (wrapped,) if (wrapped := inspect.getattr_static(value, "__wrapped__", None)) is not None else ()


def _defined(cls: type) -> Iterator[Any]:
    return (part for name, part in vars(cls).items() if not name.startswith("__") or callable(part))


def _read(function: types.FunctionType) -> list[Any]:
    names = global_names(function.__code__)
    is_all = "globals" in names
    found = [value for name, value in function.__globals__.items() if name in names or (is_all and not _IN.match(name))]
    own = (function.__closure__, function.__defaults__, function.__kwdefaults__, vars(function))
    return [*found, *filter(None, own)]
