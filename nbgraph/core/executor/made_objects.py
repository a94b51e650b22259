"""Objects that a function makes of what is known while its graph is made: each call returns some of its own.

The graph is made once, and what no array can hold waits beside it. Handed out as it is, it would be one object for all
calls, and what a caller changes the next call would return.
"""

from __future__ import annotations

import copy
import dis
import types
from collections.abc import Callable, Iterable
from typing import Any

from nbgraph.core.source.ownership import is_user_function
from nbgraph.core.staging.state import Snapshot

Outside = Callable[[], Iterable[Any]]  # what a trace was given, or found behind the names that its functions mention


class Made:
    """The known parts of a result, as each call returns them: what the trace made is copied, what was there is not."""

    def __init__(self, values: tuple[Any, ...], outside: Outside) -> None:
        self.values = values
        self._stays: dict[int, Any] = {}  # by id, what is reached from the values and was there before
        self.is_copied = any(map(_may_change, values))
        if not self.is_copied:
            return
        before, self._reached = Snapshot.of(*outside()), Snapshot.of(*values).known
        for key, each in self._reached.items():
            if isinstance(each, types.ModuleType) or before.holds(each):
                self._stays[key] = each

    def uncopied(self) -> Any:
        """The first part that has a state of its own which cannot be copied, such as a generator; None if none has."""
        if not self.is_copied:
            return None
        made = [each for key, each in self._reached.items() if key not in self._stays]
        del self._reached
        keeps_state = (each for each in made if is_user_function(each) and _keeps_state(each))
        return next(keeps_state, None) or next((value for value in self.values if not self._can_copy(value)), None)

    def now(self) -> tuple[Any, ...]:
        return copy.deepcopy(self.values, dict(self._stays)) if self.is_copied else self.values

    def _can_copy(self, value: Any) -> bool:
        try:
            copy.deepcopy(value, dict(self._stays))
        except Exception:  # whatever the object's own code raises
            return False
        return True


def _may_change(value: Any) -> bool:
    """Whether a value has a state that can change: a copy of it would be another object."""
    if isinstance(value, types.FunctionType):
        return value.__closure__ is not None
    try:
        return copy.deepcopy(value) is not value
    except Exception:
        return True


def _keeps_state(function: types.FunctionType) -> bool:
    """Whether a function that another one has made can change what it remembers."""
    names = function.__code__.co_freevars
    stores = any(each.opname == "STORE_DEREF" and each.argval in names for each in dis.get_instructions(function))
    held = [cell.cell_contents for cell in function.__closure__ or () if cell != types.CellType()]
    return stores or any(_may_change(value) for value in held if not isinstance(value, types.FunctionType))
