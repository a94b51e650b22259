"""Many items that become one array in a block, where all were there before it: stacked there, and once.

A loop whose body reads `g[i]` would put the items of `g` together in each of its iterations, and a block that reads it
nine times would do so nine times.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any

from nbgraph.core import _jax
from nbgraph.core.staging.trace import context
from nbgraph.core.staging.values.values import is_traced, leaves_of

_MANY = 32  # numbers beyond which that pays: a graph of fewer shows them where they are read


def stacked_before(items: list[Any], stack: Callable[[list[Any]], Any], size: int | None) -> Any:
    """What `stack` makes of items: staged where the items were made, if that is around the present block.

    Args:
        size: what else `stack` depends on.
    """
    leaves, tree = leaves_of(items) if context.here().blocks else ([], None)
    staged = _staged_at(leaves) if len(leaves) > _MANY else None
    if staged is None:
        return stack(items)
    trace, known = staged
    for key, of, made in known:
        if key == (tree, size) and all(map(operator.is_, of, leaves)):
            return made
    with _jax.staged_into(trace):
        made = stack(items)
    known.append(((tree, size), leaves, made))
    return made


def _staged_at(leaves: Sequence[Any]) -> tuple[Any, list[Any]] | None:
    """The trace around that all traced values are of, and what was stacked in it for the present block."""
    traces = {id(trace): trace for trace in (_jax.trace_of(leaf) for leaf in leaves if is_traced(leaf))}
    found = next(iter(traces.values()), None)
    if len(traces) != 1 or found is _jax.current_trace():
        return None
    return next((each for each in context.here().blocks if each[0] is found), None)
