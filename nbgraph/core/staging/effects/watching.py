"""Who wants to know where the code that is traced now may have raised: the `try` statements that are being traced."""

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
    """Say that a check may have failed."""
    if watches := context.here().tries:
        watches[-1].note()


def settle() -> None:
    """Take back what has changed in the block that is traced now since a check failed."""
    if watches := context.here().tries:
        watches[-1].settle()


@contextlib.contextmanager
def block() -> Iterator[None]:
    """Inside, a block is traced that the graph may run at another time."""
    watches = context.here().tries
    with watches[-1].block() if watches else contextlib.nullcontext():
        yield


def watch_of(owner: Converted, place: Place) -> Try | None:
    """The innermost active `try` that stands at a place."""
    return next((each for each in reversed(context.here().tries) if (each.owner, each.place) == (owner, place)), None)
