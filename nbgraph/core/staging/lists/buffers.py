"""Hold the items of a list as arrays: one row per item, and the number of rows that are items.

A list whose length or index is known only at run time has its items in buffers: for each leaf of an item, one array
with a leading axis of `size` rows, of which the first `length` are items. TensorFlow's TensorArray and
`jax.experimental.sparse` use the same idea: fixed storage with a run-time count.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from nbgraph.core._jax import LIST_SCOPE, POSITION_SCOPE
from nbgraph.core.records import dataclass, replace
from nbgraph.core.staging.aliasing.by_value import as_item, as_items, as_read, classes_in
from nbgraph.core.staging.effects import effects
from nbgraph.core.staging.enumerated.joins import Sizes, alike, is_mixed, tabled
from nbgraph.core.staging.lists.appends import behind
from nbgraph.core.staging.lists.capacity import FAR_BELOW, Capacity, check_capacity, most_rows
from nbgraph.core.staging.lists.item_errors import (
    ListItemError,
    beside_none,
    differ,
    differ_in_structure,
    in_no_order,
    of_objects,
    unlike,
)
from nbgraph.core.staging.lists.rows import FEW, apart, each_once, grid, matched, resized, together
from nbgraph.core.staging.lists.stacked import stacked_before, whole_of
from nbgraph.core.staging.lists.stores import read, stored
from nbgraph.core.staging.trace import kind_questions
from nbgraph.core.staging.trace.index_ranges import is_below, is_least
from nbgraph.core.staging.trace.number_kinds import CLASSES
from nbgraph.core.staging.values.kinds import kind_of
from nbgraph.core.staging.values.values import (
    LeafType,
    cast,
    is_dynamic,
    is_traced,
    join_types,
    leaves_of,
    rebuilt,
    same_constant,
    type_of,
    zeros,
)


@jax.tree_util.register_pytree_with_keys_class
@dataclass(frozen=True, eq=False)
class Growing:
    """The items of a list in buffers."""

    buffers: Any  # an item's tree with an array of shape `(size, *item)` in place of each leaf that varies
    count: Any  # the length, a traced int32 scalar; None if `capacity.length` has it
    capacity: Capacity  # what is known of the length at trace time

    def tree_flatten_with_keys(self) -> tuple[tuple[tuple[str, Any], ...], Capacity]:
        """Return the children for JAX, each with the text the user would write after the list's name."""
        parts = (("", self.buffers), (".length", self.count))
        return (parts if self.capacity.length is None else parts[:1]), self.capacity

    @classmethod
    def tree_unflatten(cls, capacity: Capacity, children: Sequence[Any]) -> Growing:
        return cls(children[0], children[1] if len(children) > 1 else None, capacity)

    @classmethod
    def of(cls, items: Sequence[Any], size: int | None = None) -> Growing:
        """Stack items of one structure and shape into buffers of at least their number."""
        made: Growing = stacked_before(list(items), lambda items: cls._of(items, size), size)
        return made

    @classmethod
    def _of(cls, items: list[Any], size: int | None) -> Growing:
        items = alike(as_items(items))
        capacity = Capacity.exactly(len(items), size or len(items))
        if numbers := grid(items):
            return cls(cls._rows(numbers, capacity, items[0]), None, capacity)
        items = together(items, cls.of)
        tree = leaves_of(items[0])[1]
        columns = [list(column) for column in zip(*(_leaves_like(item, tree) for item in items), strict=True)]
        stacked = [_stack(column, capacity.size, (items[0], place)) for place, column in enumerate(columns)]
        return cls(rebuilt(tree, stacked, items[0]), None, capacity)

    @classmethod
    def of_array(cls, array: Any, like: Any) -> Growing:
        """Return the items of an array as those of a list; with two axes, rows have the type of `like`."""
        size, *columns = array.shape
        if columns and (columns[0] <= FEW or type(like) is tuple):
            array = type(like)([array[:, k] for k in range(*columns)])
        elif columns:
            array = kind_of(like).with_buffers(like, cls(array, None, Capacity.exactly(*columns)))
        return cls(array, None, Capacity.exactly(size))

    @classmethod
    def _rows(cls, numbers: list[Any], capacity: Capacity, like: Any) -> Any:
        """Return the buffer of a list of lists of numbers as one array; `like` is one of the lists."""
        assert capacity.length is not None
        with jax.named_scope(LIST_SCOPE):
            rows = resized(_stack(numbers, len(numbers), (0, 0)).reshape(capacity.length, -1), capacity.size)
        return cls.of_array(rows, like).buffers

    @property
    def length(self) -> Any:
        """The number of items: an int if known at trace time, else a traced int32 scalar."""
        return self.count if self.capacity.length is None else self.capacity.length

    def each(self, change: Callable[[Any], Any]) -> Any:
        """Return the tree of buffers with `change` applied to each array."""
        leaves, tree = leaves_of(self.buffers)
        return rebuilt(tree, [change(leaf) if _is_buffer(leaf) else leaf for leaf in leaves], self.buffers)

    def row(self, index: Any) -> Any:
        """Return the item in a row; the index, an int or a traced scalar, must be in range."""
        if is_traced(index):
            return as_read(self.each(lambda buffer: read(buffer, index)))
        return as_read(self.each(lambda buffer: buffer[index]))

    def measured(self, key: Callable[[Any], Any]) -> Any:
        """Return the results of a traceable function for each row; unused rows repeat the first item."""
        whole = self.capacity.length == self.capacity.size
        return jax.vmap(lambda row: key(as_read(row)))(self.buffers if whole else self.each(self._items_alone))

    def _items_alone(self, buffer: Any) -> Any:
        """Return a buffer with the first item in its unused rows, on which a function may not raise."""
        used = self.valid().reshape(-1, *(1,) * (buffer.ndim - 1))
        return jnp.where(used, buffer, buffer[:1])

    def rows(self, indices: Any, capacity: Capacity, count: Any = None) -> Growing:
        """Return a list of the items in the given rows; indices out of range are clipped."""
        return Growing(self.each(lambda buffer: jnp.take(buffer, indices, axis=0, mode="clip")), count, capacity)

    def from_row(self, start: Any) -> Any:
        """Return the tree of buffers that start at a later row; the rows at the end may be anything."""
        size = self.capacity.size

        def cut(buffer: Any) -> Any:
            return jax.lax.dynamic_slice_in_dim(resized(buffer, 2 * size), start, size, allow_negative_indices=False)

        return self.each(cut)

    def position(self, index: Any, what: str = "list index out of range") -> Any:
        """Return an index counted from the start; raise `IndexError`, possibly at run time, if out of range."""
        length = self.length
        if isinstance(index, int) and isinstance(length, int):
            if not -length <= index < length:
                raise IndexError(what)
            effects.note_known_index()
            return index % length
        if isinstance(index, int) and is_least(length, index + 1 if index >= 0 else -index):
            return index if index >= 0 else length + index
        positive = is_traced(index) and is_least(index, 0)
        if positive and is_below(index, length, length if isinstance(length, int) else self.capacity.least):
            return index if index.dtype == jnp.int32 else jnp.asarray(index, jnp.int32)
        with jax.named_scope(POSITION_SCOPE):
            position = index if positive else _from_start(index, length)
        with effects.checking():
            within = position < length if positive else jnp.where(position >= 0, position < length, False)
            self.require(within, IndexError(what))
        return jnp.asarray(position, jnp.int32)

    def require(self, holds: Any, error: Exception) -> None:
        """Check a condition at run time at the user's line; where it is false, `error` is raised."""
        effects.raise_unless(holds, error)

    def sized(self, size: int, axis: int = 0) -> Growing:
        """Return the same items in buffers of another size, which must hold them.

        Args:
            axis: the axis of the items: 1 for the rows of a list, if these are lists.
        """
        if size == self.capacity.size:
            return self
        buffers = self.each(lambda buffer: resized(buffer, size, axis))
        return Growing(buffers, self.count, replace(self.capacity, size=size))

    def copied(self) -> Growing:
        """Return the same items as an independent list, not part of a loop's carry."""
        if not self.capacity.fixed:
            return self
        least, most = (0, self.capacity.size) if self.capacity.length is None else (self.capacity.length,) * 2
        return replace(self, capacity=Capacity(self.capacity.size, self.capacity.length, least=least, most=most))

    def dynamic(self) -> Growing:
        """Return the same list with its length as a value of the graph."""
        if self.capacity.length is None:
            return self
        return Growing(self.buffers, jnp.asarray(self.capacity.length, jnp.int32), replace(self.capacity, length=None))

    def put(self, index: Any, item: Any) -> Growing:
        """Return the list with another item in a row, which must be in range."""
        wide, leaves = self.fitting(item)
        pairs = iter(leaves)

        def written(buffer: Any) -> Any:
            return stored(buffer, cast(next(pairs), _item_type(buffer)), index)

        with jax.named_scope(LIST_SCOPE):
            return Growing(wide.each(written), self.count, self.capacity)

    def appended(self, item: Any) -> Growing:
        """Return the list with one more item."""
        capacity = self.capacity.moved(1)
        if not self.capacity.fixed and (self.capacity.length is None or self.capacity.length == self.capacity.size):
            capacity = replace(capacity, size=capacity.size + 1)
        elif self.capacity.checked:
            check_capacity(self.length < self.capacity.size, self.length)
        wide = self.sized(capacity.size)
        added = Growing(wide.buffers, None if capacity.length is not None else self.length + 1, capacity)
        index = self.length if is_traced(self.length) else min(self.length, capacity.size - 1)
        return added.put(index, item)

    def appended_where(self, adds: Any) -> Growing:
        """Return the list one row longer if `adds` is true; the row's contents are still to be stored."""
        capacity = self.capacity.between(self.capacity.least, self.capacity.most + 1)
        if not self.capacity.fixed:
            capacity = replace(capacity, size=capacity.size + 1)
        elif self.capacity.checked:
            check_capacity(jnp.where(adds, self.length < self.capacity.size, True), self.length, "dict or set")
        return Growing(self.sized(capacity.size).buffers, jnp.where(adds, self.length + 1, self.length), capacity)

    def joined(self, other: Growing) -> Growing:
        """Return this list with the items of another after its own."""
        mine, yours = self.capacity, other.capacity
        known = None if mine.length is None or yours.length is None else mine.length + yours.length
        size = mine.size if mine.fixed else mine.size + yours.size
        if mine.fixed and mine.checked:
            check_capacity(self.length + other.length <= size, self.length + other.length - 1)
        capacity = replace(mine, size=size).between(mine.least + max(yours.least, 0), mine.most + yours.most, known)
        count = None if known is not None else self.length + other.length
        ours, theirs = unified(self.buffers, other.buffers, (mine.size, yours.size))
        _same_trees(ours, theirs)
        tree, pairs = leaves_of(ours)[1], zip(leaves_of(ours)[0], leaves_of(theirs)[0], strict=True)
        return Growing(rebuilt(tree, [_followed(a, b, self.length, size) for a, b in pairs], ours), count, capacity)

    def spliced(self, start: Any, stop: Any, other: Growing | None) -> Growing:
        """Return the list with the items from `start` to `stop` replaced by those of another list, or by none."""
        added = 0 if other is None else other.length
        length = self.length - (stop - start) + added
        known = length if isinstance(length, int) else None
        mine, size, most = self.capacity, self.capacity.size, self.capacity.most
        if other is not None:
            size, most = size if mine.fixed else size + other.capacity.size, most + other.capacity.most
            room = size if mine.fixed or known is not None else most_rows(mine.size, size)
            if (mine.fixed and mine.checked) or room < size:
                check_capacity(length <= room, length - 1)
            size, most = room, min(most, room) if room < size else most
        capacity = replace(self.capacity, size=size).between(FAR_BELOW * 2, most, known)
        k = jnp.arange(size)
        count = None if known is not None else jnp.asarray(length, jnp.int32)
        kept = self.rows(jnp.where(k < start, k, k - added + (stop - start)), capacity, count)
        if other is None:
            return kept
        return _mixed((k < start) | (k >= start + added), kept, other.rows(k - start, capacity), count)

    def without(self, index: Any) -> Growing:
        """Return the list without the item in a row, which must be in range."""
        capacity, count = self.capacity.moved(-1), None if self.count is None else self.count - 1
        if isinstance(index, int) and index == 0:
            return Growing(self.each(lambda buffer: jnp.roll(buffer, -1, 0)), count, capacity)
        k = jnp.arange(self.capacity.size)
        return self.rows(jnp.where(k < index, k, k + 1), capacity, count)

    def shortened(self) -> Growing:
        """Return the list without its last item."""
        return Growing(self.buffers, None if self.count is None else self.count - 1, self.capacity.moved(-1))

    def inserted(self, index: Any, item: Any) -> Growing:
        """Return the list with one more item before a position, which must be in range."""
        longer = self.appended(item)
        k, last = jnp.arange(longer.capacity.size), self.length
        source = jnp.where(k < index, k, jnp.where(k == index, last, jnp.where(k <= last, k - 1, k)))
        return longer.rows(source, longer.capacity, longer.count)

    def apart(self) -> Growing:
        """Return the list with rows split into their items, for sorting; refuse objects and dicts."""
        if classes := classes_in(self.buffers):
            raise in_no_order(classes)
        return replace(self, buffers=apart(self.buffers, 1))

    def valid(self) -> Any:
        """Return for each row whether it is an item."""
        return jnp.arange(self.capacity.size) < self.length

    def items(self) -> list[Any]:
        """Return the items one by one; the length must be known at trace time."""
        assert self.capacity.length is not None, "only a list of known length can be taken apart"
        return [self.row(index) for index in range(self.capacity.length)]

    def fitting(self, item: Any) -> tuple[Growing, list[Any]]:
        """Return these buffers, cast to fit an item, and the item's leaves; raise if no array holds both."""
        buffers, item = unified(self.buffers, as_item(item), (self.capacity.size, None))
        leaves, tree = leaves_of(buffers)
        new = _leaves_like(item, tree, leaves)
        wide, varying = [], []
        for place, (buffer, leaf) in enumerate(zip(leaves, new, strict=True)):
            if not _is_buffer(buffer):
                if is_dynamic(leaf) or buffer != leaf:
                    raise differ(buffer, leaf, (item, place))
                wide.append(buffer)
                continue
            if not is_dynamic(leaf):
                raise differ(_item_type(buffer), leaf, (item, place))
            kind = _joined(_item_type(buffer), type_of(leaf))
            wide.append(cast(buffer, LeafType(buffer.shape, kind.dtype, kind.weak)))
            varying.append(leaf)
        return Growing(rebuilt(tree, wide, buffers), self.count, self.capacity), varying


def unified(left: Any, right: Any, sizes: Sizes) -> tuple[Any, Any]:
    """Return two items, or buffers of items, with rows and enumerated values in one representation."""
    return matched(*tabled(left, right, sizes), Growing.of, sizes)


def _mixed(inside: Any, left: Growing, right: Growing, count: Any) -> Growing:
    """Return a list with the rows of `left` where `inside` is true and those of `right` elsewhere."""
    sizes = left.capacity.size, right.capacity.size
    pair = unified(left.buffers, right.buffers, sizes)
    left, right = replace(left, buffers=pair[0]), replace(right, buffers=pair[1])
    _same_trees(left.buffers, right.buffers)

    def chosen(a: Any, b: Any) -> Any:
        if not _is_buffer(a):
            return a
        kind = _joined(type_of(a), type_of(b))
        return jnp.where(inside.reshape(-1, *(1,) * (a.ndim - 1)), cast(a, kind), cast(b, kind))

    pairs = zip(leaves_of(left.buffers)[0], leaves_of(right.buffers)[0], strict=True)
    buffers = rebuilt(leaves_of(left.buffers)[1], [chosen(a, b) for a, b in pairs], left.buffers)
    return Growing(buffers, count, left.capacity)


def _followed(rows: Any, others: Any, start: Any, size: int) -> Any:
    """Return a buffer of `size` rows with the rows of another one from `start` on."""
    if not _is_buffer(rows):
        return rows
    kind = _joined(_item_type(rows), _item_type(others))
    rows, others = (cast(each, LeafType(each.shape, kind.dtype, kind.weak, kind.varying)) for each in (rows, others))
    wide = resized(rows, len(rows) + len(others))  # JAX would shift an update that reaches beyond the end
    return resized(behind(wide, others, start), size)


def empty_like(like: Growing, size: int) -> Growing:
    """Return an empty list in buffers of `size` rows, for items like those of another list."""
    buffers = like.each(lambda buffer: zeros(LeafType((size, *buffer.shape[1:]), buffer.dtype, type_of(buffer).weak)))
    return Growing(buffers, None, Capacity(size, 0))


def _is_buffer(leaf: Any) -> bool:
    return hasattr(leaf, "shape") and is_dynamic(leaf)


def _item_type(buffer: Any) -> LeafType:
    kind = type_of(buffer)
    return LeafType(kind.shape[1:], kind.dtype, kind.weak)


def _from_start(index: Any, length: Any) -> Any:
    if isinstance(index, int):
        return index if index >= 0 else length + index
    if getattr(index.dtype, "kind", "") not in "iub" or index.shape:
        kind = type_of(index)
        name = "ndarray" if index.shape else CLASSES[kind.dtype_kind].__name__
        raise TypeError(f"list indices must be integers or slices, not {name}")
    index = index.astype(jnp.int32)
    return jnp.where(index < 0, index + length, index)


def _leaves_like(item: Any, tree: Any, others: Sequence[Any] = ()) -> list[Any]:
    leaves, own = leaves_of(item)
    if own != tree:
        if (error := beside_none(own if others == [None] else tree, leaves, others)) is not None:
            raise error
        raise differ_in_structure(own, tree)
    return leaves


def _same_trees(left: Any, right: Any) -> None:
    _leaves_like(right, leaves_of(left)[1])


def _stack(column: list[Any], size: int, of: tuple[Any, int]) -> Any:
    """Return one leaf of all items as an array of rows, or unchanged if it is the same constant in all.

    Args:
        of: an item, and which of its leaves it is.
    """
    if any(getattr(leaf, "__nbgraph_shared__", False) for leaf in column):
        raise ListItemError(
            "a list or dict that was made before this becomes an item of a list of run-time length, which holds copies",
            remedy="a copy of its own where it is put in, `list(row)`",
        )
    if not all(map(is_dynamic, column)):
        if (error := of_objects(column)) is not None:  # each iteration of a loop would make a new object
            raise error
        if any(map(is_dynamic, column)) or not all(same_constant(leaf, column[0]) for leaf in column):
            raise differ(column[0], unlike(column), of)
        return column[0]
    kind = type_of(column[0])
    for leaf in each_once(column)[1:]:
        kind = _joined(kind, type_of(leaf))
    if any(map(is_traced, column)) or kind.is_key:
        leaves = [cast(leaf, kind) for leaf in column]
        with jax.named_scope(LIST_SCOPE):
            stacked = whole if (whole := whole_of(leaves)) is not None else jnp.stack(leaves)
    else:
        numbers = all(type(leaf) in (bool, int, float) for leaf in column)
        whole = np.array(column) if numbers else np.stack([np.asarray(leaf) for leaf in column])
        stacked = jnp.asarray(whole, kind.dtype)
    return resized(cast(stacked, LeafType(stacked.shape, kind.dtype, kind.weak)), size)


def _joined(left: LeafType, right: LeafType) -> LeafType:
    joined = join_types(left, right)
    if joined is None:
        raise differ(left, right)
    if is_mixed((left, right)) and not left.shape:
        raise ListItemError(
            "a truth value and a number stand in one place of the items of this list, and an array holds one kind",
            remedy="`int(...)` around the truth value, which is 0 or 1 then",
        )
    kind_questions.joined(left, right)
    return joined
