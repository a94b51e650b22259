"""Find the error that a callback raised during a run: JAX quotes its message in an error of its own."""

from __future__ import annotations

import itertools
import re
import threading

from nbgraph.core import _jax

_MOST_KEPT = 8  # the most errors to keep: the traceback of each holds the variables of its frames
_number = itertools.count(1)
_failures: dict[str, BaseException] = {}
_lock = threading.Lock()


class RunFailed(Exception):
    """The error of a failed run, whose message JAX quotes."""

    def __init__(self, error: BaseException | None) -> None:
        super().__init__("" if error is None else f"{error} {_kept(error)}")


_jax.quiet_callbacks(RunFailed)


def _kept(error: BaseException) -> str:
    """Keep an error; return the mark in the message by which it is found."""
    mark = f"[nbgraph run {next(_number)}]"
    with _lock:
        _failures[mark] = error
        while len(_failures) > _MOST_KEPT:
            del _failures[next(iter(_failures))]
    return mark


def failure_in(error: BaseException) -> BaseException | None:
    """Return the error of a run that a JAX error quotes; None if it quotes none."""
    quoting = isinstance(error, RuntimeError | ValueError)  # the one after the run, the other during it
    found = re.search(r"\[nbgraph run \d+\]", str(error)) if quoting else None
    with _lock:
        return _failures.pop(found.group(), None) if found is not None else None
