"""Lists of texts that are chosen at run time: compared by the numbers of the texts, sorted by their ranks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from nbgraph.core.staging.chosen_joins import as_chosen, can_join, joined, together
from nbgraph.core.staging.chosen_texts import ChosenText, is_chosen, is_textual, texts_in
from nbgraph.core.staging.chosen_texts import chosen as one_of
from nbgraph.core.staging.texts import MarkedText, holds_mark
from nbgraph.core.staging.values import leaves_of, type_of


def numbered(left: Any, right: Any) -> tuple[Any, Any]:
    """Two values to be compared, with the numbers of their texts in place of these where one of them is chosen.

    Raises:
        TextOfTracedError: there are run-time values in a text.
    """
    if not (texts_in(left) or texts_in(right)):
        return left, right
    return _with(left, lambda chosen: chosen.number), _with(right, lambda chosen: chosen.number)


def ranked(value: Any) -> Any:
    """A value to be sorted by, with the places of its texts in their order.

    Raises:
        TextOfTracedError: there are run-time values in a text.
        ChosenTextError: one may be None.
    """
    return _with(value, _ranks) if texts_in(value) else value


def _with(value: Any, change: Callable[[ChosenText], Any]) -> Any:
    leaves, tree = leaves_of(value, lambda part: isinstance(part, ChosenText))
    return jax.tree_util.tree_unflatten(tree, [_changed(leaf, change) for leaf in leaves])


def _changed(leaf: Any, change: Callable[[ChosenText], Any]) -> Any:
    if not is_textual(leaf):
        return leaf
    chosen = as_chosen(leaf)
    return MarkedText("").fail() if chosen.values else change(chosen)


def _ranks(chosen: ChosenText) -> Any:
    texts = dict(chosen.texts)
    if None in texts.values():
        chosen.refuse("is sorted here, and None has no place in an order")
    if not all(isinstance(text, str) for text in texts.values()):
        chosen.refuse("is sorted here, and has no place in an order")
    least, most = min(texts), max(texts)
    order = sorted(texts, key=lambda number: str(texts[number]))
    table = np.zeros(most - least + 1, np.int32)
    for rank, number in enumerate(order):
        table[number - least] = rank
    return jnp.asarray(table)[chosen.number - least]


def alike(items: list[Any]) -> list[Any]:
    """Items with their texts as some of all the texts that stand in the same place."""
    if all(isinstance(item, tuple) and len(item) == len(items[0]) for item in items):
        columns = [alike(list(column)) for column in zip(*items, strict=True)]
        made = type(items[0])
        rows = zip(*columns, strict=True)
        return [made(*row) if hasattr(made, "_fields") else tuple(row) for row in rows] if columns else items
    if not all(map(is_textual, items)) or (len(set(map(type, items))) == 1 and _are_same(items)):
        return items
    every = items[0]
    for item in items[1:]:
        every = joined(every, item)[0]
    return [joined(every, item)[1] for item in items]


def tabled(left: Any, right: Any, sizes: tuple[int | None, int | None]) -> tuple[Any, Any]:
    """Two items, or buffers of items, with their texts, None and numbers as some of the same in each place.

    Args:
        right: an item or buffers of the same structure.
        sizes: how many rows either has; None for an item.
    """
    if isinstance(left, tuple) and isinstance(right, tuple) and type(left) is type(right) and len(left) == len(right):
        pairs = [tabled(a, b, sizes) for a, b in zip(left, right, strict=True)]
        made = type(left)
        return (
            tuple(  # type: ignore[return-value]
                made(*side) if hasattr(made, "_fields") else tuple(side) for side in zip(*pairs, strict=True)
            )
            if pairs
            else (left, right)
        )
    if isinstance(left, tuple) or isinstance(right, tuple):
        return left, right
    known = not is_chosen(left) and not is_chosen(right)
    if not can_join(left, right) or (known and is_textual(left) and is_textual(right) and left == right):
        return left, right
    one, other = (_rows(value, size) for value, size in zip((left, right), sizes, strict=True))
    if one.texts == other.texts:
        return one, other
    texts = together(one, other)
    first, second = (
        _with_table(part, texts, like, size) for part, like, size in zip((one, other), (other, one), sizes, strict=True)
    )
    return first, second


def _rows(value: Any, size: int | None) -> ChosenText:
    """An item, or rows of items, as some of one kind."""
    if isinstance(value, ChosenText):
        return value
    if size is None:
        return as_chosen(value)
    kind = as_chosen(value if is_textual(value) else jnp.zeros(value.shape[1:], value.dtype))
    parts = tuple(_spread(part, size) for part in kind.values) if is_textual(value) else (value,)
    return one_of(_spread(kind.number, size), parts, kind.texts)


def _with_table(part: ChosenText, texts: Any, like: ChosenText, size: int | None) -> ChosenText:
    """The same texts among more, with room for the run-time values of the others."""
    dropped = 0 if np.ndim(like.number) == 0 else 1
    blank = {
        key: tuple(
            jnp.zeros((() if size is None else (size,)) + np.shape(value)[dropped:], type_of(value).dtype)
            for value in values
        )
        for key, values in like.values_of.items()
    }
    values = {**blank, **part.values_of}
    return one_of(part.number, tuple(value for key, _ in texts for value in values[key]), texts)


def _spread(value: Any, size: int) -> Any:
    return jnp.broadcast_to(jnp.asarray(value), (size, *np.shape(value)))


def _are_same(items: list[Any]) -> bool:
    first = items[0]
    return not isinstance(first, ChosenText) and not holds_mark(first) and all(item == first for item in items)
