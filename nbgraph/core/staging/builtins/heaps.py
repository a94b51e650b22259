"""Implement `heapq` and `bisect` for lists with run-time items, by the same steps, so that ties keep their order."""

from __future__ import annotations

import bisect
import heapq
from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp

from nbgraph.core.staging.enumerated.values import texts_in
from nbgraph.core.staging.lists.buffers import Growing
from nbgraph.core.staging.lists.contents import growing_of, raw_items
from nbgraph.core.staging.lists.copies import frozen, is_viewed, moved, stored
from nbgraph.core.staging.lists.item_errors import ListItemError
from nbgraph.core.staging.lists.list_ import List
from nbgraph.core.staging.lists.rows import apart
from nbgraph.core.staging.values.values import leaves_of

_EMPTY = "index out of range"  # the message of `heapq`


def heappush(heap: Any, item: Any) -> None:
    if not isinstance(heap, List):
        return heapq.heappush(heap, item)
    heap.append(item)
    _rearrange(heap, lambda items: _up(items, 0, items.length - 1))
    return None


def heappop(heap: Any) -> Any:
    """Do `heapq.heappop`; raise `IndexError` for an empty list, at run time if need be."""
    if not isinstance(heap, List):
        return heapq.heappop(heap)
    items, first = _taken_from(heap)
    last = items.row(items.length - 1)
    _rearrange(heap, lambda items: _down(items.shortened().put(0, last), 0))
    return first


def heapreplace(heap: Any, item: Any) -> Any:
    """Do `heapq.heapreplace`; raise `IndexError` for an empty list, at run time if need be."""
    if not isinstance(heap, List):
        return heapq.heapreplace(heap, item)
    _, first = _taken_from(heap)
    _rearrange(heap, lambda items: _down(items.put(0, apart(stored(item))), 0))
    return first


def heappushpop(heap: Any, item: Any) -> Any:
    if not isinstance(heap, List) or not list.__len__(heap):
        return heapq.heappushpop(heap, item)
    items = (growing_of(heap) or Growing.of(raw_items(heap))).apart()
    wide, new = items.fitting(apart(stored(item)))
    is_new = ~(_less([leaf[0] for leaf in _leaves(wide)], new) & (items.length > 0))
    first = wide.put(0, apart(item)).row(0), wide.row(0)
    smaller = jax.tree.map(lambda one, other: jnp.where(is_new, one, other), *first)
    _rearrange(heap, lambda items: _with(wide, _chosen(is_new, wide, _down(items.put(0, apart(item)), 0))))
    return frozen(smaller)


def heapify(heap: Any) -> None:
    if not isinstance(heap, List) or not list.__len__(heap):
        return heapq.heapify(heap)

    def arranged(items: Growing) -> Growing:
        half, tree = items.capacity.size // 2, items
        leaves = _leaves(tree)

        def step(k: Any, leaves: list[Any]) -> list[Any]:
            return _leaves(_down(_with(items, leaves), half - 1 - k))

        return _with(items, jax.lax.fori_loop(0, half, step, leaves))

    _rearrange(heap, arranged)
    return None


def place_of(items: Any, item: Any, *, right: bool) -> Any:
    """Return `bisect.bisect_right` or `bisect_left`: the position of an item in an ascending list."""
    growing = growing_of(items) or (Growing.of(raw_items(list(items))) if len(items) else None)
    if growing is None:
        return 0
    wide, new = growing.apart().fitting(apart(item))
    rows = _leaves(wide)

    def step(_: Any, bounds: tuple[Any, Any]) -> tuple[Any, Any]:
        low, high = bounds
        middle = (low + high) // 2
        row = _row(rows, middle)
        behind = ~_less(new, row) if right else _less(row, new)
        searching = low < high
        return jnp.where(searching & behind, middle + 1, low), jnp.where(searching & ~behind, middle, high)

    start = jnp.int32(0), jnp.asarray(growing.length, jnp.int32)
    return jax.lax.fori_loop(0, growing.capacity.size.bit_length(), step, start)[0]


def _bisected(library: Callable[..., Any], *, right: bool) -> Callable[..., Any]:
    def run(items: Any, item: Any, *bounds: Any, **named: Any) -> Any:
        plain = not bounds and not named
        return place_of(items, item, right=right) if plain else library(items, item, *bounds, **named)

    return run


def _inserted(library: Callable[..., Any], *, right: bool) -> Callable[..., Any]:
    def run(items: Any, item: Any, *bounds: Any, **named: Any) -> Any:
        if bounds or named:
            return library(items, item, *bounds, **named)
        return items.insert(place_of(items, item, right=right), item)

    return run


def _rearrange(heap: List, change: Callable[[Growing], Growing]) -> None:
    """Reorder the items; rows are split into numbers, of which the first that differs decides."""
    moved(heap)
    heap.rearrange(lambda items: change(items.apart()))


def _chosen(which: Any, one: Growing, other: Growing) -> list[Any]:
    return [jnp.where(which, a, b) for a, b in zip(_leaves(one), _leaves(other), strict=True)]


def _taken_from(heap: List) -> tuple[Growing, Any]:
    """Return the items and the first of them, after a check that there is one."""
    growing = growing_of(heap)
    if growing is None and not list.__len__(heap):
        raise IndexError(_EMPTY)
    growing = (growing or Growing.of(raw_items(heap))).apart()
    if not isinstance(growing.length, int):
        growing.require(growing.length > 0, IndexError(_EMPTY))
    elif growing.length == 0:
        raise IndexError(_EMPTY)
    first = growing.row(0)
    return growing, frozen(first) if is_viewed(heap) else first


def _up(items: Growing, start: Any, place: Any) -> Growing:
    """Move an item up until its parent is not larger."""
    item = [leaf[place] for leaf in _leaves(items)]

    def step(_: Any, state: tuple[Any, list[Any]]) -> tuple[Any, list[Any]]:
        place, leaves = state
        parent = (place - 1) // 2
        row = [leaf[parent] for leaf in leaves]
        moves = (place > start) & _less(item, row)
        return jnp.where(moves, parent, place), _set(leaves, place, row, moves)

    place, leaves = _repeated(items, step, place)
    return _with(items, _set(leaves, place, item, True))


def _down(items: Growing, start: Any) -> Growing:
    """Move smaller children up to the bottom, and put the item into the free position, as `heapq` does."""
    item, length = [leaf[start] for leaf in _leaves(items)], items.length

    def step(_: Any, state: tuple[Any, list[Any]]) -> tuple[Any, list[Any]]:
        place, leaves = state
        child = 2 * place + 1
        left, right = (_row(leaves, k) for k in (child, child + 1))
        child = jnp.where((child + 1 < length) & ~_less(left, right), child + 1, child)
        moves = child < length
        row = _row(leaves, child)
        return jnp.where(moves, child, place), _set(leaves, place, row, moves)

    place, leaves = _repeated(items, step, start)
    return _up(_with(items, _set(leaves, place, item, True)), start, place)


def _repeated(
    items: Growing, step: Callable[[Any, tuple[Any, list[Any]]], tuple[Any, list[Any]]], place: Any
) -> tuple[Any, list[Any]]:
    levels = items.capacity.size.bit_length()
    final: tuple[Any, list[Any]] = jax.lax.fori_loop(0, levels, step, (jnp.asarray(place, jnp.int32), _leaves(items)))
    return final


def _row(leaves: Sequence[Any], place: Any) -> list[Any]:
    """Return an item; the last one for a position beyond the end."""
    return [leaf[jnp.minimum(place, leaf.shape[0] - 1)] for leaf in leaves]


def _set(leaves: Sequence[Any], place: Any, row: Sequence[Any], where: Any) -> list[Any]:
    return [leaf.at[place].set(jnp.where(where, part, leaf[place])) for leaf, part in zip(leaves, row, strict=True)]


def _less(left: Sequence[Any], right: Sequence[Any]) -> Any:
    result: Any = jnp.bool_(False)
    for one, other in reversed(list(zip(left, right, strict=True))):
        result = (one < other) | ((one == other) & result)
    return result


def _leaves(items: Growing) -> list[Any]:
    leaves = leaves_of(items.buffers)[0]
    if texts_in(items.buffers) or any(getattr(leaf, "ndim", 0) != 1 for leaf in leaves):
        raise ListItemError(
            "the items of this list are ordered here, and are no numbers, or tuples of numbers",
            remedy="a number in place of each string, as `(n, 0)`, the index of the string in a list of them",
        )
    return leaves


def _with(items: Growing, leaves: Sequence[Any]) -> Growing:
    pairs = iter(leaves)
    return Growing(items.each(lambda _: next(pairs)), items.count, items.capacity)


COUNTERPARTS: dict[Callable[..., Any], Callable[..., Any]] = {
    heapq.heappush: heappush,
    heapq.heappop: heappop,
    heapq.heapreplace: heapreplace,
    heapq.heapify: heapify,
    heapq.heappushpop: heappushpop,
    bisect.bisect_left: _bisected(bisect.bisect_left, right=False),
    bisect.bisect_right: _bisected(bisect.bisect_right, right=True),
    bisect.insort_left: _inserted(bisect.insort_left, right=False),
    bisect.insort_right: _inserted(bisect.insort_right, right=True),
}
