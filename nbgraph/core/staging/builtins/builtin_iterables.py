"""Implement builtins that make or measure iterables: sequences that a loop can be staged over, and growing lists."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp

from nbgraph.core.errors import StagingError
from nbgraph.core.source.ownership import is_user_class
from nbgraph.core.staging.control_flow.cond import if_
from nbgraph.core.staging.control_flow.for_loop import UNROLL_AT_MOST, for_
from nbgraph.core.staging.effects import effects
from nbgraph.core.staging.frames.classes import method_of
from nbgraph.core.staging.frames.conversion import callback, converted_callable
from nbgraph.core.staging.lists.buffers import Growing
from nbgraph.core.staging.lists.capacity import Capacity
from nbgraph.core.staging.lists.contents import growing_of, note_buffers
from nbgraph.core.staging.lists.copies import share_rows
from nbgraph.core.staging.lists.list_ import List, list_, listed
from nbgraph.core.staging.lists.reductions import unknown_length
from nbgraph.core.staging.operators.builtin_numbers import number
from nbgraph.core.staging.sequences.derived_sequences import Enumerate, Map, Reversed, Zip
from nbgraph.core.staging.sequences.sequences import Items, Range, Sequence, staged_over
from nbgraph.core.staging.state.mutable_state import Snapshot
from nbgraph.core.staging.trace.kind_questions import refuse_truth_of_array
from nbgraph.core.staging.trace.recorder import calling_frame
from nbgraph.core.staging.values.kinds import kind_of
from nbgraph.core.staging.values.values import any_traced, is_dynamic, is_traced, leaves_of, type_of


class FloatRangeError(StagingError, TypeError):
    """`range` gets a float. This is also Python's own `TypeError`.

    The value may be whole: a name that is an integer on one path and a float on another is a float in the graph, and so
    is the minimum of an int and a float.
    """

    id = "range-of-float"


def range_(*arguments: Any) -> Any:
    """Return `range(...)`; with traced bounds a sequence of run-time length."""
    if not any_traced(*arguments):
        return range(*(int(a) if hasattr(a, "dtype") else a for a in arguments))
    start, stop, step = (0, arguments[0], 1) if len(arguments) == 1 else (*arguments, 1)[:3]
    for bound in (start, stop, step):
        refuse_truth_of_array("a bound of `range`", bound)
        if type_of(bound).dtype_kind not in "iub":
            raise FloatRangeError(
                f"`range` needs integers, and {type_of(bound).spoken} is given: among floats every number is one",
                span=calling_frame(2).span,
                remedy="`int(...)` around it; or keep floats out of what it is computed from",
            )
    if is_traced(step):
        error = ValueError("range() arg 3 must not be zero")
        effects.require(step != 0, effects.Check(calling_frame(2).span, lambda: error))
    return Range(*map(number, (start, stop, step)))


def enumerate_(items: Any, start: Any = 0) -> Any:
    parts = staged_over(items)
    return Enumerate(parts[0], start) if parts else enumerate(items, start)


def zip_(*items: Any, strict: bool = False) -> Any:
    """Return `zip(...)`; over traced iterables as long as the shortest."""
    empty = any(isinstance(each, list | tuple) and growing_of(each) is None and not each for each in items)
    if not strict and empty and not any(hasattr(type(each), "__next__") for each in items):
        return zip(())  # as long as the shortest
    parts = staged_over(*items)
    if not parts:
        return zip(*items, strict=strict)
    lengths = [part.length for part in parts]
    if strict:
        _require_same(lengths)
    return Zip(parts)


def _require_same(lengths: list[Any]) -> None:
    """Raise Python's error for `strict` if lengths differ; traced lengths are checked at run time."""
    for index, length in enumerate(lengths[1:], start=2):
        others = "argument 1" if index == 2 else f"arguments 1-{index - 1}"
        if not any_traced(length, lengths[0]):
            if length != lengths[0]:
                word = "longer" if length > lengths[0] else "shorter"
                raise ValueError(f"zip() argument {index} is {word} than {others}")
            continue
        error = ValueError(f"zip() argument {index} is longer or shorter than {others}")
        effects.require(length == lengths[0], effects.Check(calling_frame(3).span, lambda error=error: error))


def reversed_(items: Any) -> Any:
    parts = staged_over(items)
    return Reversed(parts[0]) if parts else reversed(items)


def map_(function: Callable[..., Any], *items: Any) -> Any:
    """Return `map(...)`, with the function converted."""
    function = callback(function)
    parts = staged_over(*items)
    return Map(function, Zip(parts)) if parts else map(function, *items)


class _Measured:
    """An object whose length was computed before, so that Python validates it."""

    def __init__(self, length: int) -> None:
        self.length = length

    def __len__(self) -> int:
        return self.length


def len_(items: Any) -> Any:
    """Return `len(...)`: a staged sequence's length, or the converted `__len__` of a user's object."""
    growing = growing_of(items)
    if growing is not None:
        return growing.length
    if (length := kind_of(items).length(items)) is not None:
        return length
    kind: type = type(items)
    if is_user_class(kind) and (measured := method_of(kind, "__len__")) is not None:
        length = measured(items)
        return length if is_traced(length) else len(_Measured(length))
    if isinstance(items, Sequence) and items.once:
        raise TypeError(f"object of type '{_PYTHONS.get(type(items), 'filter')}' has no len()")
    return items.length if isinstance(items, Sequence) else len(items)


_PYTHONS: dict[type, str] = {Enumerate: "enumerate", Zip: "zip", Map: "map", Reversed: "reversed"}


def list_of(items: Any = (), **depth: Any) -> List:
    """Return `list(...)`, also of `map`, `zip` and others over lists of run-time length."""
    if not isinstance(items, Sequence) or not (is_traced(items.length) or items.length > UNROLL_AT_MOST):
        return list_(items, **depth)
    items = items.taken()
    if isinstance(items, Reversed) and isinstance(items.inner, Items) and is_traced(items.length):
        made = listed(items.inner.growing.copied())
        share_rows(made, items.inner.source)
        made.reverse()
        return made
    made = List()
    for_(items, made.append)
    return made


def filter_(choose: Callable[..., Any] | None, items: Any) -> Any:
    """Return `filter(...)`; traced items are tested at once, and the result has run-time length."""
    growing = unknown_length(items)
    if growing is not None and (choose is not None or is_dynamic(growing.buffers)):
        return _passed(listed(_passing(choose, growing)), items)
    parts = staged_over(items)
    if not parts and not (isinstance(items, list | tuple) and any_traced(items)):
        return filter(choose if choose is None else callback(choose), items)
    test = (lambda item: item) if choose is None else callback(choose)
    kept, before = List(), Snapshot.of(test)
    for_(parts[0] if parts else items, lambda item: if_(test(item), lambda: kept.append(item), lambda: None))
    changed = next(before.changed(), None)
    if changed is not None:
        raise StagingError(
            f"the function that chooses changes `{changed[0].name}`, and when it is asked is known at run time only",
            remedy="a `for` loop with an `if`",
            id="side-effect",
            variable=changed[0].name or None,
        )
    return _passed(kept, items)


def _passed(kept: List, items: Any) -> Any:
    """Return the filtered items as an iterator like Python's, which refuses a list that has changed."""
    growing = growing_of(kept)
    if growing is None:
        return iter(kept)
    found = Items(growing, items if isinstance(items, list) else None)
    found.once = True
    return found


def _passing(choose: Callable[..., Any] | None, growing: Growing) -> Growing:
    """Return the items of a list that pass, in buffers of the same capacity."""
    note_buffers()
    chosen = growing.buffers if choose is None else growing.measured(converted_callable(choose))
    (holds,) = leaves_of(chosen)[0]
    mask = growing.valid() & (holds if holds.dtype == bool else holds != 0)
    capacity = Capacity(growing.capacity.size, None, least=0, most=growing.capacity.size)
    return growing.rows(jnp.argsort(~mask, stable=True), capacity, jnp.sum(mask).astype(jnp.int32))
