"""The numbers that stand in one place of many items, as one array: of the few arrays that they were read from."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import jax.numpy as jnp
import numpy as np

from nbgraph.core import _jax
from nbgraph.core.staging.values.values import LeafType, cast, type_of

_FEW = 3  # numbers that a graph shows one by one


def column(leaves: Sequence[Any]) -> Any:
    """What `jnp.stack` gives for some numbers or arrays."""
    kinds = [type_of(leaf) for leaf in leaves]
    one_type = len({(kind.shape, kind.dtype) for kind in kinds}) == 1 and not kinds[0].shape
    if len(leaves) <= _FEW or not one_type or _jax.in_parts() or (found := _found(leaves)) is None:
        return jnp.stack([jnp.asarray(leaf) for leaf in leaves])
    return cast(found, LeafType((len(leaves),), kinds[0].dtype, all(kind.weak for kind in kinds)))


def _found(leaves: Sequence[Any]) -> Any:
    """An array of some numbers, from one or a few arrays that have them; None where there are none."""
    known = [_jax.known_number(leaf) for leaf in leaves]
    if all(number is not None and not np.ndim(number) for number in known):
        return jnp.asarray(np.array(known, type_of(leaves[0]).dtype))
    if all(leaf is leaves[0] for leaf in leaves):
        return jnp.broadcast_to(leaves[0], (len(leaves),))
    runs = [list(run) for _, run in itertools.groupby(map(_origin, leaves), lambda place: id(place[0]))]
    if len(runs) > len(leaves) // _FEW or any(run[0][0] is None for run in runs):
        return None
    return jnp.concatenate([_items(run[0][0], [position for _, position in run]) for run in runs])


def _origin(leaf: Any) -> tuple[Any, int]:
    """The array that a number was read from, and its position there; None for any other number."""
    of, (part, *_) = _made_by(leaf)
    array = _made_by(part)[1][0] if of == "squeeze" and _made_by(part)[0] == "slice" else None
    if array is None or array.ndim != 1:
        return None, 0
    return array, _jax.maker_of(part).params["start_indices"][0]


def _made_by(value: Any) -> tuple[str, Sequence[Any]]:
    name, operands = _jax.made_by(value)
    return name, operands or (None,)


def _items(array: Any, positions: list[int]) -> Any:
    if positions == list(range(len(array))):
        return array
    return jnp.take(array, np.array(positions, np.int32), mode="clip")
