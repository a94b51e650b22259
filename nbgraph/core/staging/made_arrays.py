"""NumPy arrays that converted code makes and then changes: such a change is not seen by other names of the array.

`a = np.zeros(3)` is no traced value, and stays NumPy's: its items may be needed while tracing. When a run-time value is
assigned to one of them, the name gets a new array, and an alias (`b = a`, a helper's parameter, a list that holds it)
would keep the old one, invisible to the audit because nothing in the program shows it. So the call that made the array
is remembered, and the function traced anew with a traced array there, whose aliases the audit sees.
"""

from __future__ import annotations

import weakref
from types import FunctionType
from typing import Any

import jax.numpy as jnp
import numpy as np

from nbgraph.core.functionalise.sites import Place
from nbgraph.core.staging import context, recorder
from nbgraph.core.staging.values import holds_numbers

_traced: weakref.WeakKeyDictionary[FunctionType, set[Place]] = weakref.WeakKeyDictionary()


class ArrayChanges(BaseException):
    """A run-time value is assigned to an item of an array that a call has made: to be traced anew.

    No `except` of the user's may catch it.
    """

    def __init__(self, calls: list[tuple[FunctionType, Place]]) -> None:
        self.calls = calls
        super().__init__()

    def learn(self) -> None:
        """Let the calls make traced arrays from now on."""
        for function, place in self.calls:
            _traced.setdefault(function, set()).add(place)


def made(frame: recorder.Frame, result: Any) -> Any:
    """The result of a call: an array of NumPy that is going to change as a traced one."""
    log = context.here().log
    if type(result) is not np.ndarray or not result.shape or not holds_numbers(result.dtype):
        return result
    if log is None or frame.owner is None:
        return result
    function = frame.owner.original
    if frame.place in _traced.get(function, ()):
        return jnp.array(result)
    log.arrays.append((result, function, frame.place))
    return result


def refuse_untraced(array: Any) -> None:
    """Stop the trace where a run-time value is assigned to items of an array that a call has made, or of a part of it.

    One that an operator has made (`np.zeros(2) + 1`) may be of any of them.

    Raises:
        ArrayChanges: to be traced anew.
    """
    log = context.here().log
    if log is None or type(array) is not np.ndarray or not log.arrays:
        return
    calls = [(function, place) for other, function, place in log.arrays if np.may_share_memory(other, array)]
    raise ArrayChanges(calls or [(function, place) for _, function, place in log.arrays])


def refuse_untraced_like(shape: tuple[int, ...]) -> None:
    """The same for an array that only shows as a constant of this shape in the program."""
    log = context.here().log
    alike = [(function, place) for other, function, place in (log.arrays if log else ()) if other.shape == shape]
    if alike:
        raise ArrayChanges(alike)
