"""Refuse effects of taking an item from an iterator after a run-time value may have ended its loop.

The loop goes on while the graph is made, though the run may have left it. What the body does is guarded; what a
generator or a `__next__` does is not.
"""

from __future__ import annotations

import contextlib
import types
from collections.abc import Callable, Iterator
from typing import Any

from nbgraph.core._jax import under_trace
from nbgraph.core.errors import StagingError
from nbgraph.core.spans import Span
from nbgraph.core.staging.effects import effects
from nbgraph.core.staging.state.mutable_state import Snapshot
from nbgraph.core.staging.trace import context


class Acts:
    """The state within reach of an iterator's code, to detect whether that changes anything."""

    def __init__(self, *roots: Any) -> None:
        snapshot = Snapshot.of(*roots) if under_trace() else Snapshot()
        own = set(map(id, roots))
        # within reach before the code runs; what it makes itself does not count
        self.reached = [
            value for value in snapshot.known.values() if id(value) not in own and type(value) is not types.CellType
        ]
        self._names = {id(place.owner): place.name for place, _ in snapshot.before.values() if place.name}

    @contextlib.contextmanager
    def noticed(self, found: list[str]) -> Iterator[None]:
        """Note in `found` what the code inside changes or does."""
        snapshot, checks, printed = Snapshot.of(*self.reached), effects.mark(), _printed()
        try:
            yield
        finally:
            changed = [place for place, _ in snapshot.changed()]
            found += [place.name or self._names.get(id(place.owner), "an object") for place in changed]
            found += ["what the run prints"] if _printed() != printed else []
            found += ["what the run checks"] if effects.mark() != checks else []

    @contextlib.contextmanager
    def refused(self, span: Span | None) -> Iterator[None]:
        """Refuse code inside that does anything but return a value."""
        found: list[str] = []
        with self.noticed(found):
            yield
        if found:
            name = found[0].strip(".")
            raise StagingError(
                "a run-time value may end this walk, and taking the next item does more than that: it changes"
                f" {f'`{name}`' if ' ' not in name else name}",
                span=span,
                remedy="do it in the body of the loop; or collect the items in a list before, `list(...)`",
                id="side-effect",
            )


def _printed() -> int:
    log = context.here().log
    return 0 if log is None else log.acts


def unmapped(items: Any) -> tuple[Callable[..., Any], Iterator[tuple[Any, ...]]] | None:
    """Return the function of a `map` and an iterator over its arguments; None for any other iterable."""
    if type(items) is not map or not under_trace():
        return None
    parts: Any = items.__reduce__()[1]
    function, *iterators = parts
    return function, zip(*iterators, strict=False)
