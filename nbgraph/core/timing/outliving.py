"""What a call changes that outlives it: put back after each run, so that every run starts where the first did.

A function that appends to a global list would otherwise be measured on a list of a million items, the graph would be
made from it, and `ng.compare` would leave it to the user.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from nbgraph.core.staging.heap import Snapshot


class Outliving:
    """The mutable state that functions can reach, as it was before their first run.

    >>> seen = []
    >>> state = Outliving(seen)
    >>> seen.append(1)
    >>> state.put_back(seen), seen
    ([1], [])
    """

    def __init__(self, *roots: Any) -> None:
        """Observe what `roots` can reach: globals and closures of functions, and what is in them."""
        self._before = Snapshot.of(*roots)
        self.restore: Callable[[], None] | None = None
        """Puts the state back before a further run; None where no run has changed it."""

    def put_back(self, value: Any = None) -> Any:
        """Put back what a run has changed.

        Args:
            value: its result.

        Returns:
            The result as the run left it: a copy, where it may share what has been put back.
        """
        if next(self._before.changed(), None) is None:
            return value
        try:
            kept = copy.deepcopy(value)
        except Exception:  # of objects that cannot be copied: they stay as they are
            return value
        self._before.restore()
        self.restore = self._before.restore
        return kept
