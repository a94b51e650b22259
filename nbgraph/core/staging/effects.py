"""Run-time effects of a graph: checks that failed, carried as one number and raised on the host afterwards."""

from __future__ import annotations

import contextlib
import contextvars
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import jax
import jax.numpy as jnp

from nbgraph.core.spans import Span
from nbgraph.core.staging.values import is_traced


@dataclass(frozen=True)
class Check:
    """A condition that must hold at run time.

    Attributes:
        span: the user's line.
        error: makes the exception to raise when the condition does not hold, from the run-time values in its message.
    """

    span: Span
    error: Callable[..., BaseException]


@dataclass(eq=False)
class Effects:
    """The checks of one compiled function.

    Attributes:
        checks: all checks, in the order they were traced; check `i` fails with code `i + 1`.
        failed: the first failed check's code, 0 while all hold; a traced int32 scalar once a check was staged.
        values: by code, the run-time values in a check's message, as they were when it failed.
    """

    checks: list[Check] = field(default_factory=list)
    failed: Any = 0
    values: dict[int, list[Any]] = field(default_factory=dict)

    def require(self, holds: Any, check: Check, values: Sequence[Any] = ()) -> None:
        """Stage a check: the first one that fails is remembered, later ones do not overwrite it."""
        self.checks.append(check)
        code = len(self.checks)
        failed = jnp.asarray(self.failed, jnp.int32)
        holds = jnp.asarray(holds, bool)
        fails = (failed == 0) & ~holds
        self.failed = jnp.where(fails, jnp.int32(code), failed)
        if values:
            before = self.values.get(code, values)
            self.values[code] = [jnp.where(fails, new, old) for new, old in zip(values, before, strict=True)]


current: contextvars.ContextVar[Effects | None] = contextvars.ContextVar("nbgraph_effects", default=None)


def any_staged() -> bool:
    """Whether a check may have failed by now."""
    effects = current.get()
    return effects is not None and is_traced(effects.failed)


def none_failed() -> Any:
    """Whether all checks hold so far, a traced bool scalar: a loop must not go on where Python would have raised."""
    effects = current.get()
    assert effects is not None
    return effects.failed == 0


def mark() -> int:
    """How many checks there are now, to go back to when a block is traced again."""
    effects = current.get()
    return 0 if effects is None else len(effects.checks)


def rewind(mark: int) -> None:
    """Forget the checks staged since `mark`."""
    effects = current.get()
    if effects is not None:
        del effects.checks[mark:]


@contextlib.contextmanager
def collecting() -> Iterator[Effects]:
    """Collect the checks staged inside the block; whoever opened it must raise what they report."""
    effects = Effects()
    token = current.set(effects)
    try:
        yield effects
    finally:
        current.reset(token)


def require(holds: Any, check: Check, values: Sequence[Any] = ()) -> None:
    """Make the graph fail with `check` where `holds`, a traced bool scalar, is false.

    Inside an `ng.function` the check is a flag read after the run. Under the user's own `jax.jit` nobody could read
    a flag: there a callback raises, which JAX reports as an error of the whole computation.
    """
    effects = current.get()
    if effects is not None:
        effects.require(holds, check, values)
        return

    def raise_on_host(ok: Any, *known: Any) -> None:
        if not ok:
            raise check.error(*known)

    jax.debug.callback(raise_on_host, holds, *values)
