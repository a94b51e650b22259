"""Who wants to know where the code that is traced now may have raised: the `try` statements that are being traced."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Protocol

from nbgraph.core.functionalise.sites import Place
from nbgraph.core.pipeline import Converted
from nbgraph.core.staging import context
from nbgraph.core.staging.recorder import Frame


class Watch(Protocol):
    """A `try` whose body is being traced."""

    @property
    def owner(self) -> Converted:
        """The function that it stands in."""

    @property
    def frame(self) -> Frame:
        """The `try` in generated code."""

    @property
    def place(self) -> Place:
        """Where it stands there."""

    def note(self) -> None:
        """A check may have failed: what changes from now on has not changed in Python."""

    def block(self) -> contextlib.AbstractContextManager[None]:
        """Inside, a block is traced that the graph may run at another time."""

    def settle(self) -> None:
        """Take back what has changed in this block since a check failed, where it did."""

    def catches(self, kind: type[BaseException]) -> bool:
        """Whether a handler is for such an exception."""

    @property
    def is_here(self) -> bool:
        """Whether a check that is staged now belongs to the program that the `try` is in."""


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


def watch_of(owner: Converted, place: Place) -> Watch | None:
    """The innermost active `try` that stands at a place."""
    return next((each for each in reversed(context.here().tries) if (each.owner, each.place) == (owner, place)), None)
