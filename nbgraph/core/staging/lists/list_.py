"""Python's list as converted code makes it: Python's own until a graph must hold it, then buffers of items.

`List` is a subclass of `list`. As long as its length and the indices are known at trace time it holds its items, like
any list. When a length or an index is only known at run time, it holds one `Growing` in place of its items, and its
methods stage what they do. Code that looks into a list behind its methods' backs (C code, a Python `for`) asks for
`iter` or `len` first, and gets an error in the user's line instead of the buffers.
"""

from __future__ import annotations

import copy
import functools
import operator
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, SupportsIndex, TypeVar

import jax
import jax.numpy as jnp
import numpy as np

from nbgraph.core._jax import LIST_SCOPE, current_trace, number_beside
from nbgraph.core.source.ownership import is_user_class
from nbgraph.core.staging.aliasing.copies import CopyChangedError, ListCopyError, note_array_copies
from nbgraph.core.staging.enumerated.joins import can_join, item_or, ranked
from nbgraph.core.staging.enumerated.placeholders import shown
from nbgraph.core.staging.enumerated.values import is_textual, narrowed
from nbgraph.core.staging.lists.buffers import Capacity, Growing, ListCapacityError, check_capacity
from nbgraph.core.staging.lists.contents import (
    Contents,
    UnknownLengthError,
    growing_of,
    has_container,
    note_buffers,
    present,
    raw_items,
)
from nbgraph.core.staging.lists.copies import give_up, moved, only_item, refuse_itself, row_of, stored
from nbgraph.core.staging.lists.may_alias import refuse_change
from nbgraph.core.staging.lists.queries import (
    ListSliceError,
    bound,
    clipped,
    equal,
    is_traced_index,
    known_slice,
    matches,
    order_of_rows,
    ordered,
    plain_index,
    run_time_slice,
)
from nbgraph.core.staging.lists.rows import is_row_beside
from nbgraph.core.staging.trace import context, recorder
from nbgraph.core.staging.trace.implications import opposite
from nbgraph.core.staging.trace.kind_questions import one_of, refuse_truth_of_array
from nbgraph.core.staging.trace.refusals import refuse_number
from nbgraph.core.staging.values.values import any_traced, cast, is_dynamic, is_traced, type_of

Method = TypeVar("Method", bound=Callable[..., Any])
_MANY = 8  # items beyond which a store at a run-time index goes to buffers


def _store(method: Method, *, moves: bool = False) -> Method:
    """A method whose equations are marked as a store into a list: no array of the user's is replaced by them.

    Args:
        moves: whether the items may be in other places then.
    """

    @functools.wraps(method)
    def marked(self: List, *arguments: Any, **keywords: Any) -> Any:
        if self.frozen:
            raise CopyChangedError(
                "this list is a copy of an item of another list, or was copied into one: the change would be lost",
                remedy="assign through the outer list, `m[i][...] = ...`; or finish the row before you store it",
            )
        if self.aliases:
            refuse_change(self)
        if moves:
            moved(self)
        with jax.named_scope(LIST_SCOPE):
            return method(self, *arguments, **keywords)

    return marked  # type: ignore[return-value]


_move = functools.partial(_store, moves=True)

one_function: list[Callable[..., Any]] = []  # set by what makes one of several functions, which knows of branches


def are_functions(items: Any) -> bool:
    """Whether a list or a tuple holds functions alone: no classes, and no objects of the user's that can be called."""
    if not isinstance(items, list | tuple) or growing_of(items) is not None:
        return False
    held = raw_items(items) if isinstance(items, list) else items
    return bool(held) and all(
        callable(each) and not isinstance(each, type) and not is_user_class(type(each)) for each in held
    )


class List(Contents):
    """A list made by converted code. Everything a list can, on values known at trace time and on traced ones."""

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

    # What Python asks for before it walks over a list, measures it or tests it.

    def __len__(self) -> int:
        growing = growing_of(self)
        known = None if growing is None else growing.capacity.length
        return len(self._known()) if known is None else known

    def __bool__(self) -> bool:
        return len(self) > 0

    def __iter__(self) -> Iterator[Any]:
        items = present(self) if growing_of(self) is None else self._known()
        return list.__iter__(items)  # live: items may be added meanwhile

    def __reversed__(self) -> Iterator[Any]:
        return list.__reversed__(self if growing_of(self) is None else self._known())

    def __contains__(self, item: object) -> bool:
        return item in self._known()

    def __repr__(self) -> str:
        growing = growing_of(self)
        return (
            repr(self._known())
            if growing is None or growing.capacity.length is not None
            else "<list of run-time length>"
        )

    def __jax_array__(self) -> jax.Array:
        """The items as an array, for `jnp.array(items)` and other functions of arrays.

        Raises:
            TypeError: an operator joins the list with a number, as in `items - 1`, which Python refuses.
            StagingError: the number stands before a list that it repeats, or is compared with it.
        """
        if (beside := number_beside()) is not None:
            refuse_number(*beside)
        growing = growing_of(self)
        if growing is None or growing.capacity.length is None or not hasattr(growing.buffers, "dtype"):
            return jnp.array([item.__jax_array__() if isinstance(item, List) else item for item in self._known()])
        return jnp.asarray(growing.sized(growing.capacity.length).buffers)

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        return list, (list(self),)

    def __copy__(self) -> Any:
        return self._class()(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return self._class()(self if growing_of(self) is not None else copy.deepcopy(raw_items(self), memo))

    def _class(self) -> Callable[[Any], Any]:
        """Of a copy that Python's `copy` makes: this class in a trace, Python's own after it."""
        return self.python if context.here().log is None else type(self)

    def _known(self) -> list[Any]:
        """The items one by one.

        Raises:
            UnknownLengthError: the number of items is known at run time only.
        """
        growing = growing_of(self)
        if growing is None:
            return raw_items(self)
        if growing.capacity.length is not None:
            return growing.items()
        raise UnknownLengthError(
            "the length of this list is only known at run time, and here Python needs its items now",
            remedy="a `for` statement over it, `sum`, `max`, `len`, `in` or an index; or return the list",
        )

    # Reading.

    def __getitem__(self, index: Any) -> Any:
        index = plain_index(index)
        growing = growing_of(self)
        if growing is None and not is_traced_index(index):
            found = list.__getitem__(present(self), index)
            return List(found) if isinstance(index, slice) else found
        if growing is None and isinstance(index, slice) and not list.__len__(self):
            return List()
        if growing is None and not isinstance(index, slice) and (only := only_item(self)) is not None:
            self._stacked("").position(index)  # in range, or an IndexError at run time
            return only
        refuse_truth_of_array("an index", index)
        if growing is None and not isinstance(index, slice) and are_functions(self):
            place = List(range(list.__len__(self)))._stacked("list index out of range").position(index)
            return one_function[0](raw_items(self), place)
        numpy = growing is None and any(type(item) is np.ndarray for item in raw_items(self))
        growing = growing or self._stacked("list index out of range")
        note_buffers()
        if isinstance(index, slice):
            known = growing.capacity.length is not None and not is_traced_index(index)
            found = known_slice(growing, index) if known else run_time_slice(growing, index)
            return List() if found is None else listed(found)
        position = growing.position(index)
        row = row_of(self, position, growing, growing.row(position))
        if growing_of(self) is None:
            one_of(row, raw_items(self))
        if numpy:
            note_array_copies([row], recorder.user_frame().span)
        return row

    def index(self, item: Any, *bounds: Any) -> Any:
        """The position of the first item equal to `item`.

        Raises:
            ValueError: there is none; at run time where it is not known before.
        """
        if growing_of(self) is None and not any_traced(item, *raw_items(self)):
            return list.index(self, item, *bounds)
        growing = self._growing()
        if bounds:
            return List([growing])[slice(*bounds)].index(item) + bounds[0]
        return self._first(growing, item, f"{_written(item)} is not in list")

    def _first(self, growing: Growing, item: Any, missing: str) -> Any:
        found = matches(growing, item)
        growing.require(jnp.any(found), ValueError(missing))
        return jnp.argmax(found).astype(jnp.int32)

    def count(self, item: Any) -> Any:
        """How many items are equal to `item`."""
        if growing_of(self) is None and not any_traced(item, *raw_items(self)):
            return list.count(self, item)
        if growing_of(self) is None and not list.__len__(self):
            return 0
        return jnp.sum(matches(self._growing(), item)).astype(jnp.int32)

    def copy(self) -> List:
        """A list of the same items."""
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

    @_store
    def append(self, item: Any) -> None:
        """Put an item behind the last one."""
        item = narrowed(item)
        refuse_itself(self, item)
        growing = growing_of(self)
        if growing is not None and is_row_beside(growing, item):
            list.__setitem__(self, slice(None), growing.items())
            growing = None
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

    @_move
    def insert(self, index: Any, item: Any) -> None:
        """Put an item before a position; positions beyond an end mean that end."""
        refuse_itself(self, item)
        growing = growing_of(self)
        if growing is None and not is_traced(index):
            list.insert(self, index, item)
            return
        if growing is None and not list.__len__(self):
            list.append(self, item)
            return
        growing, item = growing or self._growing(), stored(item)
        if is_traced(index) and growing.capacity.length is not None:
            note_buffers()
        self._hold(growing.inserted(clipped(index, growing.length), item))

    @_move
    def pop(self, index: Any = -1) -> Any:
        """Take out an item, the last one by default.

        Raises:
            IndexError: there is no such item; at run time where it is not known before.
        """
        growing = growing_of(self)
        if growing is None and not is_traced(index):
            return list.pop(self, index)
        growing = growing or self._stacked("pop from empty list")
        if isinstance(index, int) and index == -1:
            return self._taken(growing, index, "pop from empty list")
        if is_traced(growing.length):
            growing.require(growing.length > 0, IndexError("pop from empty list"))
        return self._taken(growing, index, "pop index out of range")

    def _taken(self, growing: Growing, index: Any, missing: str) -> Any:
        """Take out an item; an `IndexError` with these words at run time where there is none."""
        last = isinstance(index, int) and index == -1
        place = growing.position(index, missing)
        if is_traced_index(index) and growing.capacity.length is not None:
            note_buffers()
        shorter = growing.shortened() if last else growing.without(place)
        item = growing.row(place)  # last of all: the graph names by the expression what was computed last for it
        self._hold(shorter)
        return item

    @_move
    def remove(self, item: Any) -> None:
        """Take out the first item equal to `item`.

        Raises:
            ValueError: there is none; at run time where it is not known before.
        """
        if growing_of(self) is None and not any_traced(item, *raw_items(self)):
            list.remove(self, item)
            return
        growing = self._growing()
        self._hold(growing.without(self._first(growing, item, "list.remove(x): x not in list")))

    @_move
    def clear(self) -> None:
        """Take out all items."""
        growing = growing_of(self)
        if growing is None or not growing.capacity.fixed:
            list.clear(self)
        else:
            capacity = replace(growing.capacity, length=None, least=0, most=0, base=None)
            self._hold(Growing(growing.buffers, jnp.int32(0), capacity))

    @_move
    def __setitem__(self, index: Any, value: Any) -> None:
        self._put(index, value)

    @_store
    def put_back(self, index: Any, value: Any) -> None:
        """Put an item where it was, changed: what `self[index][...] = ...` does."""
        self._put(index, value)
        self.changes += 1

    def _put(self, index: Any, value: Any) -> None:
        if not isinstance(index, slice):
            refuse_itself(self, value)
        index = plain_index(index)
        growing = growing_of(self)
        other = growing_of(value) if isinstance(index, slice) else None
        if growing is None and other is None and not is_traced_index(index):
            list.__setitem__(self, index, value)
            return
        if isinstance(index, slice):
            self._splice(index, value)
            return
        missing = "list assignment index out of range"
        if growing is not None and isinstance(index, int) and is_row_beside(growing, value):
            list.__setitem__(self, slice(None), growing.items())
            list.__setitem__(self, index, value)
            return
        before = growing or self._stacked(missing)
        position = before.position(index, missing)
        item = stored(value)
        if is_traced_index(index):
            before.fitting(item)  # or an error: the item that is chosen has one shape
            note_buffers()
        if growing is None and list.__len__(self) <= _MANY and self._may_each_be(item):
            self._choose(position, item)
        else:
            self._hold(before.put(position, item))

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
        start = bound(0 if index.start is None else index.start, growing.length)
        stop = bound(growing.length if index.stop is None else index.stop, growing.length)
        known = isinstance(start, int) and isinstance(stop, int)
        self._hold(growing.spliced(start, max(start, stop) if known else jnp.maximum(start, stop), other))

    def _choose(self, position: Any, value: Any) -> None:
        """A short list stays a list: at a run-time index each item is the new one or the one it was."""
        chosen = [item_or(position == k, value, item) for k, item in enumerate(list.__iter__(self))]
        list.__setitem__(self, slice(None), chosen)

    def _may_each_be(self, value: Any) -> bool:
        """Whether each item may become a value at a run-time index, and stay what it is elsewhere."""
        items = list(list.__iter__(self))
        if any(is_textual(item) for item in (value, *items)):
            return all(can_join(item, value) and not isinstance(item, str) for item in (value, *items))
        return is_dynamic(value) and all(map(is_dynamic, items))

    @_move
    def __delitem__(self, index: Any) -> None:
        if growing_of(self) is None and not is_traced_index(index):
            list.__delitem__(self, index)
        elif isinstance(index, slice):
            self._splice(index, [])
        else:
            missing = "list assignment index out of range"
            self._taken(growing_of(self) or self._stacked(missing), index, missing)

    # Order.

    @_move
    def reverse(self) -> None:
        """Turn the order of the items around."""
        growing = growing_of(self)
        if growing is None:
            list.reverse(self)
        else:
            back = growing.length - 1 - jnp.arange(growing.capacity.size)
            self._hold(growing.rows(back, growing.capacity, growing.count))

    @_move
    def sort(self, *, key: Callable[[Any], Any] | None = None, reverse: bool = False) -> None:
        """Sort ascending and stably; `key` must be able to run in a graph."""
        growing = growing_of(self)
        if growing is None and key is None and not any_traced(*list.__iter__(self)):
            list.sort(self, reverse=reverse)
        elif growing is None and not list.__len__(self):
            return
        else:
            growing = self._growing()
            measured = growing.apart().buffers if key is None else jax.vmap(key)(growing.buffers)
            self._hold(growing.rows(order_of_rows(growing, ranked(measured), reverse), growing.capacity, growing.count))

    @_store
    def rearrange(self, change: Callable[[Growing], Growing]) -> None:
        """Let what a function gives for the items stand in their place."""
        self._hold(change(self._growing()))

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
        if growing_of(self) is None and not is_traced(times):
            return List(list.__mul__(self, times))
        if growing_of(self) is None:
            note_buffers()
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
        return growing_of(self) or Growing.of(raw_items(self))

    def _stacked(self, empty: str) -> Growing:
        note_buffers()
        if not list.__len__(self):
            raise IndexError(empty)
        return Growing.of(raw_items(self))


List.__name__ = "list"  # Python's own messages name the class


def _written(item: Any) -> str:
    """An item as `repr` writes it, where that can wait for the run."""
    if is_traced(item):
        return f"{shown(item)}" if not type_of(item).shape else "the item"
    return repr(item) if not any_traced(item) else "the item"


def contents(value: list[Any]) -> list[Any]:
    """A copy of what a list holds: its items, or a `List` with the same buffers."""
    copied = List() if isinstance(value, List) else []
    list.extend(copied, list(list.__iter__(value)))
    if isinstance(copied, List):
        copied.origin = value
    return copied


def list_(items: Any = (), depth: int = 1) -> List:
    """A list that may grow in a graph and be indexed at run time, from any iterable.

    Args:
        items: its items.
        depth: how many levels of lists among the items become such lists, too.
    """
    if depth > 1:
        return List([list_(item, depth - 1) for item in items])
    return List(items)


def listed(growing: Growing) -> List:
    """A list that is held in buffers."""
    made = List()
    list.append(made, growing)
    return made


def _repeated(value: List, times: Any) -> List:
    """`items * n` with a number of repetitions that is only known at run time."""
    growing = growing_of(value) or (Growing.of(raw_items(value)) if list.__len__(value) else None)
    if growing is None:
        return List()
    if has_container(growing):
        raise ListCopyError(
            "a list of lists is repeated here, how often is only known at run time: in Python each of them would be in"
            " the result many times, and here it has copies",
            remedy="a list of its own for each place, `[[0] * 3 for _ in range(n)]`",
        )
    scope = context.here().effects
    if scope is None or scope.rows is None:
        raise ListCapacityError(
            "the length of this list is only known at run time, and nothing says how long it may become",
            remedy="call the function through `ng.function`, which makes room itself; or an array of the largest size",
        )
    times = jnp.maximum(times, 0)
    length = jnp.asarray(times if growing.capacity.length == 1 else growing.length * times, jnp.int32)
    size = max(scope.rows, growing.capacity.size)
    check_capacity(length <= size, length - 1)
    capacity = Capacity(size, None, least=0, most=size)
    if growing.capacity.length == 1:
        item = raw_items(value)[0] if growing_of(value) is None else None
        return listed(Growing(growing.each(lambda buffer: _filled(buffer, size, item)), length, capacity))
    return listed(growing.rows(jnp.arange(size) % jnp.maximum(growing.length, 1), capacity, length))


def _filled(buffer: Any, size: int, item: Any) -> Any:
    """A buffer with the first row of another, of an item that may be known, in all of its rows."""
    row = item if type(item) in (bool, int, float) else buffer[0]
    return cast(jnp.broadcast_to(row, (size, *buffer.shape[1:])), type_of(buffer))


def flat(value: List) -> tuple[list[tuple[Any, Any]], None]:
    """What JAX sees of a list: its items, or its buffers."""
    keys: list[Any] = [jax.tree_util.SequenceKey(index) for index in range(list.__len__(value))]
    if growing_of(value) is not None:
        keys = [_NoKey()]
    return list(zip(keys, list.__iter__(value), strict=True)), None


def unnamed(value: List) -> tuple[list[Any], None]:
    """What JAX sees of a list, where nobody asks how the user writes it."""
    return list(list.__iter__(value)), None


class _NoKey:
    """The step from a list to its buffers, which the user does not write."""

    def __str__(self) -> str:
        return ""


def _unflat(_: None, children: Any) -> List:
    made = List()
    list.extend(made, children)
    return made


jax.tree_util.register_pytree_with_keys(List, flat, _unflat, unnamed)
