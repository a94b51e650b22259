"""Interpret a batched `while` loop: it runs while any element's test holds, and an ended element keeps its state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from nbgraph.core.checked.by_jax import Unsupported
from nbgraph.core.checked.moving import CLEAN
from nbgraph.core.checked.values import Pair, Value, apart, event_of, joined, narrow_of, origins_of, wide_of


def is_batch(test: Value) -> bool:
    """Return whether a loop's test has one truth value per batch element."""
    return test.__class__ is Pair and np.ndim(wide_of(test)) > 0


def after_iteration(test: Value, after: Sequence[Value], before: Sequence[Value]) -> list[Value]:
    """Return the state after an iteration: an element whose test is false keeps its state from before."""
    return [_chosen(np.asarray(wide_of(test)), one, other) for one, other in zip(after, before, strict=True)]


def _chosen(holds: Any, after: Value, before: Value) -> Value:
    new, old = narrow_of(after), narrow_of(before)
    if not isinstance(new, np.ndarray):
        raise Unsupported("while")  # of random keys
    which = holds.reshape(holds.shape + (1,) * (new.ndim - holds.ndim))
    narrow, wide = np.where(which, new, old), np.where(which, wide_of(after), wide_of(before))
    event = (event_of(after) or event_of(before)) if apart(narrow, wide) else None
    return joined(narrow, wide, event, _labels(which, origins_of(after), origins_of(before)))


def _labels(which: Any, after: Any, before: Any) -> Any:
    if after is None and before is None:
        return None
    one, other = (CLEAN if labels is None else labels for labels in (after, before))
    found = np.where(which, one, other).astype(np.int32)
    return None if bool(np.all(found == CLEAN)) else found
