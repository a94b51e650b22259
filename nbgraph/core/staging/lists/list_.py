"""The list class of converted code: a list of items until a graph must hold it, then buffers.

`List` is a subclass of `list`. As long as its length and the indices are known at trace time, it holds its items like
any list. Once a length or an index is known only at run time, it holds one `Growing` in place of its items, and its
methods stage their operations. Code that bypasses its methods (C code, a Python `for`) calls `iter` or `len` first
and gets an error at the user's line instead of the buffers.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import jax.numpy as jnp

from nbgraph.core._jax import current_trace
from nbgraph.core.staging.enumerated.values import narrowed
from nbgraph.core.staging.lists.assignment import delete, pop, put
from nbgraph.core.staging.lists.buffers import Growing
from nbgraph.core.staging.lists.contents import (
    Contents,
    as_tree,
    growing_of,
    note_buffers,
    present,
    raw_items,
)
from nbgraph.core.staging.lists.copies import (
    as_growing,
    frozen_marks,
    hold,
    is_viewed,
    note_given_up,
    note_put,
    refuse_itself,
    refuse_shared,
    share_rows,
    share_table,
    stored,
)
from nbgraph.core.staging.lists.guards import move, store
from nbgraph.core.staging.lists.objects import are_objects
from nbgraph.core.staging.lists.queries import (
    clipped,
    equal,
    is_traced_index,
    matches,
    ordered,
    plain_index,
    sorted_objects,
    sorted_rows,
)
from nbgraph.core.staging.lists.reading import equal_objects, first_equal, first_object, item_at, slice_at, written
from nbgraph.core.staging.lists.repetition import repeated
from nbgraph.core.staging.lists.rows import is_row_beside
from nbgraph.core.staging.trace.implications import opposite
from nbgraph.core.staging.values.values import any_traced, is_traced, type_of


class List(Contents):
    """A list made by converted code, with all methods of `list`, for known and traced values."""

    __slots__ = ()

    def __init__(self, items: Any = ()) -> None:
        growing = growing_of(items)
        list.__init__(self, [growing.copied()] if growing is not None else items)
        self.born = current_trace()
        self.origin = None
        self.frozen = self.lasting = False
        self.changes = self.moves = 0
        self.row_of = None
        self.viewed = frozenset()
        self.aliases = ()
        self.given_up = self.instead = None
        self.sharing = ()
        if growing is not None:
            share_rows(self, items)

    # Reading.

    def __getitem__(self, index: Any) -> Any:
        index = plain_index(index)
        if growing_of(self) is None and not is_traced_index(index):
            found = list.__getitem__(present(self), index)
            return List(found) if isinstance(index, slice) else found
        if not isinstance(index, slice):
            return item_at(self, index)
        rows = raw_items(self) if growing_of(self) is None else []
        are_copies = any(frozen_marks(rows))
        if any(isinstance(row, Contents) for row in rows):
            hold(self, as_growing(self), moves=False)  # so that both lists know that they share rows
        growing = slice_at(self, index)
        found = List() if growing is None else share_rows(listed(growing), self)
        return share_rows(found, self) if are_copies else found  # twice: rows that may not change

    def index(self, item: Any, *bounds: Any) -> Any:
        """Return the index of the first item equal to `item`; raise `ValueError`, perhaps at run time, if none."""
        if growing_of(self) is None and not any_traced(item, *raw_items(self)):
            return list.index(self, item, *bounds)
        if growing_of(self) is None and not list.__len__(self):
            raise ValueError(f"{written(item)} is not in list")
        if growing_of(self) is None and not bounds and are_objects([item, *raw_items(self)]):
            return first_object(self, item, f"{written(item)} is not in list")
        growing = as_growing(self)
        if bounds:
            return List([growing])[slice(*bounds)].index(item) + bounds[0]
        return first_equal(growing, item, f"{written(item)} is not in list")

    def count(self, item: Any) -> Any:
        if growing_of(self) is None and not (list.__len__(self) and any_traced(item, *raw_items(self))):
            return list.count(self, item)
        if growing_of(self) is None and are_objects([item, *raw_items(self)]):
            return jnp.sum(jnp.stack(equal_objects(self, item))).astype(jnp.int32)
        return jnp.sum(matches(as_growing(self), item)).astype(jnp.int32)

    def copy(self) -> List:
        return List(self)

    def __eq__(self, other: object) -> Any:
        if not isinstance(other, list):
            return False
        plain = growing_of(self) is None and growing_of(other) is None
        if plain and (list.__len__(self) != list.__len__(other) or not any_traced(*raw_items(self), *raw_items(other))):
            return list.__eq__(self, other)
        return equal(self, other)

    def __ne__(self, other: object) -> Any:
        return opposite(self == other)

    def __lt__(self, other: Any) -> Any:
        return ordered(self, other, operator.lt)

    def __le__(self, other: Any) -> Any:
        return ordered(self, other, operator.le)

    def __gt__(self, other: Any) -> Any:
        return ordered(self, other, operator.gt)

    def __ge__(self, other: Any) -> Any:
        return ordered(self, other, operator.ge)

    # Growing and shrinking.

    @store
    def append(self, item: Any) -> None:
        item = narrowed(item)
        refuse_itself(self, item)
        share_table(self, item)
        growing = growing_of(self)
        if growing is not None and is_row_beside(growing, item):
            list.__setitem__(self, slice(None), growing.items())
            growing = None
        if growing is None:
            list.append(self, item)
        else:
            hold(self, growing.appended(stored(item, self)))
            note_put(self, item, growing.length)

    @store
    def extend(self, items: Any) -> None:
        mine, other = growing_of(self), growing_of(items)
        if mine is None and other is None:
            list.extend(self, items)
        elif other is None:
            for item in list(items):
                List.append(self, item)
        elif mine is None and not list.__len__(self):
            hold(self, other.copied())
        else:
            hold(self, as_growing(self).joined(other), moves=False)
        share_rows(self, items)

    @move
    def insert(self, index: Any, item: Any) -> None:
        """Insert an item before an index, which is clipped to the list's ends."""
        refuse_itself(self, item)
        growing = growing_of(self)
        if growing is None and not is_traced(index):
            list.insert(self, index, item)
            return
        if growing is None and not list.__len__(self):
            list.append(self, item)
            return
        growing, item = growing or as_growing(self), stored(item, self)
        if is_traced(index) and growing.capacity.length is not None:
            note_buffers()
        hold(self, growing.inserted(position := clipped(index, growing.length), item))
        note_put(self, item, position)

    @move
    def pop(self, index: Any = -1) -> Any:
        return pop(self, index)

    @move
    def remove(self, item: Any) -> None:
        """Remove the first item equal to `item`; raise `ValueError`, possibly at run time, if there is none."""
        if growing_of(self) is None and not (list.__len__(self) and any_traced(item, *raw_items(self))):
            list.remove(self, item)
            return
        if growing_of(self) is None and are_objects([item, *raw_items(self)]):
            delete(self, first_object(self, item, "list.remove(x): x not in list"))
            return
        growing = as_growing(self)
        hold(self, growing.without(first_equal(growing, item, "list.remove(x): x not in list")))

    @move
    def clear(self) -> None:
        growing = growing_of(self)
        if growing is None or not (growing.capacity.fixed or is_viewed(self)):
            list.clear(self)
        else:
            capacity = replace(growing.capacity, length=None, least=0, most=0, base=None)
            hold(self, Growing(growing.buffers, jnp.int32(0), capacity))

    @move
    def __setitem__(self, index: Any, value: Any) -> None:
        put(self, index, value)

    @store
    def put_back(self, index: Any, value: Any) -> None:
        """Store a changed item at its own index, as `self[index][...] = ...` does."""
        refuse_shared(self)
        rows = raw_items(self)
        put(self, index, value, back=True)
        note_given_up(self, rows, self.moves)
        self.changes += 1

    @store
    def put_row(self, position: Any, row: Any) -> None:
        """Store a changed row at the position where it was read, which is in range."""
        refuse_shared(self)
        rows = raw_items(self)
        item = row if type(row) is dict else stored(row)
        hold(self, as_growing(self).put(position, item), moves=False)
        note_given_up(self, rows, self.moves)
        self.changes += 1

    @move
    def __delitem__(self, index: Any) -> None:
        delete(self, index)

    # Order.

    @move
    def reverse(self) -> None:
        growing = growing_of(self)
        if growing is None:
            list.reverse(self)
        else:
            back = growing.length - 1 - jnp.arange(growing.capacity.size)
            hold(self, growing.rows(back, growing.capacity, growing.count))

    @move
    def sort(self, *, key: Callable[[Any], Any] | None = None, reverse: bool = False) -> None:
        """Sort in ascending order and stably; `key` must be traceable."""
        growing = growing_of(self)
        if growing is None and key is None and not any_traced(*list.__iter__(self)):
            list.sort(self, reverse=reverse)
        elif growing is None and not list.__len__(self):
            return
        elif growing is None and key is not None and are_objects(raw_items(self)):
            list.__setitem__(self, slice(None), sorted_objects(raw_items(self), key, reverse))
        else:
            hold(self, sorted_rows(as_growing(self), key, reverse))

    @store
    def rearrange(self, change: Callable[[Growing], Growing]) -> None:
        """Replace the items with the result of a function of the buffers."""
        hold(self, change(as_growing(self)))

    # Arithmetic.

    def __add__(self, other: Any) -> Any:
        if isinstance(other, tuple | str | dict | set | int | float | None):
            return list.__add__(self, other)  # type: ignore[call-overload]  # Python's own error
        if not isinstance(other, list):
            return NotImplemented
        result = self.copy()
        result.extend(other)
        return result

    def __radd__(self, other: Any) -> Any:
        return List(other) + self if isinstance(other, list) else NotImplemented

    def __iadd__(self, other: Any) -> Any:
        self.extend(other)
        return self

    def __mul__(self, times: Any) -> Any:
        times = plain_index(times)
        if isinstance(times, float | complex) or (is_traced(times) and type_of(times).dtype.kind in "fc"):
            return [None] * 1.5  # type: ignore[operator]  # Python's own error
        if isinstance(times, list | tuple | dict | set | str | None):
            raise TypeError(f"can't multiply sequence by non-int of type '{type(times).__name__}'")
        if growing_of(self) is None and not is_traced(times):
            return List(list.__mul__(raw_items(self), times))
        if growing_of(self) is None:
            note_buffers()
        growing = repeated(self, times)
        return List() if growing is None else listed(growing)

    __rmul__ = __mul__

    @store
    def __imul__(self, times: Any) -> Any:
        list.__setitem__(self, slice(None), list(list.__iter__(self * times)))
        return self


List.__name__ = "list"  # Python's own messages name the class


def contents(value: list[Any]) -> list[Any]:
    """Return a copy of a list's contents: its items, or a `List` with the same buffers."""
    copied = List() if isinstance(value, List) else []
    list.extend(copied, list(list.__iter__(value)))
    if isinstance(copied, List):
        copied.origin = value
    return copied


def list_(items: Any = (), depth: int = 1) -> List:
    """Return a list that may grow in a graph and be indexed at run time, from any iterable.

    Args:
        depth: the number of levels of nested lists that are converted.
    """
    if depth > 1:
        return List([list_(item, depth - 1) for item in items])
    return List(items)


def listed(growing: Growing) -> List:
    """Return a list with the given buffers."""
    made = List()
    list.append(made, growing)
    return made


as_tree(List)
