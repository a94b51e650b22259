"""Checks that the run has behind it: what asks the same again at such a place can not be the first to fail.

In `if a[i] > 0: b = a[i]` the second position is in range wherever the first one is. A check counts as made where the
code goes on that it stands in: in the same trace or in one inside, under the same conditions. In a `try` each is made.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from nbgraph.core import _jax
from nbgraph.core.records import dataclass
from nbgraph.core.staging.trace import context
from nbgraph.core.staging.trace.implications import surely_holds

MOST = 8  # how many of the last checks a new one is compared with


@dataclass(frozen=True)
class Made:
    """A check that was staged."""

    holds: Any
    check: Any
    number: int  # which of the program's checks it is, from 0 on; a block that is traced again takes its checks back
    trace: Any
    assumed: tuple[Any, ...]  # the conditions around

    def is_behind(self, checks: Sequence[Any]) -> bool:
        """Whether the code that is traced now runs behind it only."""
        assumed = context.here().assumed
        return (
            self.number < len(checks)
            and checks[self.number] is self.check
            and (self.trace is _jax.current_trace() or _jax.is_around(self.trace))
            and len(self.assumed) <= len(assumed)
            and all(one is other for one, other in zip(assumed, self.assumed, strict=False))
        )


def made(holds: Any, check: Any, number: int) -> list[Made]:
    """A check as it is staged now, where what follows runs only if it holds."""
    here = context.here()
    return [] if here.tries else [Made(holds, check, number, _jax.current_trace(), here.assumed)]


def is_repeated(holds: Any, before: Iterable[Made], checks: Sequence[Any]) -> bool:
    """Whether a traced truth value is what a condition around asks, or one of the last checks that were made."""
    if context.here().tries:
        return False
    if surely_holds(holds):
        return True
    return any(_jax.surely_same(each.holds, holds) and each.is_behind(checks) for each in before)
