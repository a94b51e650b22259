"""When Python's garbage collector does not look at what there is: with JAX loaded, that takes a tenth of a second."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator


@contextlib.contextmanager
def uncollected() -> Iterator[None]:
    """Let the garbage collector wait: Stop waits for it, and with JAX loaded it takes a tenth of a second and more."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@contextlib.contextmanager
def imported_once() -> Iterator[None]:
    """Have the garbage collector not look at what is imported, now or at once afterwards: it stays."""
    with uncollected():
        yield
        if not gc.get_freeze_count():  # else somebody has frozen what is to stay so
            gc.freeze()
            gc.unfreeze()  # among the oldest
