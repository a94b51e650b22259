"""What the tests call in the worker."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable
from typing import Any


def process() -> int:
    return os.getpid()


def warms() -> None:
    from nbgraph.core.worker.warming import pieces

    next(pieces(lambda: False))


def same(value: Any) -> Any:
    return value


def prints(*texts: str) -> None:
    for text in texts:
        print(text, end="")
    print("to stderr", file=sys.stderr)


def tells(count: int, tell: Callable[..., None]) -> int:
    for number in range(count):
        tell(number, "step")
    return count


def forks(error: bool) -> int:
    """Where it is run: 0 would be the answer of a process that it makes, which ends when the call has ended there."""
    made = os.fork()
    if made:
        os.waitpid(made, 0)
    elif error:
        raise ValueError("in the process made")
    return made and os.getpid()


def parts(value: Any) -> tuple[Any, list[str]]:
    """A value, and how JAX names its parts."""
    import jax

    return value, [jax.tree_util.keystr(path) for path, _ in jax.tree_util.tree_flatten_with_path(value)[0]]


def sleeps(seconds: float, tell: Callable[..., None]) -> None:
    """Says that it runs, then sleeps."""
    tell()
    time.sleep(seconds)


def fails() -> None:
    raise ZeroDivisionError("here")


def lives_on_for(seconds: float) -> None:
    """Ends the process a while after the call has returned."""
    threading.Timer(seconds, os._exit, (1,)).start()


def takes(size: int) -> int:
    return len(bytearray(size))
