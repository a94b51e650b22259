"""Test the `break` at the start of a `for` body in the loop's own condition.

The rest of the body is then the iteration: no branch is traced for the `break`, and none is in the graph.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Sequence
from typing import Any

from nbgraph.core import _jax
from nbgraph.core.records import dataclass
from nbgraph.core.staging.effects import effects
from nbgraph.core.staging.state.mutable_state import Snapshot, is_unchanged
from nbgraph.core.staging.trace import context
from nbgraph.core.staging.trace.cost import are_elementwise
from nbgraph.core.staging.trace.recorder import Frame, is_seen
from nbgraph.core.staging.values.values import is_traced

MOST_ASKED = 40  # operations of a condition, which is tested once more where the loop ends by itself


@dataclass(eq=False)
class FirstExit:
    """An iteration being traced, before which the loop may still end, as it has had no effect yet."""

    code: types.CodeType  # the body's code
    values: Sequence[Any]  # the body's arguments
    snapshot: Snapshot  # mutable state before the loop
    calls: int  # the number of running functions of the user's
    checks: int  # the number of run-time checks
    changed: dict[Any, Any]  # by identity, the values of locations that differ from those before the loop
    asked: Any = None  # the test that leaves the loop, a traced bool scalar; None until it is found

    @classmethod
    def of(cls, body: Callable[..., Any], values: Sequence[Any], snapshot: Snapshot) -> FirstExit | None:
        """Make one for an iteration that begins; None if the loop must stay as the user wrote it."""
        here, code = context.here(), getattr(body, "__code__", None)
        if code is None or is_seen() or here.tries or _jax.in_parts() or _jax.equations_so_far() is None:
            return None
        return cls(code, values, snapshot, len(here.calls), effects.mark(), _changed(snapshot))

    def takes(self, frame: Frame, pred: Any) -> bool:
        """Whether an `if` leaves the loop and may be tested before the iteration instead.

        Then its test is noted, and its other branch is the iteration.
        """
        python = frame.python
        if self.asked is not None or python is None or python.f_code is not self.code:
            return False
        given = [python.f_locals.get(name) for name in self.code.co_varnames[: len(self.values)]]
        same = len(given) == len(self.values) and all(map(lambda one, other: one is other, given, self.values))
        if not same or not is_traced(pred) or not self._only_asks():
            return False
        self.asked = pred
        return True

    def _only_asks(self) -> bool:
        """Whether only a few scalars have been computed so far."""
        here = context.here()
        if len(here.calls) != self.calls or effects.mark() != self.checks:
            return False
        equations = _jax.equations_since(0)
        scalars = not any(variable.aval.shape for each in equations for variable in each.outvars)
        if not scalars or len(equations) > MOST_ASKED or not are_elementwise(equations):
            return False
        now = _changed(self.snapshot)
        return now.keys() == self.changed.keys() and all(is_unchanged(self.changed[key], now[key]) for key in now)


def _changed(snapshot: Snapshot) -> dict[Any, Any]:
    return {place.identity: value for place, value in snapshot.changed()}
