"""A check that costs a call nothing while it holds: a branch of the graph, never taken, that fails the run.

Reading a flag after each call takes a third of what a short call takes. Where all that can fail is the number of a
loop's rounds, the graph returns no flag: one of its results passes through a branch that calls back and fails.
"""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from typing import Any

import jax
import numpy as np

from nbgraph.core.staging.effects import COUNTS, Check, Effects
from nbgraph.core.staging.run_failures import RunFailed
from nbgraph.core.staging.user_frames import raised_through
from nbgraph.core.staging.values import cast, is_traced, type_of

_LARGEST = 1024  # items of a result that is passed through: it may be copied


def guarded(leaves: Sequence[Any], effects: Effects) -> list[Any] | None:
    """Results that are only there if every check holds.

    Args:
        leaves: the arrays among the results.
        effects: the checks, which somebody must keep as long as the graph is called.

    Returns:
        The same results; None where they, or the checks, need another way.
    """
    if effects.reports or not all(check.counts for check in effects.checks):
        return None
    at = min((i for i, leaf in enumerate(leaves) if _can_pass(leaf)), key=lambda i: leaves[i].size, default=None)
    if at is None:
        return None
    leaf, kind = leaves[at], type_of(leaves[at])
    result = jax.ShapeDtypeStruct(kind.shape, kind.dtype)
    owned = weakref.ref(effects)  # JAX lets a callback go late, and the checks know the user's module

    def fail(failed: Any, *values: Any) -> Any:
        checks = owned()
        raise RunFailed(None if checks is None else _error(checks.checks[int(failed) - 1], values))

    def failing(_: Any, *known: Any) -> Any:
        return cast(jax.pure_callback(fail, result, *known), kind)

    values = effects.values.get(COUNTS, ())
    failed, effects.failed, effects.values, effects.trace = effects.failed, 0, {}, None
    passed = jax.lax.cond(failed == 0, lambda leaf, *_: leaf, failing, leaf, failed, *values)
    return [passed if i == at else leaf for i, leaf in enumerate(leaves)]


def _can_pass(leaf: Any) -> bool:
    return is_traced(leaf) and leaf.size <= _LARGEST and isinstance(type_of(leaf).dtype, np.dtype)


def _error(check: Check, values: Sequence[Any]) -> BaseException:
    return raised_through(check.error(*(value.item() for value in values)), check.frames)


def wait_for_one(result: Any) -> None:
    """Wait until a run has ended, for which one of its results is enough.

    Raises:
        RuntimeError: it has failed.
    """
    try:
        result.block_until_ready()  # an array, most often: asking what it is takes longer
    except AttributeError:
        jax.block_until_ready(jax.tree_util.tree_leaves(result)[:1])
