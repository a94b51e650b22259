"""Take the user's options for a loop from a call inside its body."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from nbgraph.core.records import dataclass
from nbgraph.core.staging.trace import context


@dataclass
class LoopOptions:
    """The user's options for the loop whose body runs now."""

    max_iterations: int | None = None  # the most iterations the loop can make; None where nothing was said


def loop_options(*, max_iterations: int | None = None) -> None:
    """Say something about the loop in whose body this stands; in plain Python it does nothing.

    Args:
        max_iterations: the most iterations the loop can make. Lists that grow in a loop of run-time length get room for
            as many; a list that needs more is an error.

    Raises:
        ValueError: `max_iterations` is not a positive int.
    """
    if max_iterations is not None and (not isinstance(max_iterations, int) or max_iterations < 1):
        raise ValueError(f"max_iterations must be a positive int, not {max_iterations!r}")
    options = context.here().loop
    if options is not None:
        options.max_iterations = max_iterations


@contextlib.contextmanager
def listening() -> Iterator[LoopOptions]:
    """Collect the options that a loop's body sets while it is traced."""
    options = LoopOptions()
    with context.within(loop=options):
        yield options
