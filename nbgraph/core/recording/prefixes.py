"""Containers of a run as Python writes them, made of the prefixes of their arrays that the record keeps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from nbgraph.core.recording.summary import Summary, summary
from nbgraph.core.staging.enumerated import ChosenText
from nbgraph.core.staging.lists import Growing, released
from nbgraph.core.staging.trace import Binding
from nbgraph.core.staging.values import buffers_of, changed, kind_of, leaves_of, rebuilt


def as_python(binding: Binding, find: Callable[[Any], Any]) -> Any:
    """A container with its lists, strings and dicts in buffers as Python's own; None where they cannot be known.

    As many items are there as a line of text has room for.

    Args:
        find: the value of a variable, an array as its `Summary`.
    """
    try:
        value = _shortened(binding.value(find))
        if _is_readable(value):
            return summary(released(value.now if isinstance(value, ChosenText) else value))
    except Exception:  # nothing is kept of an array, or a class of the user's refuses some of its items
        pass
    return None


def _shortened(value: Any) -> Any:
    """A value whose arrays are summaries, with the items of its lists in buffers as far as they are kept."""
    if (growing := buffers_of(value)) is not None:
        return kind_of(value).with_buffers(value, _rows(_kept(growing), 0))
    return changed(value, _shortened)


def _kept(growing: Growing) -> Growing:
    """The prefixes of a list's arrays.

    Raises:
        LookupError: nothing is kept of one, or not the whole of one that is an item.
    """
    leaves, tree = leaves_of(growing)
    prefixes = [leaf.kept if isinstance(leaf, Summary) else leaf for leaf in leaves]
    made: Growing = rebuilt(tree, prefixes, growing)
    is_cut = any(isinstance(leaf, Summary) and leaf.kept.shape[1:] != leaf.shape[1:] for leaf in leaves)
    if any(prefix is None for prefix in prefixes) or (is_cut and not _is_readable(made.buffers, 1, of_numbers=True)):
        raise LookupError
    return made


def _is_readable(value: Any, axes: int = 0, *, of_numbers: bool = False) -> bool:
    """Whether no object has an array, which the object's own text would show as what it is an array of.

    Args:
        axes: the lists in buffers around the value.
        of_numbers: whether lists and dicts must have none either.
    """
    if isinstance(value, np.ndarray | Summary):
        return not of_numbers or len(value.shape) == axes
    if (growing := buffers_of(value)) is not None:
        return _is_readable(growing.buffers, axes + 1, of_numbers=of_numbers)
    is_own = isinstance(value, list | tuple) or type(value) is dict
    parts = kind_of(value).parts(value).values()
    return all(_is_readable(part, axes, of_numbers=of_numbers or not is_own) for part in parts)


def _rows(growing: Growing, axis: int) -> Growing:
    """A list with the rows that each of its arrays has, and the lists in it likewise."""
    sizes = [leaf.shape[axis] for leaf in leaves_of(growing.buffers)[0] if np.ndim(leaf) > axis]
    size, length = min(sizes, default=growing.capacity.size), growing.capacity.length
    buffers = growing.each(lambda buffer: buffer[(slice(None),) * axis + (slice(size),)])
    count = None if growing.count is None else np.minimum(growing.count, size)
    known = length if length is None else min(length, size)
    return Growing(_inside(buffers, axis + 1), count, replace(growing.capacity, size=size, length=known))


def _inside(items: Any, axis: int) -> Any:
    if (growing := buffers_of(items)) is not None:
        return kind_of(items).with_buffers(items, _rows(growing, axis))
    return changed(items, lambda part: _inside(part, axis))
