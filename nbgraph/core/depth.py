"""Set the recursion limit: higher for nbgraph's code, the notebook's for the user's, also in another process.

Functions that walk syntax trees recurse as deep as the user's expressions, and a trace is deeper than the code it is
made from. So a low limit of the notebook's holds only while plain Python runs.
"""

from __future__ import annotations

import functools
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, ParamSpec, TypeVar

from nbgraph.core.as_loaded import as_loaded

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

_DEEPEST = 20_000
"""Calls within calls: a sum of a thousand terms is a tree a thousand deep, and each level takes a few calls."""

_LEAST = 20
"""Calls that the user's function has left at least: a limit that a process has passed already cannot be set."""

_MOST = 4_000
"""Calls of ours that room is made for: enough for a recursion 600 deep. What is made of a deeper one takes minutes."""

_lock = threading.Lock()
_users: list[int] = []
"""The limit of recursion to go back to, once for each function that runs with more."""
_reserved: list[int] = []
"""How many calls more there is room for, once for each block that asked for some."""
_notebook: list[int] = []
"""In another process: the notebook's limit, and the least of this one."""
_cell: list[int] = []
"""In another process: how many calls the cell of the notebook has left."""
_OWN = 2
"""Calls of ours between the one that counts what is left, and the user's function."""
_COUNTED = 5_000
"""The highest limit for which it is counted how many calls are left: only a low one is met by what people write."""


def deep(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Run a function of nbgraph's with a higher recursion limit and the libraries as loaded.

    The user's own functions keep theirs.

    >>> nested = lambda n: n and nested(n - 1)
    >>> deep(nested)(5000)
    0
    """

    @functools.wraps(function)
    def run(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        with _lock:
            _users.append(_users[-1] if _users else sys.getrecursionlimit() - sum(_reserved))
            sys.setrecursionlimit(max(_users[-1], _DEEPEST))
        try:
            with as_loaded():
                return function(*args, **kwargs)
        finally:
            with _lock:
                before = _users.pop()
                if not _users:
                    sys.setrecursionlimit(before + sum(_reserved))

    return run


@contextmanager
def headroom(calls: int) -> Iterator[None]:
    """Reserve some calls for nbgraph in the block, so that the user's functions recurse as deep as without them.

    >>> limit = sys.getrecursionlimit()
    >>> with headroom(5):
    ...     sys.getrecursionlimit() - limit
    5
    """
    with _lock:
        calls = min(calls, max(0, _MOST - sum(_reserved)))
        _reserved.append(calls)
        sys.setrecursionlimit(sys.getrecursionlimit() + calls)
    try:
        yield
    finally:
        with _lock:
            _reserved.remove(calls)
            sys.setrecursionlimit(sys.getrecursionlimit() - calls)


def calls_left() -> int:
    """Return how many nested calls the running notebook cell has left; 0 where that does not matter."""
    frames = [each.f_code.co_name for each, _ in traceback.walk_stack(sys._getframe())]
    if "run_code" not in frames or sys.getrecursionlimit() > _COUNTED:
        return 0
    return _left() + frames.index("run_code") - 1  # IPython's frame, which runs the cell; nbgraph's frames are inside


def _left() -> int:
    """Return how many calls are left here, by trying: native calls in between are not counted otherwise."""
    try:
        return _left() + 1
    except RecursionError:
        return 0


def use_notebook_limit(limit: int, left: int = 0) -> None:
    """Note the notebook's limit in another process, which may need more itself, and the notebook's `calls_left`."""
    _notebook[:] = [limit, *(_notebook[1:] or [sys.getrecursionlimit()])]
    _cell[:] = [left]


def as_in_cell(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that has as many calls left as in a cell of the notebook, under `notebook_limit`."""
    if not any(_cell):
        return function

    def deeper(calls: int, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        return function(*args, **kwargs) if calls <= 0 else deeper(calls - 1, args, kwargs)

    return lambda *args, **kwargs: deeper(_left() - _cell[0] - _OWN, args, kwargs)


def set_limit(limit: int) -> None:
    """Set a limit of the notebook's, unless traces need a higher one."""
    sys.setrecursionlimit(max(limit, *_notebook[1:], 1))


@contextmanager
def notebook_limit() -> Iterator[None]:
    """Use the notebook's recursion limit within the block; does nothing in the notebook's own process."""
    if not _notebook:
        yield
        return
    before = sys.getrecursionlimit()
    calls = sum(1 for _ in traceback.walk_stack(sys._getframe()))
    sys.setrecursionlimit(max(_notebook[0], calls + _LEAST))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
