"""The notebook's recursion limit, for code of the user's that runs in another process.

Tracing and compiling need many more calls than the user's code, so a low limit holds only while plain Python runs.
"""

from __future__ import annotations

import contextlib
import inspect
import sys
from collections.abc import Iterator

_ROOM = 20
"""Calls that the user's function has left at least: a limit that this process has passed already cannot be set."""
_limit: list[int] = []


def use_notebook_limit(limit: int) -> None:
    """Set the notebook's limit, which `notebook_limit` goes by."""
    _limit[:] = [limit]


@contextlib.contextmanager
def notebook_limit() -> Iterator[None]:
    """Let what follows recurse as deep as in the notebook; changes nothing in the notebook's own process."""
    if not _limit:
        yield
        return
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(_limit[0], len(inspect.stack(0)) + _ROOM))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
