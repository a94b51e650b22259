"""Copy a list's items into buffers: what may be copied, and what may no longer change afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from nbgraph.core._jax import current_trace, is_around
from nbgraph.core.source.syntax import spans_of_exchanges
from nbgraph.core.staging.aliasing.by_value import as_item, keys_in
from nbgraph.core.staging.aliasing.copies import (
    ListCopyError,
    StoredListError,
    changed_copy,
    is_copied,
    is_copy,
    note_copies,
)
from nbgraph.core.staging.aliasing.dict_rows import note_doubled, note_row, note_stored
from nbgraph.core.staging.aliasing.references import any_known_elsewhere, everything, has_name, is_forgotten
from nbgraph.core.staging.lists.buffers import Growing
from nbgraph.core.staging.lists.contents import (
    LEFT,
    Contents,
    RowOf,
    growing_of,
    has_container,
    is_flat,
    note_buffers,
    place_of,
    raw_items,
    rows_now,
)
from nbgraph.core.staging.lists.item_errors import ListItemError
from nbgraph.core.staging.lists.may_alias import refuse_change, repeated_part
from nbgraph.core.staging.trace import context, recorder
from nbgraph.core.staging.values.kinds import PLAIN, every_part, in_same_places
from nbgraph.core.staging.values.objects import Record
from nbgraph.core.staging.values.undefined import bare
from nbgraph.core.staging.values.values import any_traced, iterated, with_article


def refuse_itself(owner: Contents, item: Any) -> None:
    """Refuse a list as an item of itself, since a traversal of it would not end."""
    if item is owner:
        raise ListItemError(
            "a list becomes an item of itself, and a graph has values of a fixed structure only",
            remedy="a copy, `l.append(list(l))`",
        )


def frozen(item: Any) -> Any:
    """Mark the lists and dicts in an item read from buffers as copies, whose changes would be lost."""
    if isinstance(item, Contents):
        item.frozen = True
    if isinstance(item, dict):
        note_copies(item, recorder.user_frame().span)
    for part in iterated(item) if isinstance(item, list | tuple) else item.values() if type(item) is dict else ():
        frozen(part)
    return item


def row_of(table: Any, position: Any, buffers: Growing, item: Any) -> Any:
    """Return an item read from a list in buffers, noting its position, or None in a loop that keeps the list."""
    frozen(item)
    if growing_of(table) is not None:
        note_row(item, table, position)
    if isinstance(item, Contents) and isinstance(table, Contents):
        moves = LEFT if position is None else table.moves
        item.row_of = RowOf(table, position, moves, table.changes, buffers, rows_now(table))
        item.instead = partial(_change_row, item)
        for part in every_part(raw_items(item) if buffers is not growing_of(table) else []):
            if isinstance(part, Contents):
                part.row_of = item.row_of._replace(position=None)
    for part in every_part(item) if isinstance(item, tuple) else ():
        if isinstance(part, Contents):
            part.row_of = RowOf(table, None, LEFT, table.changes, buffers)
    return item


def changed_in_table(row: Contents) -> Any:
    """Return a function that changes a row in the buffers it was copied to; None if there are none."""
    if (given := row.given_up) is None or (held := growing_of(given.table)) is None:
        return None
    if given.moves != given.table.moves or given.position is None or row.born is not current_trace():
        raise changed_copy()
    return partial(_change_row, row_of(given.table, given.position, held, held.row(given.position)))


def _change_row(row: Contents, method: str, *arguments: Any, **keywords: Any) -> Any:
    """Run a method that changes a row in its outer list and return its result; refuse an unknown position."""
    found = row.row_of
    assert found is not None, "only what was read from a table changes there"
    if in_place := is_linked(row, found.table) and growing_of(found.table) is None:
        refuse_change(row)
    elif found.position is None or found.moves != found.table.moves:
        raise changed_copy(found.table if found.position is None else None)
    own = type(row)()
    list.extend(own, raw_items(row))
    result = getattr(own, method)(*arguments, **keywords)
    if in_place:
        list.__setitem__(row, slice(None), raw_items(own))
    else:
        found.table.put_row(found.position, own)
    return row if result is own else result


def keep_frozen(value: Any, before: Any, *, is_pattern: bool = False) -> None:
    """Mark lists in a value as copies where those in another value are; `is_pattern` if it is no row itself."""
    value, before = bare(value), bare(before)
    if type(value) in PLAIN:
        return
    if growing_of(value) is not None and isinstance(before, Contents):
        for row in raw_items(before):
            share_table(value, row)
        keep_shared(value, before)
    if isinstance(value, Contents) and isinstance(before, Contents) and before.frozen:
        frozen(value)
        if (row := place_of(before)) is not None and value is not before:
            held, rows = growing_of(row.table), rows_now(row.table)
            if held is not None or rows:
                others = {id(each.table): each for each in (*row.others, value.row_of) if each is not None}
                others.pop(id(row.table), None)
                there = RowOf(row.table, None, LEFT if is_pattern else row.table.moves, row.table.changes, held, rows)
                value.row_of = there._replace(others=tuple(others.values()))
        return
    for part, old in (pair for pair in in_same_places(value, before) if type(pair[0]) not in PLAIN):
        keep_frozen(part, old, is_pattern=is_pattern)


def keep_shared(value: Any, before: Any) -> None:
    """Note that a list shares its rows with the lists with which the one that it stands for does."""
    if isinstance(value, Contents) and isinstance(before, Contents) and before.sharing and value is not before:
        _share(value, before)


def moved(owner: Contents) -> None:
    """Note that a list's items change positions; refuse if a name stands for one that was read after a change."""
    if any(map(is_around, owner.viewed)):
        raise ListCopyError(
            "the items of this list change places, and one of them has a name under which it was read after a change",
            remedy="read it through the list, `m[i][j]`, in place of the name; or give the name a copy, `list(m[i])`",
        )
    owner.moves += 1


def frozen_marks(value: Any) -> list[bool]:
    """Return for each list in a value whether it is marked as a copy."""
    return [part.frozen for part in every_part(value) if isinstance(part, Contents)]


def exchanging() -> bool:
    """Whether the user's statement only exchanges items, `m[i], m[j] = m[j], m[i]`, so that each occurs once."""
    frame = recorder.user_frame()
    line, _, column, _ = frame.place
    spans = () if frame.owner is None else spans_of_exchanges(frame.owner.parsed.node)
    return any(begin <= (line, column) < end for begin, end in spans)


def stored(item: Any, owner: Contents | None = None) -> Any:
    """Mark the lists in an item as copied to buffers, so that they may not change any more; return the item.

    A row of `owner`, or of another list in buffers, is returned as a copy, and no row of the two may change any more.

    Raises:
        ListCopyError: such a list is already known elsewhere.
    """
    if isinstance(item, dict | set):
        _store_by_value(item)
    if isinstance(item, Contents):
        if owner is not None and not exchanging() and (table := _table_of(item, owner)) is not None:
            _put_again(owner, table)
            return type(item)(item)
        known = (item.born is not current_trace() or item.frozen) and not exchanging()
        if known or _are_known(item.aliases):
            raise StoredListError(
                "a list that was made elsewhere becomes an item of a list of run-time length, which holds copies",
                remedy="a copy of its own where it is put in, `list(row)`",
            )
        item.frozen = True
    elif type(item) is list and has_name(item):
        raise StoredListError(
            "a list that has a name becomes an item of a list of run-time length, which holds copies",
            remedy="a copy of its own where it is put in, `list(row)`",
        )
    if isinstance(item, list | tuple):
        for part in iterated(item):
            stored(part)
    return item


def _put_again(owner: Contents, table: Contents) -> None:
    """Note that a row of `table` has a second place, in `owner`: no row of the two may change any more."""
    _share(owner, table)
    twin = _note_twice(owner)
    if (log := context.here().log) is not None:
        log.put_again.append((twin, recorder.user_frame().span))


def _note_twice(owner: Contents) -> Contents:
    """Note that rows of a list have other places, so that none may change any more; return a list that stands for it.

    The caller cannot be left such a list.
    """
    twin = type(owner)()
    twin.lasting, twin.origin = True, owner
    _share(owner, twin)
    return twin


def _table_of(row: Contents, owner: Contents) -> Any:
    """Return the list of which a list of numbers is a row, if it is a row of `owner` or of a list in buffers."""
    if not is_flat(row) or row.aliases:
        return None
    if any(row is each for each in raw_items(owner)):
        return owner
    place = place_of(row)
    return place.table if place is not None and not place.others and isinstance(place.table, Contents) else None


def _are_known(aliases: tuple[Any, ...]) -> bool:
    """Whether an alias of a list can still be read, or is the caller's."""
    return any(alias.lasting for alias in aliases) or any_known_elsewhere(list(aliases), None)


def _store_by_value(item: Any, owner: Any = None) -> None:
    """Note that the items of a dict, in the list `owner` if known, are copied and may not change; refuse others."""
    if not isinstance(as_item(item), Record):
        plain = type(item) is dict
        raise ListItemError(
            f"{with_article(type(item).__name__)}{' with a list, a set or an array in it' if plain else ''} becomes an"
            " item of a list of run-time length, and would be copied",
            remedy="a list for each of its keys" if plain else "a tuple of its values, as `(x, y)`, in place of it",
        )
    note_stored(item, owner)
    note_copies(item, recorder.user_frame().span, stored=True)


def share_rows(copy: Contents, source: Any) -> Any:
    """Note that the rows of a copied list in buffers are shared with its source in Python; return the copy."""
    growing = growing_of(source)
    if growing is not None and isinstance(source, Contents) and has_container(growing.buffers):
        is_twice = copy is source or any(each is copy for each in source.sharing)
        is_twice = is_twice or (copy.lasting and any(each.lasting for each in (source, *source.sharing)))
        _share(copy, source)
        if is_twice:
            _note_twice(copy)
    if growing is not None:
        note_rows_doubled(growing)
    return copy


def is_viewed(table: Contents) -> bool:
    """Whether somebody holds a list that is or was a row of one in buffers, also in another list; or nobody can say."""
    return _is_shared(table) or _have_rows_elsewhere([table])


def _have_rows_elsewhere(tables: Sequence[Contents]) -> bool:
    """Whether somebody holds a list that is or was a row of one of these; or nobody can say."""
    rows = (place_of(each) if isinstance(each, Contents) else each for each in everything() if tables)
    return any(row is ... or (isinstance(row, RowOf) and any(row.table is each for each in tables)) for row in rows)


def note_rows_doubled(growing: Growing) -> None:
    """Note that the dicts in some rows now occur several times."""
    for keys in keys_in(growing.buffers):
        note_doubled(keys)


def share_table(owner: Any, item: Any) -> None:
    """Note that a list that gets a row of another list shares rows with it."""
    row = item.row_of if isinstance(item, Contents) else None
    if isinstance(owner, Contents) and row is not None and row.table is not owner:
        _share(owner, row.table)


def share_tables(owner: Any, items: list[Any]) -> None:
    """Note the lists with which a list in buffers shares rows; refuse a row that has changed since it was read."""
    for item in items:
        row = item.row_of if isinstance(item, Contents) else None
        if row is not None and row.moves != LEFT and row.has_changed and row.table is not owner:
            raise ListCopyError(
                "the items of this list are copied into an array here, and one of them is a row of another list that"
                " has changed since",
                remedy="a copy of its own where it is put into this list, `[list(m[0])]` in place of `[m[0]]`",
            )
        share_table(owner, item)


def _share(copy: Contents, source: Contents) -> None:
    every = {id(each): each for each in (*source.sharing, *copy.sharing, source, copy)}
    for each in every.values():
        each.sharing = tuple(every.values())


def _is_shared(owner: Contents) -> bool:
    """Whether somebody holds another list with rows of this one, or a row of such a list."""
    others = [each for each in owner.sharing if each is not owner]
    found = set(map(id, everything())) if others else ()
    alive = [each for each in others if each.lasting or id(each) in found]
    return any(each.lasting or not is_forgotten(each) for each in alive) or _have_rows_elsewhere(others)


def refuse_shared(owner: Contents) -> None:
    """Refuse a change in a row that another list has, too, which somebody may still look at."""
    if not _is_shared(owner):
        return
    log = context.here().log
    for twin, span in log.put_again if log is not None else ():
        if any(each is twin for each in owner.sharing):
            raise StoredListError(
                "a row gets a second place here, and changes later: in a graph each place has a row of its own",
                span=span,
                remedy="a copy of its own where it is put in, `list(row)`; or `[row[:] for row in m]` for all rows",
            )
    raise ListCopyError(
        "a row changes here that is in two lists, as after `rows = m[:]` or `[row for row in m]`, and in a graph each"
        " has its own",
        remedy="`[row[:] for row in m]`, which has rows of its own; or one list under one name",
    )


def give_up(owner: list[Any], linked: Sequence[Any] = ()) -> None:
    """Check, for buffers, that the lists among a list's items have no other name and occur once; note its dicts."""
    source = owner.origin if isinstance(owner, Contents) and owner.origin is not None else owner
    if repeated_part(owner) is not None:
        raise ListCopyError(
            "the items of this list are copied into an array here, and one of them is in it twice: these would be two",
            remedy="a list of its own for each place, `[[0] for _ in range(2)]` in place of `[[0]] * 2`",
        )
    for item in raw_items(owner):
        if isinstance(item, dict | set):
            _store_by_value(item, source)
    rows = [item for item in raw_items(owner) if isinstance(item, list) and not any(item is row for row in linked)]
    if any(_are_known(getattr(row, "aliases", ())) for row in rows) or any_known_elsewhere(rows, source):
        raise ListCopyError(
            "the items of this list are copied into an array here, and one of them has a name of its own",
            remedy="read and assign the items through the list, `m[i][j]`; or an array, `m = jnp.array(m)`",
        )
    if not getattr(source, "lasting", False) and any(getattr(row, "lasting", False) for row in rows):
        raise ListCopyError(
            "the items of this list are copied into an array here, and one of them is a list of the caller's, too",
            remedy="`m = copy.deepcopy(m)` for the argument first, as the function begins: lists of its own",
        )
    share_tables(source, rows)
    for row in rows:
        give_up(row)


def link_rows(owner: Contents, moves: int) -> list[Any]:
    """Let rows with a name, of a list that goes into buffers, stand for their places there; return those that can.

    A row keeps an earlier place, which is less certain. `moves` is the count of moves when it was where it is.
    """
    rows, linked = raw_items(owner), list[Any]()
    for k, row in enumerate(rows if any_known_elsewhere([row for row in rows if is_flat(row)], owner) else ()):
        if not is_flat(row) or not any_known_elsewhere([row], owner):
            continue
        if not (row.frozen or row.row_of or row.given_up or row.aliases or row.lasting != owner.lasting):
            row.frozen, row.instead = True, partial(_change_row, row)
            row.row_of = RowOf(owner, k, moves, owner.changes, None)
        if is_linked(row, owner) and row.row_of.position == k:
            linked.append(row)
    return linked


def is_linked(row: Any, table: Any) -> bool:
    """Whether a list is itself the row of another one, for whose place it stands once that is in buffers."""
    place = row.row_of if isinstance(row, Contents) else None
    return (
        place is not None and place.table is table and place.position is not None and not (place.buffers or place.rows)
    )


def without_links(copied: Any) -> Any:
    """Return a copy of a list's contents with copies of the rows that stand for their places in the list."""
    owner = getattr(copied, "origin", None)
    if owner is None or not any(is_linked(row, owner) for row in raw_items(copied)):
        return copied
    made = type(copied)(type(row)(row) if is_linked(row, owner) else row for row in raw_items(copied))
    made.origin = owner
    return made


def refuse_identity(item: Any, other: Any) -> None:
    """Refuse to compare the identity of two lists, dicts or objects if it is known at run time only."""
    pair = item, other
    if item is other:
        return
    copies = any(map(is_copy, pair)) and all(isinstance(each, dict) for each in pair)
    if all(isinstance(each, Contents) for each in pair):
        joined = any(alias is other for alias in item.aliases) or any(alias is item for alias in other.aliases)
        copies = joined or any(each.frozen for each in pair)
    if isinstance(item, tuple) and type(item) is type(other) and len(item) == len(other):
        copies = copies or any_traced(*iterated(item), *iterated(other))  # a selected tuple is a new object
    copies = copies or (type(item) is type(other) and any(map(is_copied, pair)))
    if copies:
        kind = type(item).__name__.lower()
        raise ListCopyError(
            f"whether these are the same {kind} is only known at run time, and a graph has copies of it",
            remedy=f"compare what is in them, `==`; or keep a number that says which {kind} it is",
        )


def has_identity(value: Any) -> bool:
    """Whether a value is a list or dict that a graph knows from all others: it has no copy of it."""
    own = type(value) is dict or (isinstance(value, Contents) and not value.frozen and not value.aliases)
    return own and not is_copy(value) and not is_copied(value)


def only_item(owner: Contents) -> Any:
    """Return the list or dict at every position of a list, as in `[[0]] * 3`; None if there is none."""
    items = raw_items(owner)
    first = items[0] if items else None
    same = isinstance(first, list | dict) and all(item is first for item in items)
    return first if same else None


def hold(items: Contents, growing: Growing, *, moves: bool = True) -> None:
    """Replace the items of a list with buffers, in which items may be in other places if `moves`."""
    if growing.capacity.length is None or growing_of(items) is None:
        note_buffers()
    rows = raw_items(items)
    if growing_of(items) is None:
        give_up(items, link_rows(items, LEFT - 1 if moves else items.moves))
    list.__setitem__(items, slice(None), [growing])
    note_given_up(items, rows, LEFT)


def note_given_up(table: Contents, rows: list[Any], moves: int) -> None:
    """Note in the rows of a list now in buffers where they are: in `m[0].append(f())`, `f` may change `m`.

    `moves` is the list's count of moves if the rows kept their positions; else `LEFT`.
    """
    held = growing_of(table)
    for k, row in enumerate(rows):
        if held is not None and isinstance(row, Contents) and not is_linked(row, table):
            row.given_up = RowOf(table, k, moves, table.changes, held)


def note_put(table: Contents, item: Any, position: Any) -> None:
    """Let a list that was copied into a list in buffers stand for its row; None for a list inside the item."""
    if isinstance(item, Contents) and item.row_of is None:
        item.given_up = RowOf(table, position, table.moves, table.changes, growing_of(table))
    for part in iterated(item) if isinstance(item, list | tuple) and growing_of(item) is None else ():
        note_put(table, part, None)


def as_growing(items: Any) -> Growing:
    """Return the buffers of a list, made from its items if it has none."""
    return growing_of(items) or Growing.of(raw_items(items))


def stacked(items: list[Any], empty: str) -> Growing:
    """Return the items of a list as buffers; raise `IndexError` with the text `empty` if there are none."""
    note_buffers()
    if not list.__len__(items):
        raise IndexError(empty)
    return Growing.of(raw_items(items))
