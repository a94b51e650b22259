"""Copy the objects that a function makes of known values, so that each call returns its own.

The graph is made once, and what no array can hold is kept with it. If each call returned the same object, a caller's
change of it would show in the next call's result.
"""

from __future__ import annotations

import copy
import dis
import types
from collections.abc import Callable, Iterable
from typing import Any

from nbgraph.core.source.ownership import is_user_function
from nbgraph.core.staging.state import Snapshot

Outside = Callable[[], Iterable[Any]]  # the arguments of a trace, and the values of names that its functions mention


class Made:
    """The known parts of a result: each call returns copies of those that the trace made."""

    def __init__(self, values: tuple[Any, ...], outside: Outside) -> None:
        self.values = values
        self._stays: dict[int, Any] = {}  # by id, the objects within reach that are older than the trace
        self.is_copied = any(map(_may_change, values))
        if not self.is_copied:
            return
        before, self._reached = Snapshot.of(*outside()), Snapshot.of(*values).known
        for key, each in self._reached.items():
            if isinstance(each, types.ModuleType) or before.holds(each):
                self._stays[key] = each

    def uncopied(self) -> Any:
        """Return the first part with state that cannot be copied, such as a generator; None if there is none."""
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
        except Exception:  # the object's own code may raise anything
            return False
        return True


def _may_change(value: Any) -> bool:
    """Whether a value has state that can change, so that a copy of it is another object."""
    if isinstance(value, types.FunctionType):
        return value.__closure__ is not None
    try:
        return copy.deepcopy(value) is not value
    except Exception:
        return True


def _keeps_state(function: types.FunctionType) -> bool:
    """Whether a function made by another one can change the variables in its closure."""
    names = function.__code__.co_freevars
    stores = any(each.opname == "STORE_DEREF" and each.argval in names for each in dis.get_instructions(function))
    held = [cell.cell_contents for cell in function.__closure__ or () if cell != types.CellType()]
    return stores or any(_may_change(value) for value in held if not isinstance(value, types.FunctionType))
