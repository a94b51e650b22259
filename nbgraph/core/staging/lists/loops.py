"""Lists in a staged `if` or loop: join two lengths, and reserve rows for the items that iterations may add."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import jax
import jax.numpy as jnp

from nbgraph.core.records import dataclass, replace
from nbgraph.core.staging.aliasing.by_value import keys_in
from nbgraph.core.staging.effects import effects
from nbgraph.core.staging.enumerated.joins import can_join, fitted, grows, joined
from nbgraph.core.staging.enumerated.placeholders import spelled_out
from nbgraph.core.staging.enumerated.values import ManyStringsError
from nbgraph.core.staging.lists.buffers import Growing, empty_like, unified
from nbgraph.core.staging.lists.capacity import FAR_BELOW, Capacity, ListCapacityError, Peak, check_capacity
from nbgraph.core.staging.lists.contents import growing_of, raw_items
from nbgraph.core.staging.lists.copies import give_up, keep_frozen, share_tables
from nbgraph.core.staging.lists.list_ import List, contents, listed
from nbgraph.core.staging.trace import context
from nbgraph.core.staging.values.kinds import (
    PLAIN,
    adopted,
    buffers_of,
    changed,
    fitted_parts,
    in_same_places,
    kind_of,
    parts_of,
    side_by_side,
)
from nbgraph.core.staging.values.undefined import Undefined, bare, holding, is_unbound
from nbgraph.core.staging.values.values import any_traced, as_argument, is_dynamic, is_traced, rebuilt, type_of

MOST_ROWS = 1 << 20  # for more rows than this the executor finds the capacity by running, even if a bound is known


def has_lists(value: Any) -> bool:
    """Whether a value contains a list or another value in buffers."""
    return isinstance(value, list) or buffers_of(value) is not None or any(map(has_lists, _opened(value)))


def _opened(value: Any) -> list[Any]:
    """Return the parts of a value; none of an object, since a loop reserves no rows in an object's lists."""
    return [] if kind_of(value).has_own_lists else parts_of(value)


def has_buffers(value: Any) -> bool:
    """Whether a value contains a list in buffers."""
    return next(buffered(value), None) is not None


def holds_rows(value: Any) -> bool:
    """Whether a value contains a list of lists in buffers."""
    return any(has_lists(growing.buffers) for growing in buffered(value))


def holds_dicts(value: Any) -> bool:
    """Whether a value contains a list of dicts in buffers."""
    return any(keys_in(growing.buffers) for growing in buffered(value))


def known_lengths(value: Any) -> int:
    """Return how many lists in buffers in a value have a length known at trace time."""
    return sum(growing.capacity.length is not None for growing in buffered(value))


def buffered(value: Any) -> Iterator[Growing]:
    """Yield every list in buffers in a value, in the order of JAX's leaves."""
    growing = buffers_of(value)
    if growing is not None:
        yield growing
        yield from buffered(growing.buffers)
        return
    if isinstance(value, dict) and all(isinstance(key, str) for key in value):
        value = {key: value[key] for key in sorted(value)}
    for part in _opened(value):
        if type(part) not in PLAIN:
            yield from buffered(part)


def _with_buffers(value: Any, change: Callable[[Growing, Any, int], Growing], axis: int = 0) -> Any:
    """Return a value with each list in buffers changed; containers without changes stay the same objects.

    Args:
        value: the value.
        change: returns new buffers, given the old ones, the list that holds them, and the axis of their rows.
        axis: 1 for lists of many lengths that are the rows of a list.
    """
    growing = buffers_of(value)
    if growing is None:
        inside = lambda part: part if type(part) in PLAIN else _with_buffers(part, change, axis)  # noqa: E731
        return changed(value, inside) if axis or _opened(value) else value
    if axis and growing.capacity.length is not None:
        return value
    made = change(growing, value, axis)
    if isinstance(made.buffers, list | tuple):
        rows = _with_buffers(made.buffers, change, axis + 1)
        made = made if rows is made.buffers else replace(made, buffers=rows)
    return value if made is growing else kind_of(value).with_buffers(value, made)


def detached(value: Any, is_changed: Callable[[list[Any]], bool]) -> Any:
    """Return a value with copies of the lists that a block has changed; the originals are restored after its trace."""
    copies: dict[int, Any] = {}

    def apart(part: Any) -> Any:
        if isinstance(part, list) and is_changed(part):
            return copies.setdefault(id(part), contents(part))
        return changed(part, apart) if kind_of(part).by_value else part

    return apart(value)


# Joining two values.


def abstractly(function: Callable[..., Any], *values: Any) -> Any:
    """Run a function on placeholders of the values' types; only the types in its result count."""
    found: list[Any] = []
    flat = [jax.tree_util.tree_flatten(value, is_leaf=_is_whole) for value in values]
    arguments = [as_argument(type_of(leaf)) for leaves, _ in flat for leaf in leaves if is_dynamic(leaf)]

    def program(*stand_ins: Any) -> list[Any]:
        fresh = iter(stand_ins)
        rebuilt_values = [
            rebuilt(tree, [next(fresh) if is_dynamic(leaf) else leaf for leaf in leaves], value)
            for value, (leaves, tree) in zip(values, flat, strict=True)
        ]
        found.append(function(*rebuilt_values))
        return []

    scope = context.here().effects
    with context.within(effects=effects.Effects(rows=scope.rows) if scope is not None else None):
        jax.make_jaxpr(program)(*arguments)
    return found[0]


def never(_: Any) -> bool:
    """Keep no container whole."""
    return False


def _is_whole(value: Any) -> bool:
    return value is None or isinstance(value, Undefined)


def unify(left: Any, right: Any) -> tuple[Any, Any]:
    """Return two values with their lists in one form, so that their trees agree if nothing else differs.

    Lists of different lengths get buffers of the longer length and a run-time count; a list next to one in buffers gets
    buffers of the same size. Other values, and lists that already agree, stay unchanged.
    """
    if left is right:
        return left, right
    if is_unbound(left) or is_unbound(right):
        if bare(left) is left and bare(right) is right:  # a name that is unbound on all paths
            return left, right
        pair = unify(bare(left), bare(right))
        return holding(left, pair[0]), holding(right, pair[1])
    if isinstance(left, list) and isinstance(right, list):
        return _unify_lists(left, right)
    if can_join(left, right):
        try:
            return joined(left, right)
        except ManyStringsError as error:
            left, right = spelled_out(left, error), spelled_out(right, error)
    left, right = adopted(left, right)
    if kind_of(left) is kind_of(right) and buffers_of(left) is not None:
        return _unify_buffers(left, right, buffers_of(left), buffers_of(right))
    return side_by_side(left, right, unify) if _opened(left) else (left, right)


def _unify_lists(left: list[Any], right: list[Any]) -> tuple[Any, Any]:
    a, b = growing_of(left), growing_of(right)
    if a is None and b is None and list.__len__(left) == list.__len__(right):
        if type(left) is not type(right):
            left, right = (side if isinstance(side, List) else List(side) for side in (left, right))
        return side_by_side(left, right, unify)
    if a is None and b is None and not (list.__len__(left) or list.__len__(right)):
        return left, right
    like = a or b or Growing.of(raw_items(left) or raw_items(right))
    a, b = (one or _in_buffers(side, like) for one, side in ((a, left), (b, right)))
    return _unify_buffers(listed(a), listed(b), a, b)


def _unify_buffers(left: Any, right: Any, a: Growing, b: Growing) -> tuple[Any, Any]:
    """Return two values in buffers with buffers of one size."""
    size = max(a.capacity.size, b.capacity.size)
    a, b = a.sized(size), b.sized(size)
    if a.capacity.length is None or a.capacity.length != b.capacity.length:
        a, b = a.dynamic(), b.dynamic()
    capacity = a.capacity.either(b.capacity, size)
    ours, theirs = unified(a.buffers, b.buffers, (size, size))
    pair = Growing(ours, a.count, capacity), Growing(theirs, b.count, capacity)
    return kind_of(left).with_buffers(left, pair[0]), kind_of(right).with_buffers(right, pair[1])


def put_together(value: Any, other: Any) -> Any:
    """Put a list of known numbers or rows into buffers if `other` is in buffers, so that JAX traces one array."""
    if growing_of(other) is None or not isinstance(value, List) or growing_of(value) is not None:
        return value
    items = raw_items(value)
    known = all(isinstance(item, bool | int | float | List) for item in items) and not any_traced(items)
    return listed(Growing.of(items)) if items and known else value


def _in_buffers(value: list[Any], like: Growing) -> Growing:
    items = raw_items(value)
    return Growing.of(items) if items else empty_like(like, 1)


# The carry of a loop.


@dataclass(frozen=True)
class IterationCount:
    """What is known of a loop's number of iterations."""

    most: int | None = None  # the maximum number of iterations; None if unknown
    exact: bool = False  # whether the loop makes exactly `most` iterations
    promised: bool = False  # whether the user gave `most`, so that it is checked


def begun(value: Any) -> Any:
    """Return a value at a loop's start: lists in an outer loop's carry keep their size, and appends are checked."""

    def inner(growing: Growing, *_: Any) -> Growing:
        capacity = growing.capacity
        if not capacity.fixed:
            return growing
        own = Capacity(
            capacity.size,
            capacity.length,
            True,
            True,
            FAR_BELOW,
            capacity.size,
            0,
            capacity.length,
            capacity,
            object(),
            Peak(),
        )
        return replace(growing, capacity=own)

    return _with_buffers(value, inner)


def widened(template: Any, after: Any, iterations: IterationCount) -> Any:
    """Return a loop's carry template with rows for the items that iterations may add to its lists.

    Args:
        template: the value in the carry so far.
        after: the value after an iteration from there.
        iterations: what is known of the number of iterations.

    Raises:
        ListCapacityError: a list grows, and its greatest length is unknown.
    """
    longer = grows(template, after)
    wide, _ = unify(spelled_out(template), spelled_out(after)) if longer else unify(template, after)
    if wide is template:
        return template
    befores = {id(new): old for new, old in _pairs(wide, template)}

    def roomy(growing: Growing, owner: Any, axis: int) -> Growing:
        if (old := _capacity_of(befores.get(id(owner)), growing)) is None:
            return growing
        seen, started = old.peak, None if axis else _started(old)
        if growing.capacity.length is not None:
            step = max(seen.most - old.size, 0) if seen is not None else 0
            size, checked = growing.capacity.size + step, False
        else:
            step = max(growing.capacity.most - old.most, old.step if old.fixed else 0)
            step = max(step, seen.most - old.most if seen is not None else 0)
            origin = started if started is not None else old.most
            unknown = seen is not None and seen.unknown
            of = growing.count.size if axis else 1
            size, checked = _size(
                origin, step, IterationCount() if unknown else iterations, growing.capacity.size, grows=unknown, of=of
            )
        capacity = Capacity(
            size, growing.capacity.length, True, checked, FAR_BELOW, size, step, started, base=object(), peak=Peak()
        )
        return replace(growing.sized(size, axis), capacity=capacity)

    return _with_buffers(wide, roomy)


def _capacity_of(before: Any, growing: Growing) -> Capacity | None:
    """Return a list's capacity before an iteration; None if its buffers are unchanged.

    Args:
        before: the list; None if the iteration has made it, so that it does not grow with each one.
        growing: the list's buffers now.
    """
    if before is None:
        return replace(growing.capacity, fixed=False, peak=None, started=None)
    held: Growing | None = buffers_of(before)
    if held is growing:
        return None
    return Capacity.exactly(list.__len__(before)) if held is None else held.capacity


def _started(capacity: Capacity) -> int | None:
    """Return a list's length before a loop, if known; for a carried list, its length before the outer loop."""
    return capacity.started if capacity.fixed else capacity.length


def _size(
    origin: int, step: int, iterations: IterationCount, present: int, *, grows: bool, of: int
) -> tuple[int, bool]:
    """Return the number of rows for a list, and whether it may turn out too small.

    Args:
        of: the number of lists that get as many rows.
    """
    scope = context.here().effects
    rows = scope.rows if scope is not None else None
    if step <= 0 and not grows:
        return max(present, 1), False
    bound = None if iterations.most is None else max(origin + iterations.most * step, present)
    if bound is not None and (rows is None or iterations.promised or bound <= max(rows, MOST_ROWS // of)):
        return max(bound, 1), iterations.promised
    if rows is not None:
        return max(rows, present, 1), True
    raise ListCapacityError(
        "a list grows in this loop, and how often the loop runs is only known at run time",
        remedy="`ng.loop_options(max_iterations=...)` first in the loop, with the most iterations that it can make;"
        " or a call through `ng.function` alone, which makes room for it",
    )


def list_pairs(left: Any, right: Any) -> Iterator[tuple[Any, Any]]:
    """Yield the lists at the same positions of two values, outermost first."""
    if type(left) in PLAIN or is_traced(left):
        return
    if isinstance(left, list) and isinstance(right, list):
        yield left, right
    if buffers_of(left) is None and buffers_of(right) is None and _opened(left):
        for part, other in in_same_places(left, right):
            yield from list_pairs(part, other)


def _pairs(left: Any, right: Any) -> Iterator[tuple[Any, Any]]:
    """Yield the lists at the same positions of two values, and other values in buffers of the first."""
    for pair in list_pairs(left, right):
        yield pair
        yield from _row_pairs(*pair)
    if not isinstance(left, list) and buffers_of(left) is not None:
        yield left, kind_of(left).adopted(right)
    for part, other in in_same_places(left, right) if isinstance(left, tuple) else ():
        yield from (pair for pair in _pairs(part, other) if not isinstance(pair[0], list))


def _row_pairs(left: Any, right: Any) -> Iterator[tuple[Any, Any]]:
    """Yield the rows of a list in buffers with those of another one, or with its longest row."""
    ours, theirs = buffers_of(left), buffers_of(right)
    if ours is None:
        return
    rows = theirs.buffers if theirs is not None else max(raw_items(right), key=_most, default=None)
    yield from _pairs(ours.buffers, rows)


def _most(row: Any) -> int:
    held = buffers_of(row)
    return held.capacity.most if held is not None else list.__len__(row) if isinstance(row, list) else 0


def restarted(template: Any, start: Any) -> Any:
    """Return a loop's carry template for another start of the same loop."""
    befores = {id(old): new for old, new in _pairs(template, start)}

    def started(growing: Growing, owner: Any, axis: int) -> Growing:
        if (old := _capacity_of(befores.get(id(owner), []), growing)) is None:
            return growing
        known = None if axis else _started(old)
        return replace(growing, capacity=replace(growing.capacity, started=known, outer=old.outer))

    return _with_buffers(template, started)


def grown_like(value: Any, template: Any, *, merged: bool = False, whole: Callable[[Any], bool] = never) -> Any:
    """Return a value with its lists in the capacity of a template; lists that do not fit stay unchanged.

    Args:
        value: the value.
        template: the template.
        merged: whether the template also bounds the lengths of the lists, as after a branch.
        whole: containers that are not opened, since their identity matters.
    """
    template = bare(template)
    if bare(value) is not value:
        return changed(value, lambda inner: grown_like(inner, template, merged=merged, whole=whole))
    if value is template or whole(value) or not has_lists(template):
        return fitted(value, template)
    like, kind = buffers_of(template), kind_of(template)
    value = kind.adopted(value)
    if like is not None and (kind_of(value) is kind or (isinstance(value, list) and isinstance(template, list))):
        sized = _fitted(value, like)
        found = buffers_of(sized)
        if not merged or found is None:
            return sized
        roomy = kind.with_buffers(template, replace(found, capacity=like.capacity))
        keep_frozen(roomy, value)
        return roomy
    if buffers_of(value) is not None:
        return value
    if isinstance(value, list) and isinstance(template, list) and len(parts_of(value)) == len(parts_of(template)):
        value = List(value) if type(template) is List and type(value) is not List else value
        template = type(value)(template) if type(template) is not type(value) else template
    made = fitted_parts(value, template, lambda part, like: grown_like(part, like, merged=merged, whole=whole))
    keep_frozen(made, value)  # a row that changed in its table is another list now
    return made


def _fitted(value: list[Any], like: Growing) -> Any:
    """Return a list in the capacity of another one; the list itself if it does not fit."""
    growing = buffers_of(value)
    capacity = like.capacity
    if growing is None:
        items = raw_items(value)
        if len(items) > capacity.size:
            return value
        give_up(value)
        growing = Growing.of(items) if items else empty_like(like, capacity.size)
    if growing.capacity.size > capacity.size:
        if capacity.checked:
            check_capacity(growing.length <= capacity.size, growing.length - 1)
        elif growing.capacity.most - capacity.size > capacity.step:
            return value
    growing = growing.sized(capacity.size)
    if growing.capacity.length != capacity.length:
        growing = growing.dynamic()
    growing = replace(growing, buffers=_rows_fitted(growing.buffers, like.buffers))
    known = growing.capacity
    fitting = replace(capacity, length=known.length, least=known.least, most=known.most, base=known.base)
    buffers, _ = unified(growing.buffers, like.buffers, (growing.capacity.size, like.capacity.size))
    made = Growing(buffers, growing.count, fitting)
    found = listed(made) if isinstance(value, list) else kind_of(value).with_buffers(value, made)
    share_tables(found, raw_items(value) if isinstance(value, list) else [])
    keep_frozen(found, value)
    return found


def _rows_fitted(value: Any, like: Any) -> Any:
    """Return the rows of a list in the capacity of others; unchanged if that may be too small."""
    if isinstance(value, tuple):
        return side_by_side(value, like, lambda part, other: (_rows_fitted(part, other), other))[0]
    row, other = buffers_of(value), buffers_of(like)
    if row is None or other is None or row.capacity.length is not None or other.capacity.length is not None:
        return value
    size, capacity = other.capacity.size, other.capacity
    if not capacity.fixed or row.capacity.size <= size:
        return value
    if capacity.checked:
        check_capacity(jnp.all(row.count <= size), jnp.max(row.count) - 1)
    elif row.capacity.most - size > capacity.step:
        return value
    return kind_of(value).with_buffers(value, row.sized(size, 1))


def outgrown(template: Any, after: Any) -> bool:
    """Whether an iteration adds more items to a list than the carry has room for."""
    return any(
        old.capacity.fixed
        and not old.capacity.checked
        and old.capacity.length is None
        and new.capacity.most - old.capacity.size > old.capacity.step
        for old, new in zip(buffered(template), buffered(after), strict=False)
    ) or any(_peaked(growing.capacity) for growing in buffered(template))


def _peaked(capacity: Capacity) -> bool:
    """Whether a carried list gets longer during an iteration than its capacity allows."""
    if not capacity.fixed or capacity.checked or capacity.peak is None:
        return False
    return capacity.peak.unknown or capacity.peak.most - capacity.size > capacity.step


def settled(value: Any, after: Any, iterations: IterationCount | None) -> Any:
    """Return a value after a loop, with known lengths for lists to which each iteration added equally.

    Args:
        value: the value.
        after: the value after one iteration, which shows what that added.
        iterations: what is known of the number of iterations; None for a loop whose trace will be repeated.
    """
    added = iter([growing.capacity for growing in _all(bare(after))])

    def free(growing: Growing, *_: Any) -> Growing:
        capacity, last = growing.capacity, next(added, None)
        if not capacity.fixed:
            return growing
        if capacity.outer is not None:
            return replace(growing, capacity=_capacity_around(capacity, capacity.outer, last, iterations))
        if capacity.length is not None:
            return replace(growing, capacity=Capacity.exactly(capacity.length, capacity.size))
        length = _length_after(capacity, last, iterations) if last is not None and iterations is not None else None
        if length is None:
            return replace(growing, capacity=Capacity(capacity.size, None, least=0, most=capacity.size))
        return Growing(growing.buffers, None, Capacity.exactly(length, capacity.size))

    return _with_buffers(value, free)


def _capacity_around(
    capacity: Capacity, outer: Capacity, after: Capacity | None, iterations: IterationCount | None
) -> Capacity:
    """Return the capacity in an outer loop's carry of a list that an inner loop has carried."""
    if iterations is not None and outer.peak is not None and capacity.peak is not None:
        longer = capacity.peak.most - capacity.size
        if capacity.peak.unknown or (longer > 0 and iterations.most is None):
            outer.peak.unknown = True
        elif longer > 0:
            outer.peak.most = max(outer.peak.most, outer.most + longer * (iterations.most or 0))
    moved = replace(outer, length=capacity.length, checked=True)
    same_base = after is not None and after.base is capacity.base
    least, most = (after.least - FAR_BELOW, after.most - capacity.size) if after is not None and same_base else (0, 1)
    if least != most or not (
        least == 0 or (iterations is not None and iterations.exact and iterations.most is not None)
    ):
        return replace(moved, least=FAR_BELOW * 2)  # the number of added items is known only at run time, and checked
    by = least * ((iterations.most if iterations is not None else 0) or 0)
    return replace(moved, checked=outer.checked or by > 0, least=outer.least + by, most=outer.most + by)


def _all(value: Any) -> Iterator[Growing]:
    found: list[Growing] = []

    def keep(growing: Growing, *_: Any) -> Growing:
        found.append(growing)
        return growing

    _with_buffers(value, keep)
    return iter(found)


def _length_after(capacity: Capacity, after: Capacity, iterations: IterationCount) -> int | None:
    """Return the length after all iterations if each adds equally and their number is known; else None."""
    if capacity.started is None or after.base is not capacity.base:
        return None
    least, most = after.least - FAR_BELOW, after.most - capacity.size
    if least != most or not (least == 0 or (iterations.exact and iterations.most is not None)):
        return None
    return capacity.started + least * (iterations.most or 0)
