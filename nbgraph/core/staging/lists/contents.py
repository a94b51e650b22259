"""The base class of converted code's lists: a list holds its items, or one object with their buffers."""

from __future__ import annotations

import copy
import operator
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, NoReturn, SupportsIndex

import jax
import jax.numpy as jnp

from nbgraph.core._jax import current_trace, number_beside
from nbgraph.core.decisions import Decision
from nbgraph.core.errors import StagingError
from nbgraph.core.staging.aliasing.copies import ListCopyError
from nbgraph.core.staging.effects.effects import raise_unless
from nbgraph.core.staging.lists.buffers import Growing
from nbgraph.core.staging.trace import context, recorder
from nbgraph.core.staging.trace.refusals import refuse_number
from nbgraph.core.staging.values.kinds import ListKind, changed, closed, every_part, register


class UnknownLengthError(StagingError):
    """While tracing, the single items of a list of data-dependent length are needed.

    `for`, `sum`, `min`, `max`, `len`, `in`, `sorted`, an index, `return` and `jnp.array` work on such a list.
    """

    id = "list-length-unknown"


LEFT = -1  # in place of `RowOf.moves`: the row has left the block in which it was read


class RowOf(NamedTuple):
    """Where a list was read from as a row: the outer list, the position in it, and what that held then."""

    table: Any
    position: Any  # None if the graph does not know it
    moves: int
    changes: int
    buffers: Growing | None
    # if the outer list had no buffers then: its rows, and their items
    rows: Sequence[tuple[Contents, list[Any]]] = ()
    others: Sequence[Any] = ()  # the rows that it stands for on other paths

    @property
    def has_changed(self) -> bool:
        """Whether a row of the outer list has changed in place since."""
        return bool(self.changes != self.table.changes)


class Contents(list[Any]):
    """A list of converted code as Python's own code sees it, and the facts that the graph keeps about it."""

    __slots__ = (
        *("aliases", "born", "changes", "frozen", "given_up", "instead", "lasting", "moves", "origin", "row_of"),
        *("sharing", "viewed"),
    )
    python: type = list  # the Python class that it stands for

    born: Any  # the trace in which it was made
    origin: list[Any] | None  # the list that this one is a copy of
    changes: int  # how often an item has changed in place, as by `m[i][j] = 1`
    frozen: bool  # whether it is a copy of an item of a list in buffers, or was put into one
    given_up: RowOf | None  # the row of a list in buffers that its items were copied to; None if there is none
    # changes the original in its place, given a method's name and arguments; None if nothing can
    instead: Callable[..., Any] | None
    lasting: bool  # whether it is an argument, which the caller can see
    moves: int  # how often its items have changed positions
    row_of: RowOf | None  # the row that it is a copy of; None if it is no copy
    sharing: Sequence[Contents]  # the lists in buffers that share their rows in Python
    aliases: tuple[Any, ...]  # lists that are the same object as this one on some paths
    viewed: frozenset[Any]  # the traces in which rows were read again after a change

    __class__ = property(lambda _: list)  # Python's own code asks for it

    # The methods by which Python iterates over a list, measures it or tests it.

    def __len__(self) -> int:
        growing = growing_of(self)
        known = None if growing is None else growing.capacity.length
        return len(self._known()) if known is None else known

    def __bool__(self) -> bool:
        return len(self) > 0

    def __iter__(self) -> Iterator[Any]:
        if (growing := growing_of(self)) is None:
            return list.__iter__(present(self))  # not a copy: items may be added during the iteration
        names = None if growing.capacity.length is not None else recorder.names_unpacked(sys._getframe(1))
        return list.__iter__(self._known() if names is None else self._unpacked(names, growing.length))

    def __reversed__(self) -> Iterator[Any]:
        return list.__reversed__(self if growing_of(self) is None else self._known())

    def __contains__(self, item: object) -> bool:
        return item in self._known()

    def __repr__(self) -> str:
        growing = growing_of(self)
        known = growing is None or growing.capacity.length is not None
        return repr(self._known()) if known else "<list of run-time length>"

    def __jax_array__(self) -> jax.Array:
        """Return the items as an array, for `jnp.array(items)` and other array functions.

        Raises:
            TypeError: an operator joins the list with a number, as in `items - 1`, which Python refuses.
            StagingError: the number stands before a list that it repeats, or is compared with it.
        """
        if (beside := number_beside()) is not None:
            refuse_number(*beside)
        growing = growing_of(self)
        if growing is None or growing.capacity.length is None or not hasattr(growing.buffers, "dtype"):
            return jnp.array([item.__jax_array__() if isinstance(item, Contents) else item for item in self._known()])
        return jnp.asarray(growing.sized(growing.capacity.length).buffers)

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        return list, (list(self),)

    def __copy__(self) -> Any:
        return self._class()(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        if growing_of(self) is None:
            return self._class()(copy.deepcopy(raw_items(self), memo))
        others, made = self.sharing, self._class()(self)
        for each in made.sharing if isinstance(made, Contents) else ():
            each.sharing = others if each is not made else ()  # it shares no rows
        return made

    def _class(self) -> Callable[[Any], Any]:
        """Return the class for a copy made by Python's `copy`: this class in a trace, Python's own outside."""
        return self.python if context.here().log is None else type(self)

    def _unpacked(self, names: int, length: Any) -> list[Any]:
        """Return as many items as `a, b = items` has names; the run checks that there are no others."""
        raise_unless(length <= names, ValueError(f"too many values to unpack (expected {names})"))
        for k in range(names):
            raise_unless(length != k, ValueError(f"not enough values to unpack (expected {names}, got {k})"))
        return [self[k] for k in range(names)]

    def _known(self) -> list[Any]:
        """Return the items one by one; raise if their number is known at run time only."""
        growing = growing_of(self)
        if growing is None:
            return raw_items(self)
        if growing.capacity.length is not None:
            return growing.items()
        raise UnknownLengthError(
            "the length of this list is only known at run time, and here Python needs its items now",
            remedy="a `for` statement over it, `sum`, `max`, `len`, `in` or an index; or `jnp.array` of numbers",
        )


def present(value: list[Any]) -> list[Any]:
    """Return a list's current contents: for a row, those in its outer list, where `m[0][j] = 1` may change them.

    A row of a list whose items have changed positions since it was read keeps its contents.
    """
    if not isinstance(value, Contents):
        return value
    if (given := value.given_up) is not None and (held := growing_of(given.table)) is not None:
        return _in_table(value, given, held)
    if (row := value.row_of) is None or row.moves == LEFT:
        return value
    if any(map(_may_differ, row.others)):
        _refuse_row()
    now = growing_of(row.table)
    if now is None or row.table.moves != row.moves:
        return _seen_again(value, row) if now is None or not row.has_changed else _refuse_row()
    if now is row.buffers:
        return value
    if row.position is None:
        is_same = row.buffers is None and not row.has_changed and _is_as_read(row)  # its list went into buffers since
        return value if is_same else _refuse_row()
    row.table.viewed |= {value.born}
    found: list[Any] = now.row(row.position)
    return found


def _may_differ(row: RowOf) -> bool:
    """Whether rows of an outer list may have changed since one of them was read."""
    if row.buffers is not None:
        return row.has_changed
    return growing_of(row.table) is not None or not _is_as_read(row)


def _is_as_read(row: RowOf) -> bool:
    """Whether the rows of a list that had no buffers still hold the items they had when one was read."""
    pairs = [(_every_item(each), held) for each, held in row.rows]
    return all(len(new) == len(old) and all(map(operator.is_, new, old)) for new, old in pairs)


def _in_table(value: Contents, given: RowOf, held: Growing) -> list[Any]:
    """Return the present row of a list whose items were copied to the buffers of another one."""
    if not given.has_changed:
        return value
    if given.moves == given.table.moves and given.position is not None:
        found: list[Any] = held.row(given.position)
        return found
    return _refuse_row()


def place_of(value: Contents) -> RowOf | None:
    """Return the row of an outer list that a list stands for; None if it stands for itself."""
    given = value.given_up
    return value.row_of if given is None or growing_of(given.table) is None else given


def _seen_again(value: Contents, row: RowOf) -> list[Any]:
    """Return the current row of a list that has no buffers; refuse if it cannot be told."""
    if not row.rows:
        return value  # the row itself, or a copy that no buffers were changed without
    now = set() if growing_of(row.table) is not None else {id(each) for each in raw_items(row.table)}
    is_lost = row.moves != row.table.moves and now and now.isdisjoint(id(each) for each, _ in row.rows)
    if not is_lost and _is_as_read(row):
        return value
    if is_lost or row.position is None:  # a loop has replaced all rows
        _refuse_row()
    found: list[Any] = Growing.of([each for each, _ in row.rows]).row(row.position)
    return found


def rows_now(table: Contents) -> list[tuple[Contents, list[Any]]]:
    """Return the rows of a list without buffers, each with its items."""
    rows = [] if growing_of(table) is not None else raw_items(table)
    return [(row, _every_item(row)) for row in rows if isinstance(row, Contents)]


def _every_item(row: Any) -> list[Any]:
    """Return the items of a list, and those of the lists in it."""
    items = raw_items(row)
    return [*items, *(part for item in items if isinstance(item, Contents) for part in _every_item(item))]


def with_tables(value: Any) -> Iterator[Any]:
    """Yield a list, the list that it was read from as a row, and so on outwards."""
    while value is not None:
        yield value
        row = value.row_of if isinstance(value, Contents) else None
        value = None if row is None or row.moves == LEFT else row.table


def _refuse_row() -> NoReturn:
    raise ListCopyError(
        "which row of a list this is is only known at run time, and the rows have changed since it was read",
        remedy="a copy of its own, `list(row)`, if it should keep what it held; or the number of the row",
    )


def refuse_stale(value: Any, changed: set[int]) -> None:
    """Refuse a value that holds a row of one of the changed lists, given by id."""
    rows = [part.row_of for part in every_part(value) if isinstance(part, Contents) and part.row_of is not None]
    if changed and any(row.moves != LEFT and id(row.table) in changed for row in rows):
        _refuse_row()


def as_now(value: Any, holds: Callable[[Any], bool], made: dict[int, Any] | None = None) -> Any:
    """Return a value that leaves a block with its rows as they are at the block's end.

    Args:
        holds: whether a dict existed before the block, and so stays the same object.
        made: by id, the replacements of the dicts in it so far.
    """
    made = {} if made is None else made
    if isinstance(value, dict) and not holds(value):
        return made.setdefault(id(value), changed(value, lambda part: as_now(part, holds, made)))
    if not isinstance(value, list | tuple):
        return value
    if not isinstance(value, Contents) or (row := place_of(value)) is None:
        return changed(value, lambda part: as_now(part, holds, made))
    if value.born is not current_trace():
        return value  # it was read before the block
    return _left(value, row)


def _left(value: Contents, row: RowOf) -> Contents:
    """Return a row that leaves the block in which it was read, made, or its list changed."""
    made: Contents = type(value)()
    list.extend(made, raw_items(value))
    rows = rows_now(row.table)
    moves = row.table.moves if rows else LEFT
    made.frozen, made.row_of = value.frozen, row._replace(position=None, moves=moves, rows=rows)
    made.aliases = value.aliases
    return made


def leave_tables(rows: Sequence[Any]) -> None:
    """Let rows stand for no place any more: the trace in which their lists have it is over."""
    for row in rows:
        if isinstance(row, Contents) and row.row_of is not None and row.born is current_trace():
            row.row_of = row.row_of._replace(moves=LEFT)


def growing_of(value: Any) -> Growing | None:
    """Return the buffers of a list in buffers; None for any other value."""
    if isinstance(value, Contents) and list.__len__(now := present(value)) == 1:
        inner = list.__getitem__(now, 0)
        return inner if type(inner) is Growing else None
    return None


def raw_items(value: Any) -> list[Any]:
    """Return what a list object holds; buffers count as one item."""
    return list(list.__iter__(present(value)))


def one_by_one(value: Any) -> Any:
    """Return a value with its lists in buffers as lists of items, for code that asks for the leaves of a tree."""
    if growing_of(value) is None:
        return changed(value, one_by_one) if isinstance(value, list | tuple | dict) else value
    made: Contents = type(value)()
    list.extend(made, map(one_by_one, value._known()))
    return made


def is_flat(value: Any) -> bool:
    """Whether a list holds no container that may have another name."""
    return isinstance(value, Contents) and not any(map(has_container, raw_items(value)))


def has_rows(value: Any, before: list[Any]) -> bool:
    """Whether a list holds lists of numbers, all distinct, and none that the caller knows but those of `before`."""
    if not isinstance(value, Contents):
        return False
    if (growing := growing_of(value)) is not None:
        return isinstance(growing.buffers, list) and is_flat(growing.buffers)
    rows, known = raw_items(value), set(map(id, before))
    own = all(isinstance(row, Contents) and is_flat(row) and (not row.lasting or id(row) in known) for row in rows)
    return own and len(rows) == len(set(map(id, rows)))


def has_container(item: Any) -> bool:
    """Whether a value holds a container that may have another name."""
    if isinstance(item, Growing):
        return has_container(item.buffers)
    return isinstance(item, list | dict | set) or (isinstance(item, tuple) and any(map(has_container, item)))


def are_alone(lists: list[Any]) -> bool:
    """Whether lists are distinct, hold no containers, and have no alias and no outer list."""
    notes = ("row_of", "given_up", "instead", "aliases", "sharing", "frozen")
    known = any(getattr(each, name, None) for each in lists for name in notes)
    flat = not any(has_container(item) for each in lists for item in raw_items(each))
    return flat and not known and len(lists) == len(set(map(id, lists)))


def truth_of(value: Any) -> Any:
    """Return for a list of run-time length whether it has an item; any other value unchanged."""
    growing = growing_of(value)
    return value if growing is None else growing.length > 0


class Lists(ListKind):
    """The operations on lists of converted code."""

    def parts(self, value: Any) -> dict[Any, Any]:
        return dict(enumerate(raw_items(value)))

    def truth(self, value: Any) -> Any:
        return truth_of(value)

    def buffers(self, value: Any) -> Growing | None:
        return growing_of(value)

    def with_buffers(self, value: Any, growing: Any) -> Any:
        made = type(value)()
        list.append(made, growing)
        for each in (every := (*value.sharing, made) if value.sharing else ()):
            each.sharing = every
        return made

    def closed(self, value: Any) -> Any:
        for place, item in enumerate(raw_items(value)):
            if (made := closed(item)) is not item:
                list.__setitem__(value, place, made)
        return value


register(Contents, Lists())


def _flat(value: Contents) -> tuple[list[tuple[Any, Any]], None]:
    """Return a list's children for JAX, with keys: its items, or its buffers."""
    items = raw_items(value)
    keys: list[Any] = [jax.tree_util.SequenceKey(index) for index in range(len(items))]
    if growing_of(value) is not None:
        keys = [""]  # the user writes nothing for it
    return list(zip(keys, items, strict=True)), None


def as_tree(cls: type[Contents]) -> None:
    """Register a list class as a pytree."""

    def together(_: None, children: Any) -> Contents:
        made: Contents = cls()
        list.extend(made, children)
        return made

    jax.tree_util.register_pytree_with_keys(cls, _flat, together, lambda value: (raw_items(value), None))


IN_BUFFERS = "the length of the list or an index is only known at run time"


def note_buffers() -> None:
    """Record that the user's code here works on a list in buffers."""
    if context.here().log is not None:
        frame = recorder.user_frame()
        recorder.record(frame, Decision(frame.span, "list", "buffers", IN_BUFFERS))
