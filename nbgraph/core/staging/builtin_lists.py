"""Python's builtins that make lists: of sequences whose length only the run knows, lists that grow in a loop."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp

from nbgraph.core.errors import StagingError
from nbgraph.core.staging.cond import if_
from nbgraph.core.staging.conversion import callback, converted_callable
from nbgraph.core.staging.derived_sequences import Reversed
from nbgraph.core.staging.for_loop import for_
from nbgraph.core.staging.heap import Snapshot
from nbgraph.core.staging.lists.buffers import Growing, Room
from nbgraph.core.staging.lists.contents import growing_of, note_buffers
from nbgraph.core.staging.lists.list_ import List, list_, listed
from nbgraph.core.staging.lists.reductions import unknown_length
from nbgraph.core.staging.sequences import Items, Sequence, staged_over
from nbgraph.core.staging.values import any_traced, is_traced, leaves_of


def list_of(items: Any = (), **depth: Any) -> List:
    """`list`: the items of anything, also of `map`, `zip` and others over lists of run-time length."""
    if not isinstance(items, Sequence) or not is_traced(items.length):
        return list_(items, **depth)
    items = items.taken()
    if isinstance(items, Reversed) and isinstance(items.inner, Items):
        made = listed(items.inner.growing.copied())
        made.reverse()
        return made
    made = List()
    for_(items, made.append)
    return made


def filter_(choose: Callable[..., Any] | None, items: Any) -> Any:
    """`filter`; what is traced is asked at once, and what passes is a list of run-time length."""
    growing = unknown_length(items)
    if growing is not None:
        return _passed(listed(_passing(choose, growing)), items)
    parts = staged_over(items)
    if not parts and not (isinstance(items, list | tuple) and any_traced(items)):
        return filter(choose if choose is None else callback(choose), items)
    test = (lambda item: item) if choose is None else callback(choose)
    kept, before = List(), Snapshot.of(test)
    for_(parts[0] if parts else items, lambda item: if_(test(item), lambda: kept.append(item), lambda: None))
    changed = next(before.changed(), None)
    if changed is not None:
        raise StagingError(
            f"the function that chooses changes `{changed[0].name}`, and when it is asked only the run knows",
            remedy="a `for` loop with an `if`",
            id="side-effect",
            variable=changed[0].name or None,
        )
    return _passed(kept, items)


def _passed(kept: List, items: Any) -> Any:
    """What passes as the iterator that Python's is, which must find the items where they were."""
    growing = growing_of(kept)
    if growing is None:
        return iter(kept)
    found = Items(growing, items if isinstance(items, list) else None)
    found.once = True
    return found


def _passing(choose: Callable[..., Any] | None, growing: Growing) -> Growing:
    """The items of a list that pass, in buffers of the same size."""
    note_buffers()
    chosen = growing.buffers if choose is None else jax.vmap(converted_callable(choose))(growing.buffers)
    (holds,) = leaves_of(chosen)[0]
    mask = growing.valid() & (holds if holds.dtype == bool else holds != 0)
    room = Room(growing.room.size, None, least=0, most=growing.room.size)
    return growing.rows(jnp.argsort(~mask, stable=True), room, jnp.sum(mask).astype(jnp.int32))
