"""Prepare a worker for what the first call of a notebook would wait for.

JAX looks for its devices, while the worker imports the rest. Then the worker reports on small functions of its own, for
what runs for the first time takes half as long again; and it compiles each operation that eager JAX meets for the first
time: for a function of ten operators that takes half a second. It is done piece by piece, so that a call waits for one
operator, or for one step of a report, at most.
"""

from __future__ import annotations

import linecache
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import chain, islice, product
from typing import Any

import jax

from nbgraph.core.report import Report
from nbgraph.core.worker.context import Context, current_devices
from nbgraph.core.worker.jobs import Job, pickled
from nbgraph.core.worker.settings import current

_OPERANDS: Any = ((3, 3), (3.0, 3.0), (3.0, 3), (3,), (3.0,))  # those of one operator, or of two
_found_with: list[Any] = []  # the settings that JAX has found its devices with


def pieces(awaited: Callable[[], bool]) -> Iterator[None]:
    """Do one piece of the work per step; break one off when a call is `awaited`."""
    _found_with.append(current_devices(settings := current(("jax",))))
    with suppress(Exception):  # no device: the call will report it
        jax.device_put(3) + 3
    yield
    practice, over = _practised(awaited), object()
    work = chain(islice(practice, 1), _compiled_operators(), practice)
    while current(("jax",)) == settings:  # else a call has brought others: JAX may have to say what it compiles
        if next(work, over) is over:
            return
        yield


def _compiled_operators() -> Iterator[None]:
    from nbgraph.core.examine.parts import OPERATORS  # late: most of what a worker imports

    for apply, (one, *other) in product(OPERATORS.values(), _OPERANDS):
        with suppress(Exception):  # no device: the call will report it; or the operator has another number of operands
            apply(jax.device_put(one), *other)
        yield


_FILE = "<practice>"  # converted as the user's functions are, which nbgraph's own are not
_PRACTICE = """\
def practised_while(n):
    count = 0
    while n > 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = n - 1
        count = count + 1
    return count

def practised_for(n):
    found = []
    for i in range(n):
        if i % 3 == 0:
            found.append(0.5 * i)
    return found
"""


def _practised(awaited: Callable[[], bool]) -> Iterator[Report | None]:
    """Report on a function per step, as a call does; yield the report, or None if it was broken off."""

    def tell(*news: Any) -> None:
        if awaited():
            raise KeyboardInterrupt

    linecache.cache[_FILE] = (len(_PRACTICE), None, _PRACTICE.splitlines(keepends=True), _FILE)
    functions: dict[str, Any] = {}
    exec(compile(_PRACTICE, _FILE, "exec"), functions)
    for name in ("practised_while", "practised_for"):
        report = None
        with suppress(BaseException):
            job = Job("nbgraph.widgets.bundle:made", (functions[name], (6,), {}), {"draws": True}, tells=True)
            pickled(made := job.run(tell))
            report = made[0]
        yield report


def end_for(context: Context) -> None:
    """End the process if the notebook's devices differ from those it has found: another worker makes the call."""
    if _found_with and _found_with[0] != context.devices:
        os._exit(1)
