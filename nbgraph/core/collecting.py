"""Keep Python's garbage collector from running: with JAX loaded, one run takes a tenth of a second."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator


@contextlib.contextmanager
def uncollected() -> Iterator[None]:
    """Disable the garbage collector within the block: Stop would wait for it, a tenth of a second and more."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@contextlib.contextmanager
def imported_once() -> Iterator[None]:
    """Import within the block so that the garbage collector does not scan what is imported, which stays."""
    with uncollected():
        yield
        if not gc.get_freeze_count():  # other code's frozen objects must stay frozen
            gc.freeze()
            gc.unfreeze()  # moves the objects to the oldest generation
