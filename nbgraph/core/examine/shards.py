"""Where the parts of arrays are that several devices share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import jax

_MOST = 16


def places(named: Iterable[tuple[str, Any]]) -> Iterator[str]:
    """A sentence for each array that is divided: which device has which part.

    Args:
        named: names, each with the value.
    """
    for name, value in named:
        for leaf in jax.tree.leaves(value):
            if isinstance(leaf, jax.Array) and len(leaf.sharding.device_set) > 1:
                yield f"{name} of shape {leaf.shape} lies on {len(leaf.sharding.device_set)} devices: {_parts(leaf)}."


def _parts(array: Any) -> str:
    if array.sharding.is_fully_replicated:
        return "each has all of it"
    shards = [f"{_device(shard.device)} has {_index(shard.index, array.shape)}" for shard in array.addressable_shards]
    more = [f"and {len(shards) - _MOST} others"] if len(shards) > _MOST else []
    return ", ".join(shards[:_MOST] + more)


def _device(device: Any) -> str:
    return f"{device.platform.upper()} {device.id}"


def _index(index: tuple[slice, ...], shape: tuple[int, ...]) -> str:
    """
    >>> _index((slice(0, 2), slice(None)), (4, 3))
    '[0:2, :]'
    """
    whole = (
        part == slice(None) or (part.start or 0, part.stop) == (0, size)
        for part, size in zip(index, shape, strict=False)
    )
    ranges = (":" if all_of else f"{part.start or 0}:{part.stop}" for part, all_of in zip(index, whole, strict=True))
    return f"[{', '.join(ranges)}]"
