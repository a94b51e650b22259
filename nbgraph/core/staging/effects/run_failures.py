"""What a run raises from inside: JAX quotes it in an error of its own, by which it is found again."""

from __future__ import annotations

import itertools
import re
import threading

from nbgraph.core import _jax

_MOST_KEPT = 8  # failures that nobody has asked for: each holds the variables of the functions that it went through
_number = itertools.count(1)
_failures: dict[str, BaseException] = {}
_lock = threading.Lock()


class RunFailed(Exception):
    """A run has failed; JAX quotes the text."""

    def __init__(self, error: BaseException | None) -> None:
        super().__init__("" if error is None else f"{error} {_kept(error)}")


_jax.quiet_callbacks(RunFailed)


def _kept(error: BaseException) -> str:
    """Keep an error; the mark by which it is found."""
    mark = f"[nbgraph run {next(_number)}]"
    with _lock:
        _failures[mark] = error
        while len(_failures) > _MOST_KEPT:
            del _failures[next(iter(_failures))]
    return mark


def failure_in(error: BaseException) -> BaseException | None:
    """What a run has raised that JAX quotes in an error; None where it quotes nothing."""
    quoting = isinstance(error, RuntimeError | ValueError)  # the one where the run has ended, the other where not yet
    found = re.search(r"\[nbgraph run \d+\]", str(error)) if quoting else None
    with _lock:
        return _failures.pop(found.group(), None) if found is not None else None
