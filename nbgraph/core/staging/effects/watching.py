"""Notify the `try` statements that are being traced of checks that may fail."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

from nbgraph.core.functionalise.sites import Place
from nbgraph.core.pipeline import Converted
from nbgraph.core.staging.trace import context

if TYPE_CHECKING:
    from nbgraph.core.staging.control_flow.catching import Try


def note() -> None:
    """Notify the innermost `try` that a check may have failed."""
    if watches := context.here().tries:
        watches[-1].note()


def settle() -> None:
    """Undo what the current block has changed after a failed check."""
    if watches := context.here().tries:
        watches[-1].settle()


@contextlib.contextmanager
def block() -> Iterator[None]:
    """Trace the code inside as a block that the graph may run later."""
    watches = context.here().tries
    with watches[-1].block() if watches else contextlib.nullcontext():
        yield


def watch_of(owner: Converted, place: Place) -> Try | None:
    """Return the innermost active `try` at a source position; None if it is not active."""
    return next((each for each in reversed(context.here().tries) if (each.owner, each.place) == (owner, place)), None)
