"""Stage the first iteration of a loop apart: a name has another shape before the loop than in it, as in `m = 0.0`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nbgraph.core.errors import StagingError
from nbgraph.core.staging.control_flow.cond import join
from nbgraph.core.staging.control_flow.iteration import pack, unpack
from nbgraph.core.staging.effects import effects
from nbgraph.core.staging.effects.rewinding import Point
from nbgraph.core.staging.frames.tracing import Traced, trace_branch
from nbgraph.core.staging.state.carry import CarryMismatchError, is_unseen
from nbgraph.core.staging.state.location import MISSING
from nbgraph.core.staging.state.mutable_state import Snapshot
from nbgraph.core.staging.trace import implications
from nbgraph.core.staging.trace.events import region
from nbgraph.core.staging.trace.recorder import Frame
from nbgraph.core.staging.trace.user_frames import at_place
from nbgraph.core.staging.values.undefined import Undefined
from nbgraph.core.staging.values.values import is_dynamic, type_of


def first_apart(
    frame: Frame,
    runs: Any,
    run: Callable[[], tuple[Any, ...]],
    names: tuple[str, ...],
    state: tuple[Any, ...],
    snapshot: Snapshot,
    error: CarryMismatchError,
) -> tuple[Any, ...]:
    """Return the state after a loop whose first iteration is staged by itself.

    Where no iteration runs, a name of another shape that is not read after the loop counts as unbound; any other, and
    an item or attribute, makes the run fail.

    Args:
        runs: whether there is an iteration, a traced bool scalar.
        run: stages the first iteration and the loop of the others.
        names: the carried names.
        state: their values before the loop.
        snapshot: mutable state before the loop.
        error: why all iterations cannot be staged together, which is raised if this fails, too.
    """
    start = Point.here()

    def branch(holds: bool, side: Callable[[], Any]) -> Traced:
        with implications.assuming(runs, holds), region("branch", frame.place, holds, predicate=runs):
            return trace_branch(lambda: pack(at_place(frame.file, frame.place)(side)), snapshot)

    try:
        true = branch(True, run)
        ended = () if true.raises else unpack(true.result, len(state))
        none = tuple(map(_unless_reshaped, names, state, ended))
        apart = [name for name, old, new in zip(names, state, none, strict=True) if new is not old]
        new_items = any(location.get() is MISSING for location, _ in true.writes.values())
        if apart and not new_items and all(is_unseen(frame.span, name) for name in apart):
            return unpack(
                join(frame, runs, true, branch(False, lambda: none), snapshot, names, "iteration"), len(state)
            )
        start.rewind()
        effects.require(runs, effects.Check(frame.span, lambda: error.settling("; this call runs no iteration")))
        return run()
    except (StagingError, ValueError):
        start.undo(snapshot)
        raise error from None


def _unless_reshaped(name: str, before: Any, after: Any) -> Any:
    shapes = {type_of(value).shape for value in (before, after) if is_dynamic(value)}
    return before if len(shapes) < 2 else Undefined(name, "the loop has run no iteration")
