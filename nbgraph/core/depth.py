"""The limit of recursion: more for our own code, the notebook's for the user's, also in another process.

Functions that walk syntax trees call themselves as deep as the user's expressions go, and a trace is deeper than the
code it is made of. So a low limit of the notebook's holds only while plain Python runs.
"""

from __future__ import annotations

import functools
import inspect
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import ParamSpec, TypeVar

from nbgraph.core.as_loaded import as_loaded

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

_DEEPEST = 20_000
"""Calls within calls: a sum of a thousand terms is a tree a thousand deep, and each level takes a few calls."""

_ROOM = 20
"""Calls that the user's function has left at least: a limit that a process has passed already cannot be set."""

_lock = threading.Lock()
_users: list[int] = []
"""The limit of recursion to go back to, once for each function that runs with more."""
_rooms: list[int] = []
"""How many calls more there is room for, once for each block that asked for some."""
_notebook: list[int] = []
"""In another process: the notebook's limit, and the least of this one."""


def deep(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Run a function of ours with a higher limit of recursion and the libraries as they were when we were loaded.

    The user's own functions keep theirs.

    >>> nested = lambda n: n and nested(n - 1)
    >>> deep(nested)(5000)
    0
    """

    @functools.wraps(function)
    def run(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        with _lock:
            _users.append(_users[-1] if _users else sys.getrecursionlimit() - sum(_rooms))
            sys.setrecursionlimit(max(_users[-1], _DEEPEST))
        try:
            with as_loaded():
                return function(*args, **kwargs)
        finally:
            with _lock:
                before = _users.pop()
                if not _users:
                    sys.setrecursionlimit(before + sum(_rooms))

    return run


@contextmanager
def room(calls: int) -> Iterator[None]:
    """Let what follows make some calls of ours, within which the user's functions recurse as deep as without them.

    >>> limit = sys.getrecursionlimit()
    >>> with room(5):
    ...     sys.getrecursionlimit() - limit
    5
    """
    with _lock:
        _rooms.append(calls)
        sys.setrecursionlimit(sys.getrecursionlimit() + calls)
    try:
        yield
    finally:
        with _lock:
            _rooms.remove(calls)
            sys.setrecursionlimit(sys.getrecursionlimit() - calls)


def use_notebook_limit(limit: int) -> None:
    """Note, in another process, the notebook's limit: it may be lower than what this one needs."""
    _notebook[:] = [limit, *(_notebook[1:] or [sys.getrecursionlimit()])]


def set_limit(limit: int) -> None:
    """Set a limit that was the notebook's, as far as there is room for traces."""
    sys.setrecursionlimit(max(limit, *_notebook[1:], 1))


@contextmanager
def notebook_limit() -> Iterator[None]:
    """Let what follows recurse as deep as in the notebook; changes nothing in the notebook's own process."""
    if not _notebook:
        yield
        return
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(_notebook[0], len(inspect.stack(0)) + _ROOM))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
