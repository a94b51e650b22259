"""Select one of several values by a run-time index."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NoReturn

import jax.numpy as jnp
import numpy as np

from nbgraph.core import _jax
from nbgraph.core.errors import StagingError
from nbgraph.core.staging.aliasing.copies import note_array_copies, note_copies, note_read
from nbgraph.core.staging.control_flow.cond import stage_if
from nbgraph.core.staging.enumerated.joins import is_mixed
from nbgraph.core.staging.enumerated.values import is_chosen, is_textual
from nbgraph.core.staging.frames.conversion import callback
from nbgraph.core.staging.lists.choices import OneOf, are_functions, one_of_values
from nbgraph.core.staging.lists.copies import frozen
from nbgraph.core.staging.lists.item_errors import ListItemError
from nbgraph.core.staging.lists.list_ import List
from nbgraph.core.staging.lists.loops import has_lists, list_pairs
from nbgraph.core.staging.lists.may_alias import note_one_of
from nbgraph.core.staging.lists.objects import are_objects
from nbgraph.core.staging.lists.rows import in_one_form
from nbgraph.core.staging.lists.stacked import sliced_from
from nbgraph.core.staging.lookups.strings import text_at
from nbgraph.core.staging.state.described import describe, difference
from nbgraph.core.staging.state.records import fitted, matched
from nbgraph.core.staging.trace.kind_questions import one_of
from nbgraph.core.staging.trace.recorder import Frame, user_frame
from nbgraph.core.staging.values.kinds import Kind, changed, register
from nbgraph.core.staging.values.values import (
    LeafType,
    cast,
    is_dynamic,
    is_traced,
    leaf_names,
    leaves_of,
    rebuilt,
    type_of,
)

_FEW = 3  # the most numbers that a graph shows one by one
_DEEP = 4  # the most operations in one another that are repeated for a whole array
# operations that round alike for a number and in an array; a choice is left out: its result is there already
_EXACT = {"add", "sub", "mul", "div", "neg", "abs", "max", "min", "and", "or", "not", "convert_element_type"}
_EXACT |= {"eq", "ne", "lt", "le", "gt", "ge", "copy"}


class ItemsDifferError(StagingError):
    """A list or tuple is indexed at run time, but its items have different types.

    A graph can choose among numbers of one type, or arrays of one shape and dtype, but not between an int and a float.
    """

    id = "items-differ"


def _with_texts(items: list[Any] | tuple[Any, ...] | str) -> list[Any]:
    """Return the items with joint tables for their strings, and for truth values among numbers."""
    leaves = [leaf for item in items for leaf in leaves_of(item, is_chosen)[0]]
    if not any(map(is_textual, leaves)) and not is_mixed(map(type_of, filter(is_dynamic, leaves))):
        return list(items)
    every = items[0]
    for part in items[1:]:
        every = matched(every, part)[0]
    return [fitted(part, every) for part in items]


_WHICH = "which of several functions this is, is only known at run time"
_IN_EACH = "what is needed of each function in the `if` that selects it; or `lambda x: f(x)` where it is passed on"
_BY_LIBRARIES = ("__code__", "__defaults__")  # as `jax.grad(f)` does
_ASKED = ("__doc__", "__module__", "__code__", "__defaults__", "__annotations__", "__dict__")


class _OneOfKind(Kind):
    by_value = True

    def parts(self, value: OneOf) -> dict[str, Any]:
        return {"which": value.index}

    def remade(self, value: OneOf, parts: Any) -> Any:
        return OneOf(value.functions, parts["which"])

    def is_alike(self, value: OneOf, other: Any) -> bool:
        return type(other) is OneOf and value.functions == other.functions

    def truth(self, value: OneOf) -> Any:
        return True

    def stands_for(self, value: OneOf) -> type:
        if len(kinds := set(map(type, value.functions))) > 1:
            raise ListItemError(_WHICH + ", and so is its class", remedy=_IN_EACH)
        return kinds.pop()

    def attribute(self, value: OneOf, name: str) -> Any:
        held = [getattr(each, name, None) for each in value.functions]
        if name in ("__name__", "__qualname__"):
            return chosen(user_frame(), held, value.index)
        if name in _ASKED or not (name.startswith("__") or all(each is None for each in held)):
            self.assign(value, name, None)
        raise AttributeError(f"'function' object has no attribute '{name}'", name=name, obj=value.functions[0])

    def assign(self, value: OneOf, name: str, _: Any) -> NoReturn:
        asked = f"so is whose `{name}` this is" if name not in _BY_LIBRARIES else "here Python must know which"
        raise ListItemError(f"{_WHICH}, and {asked}", remedy=_IN_EACH)

    def version(self, function: Any) -> Callable[..., Any] | None:
        return {operator.is_: operator.eq, operator.is_not: operator.ne}.get(function)

    def finished(self, value: OneOf) -> Any:
        if is_traced(value.index):
            raise ListItemError(_WHICH + ", and it leaves the graph here", remedy="`f(x)` or `f.__name__` in its place")
        return value.functions[int(value.index)]

    def described(self, value: OneOf) -> str:
        return f"one of {len(value.functions)} functions"

    def called(self, value: OneOf, *arguments: Any, **keywords: Any) -> Any:
        frame = user_frame()
        here = Frame(None, frame.file, frame.place)

        def from_(k: int) -> Any:
            call = partial(callback(value.functions[k]), *arguments, **keywords)
            if k == len(value.functions) - 1:
                return call()
            return stage_if(here, value.index == k, call, lambda: from_(k + 1), (), ("the result",), "item")

        return from_(0)


register(OneOf, _OneOfKind())
for _name in ("__doc__", "__module__"):  # which Python would find in the class
    setattr(OneOf, _name, property(partial(_OneOfKind().attribute, name=_name)))
OneOf.__name__ = "function"  # Python's own messages name the class


def chosen(frame: Frame, items: list[Any] | tuple[Any, ...] | str, index: Any, what: str = "the index") -> Any:
    """Return the item at a traced index; `what` names the index in messages."""
    index = index.astype(int)
    if all(map(is_textual, items)) and not any(map(is_chosen, items)):
        return text_at(jnp.where(index < 0, index + len(items), index), list(items))
    if are_functions(items) or (
        not isinstance(items, str) and (are_objects(items) or all(isinstance(each, List) for each in items))
    ):
        return one_of_values(list(items), jnp.where(index < 0, index + len(items), index))
    columns, finished = _columns(frame, items, what)
    found = finished([_stacked(column, index) for column in columns], columns)
    for part, other in (pair for item in items for pair in list_pairs(item, found)):
        note_one_of(other, part)
    return found


def chosen_in_order(frame: Frame, items: list[Any], order: Any) -> list[Any]:
    """Return the items at traced indices, gathered in one operation per leaf if possible."""
    if all(map(is_textual, items)) or are_functions(items) or are_objects(items):
        return [chosen(frame, items, index, "the order") for index in order]
    columns, finished = _columns(frame, items, "the order")
    moved = [jnp.take(column(each), order, 0, mode="clip") if is_dynamic(each[0]) else each[0] for each in columns]
    return [
        finished([leaf[place] if is_traced(leaf) else leaf for leaf in moved], columns) for place in range(len(order))
    ]


_Columns = list[tuple[Any, ...]]


def _columns(frame: Frame, given: Any, what: str) -> tuple[_Columns, Callable[[list[Any], _Columns], Any]]:
    """Return the leaves at each position of some items, and a function that builds an item of selected leaves."""
    items = in_one_form(_with_texts(given))
    split = [leaves_of(part) for part in items]
    first, tree = split[0]
    for part, (leaves, other) in zip(items, split, strict=True):
        alike = other == tree and all(map(_alike, first, leaves))
        if not alike:
            where, one, another = difference("item", items[0], part)
            if where == "item" and describe(one) == describe(another):
                raise ItemsDifferError(
                    f"{what} is only known at run time, and so is which object it is, as each item is {describe(one)}",
                    span=frame.span,
                    remedy="an `if` for each item, as `if i == 0:`",
                )
            kinds = "the items are not of one kind" if where == "item" else f"`{where}` is not of one kind"
            raise ItemsDifferError(
                f"{what} is only known at run time, and {kinds}: {describe(one)} and {describe(another)}",
                span=frame.span,
                remedy=_alike_instead(one, another),
                variable=leaf_names("", items[0])[0],
            )
    has_arrays = any(type(leaf) is np.ndarray for leaves, _ in split for leaf in leaves)

    def finished(leaves: list[Any], columns: _Columns) -> Any:
        for leaf, others in zip(leaves, columns, strict=True):
            if is_dynamic(others[0]):
                one_of(leaf, others)
        found = rebuilt(tree, leaves, items[0])
        found = frozen(_with_own_lists(found)) if has_lists(found) else found
        note_copies(found, frame.span)
        note_read(found, list(given))
        if has_arrays:
            note_array_copies(leaves_of(found)[0], frame.span)
        return found

    return list(zip(*(leaves for leaves, _ in split), strict=True)), finished


def _alike_instead(first: Any, other: Any) -> str:
    """Suggest what to write in place of items of two types."""
    numbers = sorted((first, other), key=lambda item: isinstance(item, float))
    if all(type(item) in (bool, int, float) for item in numbers):
        return f"items of one kind, as `{float(numbers[0])}` in place of `{numbers[0]}`"
    if all(is_dynamic(item) for item in (first, other)):
        return "arrays of one shape and dtype; or an `if` for each item, as `if i == 0:`"
    if all(isinstance(item, str) for item in (first, other)):
        return "tuples as the items, as `('x', 1)`, whose strings may differ"
    return "an `if` for each item, as `if i == 0:`; or items of one kind"


def _with_own_lists(value: Any) -> Any:
    if type(value) is list:
        return frozen(List(map(_with_own_lists, value)))
    return changed(value, _with_own_lists)


def _alike(a: Any, b: Any) -> bool:
    if not (is_dynamic(a) and is_dynamic(b)):
        return a is b or (type(a) is type(b) and isinstance(a, str | type(None)) and a == b)
    kinds = type_of(a), type_of(b)
    return kinds[0].shape == kinds[1].shape and kinds[0].dtype_kind == kinds[1].dtype_kind


def _stacked(leaves: tuple[Any, ...], index: Any) -> Any:
    return column(leaves)[index] if is_dynamic(leaves[0]) else leaves[0]


def column(leaves: Sequence[Any]) -> Any:
    """Return the same as `jnp.stack` for the leaves at one position of many items, in fewer operations."""
    kinds = [type_of(leaf) for leaf in leaves]
    one_type = len({(kind.shape, kind.dtype) for kind in kinds}) == 1 and not kinds[0].shape
    if len(leaves) <= _FEW or not one_type or _jax.in_parts() or (found := _found(leaves)) is None:
        return jnp.stack([jnp.asarray(leaf) for leaf in leaves])
    found = cast(found, LeafType((len(leaves),), kinds[0].dtype, weak=False))
    return _jax.weak(found) if all(kind.weak for kind in kinds) else found


def _found(leaves: Sequence[Any], depth: int = _DEEP) -> Any:
    """Return some numbers as an array, if they are known, equal, slices of a few arrays, or sums of such; else None."""
    known = [_jax.known_number(leaf) for leaf in leaves]
    if all(number is not None and not np.ndim(number) for number in known):
        return jnp.asarray(np.array(known, type_of(leaves[0]).dtype))
    if all(leaf is leaves[0] for leaf in leaves):
        return jnp.broadcast_to(leaves[0], (len(leaves),))
    runs = [list(run) for _, run in itertools.groupby(map(origin, leaves), lambda place: id(place[0]))]
    if len(runs) <= len(leaves) // _FEW and all(run[0][0] is not None for run in runs):
        return jnp.concatenate([_items(run[0][0], [position for _, position in run]) for run in runs])
    return _made_alike(leaves, depth) if depth else None


def _made_alike(leaves: Sequence[Any], depth: int) -> Any:
    """Return some numbers as an array, if each is made by the same operation; else None."""
    makers = [_jax.maker_of(leaf) for leaf in leaves]
    first = makers[0]
    if first is None or first.primitive.name not in _EXACT or not _jax.do_the_same(makers):
        return None
    columns = []
    for operands in zip(*(maker.in_tracers for maker in makers), strict=True):
        if len({(operand.shape, operand.dtype) for operand in operands}) > 1 or operands[0].shape:
            return None
        if (found := _found(operands, depth - 1)) is None:
            return None
        columns.append(found)
    with _jax.placed(first):
        return _jax.bound(first, columns)[0]


def origin(leaf: Any) -> tuple[Any, int]:
    """Return the array that a number was sliced from, and its index; None for any other number."""
    array, starts, _ = sliced_from(leaf)
    return (array, starts[0]) if array is not None and array.ndim == 1 else (None, 0)


def _items(array: Any, positions: list[int]) -> Any:
    is_whole = positions == list(range(len(array)))
    return array if is_whole else jnp.take(array, np.array(positions, np.int32), mode="clip")
