"""Skip checks that repeat an earlier one: the second can not be the first to fail.

In `if a[i] > 0: b = a[i]` the second index is in range wherever the first one is. A check covers the code that runs
after it: in the same trace or in an inner one, under the same conditions. Inside a `try` every check is staged.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from nbgraph.core import _jax
from nbgraph.core.records import dataclass
from nbgraph.core.staging.trace import context
from nbgraph.core.staging.trace.implications import surely_holds

MOST = 8  # a new check is compared with as many of the last ones


@dataclass(frozen=True)
class Made:
    """A check that has been staged."""

    holds: Any
    check: Any
    number: int  # its position among the program's checks, from 0; a block that is traced again removes its checks
    trace: Any
    assumed: tuple[Any, ...]  # the enclosing conditions

    def is_behind(self, checks: Sequence[Any]) -> bool:
        """Whether the current code runs only after this check has passed."""
        assumed = context.here().assumed
        return (
            self.number < len(checks)
            and checks[self.number] is self.check
            and (self.trace is _jax.current_trace() or _jax.is_around(self.trace))
            and len(self.assumed) <= len(assumed)
            and all(one is other for one, other in zip(assumed, self.assumed, strict=False))
        )


def made(holds: Any, check: Any, number: int) -> list[Made]:
    """Return the entry for a check that is staged now; [] inside a `try`."""
    here = context.here()
    return [] if here.tries else [Made(holds, check, number, _jax.current_trace(), here.assumed)]


def is_repeated(holds: Any, before: Iterable[Made], checks: Sequence[Any]) -> bool:
    """Whether a traced truth value follows from the enclosing conditions or from one of the last checks."""
    if context.here().tries:
        return False
    if surely_holds(holds):
        return True
    return any(_jax.surely_same(each.holds, holds) and each.is_behind(checks) for each in before)
