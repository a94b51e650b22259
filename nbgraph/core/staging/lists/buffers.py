"""The items of a list as arrays: one row per item, and how many of the rows are items.

A list whose length a graph only knows at run time, or whose index it does, has its items in buffers: for each leaf of
an item one array with a leading axis of `size` rows, of which the first `length` are items. The same idea as the
buffers of TensorFlow's TensorArray and of `jax.experimental.sparse`: fixed storage, a run-time count.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from nbgraph.core._jax import LIST_SCOPE, POSITION_SCOPE
from nbgraph.core.errors import StagingError
from nbgraph.core.keys import is_key_type
from nbgraph.core.source.ownership import is_user_class
from nbgraph.core.staging.effects import effects
from nbgraph.core.staging.enumerated.joins import Sizes, alike, is_mixed, tabled
from nbgraph.core.staging.enumerated.values import ITSELF, ChosenText
from nbgraph.core.staging.lists.rows import FEW, apart, each_once, grid, matched, together
from nbgraph.core.staging.lists.stacked import stacked_before
from nbgraph.core.staging.lists.stores import stored
from nbgraph.core.staging.trace import context, kind_questions
from nbgraph.core.staging.trace.index_ranges import is_below, is_positive
from nbgraph.core.staging.trace.number_kinds import CLASSES
from nbgraph.core.staging.trace.user_frames import user_frames
from nbgraph.core.staging.values.kinds import kind_of
from nbgraph.core.staging.values.values import (
    LeafType,
    cast,
    is_dynamic,
    is_traced,
    join_types,
    leaf_names,
    leaves_of,
    rebuilt,
    same_constant,
    type_of,
    with_article,
    zeros,
)

FAR_BELOW = -(10**9)  # the fewest items at the start of an iteration: far from what a program can reach by itself


class ListItemError(StagingError):
    """The items of a list that grows in a graph, or is read at a run-time index, do not fit into one array.

    They are of different types: a number and a list, arrays of two shapes, tuples of two lengths.
    """

    id = "list-items-differ"


class ListCapacityError(StagingError):
    """A list grows in a loop with a data-dependent number of iterations, and nothing says how many items it can hold.

    A call of `ng.function` finds the capacity by itself, up to a million items; inside `jax.jit`, `jax.vmap` or another
    graph the loop must say how often it may run.
    """

    id = "list-needs-bound"


@dataclass(eq=False)
class Peak:
    """What the trace of a loop's body has seen of a list in the loop's state, at any moment of the iteration."""

    most: int = 0  # upper bound of its length, counted as `Capacity.most` is
    unknown: bool = False  # whether a loop inside adds to it a number of times known at run time only


@dataclass(frozen=True)
class Capacity:
    """What is known of a buffered list at trace time; equal where buffers have the same shape."""

    size: int  # rows of the buffers
    length: int | None  # how many of them are items; None where only a run-time count knows
    fixed: bool = field(default=False, compare=False)  # whether the size stays what it is: in the state of a loop
    # whether more items than rows are possible, so that each new one is checked at run time
    checked: bool = field(default=False, compare=False)
    # lower bound of the length; in the state of a loop `FAR_BELOW` plus what the iteration added at least
    least: int = field(default=0, compare=False)
    # upper bound of the length; in the state of a loop `size` plus what the iteration added at most
    most: int = field(default=0, compare=False)
    step: int = field(
        default=0, compare=False
    )  # for the state of a loop, how many items the rows allow an iteration to add
    # for the state of a loop, the length before it where that is known
    started: int | None = field(default=None, compare=False)
    # for the state of a loop inside a loop, the capacity that the list has in the state of the outer one
    outer: Capacity | None = field(default=None, compare=False)
    # for the state of a loop, whose length `least` and `most` count from; None for bounds that count from 0
    base: object = field(default=None, compare=False)
    # for the state of a loop, how long the list gets in the course of an iteration: longer perhaps than at its end
    peak: Peak | None = field(default=None, compare=False)

    @classmethod
    def exactly(cls, length: int, size: int | None = None) -> Capacity:
        """The capacity of a list of known length; with no capacity to spare unless there is a size."""
        return cls(length if size is None else size, length, least=length, most=length)

    def moved(self, by: int) -> Capacity:
        """The capacity after `by` more items."""
        length = None if self.length is None else self.length + by
        return self.between(self.least + by, self.most + by, length)

    def between(self, least: int, most: int, length: int | None = None) -> Capacity:
        """The capacity after items were added."""
        if self.peak is not None:
            self.peak.most = max(self.peak.most, most)
        return replace(self, length=length, least=least, most=most)


class _Key:
    """How the user would write a part of a list; what JAX's key paths print."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __str__(self) -> str:
        return self.text


@jax.tree_util.register_pytree_with_keys_class
@dataclass(frozen=True, eq=False)
class Growing:
    """The items of a list in buffers."""

    buffers: Any  # an item's tree with an array of shape `(size, *item)` for each leaf that varies
    count: Any  # traced int32 scalar, the length; None where `capacity.length` knows it
    capacity: Capacity  # what is known at trace time

    def tree_flatten_with_keys(self) -> tuple[tuple[tuple[_Key, Any], ...], Capacity]:
        """What JAX sees of it."""
        parts = ((_Key(""), self.buffers), (_Key(".length"), self.count))
        return (parts if self.capacity.length is None else parts[:1]), self.capacity

    @classmethod
    def tree_unflatten(cls, capacity: Capacity, children: Sequence[Any]) -> Growing:
        """The buffers that `tree_flatten_with_keys` took apart."""
        return cls(children[0], children[1] if len(children) > 1 else None, capacity)

    @classmethod
    def of(cls, items: Sequence[Any], size: int | None = None) -> Growing:
        """Items stacked, in buffers of at least their number.

        Raises:
            ListItemError: the items are not of one kind and shape.
        """
        made: Growing = stacked_before(list(items), lambda items: cls._of(items, size), size)
        return made

    @classmethod
    def _of(cls, items: list[Any], size: int | None) -> Growing:
        items = alike(items)
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
        """The items of an array as those of a list; of one with two axes the rows are lists as `like` is."""
        size, *columns = array.shape
        if columns and columns[0] <= FEW:
            array = type(like)([array[:, k] for k in range(*columns)])
        elif columns:
            array = kind_of(like).with_buffers(like, cls(array, None, Capacity.exactly(*columns)))
        return cls(array, None, Capacity.exactly(size))

    @classmethod
    def _rows(cls, numbers: list[Any], capacity: Capacity, like: Any) -> Any:
        """The buffer of a list of lists of numbers, of which `like` is one, with all of them in one array."""
        assert capacity.length is not None
        with jax.named_scope(LIST_SCOPE):
            rows = _resized(_stack(numbers, len(numbers), (0, 0)).reshape(capacity.length, -1), capacity.size)
        return cls.of_array(rows, like).buffers

    @property
    def length(self) -> Any:
        """The number of items: an int where it is known at trace time, else a traced int32 scalar."""
        return self.count if self.capacity.length is None else self.capacity.length

    def each(self, change: Callable[[Any], Any]) -> Any:
        """The tree of buffers with `change` applied to every array in it."""
        leaves, tree = leaves_of(self.buffers)
        return rebuilt(tree, [change(leaf) if _is_buffer(leaf) else leaf for leaf in leaves], self.buffers)

    def row(self, index: Any) -> Any:
        """The item in a row, an int or a traced scalar that is in range."""
        if is_traced(index):
            with jax.named_scope(LIST_SCOPE):
                return self.each(lambda buffer: jax.lax.dynamic_index_in_dim(buffer, index, keepdims=False))
        return self.each(lambda buffer: buffer[index])

    def rows(self, indices: Any, capacity: Capacity, count: Any = None) -> Growing:
        """A list of the items in some rows; indices out of range give any item."""
        return Growing(self.each(lambda buffer: jnp.take(buffer, indices, axis=0, mode="clip")), count, capacity)

    def position(self, index: Any, what: str = "list index out of range") -> Any:
        """An index counted from the start, checked as Python checks it, at run time where it must be.

        Raises:
            IndexError: the index is out of range, and that is known.
        """
        length = self.length
        if isinstance(index, int) and isinstance(length, int):
            if not -length <= index < length:
                raise IndexError(what)
            return index % length
        positive = is_traced(index) and is_positive(index)
        if positive and is_below(index, length, length if isinstance(length, int) else self.capacity.least):
            return jnp.asarray(index, jnp.int32)
        with jax.named_scope(POSITION_SCOPE):
            position = (
                index
                if positive
                else (
                    (index if index >= 0 else length + index) if isinstance(index, int) else _from_start(index, length)
                )
            )
        with effects.checking():
            within = position < length if positive else jnp.where(position >= 0, position < length, False)
            self.require(within, IndexError(what))
        return jnp.asarray(position, jnp.int32)

    def require(self, holds: Any, error: Exception) -> None:
        """Check something at run time, at the user's line: where it does not hold, such an exception is raised."""
        effects.raise_unless(holds, error)

    def sized(self, size: int) -> Growing:
        """The same items in buffers of another size, which must hold them."""
        if size == self.capacity.size:
            return self
        return Growing(self.each(lambda buffer: _resized(buffer, size)), self.count, replace(self.capacity, size=size))

    def copied(self) -> Growing:
        """The same items as a list of its own, which no loop makes capacity for."""
        if not self.capacity.fixed:
            return self
        least, most = (0, self.capacity.size) if self.capacity.length is None else (self.capacity.length,) * 2
        return replace(self, capacity=Capacity(self.capacity.size, self.capacity.length, least=least, most=most))

    def dynamic(self) -> Growing:
        """The same list with its length as a value of the graph."""
        if self.capacity.length is None:
            return self
        return Growing(self.buffers, jnp.asarray(self.capacity.length, jnp.int32), replace(self.capacity, length=None))

    def put(self, index: Any, item: Any) -> Growing:
        """The list with another item in a row, which must be in range."""
        wide, leaves = self.fitting(item)
        pairs = iter(leaves)

        def written(buffer: Any) -> Any:
            return stored(buffer, cast(next(pairs), _item_type(buffer)), index)

        with jax.named_scope(LIST_SCOPE):
            return Growing(wide.each(written), self.count, self.capacity)

    def appended(self, item: Any) -> Growing:
        """The list with one more item."""
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
        """The list one row longer where a truth value holds; what is in the row is still to be put there."""
        capacity = self.capacity.between(self.capacity.least, self.capacity.most + 1)
        if not self.capacity.fixed:
            capacity = replace(capacity, size=capacity.size + 1)
        elif self.capacity.checked:
            check_capacity(jnp.where(adds, self.length < self.capacity.size, True), self.length, "dict or set")
        return Growing(self.sized(capacity.size).buffers, jnp.where(adds, self.length + 1, self.length), capacity)

    def joined(self, other: Growing) -> Growing:
        """This list with the items of another behind its own."""
        mine, yours = self.capacity, other.capacity
        known = None if mine.length is None or yours.length is None else mine.length + yours.length
        size = mine.size if mine.fixed else mine.size + yours.size
        if mine.fixed and mine.checked:
            check_capacity(self.length + other.length <= size, self.length + other.length - 1)
        capacity = replace(mine, size=size).between(mine.least + max(yours.least, 0), mine.most + yours.most, known)
        k = jnp.arange(size)
        left, right = self.rows(k, capacity), other.rows(k - self.length, capacity)
        return _mixed(k < self.length, left, right, None if known is not None else self.length + other.length)

    def spliced(self, start: Any, stop: Any, other: Growing | None) -> Growing:
        """The list with the items of another, or none, in place of those from one position up to a later one."""
        added = 0 if other is None else other.length
        length = self.length - (stop - start) + added
        known = length if isinstance(length, int) else None
        size = self.capacity.size if self.capacity.fixed or other is None else self.capacity.size + other.capacity.size
        if self.capacity.fixed and self.capacity.checked and other is not None:
            check_capacity(length <= size, length - 1)
        most = self.capacity.most + (0 if other is None else other.capacity.most)
        capacity = replace(self.capacity, size=size).between(FAR_BELOW * 2, most, known)
        k = jnp.arange(size)
        count = None if known is not None else jnp.asarray(length, jnp.int32)
        kept = self.rows(jnp.where(k < start, k, k - added + (stop - start)), capacity, count)
        if other is None:
            return kept
        return _mixed((k < start) | (k >= start + added), kept, other.rows(k - start, capacity), count)

    def without(self, index: Any) -> Growing:
        """The list without one of its items, whose row must be in range."""
        capacity = self.capacity.moved(-1)
        k = jnp.arange(self.capacity.size)
        return self.rows(jnp.where(k < index, k, k + 1), capacity, None if self.count is None else self.count - 1)

    def shortened(self) -> Growing:
        """The list without its last item."""
        return Growing(self.buffers, None if self.count is None else self.count - 1, self.capacity.moved(-1))

    def inserted(self, index: Any, item: Any) -> Growing:
        """The list with one more item before a position, which must be in range."""
        longer = self.appended(item)
        k, last = jnp.arange(longer.capacity.size), self.length
        source = jnp.where(k < index, k, jnp.where(k == index, last, jnp.where(k <= last, k - 1, k)))
        return longer.rows(source, longer.capacity, longer.count)

    def apart(self) -> Growing:
        """The same list with the lists among its items item by item."""
        return replace(self, buffers=apart(self.buffers, 1))

    def valid(self) -> Any:
        """For each row whether it is an item."""
        return jnp.arange(self.capacity.size) < self.length

    def items(self) -> list[Any]:
        """The items one by one, for a list whose length is known at trace time."""
        assert self.capacity.length is not None, "only a list of known length can be taken apart"
        return [self.row(index) for index in range(self.capacity.length)]

    def fitting(self, item: Any) -> tuple[Growing, list[Any]]:
        """These buffers wide enough for an item, and the item's leaves for them.

        Raises:
            ListItemError: no array holds them together.
        """
        buffers, item = unified(self.buffers, item, (self.capacity.size, None))
        leaves, tree = leaves_of(buffers)
        new = _leaves_like(item, tree, leaves)
        wide, varying = [], []
        for place, (buffer, leaf) in enumerate(zip(leaves, new, strict=True)):
            if not _is_buffer(buffer):
                if is_dynamic(leaf) or buffer != leaf:
                    raise _differ(buffer, leaf, (item, place))
                wide.append(buffer)
                continue
            if not is_dynamic(leaf):
                raise _differ(_item_type(buffer), leaf, (item, place))
            kind = _joined(_item_type(buffer), type_of(leaf))
            wide.append(cast(buffer, LeafType(buffer.shape, kind.dtype, kind.weak)))
            varying.append(leaf)
        return Growing(rebuilt(tree, wide, buffers), self.count, self.capacity), varying


def unified(left: Any, right: Any, sizes: Sizes) -> tuple[Any, Any]:
    """Two items, or buffers of items, with their rows and their enumerated values in one form.

    Args:
        sizes: how many rows either has; None for an item.
    """
    first, second = (0 if size is None else 1 for size in sizes)
    return matched(*tabled(left, right, sizes), Growing.of, (first, second))


def _mixed(inside: Any, left: Growing, right: Growing, count: Any) -> Growing:
    """A list with the rows of one list where `inside` holds, those of another elsewhere."""
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


def check_capacity(holds: Any, length: Any, what: str = "list") -> None:
    """Check at run time that a list has capacity for more; the executor makes more capacity and runs again."""
    scope = context.here().effects
    frames = user_frames()
    span = frames[-1].span
    if scope is not None and scope.rows is not None:
        effects.require(
            holds, effects.Check(span, lambda _: ListCapacityError("no room"), frames, grows=what), [length]
        )
        return

    def error() -> ListCapacityError:
        return ListCapacityError(
            f"this {what} has more items than the loop's `max_iterations` allows for",
            span=span,
            remedy="a larger `max_iterations` in `ng.loop_options`",
        )

    effects.require(holds, effects.Check(span, error, frames))


def empty_like(like: Growing, size: int) -> Growing:
    """A list without items in buffers for items like those of another."""
    buffers = like.each(lambda buffer: zeros(LeafType((size, *buffer.shape[1:]), buffer.dtype, type_of(buffer).weak)))
    return Growing(buffers, None, Capacity(size, 0))


def _is_buffer(leaf: Any) -> bool:
    return hasattr(leaf, "shape") and is_dynamic(leaf)


def _item_type(buffer: Any) -> LeafType:
    kind = type_of(buffer)
    return LeafType(kind.shape[1:], kind.dtype, kind.weak)


def _from_start(index: Any, length: Any) -> Any:
    if getattr(index.dtype, "kind", "") not in "iub" or index.shape:
        kind = type_of(index)
        name = "ndarray" if index.shape else CLASSES[kind.dtype_kind].__name__
        raise TypeError(f"list indices must be integers or slices, not {name}")
    index = index.astype(jnp.int32)
    return jnp.where(index < 0, index + length, index)


def _built(tree: Any) -> str:
    """The structure of an item in words."""
    known = tree.node_data()
    if known is None:
        return "a single value"
    kind = getattr(known[0], "__name__", "value").lower()
    if known[0] is dict:
        return f"a dict with the keys {', '.join(map(repr, known[1]))}"
    capacities = [node[1] for part in tree.children() if (node := part.node_data()) is not None and node[0] is Growing]
    if capacities:
        length = capacities[0].length
        return f"{with_article(kind)} of {'run-time length' if length is None else f'{length} values'}"
    if not tree.num_leaves:
        return f"an empty {kind}"
    return f"{with_article(kind)} of {tree.num_leaves} value{'s' if tree.num_leaves != 1 else ''}"


OF_ONE_LENGTH = "rows of one length from the start, as `[0] * 9`, with the items assigned, as `rows[i][j] = x`"


def _of_one_structure(own: Any, other: Any) -> str:
    """What to write in place of items of two structures."""
    kinds = own.node_data(), other.node_data()
    lists = [known is not None and issubclass(known[0], list) for known in kinds]
    if all(lists):
        return OF_ONE_LENGTH
    if all(known is not None and known[0] is dict for known in kinds):
        return "the same keys in all of them, with what stands for nothing, as 0"
    if any(lists) and any(known is not None and issubclass(known[0], tuple) for known in kinds):
        return "`list(...)` of the tuple, or a tuple in both items"
    if any(lists):
        return "`[x]`, a list of one item, in place of the number; or a list for each kind"
    return "items of one kind, as `(x, 0)` beside `(x, 1)`; or a list for each kind"


def _leaves_like(item: Any, tree: Any, others: Sequence[Any] = ()) -> list[Any]:
    leaves, own = leaves_of(item)
    if own != tree:
        if (error := _beside_none(own if others == [None] else tree, leaves, others)) is not None:
            raise error
        raise _differ_in_structure(own, tree)
    return leaves


def _beside_none(tree: Any, *leaves: Sequence[Any]) -> ListItemError | None:
    """The error for a list or tuple beside None; None where neither item is that."""
    if [None] not in leaves:
        return None
    return ListItemError(
        f"one item of this list is None and another {_built(tree)}, and an array holds items of one kind",
        remedy="items of one kind from the start, as `[[0, 0] for _ in range(n)]`, or `[(0, 0)] * n`",
    )


def _differ_in_structure(own: Any, tree: Any) -> ListItemError:
    part, one, other = _first_difference(own, tree)
    chosen = [known for each in (one, other) if (known := each.node_data()) and issubclass(known[0], ChosenText)]
    if any(text == ITSELF for _, texts in chosen for _, text in texts):
        what = "one item of this list is a whole number, and another a float or a truth value; which, the run decides"
        return ListItemError(what, remedy="numbers of one kind from the start, as `[float(x) for x in v]`")
    if chosen:
        where = f"`{part}` of one item" if part else "one item"
        what = f"{where} of this list is a string that is known, and of another one that is made at run time"
        in_list = (known := own.node_data()) is not None and issubclass(known[0], list)
        return ListItemError(what, remedy=_TUPLES if in_list else _MADE_LATER)
    where, of = (f"`{part}` of one item", "of another") if part else ("one item", "another")
    if _built(one) == _built(other):
        return ListItemError(
            f"{where} of this list is a list from outside or out of a library, and {of} one that is made here",
            remedy="`[list(row) for row in m]` for what is taken from outside; or `copy.deepcopy(m)`",
        )
    return ListItemError(
        f"{where} of this list is {_built(one)} and {of} {_built(other)}, and an array holds items of one kind",
        remedy=_of_one_structure(one, other),
    )


_MADE_LATER = 'a number in its place, from which the string is made where it is used, as `"a" + "!" * k`'
_TUPLES = "tuples in place of the lists in it, as `('a', 3)`, whose strings may differ, and which may hold None"


def _first_difference(own: Any, other: Any, part: str = "") -> tuple[str, Any, Any]:
    """The first place at which two structures differ, as `[2]`, and both there."""
    known, parts = own.node_data(), (own.children(), other.children())
    held = [node for child in (*parts[0], *parts[1]) if (node := child.node_data()) is not None]
    if known is None or known != other.node_data() or len(parts[0]) != len(parts[1]):
        return part, own, other
    if any(issubclass(node[0], Growing) for node in held):
        return part, own, other
    keys = known[1] if known[0] is dict else range(len(parts[0]))
    different = next((each for each in zip(keys, *parts, strict=True) if each[1] != each[2]), None)
    return (part, own, other) if different is None else _first_difference(*different[1:], f"{part}[{different[0]!r}]")


def _same_trees(left: Any, right: Any) -> None:
    _leaves_like(right, leaves_of(left)[1])


def _stack(column: list[Any], size: int, of: tuple[Any, int]) -> Any:
    """One leaf of every item as an array of rows, or itself where it is the same constant in all.

    Args:
        of: an item, and which of its leaves it is.
    """
    if any(getattr(leaf, "__nbgraph_shared__", False) for leaf in column):
        raise ListItemError(
            "a list or dict that was made before this becomes an item of a list of run-time length, which holds copies",
            remedy="a copy of its own, `list(row)`, or a tuple",
        )
    if not all(map(is_dynamic, column)):
        if (error := of_objects(column)) is not None:  # each iteration of a loop would make one of its own
            raise error
        if any(map(is_dynamic, column)) or not all(same_constant(leaf, column[0]) for leaf in column):
            raise _differ(column[0], _unlike(column), of)
        return column[0]
    kind = type_of(column[0])
    for leaf in each_once(column)[1:]:
        kind = _joined(kind, type_of(leaf))
    if any(map(is_traced, column)) or kind.is_key:
        leaves = [cast(leaf, kind) for leaf in column]
        with jax.named_scope(LIST_SCOPE):
            stacked = jnp.stack(leaves)
    else:
        numbers = all(type(leaf) in (bool, int, float) for leaf in column)
        whole = np.array(column) if numbers else np.stack([np.asarray(leaf) for leaf in column])
        stacked = jnp.asarray(whole, kind.dtype)
    return _resized(cast(stacked, LeafType(stacked.shape, kind.dtype, kind.weak)), size)


def _joined(left: LeafType, right: LeafType) -> LeafType:
    joined = join_types(left, right)
    if joined is None:
        raise _differ(left, right)
    if is_mixed((left, right)) and not left.shape:
        raise ListItemError(
            "a truth value and a number stand in one place of the items of this list, and an array holds one kind",
            remedy="`int(...)` around the truth value, which is 0 or 1 then",
        )
    kind_questions.joined(left, right)
    return joined


def of_objects(items: Iterable[Any]) -> ListItemError | None:
    """The error for a list of objects whose places are known at run time only; None where no item is an object."""
    objects = (each for each in items if is_user_class(type(each)) and not isinstance(each, enum.Enum))
    first = next((each for each in objects if hasattr(each, "__dict__") or hasattr(each, "__slots__")), None)
    if first is None:
        return None
    lists = ", ".join(f"`{name}[i]`" for name in [*getattr(first, "__dict__", getattr(first, "__slots__", ()))][:3])
    return ListItemError(
        "this list holds objects, and which of them it is would only be known at run time",
        remedy=f"a list for each attribute, as {lists}, with the number `i` in place of the object",
    )


def _unlike(column: list[Any]) -> Any:
    """The first value that is none like the first one."""
    first, numbers = column[0], is_dynamic(column[0])
    return next(leaf for leaf in column if is_dynamic(leaf) != numbers or not (numbers or same_constant(leaf, first)))


def _differ(left: Any, right: Any, of: tuple[Any, int] = (0, 0)) -> ListItemError:
    """The error for two values of which no array holds both.

    Args:
        of: an item, and which of its leaves they are.
    """
    if (error := of_objects((left, right))) is not None:
        return error
    if callable(left) or callable(right):
        return ListItemError(
            "this list holds functions, and which of them it is would only be known at run time",
            remedy="a loop with a known number of iterations, as `for i in range(3):`; or one function of `i`",
        )
    kinds = [kind if isinstance(kind, LeafType) or not is_dynamic(kind) else type_of(kind) for kind in (left, right)]
    texts = [kind.spoken if isinstance(kind, LeafType) else repr(kind) for kind in kinds]
    part = leaf_names("", of[0])[of[1]] if isinstance(of[0], list | tuple | dict) else ""
    where, other = (f"`{part}` of one item", "of another") if part else ("one item", "another")
    fixed = not all(isinstance(kind, LeafType) for kind in kinds)
    holds = "numbers alone" if fixed else "items of one shape only"
    return ListItemError(
        f"{where} of this list is {texts[0]} and {other} {texts[1]}, and an array holds {holds}",
        remedy=_TUPLES
        if fixed and part
        else "items of one kind and shape; or fill an array of the final size, `a = jnp.zeros(...)`, `a[i] = ...`",
    )


def _resized(buffer: Any, size: int) -> Any:
    """A buffer with rows of zeros added, or rows taken off its end."""
    rows = buffer.shape[0]
    if rows >= size:
        return buffer if rows == size else buffer[:size]
    if is_key_type(buffer.dtype):  # which JAX does not pad
        return jnp.concatenate([buffer, jnp.zeros((size - rows, *buffer.shape[1:]), buffer.dtype)])
    with jax.named_scope(LIST_SCOPE):
        return jax.lax.pad(buffer, jnp.zeros((), buffer.dtype), [(0, size - rows, 0), *[(0, 0, 0)] * (buffer.ndim - 1)])
