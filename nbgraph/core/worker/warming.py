"""Prepare a worker for what the first call of a notebook would wait for.

JAX looks for its devices, while the worker imports the rest, and compiles each operation that eager JAX meets for the
first time: for a function of ten operators that takes half a second. It is done piece by piece, so that a call waits
for one operator at most.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from typing import Any

import jax

from nbgraph.core.worker.context import Context, current_devices
from nbgraph.core.worker.settings import current

_OPERANDS: Any = ((3, 3), (3.0, 3.0), (3.0, 3), (3,), (3.0,))  # those of one operator, or of two
_found_with: list[Any] = []  # the settings that JAX has found its devices with


def pieces() -> Iterator[None]:
    """Do one piece of the work per step."""
    _found_with.append(current_devices(settings := current(("jax",))))
    with suppress(Exception):  # no device: the call will report it
        jax.device_put(3) + 3
    yield
    from nbgraph.core.examine.parts import OPERATORS  # late: most of what a worker imports

    for apply, (one, *other) in product(OPERATORS.values(), _OPERANDS):
        if current(("jax",)) != settings:
            return  # a call has brought others: JAX may have to say what it compiles
        with suppress(Exception):  # as above; or the operator has another number of operands
            apply(jax.device_put(one), *other)
        yield


def end_for(context: Context) -> None:
    """End the process if the notebook's devices differ from those it has found: another worker makes the call."""
    if _found_with and _found_with[0] != context.devices:
        os._exit(1)
