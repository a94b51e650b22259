"""Implement builtins that read all items: sums, extremes, `any`, `all` and sorting."""

from __future__ import annotations

import ast
import builtins
import contextlib
import itertools
import operator
import sys
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from nbgraph.core._jax import LIST_SCOPE
from nbgraph.core.errors import StagingError
from nbgraph.core.staging.aliasing.copies import note_copies
from nbgraph.core.staging.aliasing.references import known_elsewhere
from nbgraph.core.staging.builtins.builtin_iterables import list_of
from nbgraph.core.staging.control_flow.for_loop import UNROLL_AT_MOST, for_
from nbgraph.core.staging.control_flow.guarded_items import Acts, unmapped
from nbgraph.core.staging.effects import effects
from nbgraph.core.staging.enumerated.joins import alike, ranked
from nbgraph.core.staging.enumerated.values import as_number, is_chosen, texts_of
from nbgraph.core.staging.frames.conversion import callback, converted_callable
from nbgraph.core.staging.lists.buffers import Growing
from nbgraph.core.staging.lists.contents import growing_of, has_container
from nbgraph.core.staging.lists.copies import frozen, share_rows
from nbgraph.core.staging.lists.item_errors import of_objects
from nbgraph.core.staging.lists.list_ import List, listed
from nbgraph.core.staging.lists.loops import list_pairs, unify
from nbgraph.core.staging.lists.may_alias import note_one_of
from nbgraph.core.staging.lists.objects import OneObject, are_objects, one_object, one_or_other
from nbgraph.core.staging.lists.queries import known_slice, rows_by, sorted_rows
from nbgraph.core.staging.lists.reductions import EMPTY, in_order, truths, unknown_length
from nbgraph.core.staging.lists.reductions import extreme as list_extreme
from nbgraph.core.staging.lists.reductions import total as list_total
from nbgraph.core.staging.lists.rows import apart
from nbgraph.core.staging.operators.builtin_numbers import number
from nbgraph.core.staging.operators.item_choice import chosen_in_order
from nbgraph.core.staging.operators.item_choice import column as stacked
from nbgraph.core.staging.operators.operators import ordered
from nbgraph.core.staging.sequences.iterators import iterators_behind, refuse_kept
from nbgraph.core.staging.sequences.sequences import Sequence, sequence_of
from nbgraph.core.staging.state.described import describe
from nbgraph.core.staging.trace import kind_questions
from nbgraph.core.staging.trace.implications import opposite
from nbgraph.core.staging.trace.recorder import Frame, calling_frame, converted_frames, user_frame
from nbgraph.core.staging.trace.refusals import refuse_order
from nbgraph.core.staging.values.values import (
    any_traced,
    in_order_of,
    is_dynamic,
    is_traced,
    key_orders,
    leaves_of,
    type_of,
)


def sum_(items: Any, start: Any = 0) -> Any:
    """Return `sum(...)`, along the first axis of an array."""
    if (growing := unknown_length(items)) is not None:
        return list_total(growing, start)
    if isinstance(items, jax.Array) and items.ndim:
        return jnp.sum(number(items), axis=0) + start
    items = _held(items)
    sequence, long = of_run_time_length(items), _long(items)
    if long is not None and getattr(long.buffers, "dtype", np.dtype(float)).kind == "i":
        return list_total(long, start)  # in any order, as only floats would show it
    sequence = sequence_of(listed(long)) if long is not None else sequence
    if sequence is not None:
        return for_(sequence, lambda item, total: total + number(item), start)
    total = start
    for item in list(items):
        total = total + number(item)
    return total


def _long(items: Any) -> Growing | None:
    """Return the buffers of a list of many numbers, or tuples of numbers; None for any other value."""
    growing = growing_of(items)
    if growing is None or not isinstance(items, List) or growing.length <= UNROLL_AT_MOST:
        return None
    parts = growing.buffers if type(growing.buffers) is tuple else (growing.buffers,)
    return growing.copied() if all(is_dynamic(part) and part.ndim == 1 for part in parts) else None


def _held(items: Any) -> Any:
    """Return the items of a long traced sequence in a list that a loop of the graph makes; others unchanged."""
    many = isinstance(items, Sequence) and not is_traced(items.length) and items.length > UNROLL_AT_MOST
    return list_of(items) if many and items.traced else items


def _behind_first(items: Any) -> Sequence | None:
    """Return all items but the first, if they are so many that a loop reads them; else None."""
    if isinstance(items, range) and len(items) > UNROLL_AT_MOST:
        return sequence_of(items[1:])
    growing = _long(items)
    rest = None if growing is None else known_slice(growing, slice(1, None))
    return None if rest is None else sequence_of(listed(rest))


_Better = Callable[[Any, Any], Any]


def _extreme(name: str, better: _Better, whole: Callable[..., Any]) -> Callable[..., Any]:
    python = getattr(builtins, name)

    def extreme(*arguments: Any, key: Any = None, **default: Any) -> Any:
        items = _held(arguments[0]) if len(arguments) == 1 else arguments
        if (growing := unknown_length(items)) is not None:
            return list_extreme(growing, name, None if key is None else converted_callable(key), default, items)
        if isinstance(items, jax.Array) and items.ndim == 1 and key is None and items.shape[0]:
            return whole(items)
        measure = callback(key) if key is not None else (lambda item: item)
        if (sequence := of_run_time_length(items)) is not None:
            return _extreme_of(sequence, measure, better, name, default)
        if key is None and (long := _long(items)) is not None and is_dynamic(long.buffers):
            return list_extreme(long, name, None, {})
        if (rest := _behind_first(items)) is not None:
            best, measured = items[0], measure(items[0])
            if any_traced(measured):
                return for_(rest, _better_of(measure, better), best, measured)[0]
        items = list(items)
        if not items or (not any_traced(*items) and key is None):
            return python(items, **default)
        if rest is None:
            best, measured = items[0], measure(items[0])
        for item in items[1:]:
            candidate = measure(item)
            if not any_traced(candidate, measured):
                if python(measured, candidate) is candidate and candidate != measured:
                    best, measured = item, candidate
                continue
            if candidate is measured and item is best:
                continue  # both are the same
            wins = better(candidate, measured)
            measured = choose(wins, candidate, measured)
            # last, as a record takes the last value of an expression
            best = measured if key is None else choose(wins, item, best)
        for item in items:
            _note_same(best, item)
        return best

    extreme.__name__ = name
    return extreme


def _note_same(best: Any, item: Any) -> None:
    """Note that the best item is a copy of an item, which in Python is the same object: neither may change."""
    if type(best) is OneObject:
        return  # which refers to the items
    for part, alias in list_pairs(best, item):
        note_one_of(part, alias)
    for copy in (best, item):
        note_copies(copy, user_frame().span)


def choose(condition: Any, true: Any, false: Any) -> Any:
    """Select each leaf by a traced condition, with promotion of dtypes."""
    pair = alike(list(unify(*one_or_other(true, false, surely=True))))  # a list beside one that Python has made
    if key_orders(pair[0]) != key_orders(pair[1]):
        raise StagingError(
            "which of the items is chosen is known at run time only, and the keys of their dicts are in several orders",
            remedy="the same order of keys in all of them",
            id="items-differ",
        )
    return in_order_of(pair[0], jax.tree_util.tree_map(lambda a, b: a if a is b else _one_of(condition, a, b), *pair))


def _indices(value: Any) -> str:
    """Suggest to ask for an index in place of an object."""
    names = [name for name, part in getattr(value, "__dict__", {}).items() if is_dynamic(part)]
    if not names:
        return "tuples of numbers as the items, as `(key, index)`"
    index = f"max(range(len({names[0]})), key=lambda i: {names[0]}[i])"
    return f"a list for each attribute, as `{names[0]} = [...]`, and `{index}` for its index"


def _one_of(condition: Any, true: Any, false: Any) -> Any:
    for value in (true, false):
        if not is_dynamic(value):
            raise StagingError(
                f"which of the items is chosen is known at run time only, and {describe(value)} is one, or in one",
                remedy=_indices(value),
                id="items-differ",
            )
    kind_questions.joined(type_of(true), type_of(false))
    with jax.named_scope(LIST_SCOPE) if type_of(true).shape else contextlib.nullcontext():
        return jnp.where(condition, true, false)


max_ = _extreme("max", lambda new, old: ordered(old, "<", new), lambda array: jnp.max(array))
min_ = _extreme("min", lambda new, old: ordered(new, "<", old), lambda array: jnp.min(array))


def true_items(array: jax.Array) -> jax.Array:
    """Return which items of an array are true."""
    return array if array.dtype == np.bool_ else array != 0


def any_(items: Any) -> Any:
    return _fold(items, stop_at=True)


def all_(items: Any) -> Any:
    return _fold(items, stop_at=False)


def _fold(items: Any, *, stop_at: bool) -> Any:
    if (growing := unknown_length(items)) is not None:
        return truths(growing, stop_at=stop_at)
    if isinstance(items, jax.Array) and items.ndim == 1:
        return (jnp.any if stop_at else jnp.all)(true_items(items))
    if (long := _long(items)) is not None:
        return truths(long, stop_at=stop_at)
    if (sequence := of_run_time_length(items)) is not None:
        sequence = sequence.taken(whole=False)
        return for_(sequence, lambda item, found: _joined(found, truth_of(item), stop_at=stop_at), not stop_at)
    items, behind = (items.taken(whole=False), []) if isinstance(items, Sequence) else (items, iterators_behind(items))
    function, walk = unmapped(items) or (None, iter(items))
    acts = Acts(*behind) if behind else None
    result: Any = not stop_at
    decided = True
    while True:
        done: list[str] = []
        try:
            with acts.refused(None) if acts is not None and not decided else contextlib.nullcontext():
                item = next(walk)
        except StopIteration:
            break
        if function is not None and acts is not None:
            with acts.noticed(done) if decided else acts.refused(None):
                item = function(*item)
        if is_traced(item):
            decided = False
            result = _joined(result, truth_of(item), stop_at=stop_at)
            if done and function is not None:
                result = _called_on(walk, function, result, stop_at=stop_at)
                break
        elif bool(item) is stop_at:
            result = stop_at
            break
    if not decided:
        refuse_kept(behind)
    return result


def _called_on(walk: Any, function: Callable[..., Any], found: Any, *, stop_at: bool) -> Any:
    """Stage the rest of a reduction over a `map` whose function has effects: it is called until an item decides."""

    def step(arguments: Any, found: Any) -> Any:
        return _joined(found, truth_of(function(*arguments)), stop_at=stop_at)

    return for_(walk, step, found, test=lambda found: opposite(found) if stop_at else found)


def _joined(found: Any, truth: Any, *, stop_at: bool) -> Any:
    return (found | truth) if stop_at else (found & truth)


def truth_of(item: Any) -> Any:
    """Return the truth of a number, traced or not."""
    if not is_traced(item):
        return bool(item)
    return item if type_of(item).dtype == np.bool_ else item != 0


def of_run_time_length(items: Any) -> Sequence | None:
    """Return a sequence of run-time length, over which a reduction must be staged; None for others."""
    return items if isinstance(items, Sequence) and is_traced(items.length) else None


def _extreme_of(
    items: Sequence, measure: Callable[..., Any], better: _Better, name: str, default: dict[str, Any]
) -> Any:
    """Return the extreme of a sequence of run-time length; for an empty one the default, or Python's error."""
    first = items.at(0)  # an arbitrary value if there is none, and then unused
    best, _ = for_(items, _better_of(measure, better), first, measure(first))
    if "default" in default:
        return choose(items.length > 0, best, default["default"])
    error = ValueError(f"{name}() {EMPTY}")
    effects.require(items.length > 0, effects.Check(calling_frame(3).span, lambda: error))
    return best


def _better_of(measure: Callable[..., Any], better: _Better) -> Callable[..., tuple[Any, Any]]:
    """Return the body of a loop that finds the best item."""

    def step(item: Any, best: Any, measured: Any) -> tuple[Any, Any]:
        candidate = measure(item)
        wins = better(candidate, measured)
        return choose(wins, item, best), choose(wins, candidate, measured)

    return step


def sorted_(items: Any, *, key: Any = None, reverse: Any = False) -> Any:
    """Return `sorted(...)`: a list, ascending, stable."""
    if unknown_length(items) is not None or (key is None and _are_numbers(growing_of(items))):
        return in_order(items, None if key is None else converted_callable(key), reverse)
    if of_run_time_length(items) is not None:
        return in_order(list_of(items), None if key is None else converted_callable(key), reverse)
    items = _held(items)
    if (long := _long(items)) is not None and key is None:
        return listed(sorted_rows(long, None, reverse))
    keys = None
    if key is not None and _behind_first(items) is not None:
        keys = _measured(items, callback(key))
        if (ranks := growing_of(keys)) is not None and all(map(is_dynamic, leaves_of(ranks.buffers)[0])):
            return listed(rows_by(long or Growing.of(list(items)), ranks.apart().buffers, reverse))
    given, items = items, [apart(item) for item in list(items)]
    if texts := [text for text in texts_of(items) if is_chosen(as_number(text))]:
        texts[0].refuse("is sorted here among items that are written one by one")
    measured = list(map(ranked, items if key is None else keys or [apart(callback(key)(item)) for item in items]))
    leaves = [leaf for item in items for leaf in leaves_of(item)[0]]
    if not any_traced(*leaves) and (not any_traced(*measured) or any(type(leaf) is np.ndarray for leaf in leaves)):
        return List([items[place] for place in sorted(range(len(items)), key=measured.__getitem__, reverse=reverse)])
    for first, second in itertools.pairwise(measured[::-1] if reverse is True else measured):
        refuse_order(operator.lt, second, first)
    if (known := _known_order(measured, reverse)) is not None:
        return List([items[place] for place in known])
    items = alike(items)
    parts, trees = zip(*(leaves_of(part) for part in measured), strict=True)
    if len(set(trees)) > 1:
        raise TypeError("a Tracer cannot be sorted among items of another structure")
    columns, frame = [_column(column) for column in zip(*parts, strict=True)], calling_frame(2)
    order = _order(columns, reverse, min(_wanted(frame), len(items)))
    if are_objects(items):
        return List([one_object(items, place) for place in order])
    is_mixed = len({leaves_of(item)[1] for item in items}) > 1  # such as an int, a float and a truth value
    is_held = any(map(has_container, items)) and not _is_replaced(given, items, frame)
    if is_mixed or is_held or not all(map(is_dynamic, leaves)):
        if (error := of_objects(items)) is not None:
            raise error
        for item in items:
            frozen(item)  # the result holds the same lists, which are copies in a graph
        return share_rows(List(chosen_in_order(frame, items, order)), given)
    has_arrays = any(getattr(leaf, "shape", ()) for leaf in leaves)
    for item in items:
        note_copies(item, frame.span)  # the result of Python holds them, so they must not change
    with jax.named_scope(LIST_SCOPE) if has_arrays else contextlib.nullcontext():
        whole = jax.tree_util.tree_map(lambda *parts: stacked(parts), *items)
        chosen = jax.tree_util.tree_map(lambda array: jnp.take(array, order, axis=0, mode="clip"), whole)
        return List([jax.tree_util.tree_map(lambda array, i=i: array[i], chosen) for i in range(len(order))])


def _are_numbers(growing: Growing | None) -> bool:
    """Whether a list is one array of numbers, whose items have no aliases."""
    return growing is not None and is_dynamic(growing.buffers) and growing.buffers.ndim == 1


def _measured(items: Any, key: Callable[..., Any]) -> List:
    keys = List()
    for_(items, lambda item: keys.append(key(item)))
    return keys


def _is_replaced(given: Any, items: list[Any], frame: Frame) -> bool:
    """Whether the sorted list and its items have no reference afterwards, as in `rows = sorted(rows)`."""
    function = frame.owner.parsed.node if frame.owner is not None else ast.Pass()
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(args=[ast.Name(id=other)]) as call):
                if name == other and (call.lineno, call.end_lineno) == frame.place[:2]:
                    return not known_elsewhere(given) and not any(known_elsewhere(item, given) for item in items)
    return False


def _known_order(measured: list[Any] | tuple[Any, ...], reverse: Any) -> list[int] | None:
    """Return the indices of values in their order, if it does not depend on the run; else None.

    The items of a dict are an example: their keys are known and distinct, so no two values are compared.
    """
    firsts = [part[0] if isinstance(part, tuple) and part else part for part in measured]
    if any_traced(*firsts) or (any_traced(*measured) and any(a == b for a, b in itertools.combinations(firsts, 2))):
        return None
    keys = firsts if any_traced(*measured) else measured
    return sorted(range(len(keys)), key=keys.__getitem__, reverse=reverse)


def _column(column: tuple[Any, ...]) -> jax.Array:
    """Return the sort keys in one array, with strings as their ranks."""
    if all(isinstance(part, str) for part in column):
        ranks = {text: rank for rank, text in enumerate(sorted(set(column)))}
        return jnp.array([ranks[text] for text in column])
    return jnp.asarray(stacked(column))


def _wanted(frame: Frame) -> int:
    """Return how many of the first items the code uses, as in `sorted(rows)[:k]`."""
    function = frame.owner.parsed.node if frame.owner is not None else ast.Pass()
    for node in ast.walk(function):
        match node:
            case ast.Subscript(
                value=ast.Call(func=ast.Name("sorted")) as call,
                slice=ast.Slice(lower=None, upper=ast.Name() | ast.Constant() as end, step=None),
                ctx=ast.Load(),
            ) if (call.lineno, call.end_lineno, call.col_offset, call.end_col_offset) == frame.place:
                bound = end.value if isinstance(end, ast.Constant) else _fixed(function, end.id)
                return bound if type(bound) is int and bound > 0 else sys.maxsize
    return sys.maxsize


def _fixed(function: ast.AST, name: str) -> Any:
    """Return the value of a parameter that the function only reads; None for other names."""
    found = [node for node in ast.walk(function) if name in map(str, vars(node).values())]
    others = [node for node in found if not (isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load))]
    is_parameter = len(others) == 1 and isinstance(others[0], ast.arg)
    return next(iter(converted_frames())).f_locals.get(name) if is_parameter else None


def _order(columns: list[jax.Array], reverse: Any, count: int) -> jax.Array:
    """Return the indices of the first rows in a stable order; the first column decides first."""
    if len(columns) > 1 or count == len(columns[0]) or columns[0].dtype != jnp.float32:
        return _sorted(columns, reverse)[:count]
    key = jnp.where(columns[0] == 0, 0, columns[0] if reverse else -columns[0])  # to XLA, -0.0 is less than 0.0
    return jax.lax.top_k(jnp.where(jnp.isnan(key), -jnp.inf, key), count)[1]


def _sorted(columns: list[jax.Array], reverse: Any) -> jax.Array:
    if len(columns) == 1:
        return jnp.argsort(columns[0], stable=True, descending=bool(reverse))
    if not reverse:
        return jnp.lexsort(columns[::-1])
    last = columns[0].shape[0] - 1
    return (last - jnp.lexsort([column[::-1] for column in reversed(columns)]))[::-1]
