"""What a call changes that outlives it: put back after each run, so that every run starts where the first did.

A function that appends to a global list would otherwise be measured on a list of a million items, the graph would be
made from it, and `ng.compare` would leave it to the user.
"""

from __future__ import annotations

import copy
import sys
from collections.abc import Callable
from types import MethodType
from typing import Any

from nbgraph.core.staging.heap import Snapshot
from nbgraph.core.staging.location import Named
from nbgraph.core.timing.changes import Changes, random_states, written


class Outliving:
    """The mutable state that functions can reach, as it was before their first run.

    >>> seen = []
    >>> state = Outliving(seen)
    >>> seen.append(1)
    >>> state.put_back(seen), seen
    ([1], [])
    """

    def __init__(self, *roots: Any) -> None:
        """Observe what `roots` can reach (globals and closures of functions, what is in them) and the import path."""
        bound = next((each.__self__ for each in roots if isinstance(each, MethodType)), None)
        self._before = Snapshot.of(Named({"self": bound, "sys.path": sys.path}), *roots)
        self._random = random_states()
        self.restore: Callable[[], None] | None = None
        """Puts the state back before a further run; None where no run has changed it."""

    @property
    def changes(self) -> Changes:
        """What is other than before the first run, before it is put back.

        >>> seen = []
        >>> def see(x): seen.append(x)
        >>> state = Outliving(see)
        >>> see(1)
        >>> state.changes.changed
        ('`seen`',)
        """
        changed = dict.fromkeys(written(place.name) for place, _ in self._before.changed())
        moved = self._before.advanced()
        drawn = [name for name, state in random_states().items() if state != self._random[name]]
        return Changes(tuple(changed), () if moved is None else (written(moved[1]),), tuple(drawn))

    def put_back(self, value: Any = None) -> Any:
        """Put back what a run has changed.

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
