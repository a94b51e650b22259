"""Where each round begins of a loop that Python runs, for code that writes one round after the other."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import jax

from nbgraph.core._jax import ROUND_SCOPE, under_trace
from nbgraph.core.staging import context
from nbgraph.core.staging.decisions import Decision
from nbgraph.core.staging.recorder import Frame, record

ROUND = "round"  # the verb under which the journal has it
STAGED = -1  # in place of the number of a round: the graph runs what follows
MOST = 16  # rounds: a loop of more is not written down round by round


def round_marks(frame: Frame) -> Callable[[int], None]:
    """What notes the beginning of a round of a loop, by its number; it costs nothing where no record is kept."""
    if context.here().log is None:
        return lambda number: None
    decision = Decision(frame.span, ROUND, "python")

    def mark(number: int) -> None:
        if number < MOST:
            record(frame, ROUND, decision, number)

    return mark


def round_scope(number: int) -> contextlib.AbstractContextManager[None]:
    """What tells the equations of a round of a loop that Python runs from those of the next one: a scope of JAX's."""
    return jax.named_scope(f"{ROUND_SCOPE}{number}") if under_trace() else contextlib.nullcontext()
