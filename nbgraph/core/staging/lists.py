"""Python's list as converted code makes it: Python's own until a graph must hold it, then buffers of items.

`List` is a subclass of `list`. As long as its length and the indices are known at trace time it holds its items, like
any list. When a length or an index is only known at run time, it holds one `Growing` in place of its items, and its
methods stage what they do. Code that looks into a list behind its methods' backs (C code, a Python `for`) asks for
`iter` or `len` first, and gets an error in the user's line instead of the buffers.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, NoReturn, SupportsIndex, TypeVar

import jax
import jax.numpy as jnp
import numpy as np

from nbgraph.core._jax import LIST_SCOPE, current_trace
from nbgraph.core.errors import StagingError
from nbgraph.core.staging import effects, recorder
from nbgraph.core.staging.chosen_rows import numbered, ranked
from nbgraph.core.staging.copies import ListCopyError, note_array_copies, note_copies
from nbgraph.core.staging.decisions import Decision
from nbgraph.core.staging.growing import Growing, ListItemError, ListRoomError, Room, check_room
from nbgraph.core.staging.holders import has_name, known_elsewhere
from nbgraph.core.staging.twins import refuse_change
from nbgraph.core.staging.values import any_traced, is_dynamic, is_traced, leaves_of, with_article

INDEX, TIMES = "index", "times"
EQUAL = "equal_lists"  # the verb under which the record keeps comparisons of lists with traced items
BUFFERS = "buffers"  # the verb under which the record keeps lists in buffers
Method = TypeVar("Method", bound=Callable[..., Any])
_MANY = 8  # items beyond which a store at a run-time index goes to buffers


class UnknownLengthError(StagingError):
    """Python itself must walk over a list, or know its length, and only the run knows it."""

    id = "list-length-unknown"


def _store(method: Method) -> Method:
    """A method whose equations are marked as a store into a list: no array of the user's is replaced by them."""

    @functools.wraps(method)
    def marked(self: List, *arguments: Any, **keywords: Any) -> Any:
        if self.frozen:
            raise ListCopyError(
                "this list is a copy of an item of another list, or was copied into one: the change would be lost",
                remedy="assign through the outer list, `m[i][j] = v`; or finish the row before you store it",
            )
        if self.twins:
            refuse_change(self)
        with jax.named_scope(LIST_SCOPE):
            return method(self, *arguments, **keywords)

    return marked  # type: ignore[return-value]


class ListSliceError(StagingError):
    """A slice of a list whose length or bounds only the run knows, used as no graph can."""

    id = "list-slice"


class List(list[Any]):
    """A list made by converted code. Everything a list can, on values known at trace time and on traced ones."""

    __slots__ = ("born", "frozen", "lasting", "origin", "twins")

    def __init__(self, items: Any = ()) -> None:
        growing = growing_of(items)
        list.__init__(self, [growing.copied()] if growing is not None else items)
        self.born = current_trace()  # the trace that made it
        self.origin: list[Any] | None = None  # the list whose contents this is a copy of
        self.frozen = False  # whether it stands for an item of a list in buffers, or was put into one
        self.lasting = False  # whether it is an argument, which the caller knows
        self.twins: tuple[List, ...] = ()  # lists that are this one on some paths

    # What Python asks for before it walks over a list, measures it or tests it.

    def __len__(self) -> int:
        return len(self._known())

    def __bool__(self) -> bool:
        return bool(self._known())

    def __iter__(self) -> Iterator[Any]:
        return list.__iter__(self if growing_of(self) is None else self._known())  # live: items may be added meanwhile

    def __reversed__(self) -> Iterator[Any]:
        return list.__reversed__(self if growing_of(self) is None else self._known())

    def __contains__(self, item: object) -> bool:
        return item in self._known()

    def __repr__(self) -> str:
        growing = growing_of(self)
        return (
            repr(self._known()) if growing is None or growing.room.length is not None else "<list of run-time length>"
        )

    def __jax_array__(self) -> jax.Array:
        """The items as an array, for `jnp.array(items)` and other functions of arrays."""
        growing = growing_of(self)
        if growing is None or growing.room.length is None or not hasattr(growing.buffers, "dtype"):
            return jnp.array([item.__jax_array__() if isinstance(item, List) else item for item in self._known()])
        return jnp.asarray(growing.sized(growing.room.length).buffers)

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        return list, (list(self),)

    def _known(self) -> list[Any]:
        """The items one by one.

        Raises:
            UnknownLengthError: only the run knows how many there are.
        """
        growing = growing_of(self)
        if growing is None:
            return raw_items(self)
        if growing.room.length is not None:
            return growing.items()
        raise UnknownLengthError(
            "the length of this list is only known at run time, and here Python needs its items now",
            remedy="a `for` statement over it, `sum`, `max`, `len`, `in` or an index; or return the list",
        )

    # Reading.

    def __getitem__(self, index: Any) -> Any:
        index = _plain(index)
        growing = growing_of(self)
        if growing is None and not _is_traced_index(index):
            found = list.__getitem__(self, index)
            return List(found) if isinstance(index, slice) else found
        if growing is None and isinstance(index, slice) and not list.__len__(self):
            return List()
        numpy = growing is None and any(type(item) is np.ndarray for item in list.__iter__(self))
        growing = growing or self._stacked("list index out of range")
        note_buffers(INDEX)
        if isinstance(index, slice):
            known = growing.room.length is not None and not _is_traced_index(index)
            return _part(growing, index) if known else listed(_sliced(growing, index))
        row = frozen(growing.row(growing.position(index)))
        if numpy:
            note_array_copies([row], recorder.user_frame().span)
        return row

    def index(self, item: Any, *bounds: Any) -> Any:
        """The position of the first item equal to `item`.

        Raises:
            ValueError: there is none; at run time where only the run can know.
        """
        if growing_of(self) is None and not any_traced(item, *list.__iter__(self)):
            return list.index(self, item, *bounds)
        growing = self._growing()
        if bounds:
            return List([growing])[slice(*bounds)].index(item) + bounds[0]
        return self._first(growing, item, "is not in list")

    def _first(self, growing: Growing, item: Any, missing: str) -> Any:
        matches = _matches(growing, item)
        growing.require(jnp.any(matches), ValueError(f"the item {missing}"))
        return jnp.argmax(matches).astype(jnp.int32)

    def count(self, item: Any) -> Any:
        """How many items are equal to `item`."""
        if growing_of(self) is None and not any_traced(item, *list.__iter__(self)):
            return list.count(self, item)
        if growing_of(self) is None and not list.__len__(self):
            return 0
        return jnp.sum(_matches(self._growing(), item)).astype(jnp.int32)

    def copy(self) -> List:
        """A list of the same items."""
        return List(self)

    def __eq__(self, other: object) -> Any:
        if not isinstance(other, list):
            return False
        plain = growing_of(self) is None and growing_of(other) is None
        if plain and (list.__len__(self) != list.__len__(other) or not any_traced(*raw_items(self), *raw_items(other))):
            return list.__eq__(self, other)
        _note_comparison()
        return _equal(self, other)

    def __ne__(self, other: object) -> Any:
        same = self == other
        return jnp.logical_not(same) if is_traced(same) else not same

    def __lt__(self, other: Any) -> Any:
        return _ordered(self, other, operator.lt)

    def __le__(self, other: Any) -> Any:
        return _ordered(self, other, operator.le)

    def __gt__(self, other: Any) -> Any:
        return _ordered(self, other, operator.gt)

    def __ge__(self, other: Any) -> Any:
        return _ordered(self, other, operator.ge)

    __hash__ = None

    # Growing and shrinking.

    @_store
    def append(self, item: Any) -> None:
        """Put an item behind the last one."""
        _refuse_itself(self, item)
        growing = growing_of(self)
        if growing is None:
            list.append(self, item)
        else:
            self._hold(growing.appended(stored(item)))

    @_store
    def extend(self, items: Any) -> None:
        """Put items behind the last one."""
        mine, other = growing_of(self), growing_of(items)
        if mine is None and other is None:
            list.extend(self, items)
        elif other is None:
            for item in list(items):
                List.append(self, item)
        elif mine is None and not list.__len__(self):
            self._hold(other.copied())
        else:
            self._hold(self._growing().joined(other))

    @_store
    def insert(self, index: Any, item: Any) -> None:
        """Put an item before a position; positions beyond an end mean that end."""
        _refuse_itself(self, item)
        growing = growing_of(self)
        if growing is None and not is_traced(index):
            list.insert(self, index, item)
            return
        if growing is None and not list.__len__(self):
            list.append(self, item)
            return
        growing = growing or self._growing()
        self._hold(growing.inserted(_clipped(index, growing.length), stored(item)))

    @_store
    def pop(self, index: Any = -1) -> Any:
        """Take out an item, the last one by default.

        Raises:
            IndexError: there is no such item; at run time where only the run can know.
        """
        growing = growing_of(self)
        if growing is None and not is_traced(index):
            return list.pop(self, index)
        growing = growing or self._stacked("pop from empty list")
        last = isinstance(index, int) and index == -1
        place = growing.position(index, "pop from empty list" if last else "pop index out of range")
        shorter = growing.shortened() if last else growing.without(place)
        item = growing.row(place)  # last of all: the graph names by the expression what was computed last for it
        self._hold(shorter)
        return item

    @_store
    def remove(self, item: Any) -> None:
        """Take out the first item equal to `item`.

        Raises:
            ValueError: there is none; at run time where only the run can know.
        """
        if growing_of(self) is None and not any_traced(item, *list.__iter__(self)):
            list.remove(self, item)
            return
        growing = self._growing()
        self._hold(growing.without(self._first(growing, item, "to remove is not in list")))

    @_store
    def clear(self) -> None:
        """Take out all items."""
        growing = growing_of(self)
        if growing is None or not growing.room.fixed:
            list.clear(self)
        else:
            room = replace(growing.room.holding(0, 0), base=None)
            self._hold(Growing(growing.buffers, jnp.int32(0), room))

    @_store
    def __setitem__(self, index: Any, value: Any) -> None:
        if not isinstance(index, slice):
            _refuse_itself(self, value)
        index = _plain(index)
        growing = growing_of(self)
        other = growing_of(value) if isinstance(index, slice) else None
        if growing is None and other is None and not _is_traced_index(index):
            list.__setitem__(self, index, value)
            return
        if isinstance(index, slice):
            self._splice(index, value)
            return
        if growing is None and list.__len__(self) <= _MANY and is_dynamic(value):
            self._choose(index, value)
            return
        growing = growing or self._stacked("list assignment index out of range")
        self._hold(growing.put(growing.position(index, "list assignment index out of range"), stored(value)))

    def _splice(self, index: slice, value: Any) -> None:
        """Other items in place of a slice."""
        if index.step not in (None, 1):
            raise ListSliceError(
                "a slice with a step changes here, and its bounds or the list's length are only known at run time",
                remedy="assign the items one by one in a `for` loop; or make a new list, `[x for x in l if ...]`",
            )
        other = growing_of(value) or (Growing.of(items) if (items := list(value)) else None)
        if growing_of(self) is None and not list.__len__(self):
            List.extend(self, value)
            return
        growing = self._growing()
        start = _bound(0 if index.start is None else index.start, growing.length)
        stop = _bound(growing.length if index.stop is None else index.stop, growing.length)
        known = isinstance(start, int) and isinstance(stop, int)
        self._hold(growing.spliced(start, max(start, stop) if known else jnp.maximum(start, stop), other))

    def _choose(self, index: Any, value: Any) -> None:
        """A short list stays a list: at a run-time index each item is the new one or the one it was."""
        position = self._stacked("list assignment index out of range").position(
            index, "list assignment index out of range"
        )
        chosen = [jnp.where(position == k, value, item) for k, item in enumerate(list.__iter__(self))]
        list.__setitem__(self, slice(None), chosen)

    @_store
    def __delitem__(self, index: Any) -> None:
        if growing_of(self) is None and not _is_traced_index(index):
            list.__delitem__(self, index)
        elif isinstance(index, slice):
            self._splice(index, [])
        else:
            self.pop(index)

    # Order.

    @_store
    def reverse(self) -> None:
        """Turn the order of the items around."""
        growing = growing_of(self)
        if growing is None:
            list.reverse(self)
        else:
            back = growing.length - 1 - jnp.arange(growing.room.size)
            self._hold(growing.rows(back, growing.room, growing.count))

    @_store
    def sort(self, *, key: Callable[[Any], Any] | None = None, reverse: bool = False) -> None:
        """Sort ascending and stably; `key` must be able to run in a graph."""
        growing = growing_of(self)
        if growing is None and key is None and not any_traced(*list.__iter__(self)):
            list.sort(self, reverse=reverse)
        elif growing is None and not list.__len__(self):
            return
        else:
            growing = self._growing()
            measured = growing.buffers if key is None else jax.vmap(key)(growing.buffers)
            self._hold(growing.rows(_order(growing, ranked(measured), reverse), growing.room, growing.count))

    # Arithmetic.

    def __add__(self, other: Any) -> Any:
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
        times = _plain(times)
        if growing_of(self) is None and not is_traced(times):
            return List(list.__mul__(self, times))
        if growing_of(self) is None:
            note_buffers(TIMES)
        return _repeated(self, times)

    __rmul__ = __mul__

    @_store
    def __imul__(self, times: Any) -> Any:
        list.__setitem__(self, slice(None), list(list.__iter__(self * times)))
        return self

    # The buffers.

    def _hold(self, growing: Growing) -> None:
        """Let the buffers stand for the items."""
        note_buffers()
        if growing_of(self) is None:
            give_up(self)
        list.__setitem__(self, slice(None), [growing])

    def _growing(self) -> Growing:
        return growing_of(self) or Growing.of(list(list.__iter__(self)))

    def _stacked(self, empty: str) -> Growing:
        note_buffers()
        if not list.__len__(self):
            raise IndexError(empty)
        return Growing.of(list(list.__iter__(self)))


def note_buffers(what: str = "") -> None:
    """Enter in the record that the user's code works on a list in buffers here.

    Args:
        what: what it asks, for special code: an item at an index, or a number of repetitions, of the run.
    """
    if recorder.current.get() is not None:
        frame = recorder.user_frame()
        reason = "the length of the list or an index is only known at run time"
        recorder.record(frame, BUFFERS, Decision(frame.span, "list", "buffers", reason), what)


def _note_comparison() -> None:
    """Enter in the record that the user's code compares lists with items that only the run knows."""
    if recorder.current.get() is not None:
        frame = recorder.user_frame()
        recorder.record(frame, EQUAL, Decision(frame.span, "call", "lists", "an item is traced"))


def _refuse_itself(owner: List, item: Any) -> None:
    """A list in itself has no end for those that look at all there is in it.

    Raises:
        ListItemError: it would be.
    """
    if item is owner:
        raise ListItemError(
            "a list becomes an item of itself, and a graph has values of a fixed structure only",
            remedy="a copy, `l.append(list(l))`",
        )


def frozen(item: Any) -> Any:
    """An item as it is read from buffers: a list in it is a copy, and a change of a copy would be lost."""
    if isinstance(item, List):
        item.frozen = True
    if isinstance(item, dict):
        note_copies(item, recorder.user_frame().span)
    if isinstance(item, list | tuple):
        for part in raw_items(item) if isinstance(item, list) else item:
            frozen(part)
    return item


def keep_frozen(value: Any, before: Any) -> None:
    """Let the lists in a value be frozen where those of another one are."""
    if isinstance(value, List) and isinstance(before, List) and before.frozen:
        frozen(value)
    elif isinstance(value, dict) and isinstance(before, dict):
        for key in value.keys() & before.keys():
            keep_frozen(value[key], before[key])
    elif isinstance(value, list | tuple) and isinstance(before, list | tuple):
        for part, old in zip(_inside(value), _inside(before), strict=False):
            keep_frozen(part, old)


def frozen_marks(value: Any) -> list[bool]:
    """For each list in a value whether it is frozen."""
    if isinstance(value, dict):
        return [mark for part in value.values() for mark in frozen_marks(part)]
    if not isinstance(value, list | tuple):
        return []
    own = [value.frozen] if isinstance(value, List) else []
    return own + [mark for part in _inside(value) for mark in frozen_marks(part)]


def _inside(value: list[Any] | tuple[Any, ...]) -> list[Any]:
    return raw_items(value) if isinstance(value, list) else list(value)


def stored(item: Any) -> Any:
    """An item that goes into buffers: a list in it is copied, so nobody may change the list itself from now on.

    Raises:
        ListCopyError: the list is known elsewhere already.
    """
    if isinstance(item, dict | set):
        raise ListItemError(
            f"{with_article(type(item).__name__)} becomes an item of a list of run-time length, and would be copied",
            remedy="a tuple of its values",
        )
    if isinstance(item, List):
        if item.frozen or item.born is not current_trace():
            raise ListCopyError(
                "a list that was made elsewhere becomes an item of a list of run-time length, which holds copies",
                remedy="a copy of its own, `list(row)`, or a tuple",
            )
        item.frozen = True
    elif type(item) is list and has_name(item):
        raise ListCopyError(
            "a list that has a name becomes an item of a list of run-time length, which holds copies",
            remedy="a copy of its own, `list(row)`, or a tuple",
        )
    if isinstance(item, list | tuple):
        for part in raw_items(item) if isinstance(item, list) else item:
            stored(part)
    return item


def give_up(owner: list[Any]) -> None:
    """The items of a list go into buffers: lists among them must have no other name.

    Raises:
        ListCopyError: one has.
    """
    source = owner.origin if isinstance(owner, List) and owner.origin is not None else owner
    for item in raw_items(owner):
        if isinstance(item, dict | set) or (isinstance(item, list) and known_elsewhere(item, source)):
            raise ListCopyError(
                "the items of this list are copied into an array here, and one of them has a name of its own",
                remedy="read and assign the items through the list, `m[i][j]`; or an array, `m = jnp.array(m)`",
            )
        if isinstance(item, list):
            give_up(item)


def growing_of(value: Any) -> Growing | None:
    """The buffers of a list that is held in buffers; None for any other value."""
    if isinstance(value, List) and list.__len__(value) == 1:
        inner = list.__getitem__(value, 0)
        return inner if type(inner) is Growing else None
    return None


def contents(value: list[Any]) -> list[Any]:
    """A copy of what a list holds: its items, or a `List` with the same buffers."""
    copied = List() if isinstance(value, List) else []
    list.extend(copied, list(list.__iter__(value)))
    if isinstance(copied, List):
        copied.origin = value
    return copied


def raw_items(value: Any) -> list[Any]:
    """What a list object holds, its buffers as one thing."""
    return list(list.__iter__(value))


def is_flat(value: Any) -> bool:
    """Whether a list holds no container that somebody may know by another name."""
    return isinstance(value, List) and not any(map(_has_container, raw_items(value)))


def _has_container(item: Any) -> bool:
    if isinstance(item, Growing):
        return _has_container(item.buffers)
    return isinstance(item, list | dict | set) or (isinstance(item, tuple) and any(map(_has_container, item)))


def list_(items: Any = (), depth: int = 1) -> List:
    """A list that may grow in a graph and be indexed at run time, from any iterable.

    Args:
        items: its items.
        depth: how many levels of lists among the items become such lists, too.
    """
    if depth > 1:
        return List([list_(item, depth - 1) for item in items])
    return List(items)


def truth_of(value: Any) -> Any:
    """What a condition asks: of a list of run-time length whether there is an item, of any other value itself."""
    growing = growing_of(value)
    return value if growing is None else growing.length > 0 if growing.room.length is None else growing.room.length > 0


def contains(items: Any, item: Any) -> Any:
    """`item in items` for a list in buffers."""
    growing = growing_of(items)
    assert growing is not None, "only lists in buffers are asked"
    return jnp.any(_matches(growing, item))


def _plain(index: Any) -> Any:
    """An index as Python's list takes it: concrete arrays as the ints they are."""
    if isinstance(index, slice):
        return slice(*(_plain(part) for part in (index.start, index.stop, index.step)))
    return operator.index(index) if is_dynamic(index) and not is_traced(index) else index


def _is_traced_index(index: Any) -> bool:
    parts = (index.start, index.stop, index.step) if isinstance(index, slice) else (index,)
    return any(map(is_traced, parts))


def listed(growing: Growing) -> List:
    """A list that is held in buffers."""
    made = List()
    list.append(made, growing)
    return made


def _clipped(index: Any, length: Any) -> Any:
    """A position as `insert` and slices take it: from the start, and no further than the ends."""
    index = jnp.asarray(index, jnp.int32)
    return jnp.clip(jnp.where(index < 0, index + length, index), 0, length)


def _bound(index: Any, length: Any) -> Any:
    """A bound of a slice, an int where that is known."""
    if isinstance(index, int) and isinstance(length, int):
        return slice(index, None).indices(length)[0]
    return _clipped(index, length)


def _part(growing: Growing, index: slice) -> List:
    """A slice whose length is known."""
    assert growing.room.length is not None
    count = len(range(*index.indices(growing.room.length)))
    if not count:
        return List()
    rows = growing.each(lambda buffer: buffer[: growing.room.length][index])
    return listed(Growing(rows, None, Room(count, count, least=count, most=count)))


def _sliced(growing: Growing, index: slice) -> Growing:
    step = 1 if index.step is None else index.step
    if is_traced(step):
        raise ListSliceError("the step of this slice is only known at run time", remedy="a step that is a constant")
    length = growing.length
    if step > 0:
        start = _clipped(0 if index.start is None else index.start, length)
        stop = _clipped(length if index.stop is None else index.stop, length)
        count = jnp.maximum((stop - start + step - 1) // step, 0)
    else:
        start = _backward(length - 1 if index.start is None else index.start, length, index.start is None)
        stop = jnp.int32(-1) if index.stop is None else _backward(index.stop, length, False)
        count = jnp.maximum((start - stop - step - 1) // -step, 0)
    k = jnp.arange(growing.room.size)
    room = Room(growing.room.size, None, least=0, most=max(growing.room.size, 0))
    return growing.rows(start + k * step, room, count.astype(jnp.int32))


def _backward(index: Any, length: Any, settled: bool) -> Any:
    """A bound of a slice with a negative step."""
    index = jnp.asarray(index, jnp.int32)
    return index if settled else jnp.clip(jnp.where(index < 0, index + length, index), -1, length - 1)


def _matches(growing: Growing, item: Any) -> Any:
    """For each row whether it is an item equal to the given one."""
    buffers, item = numbered(growing.buffers, item)
    rows, tree = leaves_of(buffers)
    leaves, own = leaves_of(item)
    if own != tree:
        return jnp.zeros(growing.room.size, bool)
    found = growing.valid()
    for buffer, leaf in zip(rows, leaves, strict=True):
        same = buffer == leaf
        found = found & (same if getattr(same, "ndim", 0) < 2 else same.reshape(same.shape[0], -1).all(axis=1))
    return found


def _equal(left: Any, right: Any) -> Any:
    a, b = (growing_of(side) or (Growing.of(raw_items(side)) if list.__len__(side) else None) for side in (left, right))
    if a is None or b is None:
        return (a.length if a is not None else b.length if b is not None else 0) == 0
    size = max(a.room.size, b.room.size)
    a, b = a.sized(size), b.sized(size)
    ours, theirs = map(leaves_of, numbered(a.buffers, b.buffers))
    if ours[1] != theirs[1]:
        return jnp.asarray(a.length == 0) & (b.length == 0)
    same = jnp.asarray(a.length == b.length)
    for one, other in zip(ours[0], theirs[0], strict=True):
        rows = jnp.asarray(one == other)
        rows = jnp.broadcast_to(rows, (size,)) if rows.ndim == 0 else rows
        same = same & jnp.all(rows.reshape(size, -1).all(axis=1) | ~a.valid())
    return same


def _ordered(left: List, right: Any, compare: Callable[[Any, Any], Any]) -> Any:
    """`left < right`, or another such operator: by the first items that differ, else by the lengths.

    Raises:
        UnknownLengthError: only the run knows how many items there are.
    """
    if not isinstance(right, list):
        return NotImplemented
    if growing_of(left) is not None or growing_of(right) is not None:
        raise UnknownLengthError(
            "two lists are compared by their order, and only the run knows how long one of them is",
            remedy="a `for` loop over the items with `break` at the first that differ",
        )
    mine, yours = raw_items(left), raw_items(right)
    result: Any = compare(len(mine), len(yours))
    for one, other in reversed(list(zip(mine, yours, strict=False))):
        same = one == other
        if not any_traced(same):
            result = result if same else compare(one, other)
        else:
            result = jnp.where(same, result, compare(one, other))
    if any_traced(result) and (log := recorder.current.get()) is not None:
        log.unwritten("lists are compared by their order")
    return result


def _order(growing: Growing, measured: Any, reverse: Any) -> Any:
    """The rows in ascending order of one array of keys, those that are no items last; stable."""
    keys, _ = leaves_of(measured)
    if len(keys) > 1:
        columns = [(-key if reverse else key) for key in reversed(keys)]
    else:
        columns = [(-keys[0] if reverse and keys[0].dtype != np.bool_ else ~keys[0] if reverse else keys[0])]
    return jnp.lexsort((*columns, ~growing.valid()))


def _repeated(value: List, times: Any) -> List:
    """`items * n` with a number of repetitions that is only known at run time."""
    growing = growing_of(value) or (Growing.of(raw_items(value)) if list.__len__(value) else None)
    if growing is None:
        return List()
    scope = effects.current.get()
    if scope is None or scope.rows is None:
        raise ListRoomError(
            "the length of this list is only known at run time, and nothing says how long it may become",
            remedy="call the function through `ng.function`, which makes room itself; or an array of the largest size",
        )
    length = jnp.asarray(growing.length * jnp.maximum(times, 0), jnp.int32)
    size = max(scope.rows, growing.room.size)
    check_room(length <= size, length - 1)
    rows = jnp.arange(size) % jnp.maximum(growing.length, 1)
    return listed(growing.rows(rows, Room(size, None, least=0, most=size), length))


def stack(items: Any, axis: int = 0) -> Any:
    """The items of a list as one array, `jnp.stack`; of run-time length for a list of run-time length.

    Args:
        items: a list or tuple of numbers or arrays of one shape.
        axis: where the new axis goes.
    """
    growing = growing_of(items)
    if growing is None:
        return jnp.stack([jnp.asarray(item) for item in items], axis)
    if growing.room.length is not None:
        return jnp.moveaxis(growing.sized(growing.room.length).buffers, 0, axis)
    return StackedArray(growing, axis)


@jax.tree_util.register_pytree_node_class
class StackedArray:
    """An array whose length is only known at run time: what `stack` makes of such a list. It can only be returned."""

    def __init__(self, growing: Growing, axis: int) -> None:
        self.growing = growing
        self.axis = axis

    def tree_flatten(self) -> tuple[tuple[Growing], int]:
        """What JAX sees of it."""
        return (self.growing,), self.axis

    @classmethod
    def tree_unflatten(cls, axis: int, children: tuple[Growing]) -> StackedArray:
        """The array that `tree_flatten` took apart."""
        return cls(children[0], axis)

    def __jax_array__(self) -> NoReturn:
        raise UnknownLengthError(
            "the length of this array is only known at run time, and an array in a graph has a fixed shape",
            remedy="return it as it is; or compute with the list: `sum`, `max`, `for`",
        )

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        self.__jax_array__()


def set_element_type(items: Any, dtype: Any = None, shape: Any = None) -> None:
    """Accepted for the sake of AutoGraph's users; the items themselves say what they are, so nothing is needed."""


def _flat(value: List) -> tuple[list[tuple[Any, Any]], None]:
    keys: list[Any] = [jax.tree_util.SequenceKey(index) for index in range(list.__len__(value))]
    if growing_of(value) is not None:
        keys = [_NoKey()]
    return list(zip(keys, list.__iter__(value), strict=True)), None


class _NoKey:
    """The step from a list to its buffers, which the user does not write."""

    def __str__(self) -> str:
        return ""


def _unflat(_: None, children: Any) -> List:
    made = List()
    list.extend(made, children)
    return made


jax.tree_util.register_pytree_with_keys(List, _flat, _unflat)
