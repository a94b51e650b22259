"""Read items at run-time indices, and assign items: in place in Python's containers, else in a new array."""

from __future__ import annotations

import enum
import operator
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from nbgraph.core._jax import under_trace
from nbgraph.core.decisions import Decision
from nbgraph.core.errors import StagingError
from nbgraph.core.staging.aliasing import copies
from nbgraph.core.staging.aliasing.references import places_of
from nbgraph.core.staging.effects import effects
from nbgraph.core.staging.enumerated.joins import as_chosen
from nbgraph.core.staging.enumerated.values import ChosenTuple, ChosenValue, alternatives, is_chosen
from nbgraph.core.staging.impure.process_state import refuse_entry
from nbgraph.core.staging.lists.choices import are_functions, as_new, assign_items
from nbgraph.core.staging.lists.contents import growing_of
from nbgraph.core.staging.lists.copies import only_item
from nbgraph.core.staging.lists.list_ import List
from nbgraph.core.staging.lists.objects import OneObject, refers
from nbgraph.core.staging.lists.selections import Selection, at_chosen, put, selected
from nbgraph.core.staging.lookups.several import asked, index_of, indexed, part_of, place_in_array, refuse_mask
from nbgraph.core.staging.lookups.strings import asked_each, mapped
from nbgraph.core.staging.operators import run_time_keys
from nbgraph.core.staging.operators.array_indices import as_arrays, at_places, listed, with_fixed_slices
from nbgraph.core.staging.operators.builtin_numbers import number, pow_
from nbgraph.core.staging.operators.item_choice import ItemsDifferError, chosen
from nbgraph.core.staging.operators.row_changes import is_put_back, of_row
from nbgraph.core.staging.operators.run_time_keys import with_entry
from nbgraph.core.staging.trace.kind_questions import refuse_truth_of_array
from nbgraph.core.staging.trace.recorder import Frame, calling_frame, record
from nbgraph.core.staging.values.undefined import Partial, Undefined
from nbgraph.core.staging.values.values import any_traced, holds_numbers, is_dynamic, is_traced, type_of


class ReadOnlyArrayError(StagingError):
    """An array is changed in place through an attribute that cannot be assigned: a property or a frozen field.

    JAX arrays are immutable, so the new array has to be stored somewhere. The same applies to the statement `v.sort()`.
    """

    id = "read-only-array"


def set_item(container: Any, index: Any, value: Any, *, back: bool = False) -> Any:
    """Return the container after `container[index] = value`: the same object, or a new one for a JAX array.

    Args:
        container: a list, dict, NumPy array, JAX array or any object with item assignment.
        value: the new item or items; converted to the array's dtype, as NumPy does.
        back: whether the value is the container's own item after a change, so that only a new array must be stored.
    """
    _check(container)
    refuse_entry(container)
    if back and (refers(value) or is_put_back(container, value)):
        return container  # the item that it refers to has changed
    if back and type(container) is OneObject and isinstance(value, list):
        assign_items(container, index, value)
        return container
    _refuse_truth(container, index)
    if type(container) is OneObject and is_chosen(index):
        container.update(set_item(as_new(container), index, value))
        return container
    container = indexed(container, index)
    index = place_in_array(index) if is_dynamic(container) else index_of(container, index)
    if is_chosen(index) and isinstance(container, dict):
        return with_entry(calling_frame(1), container, index, lambda _: value)
    if run_time_keys.is_asked(container, index):
        return run_time_keys.with_item(calling_frame(1), container, index, None, value)
    copies.note_put_back(value)
    if back and isinstance(value, jax.Array):
        _refuse_shared(container, index)
    if back and not isinstance(value, jax.Array) and not _holds_copies(container, index, value):
        return container
    copies.refuse_read(container)
    container = own_copy(container)
    if _is_array(container, index, value):
        changed = _array_with(calling_frame(1), container, index, value)
        copies.note_change(container, changed)
        return changed
    if back and isinstance(container, List):
        container.put_back(index, value)
    else:
        with of_row(container):
            container[index] = value
    return container


def update_item(container: Any, index: Any, symbol: str, value: Any) -> Any:
    """Return the container after `container[index] += value`, or another such operator."""
    _check(container)
    refuse_entry(container)
    _refuse_truth(container, index)
    in_place, plain = _OPERATORS[symbol]
    if type(container) is OneObject and is_chosen(index):
        container.update(update_item(as_new(container), index, symbol, value))
        return container
    if is_chosen(index) and isinstance(container, dict):
        return with_entry(calling_frame(1), container, index, lambda item: plain(item, value))
    if run_time_keys.is_asked(container, index):
        return run_time_keys.with_item(calling_frame(1), container, index, lambda item: plain(item, value))
    copies.refuse_read(container)
    container = own_copy(container)
    index = place_in_array(index) if is_dynamic(container) else index_of(container, index)
    if not _is_array(container, index, value):
        item = container[index]
        traced = any_traced(item, value)
        changed = plain(item, value) if traced and is_dynamic(item) else in_place(item, value)
        if not (isinstance(container, List) and isinstance(item, List) and changed is item):  # it is the same object
            with of_row(container):
                container[index] = changed
        return container
    array = jnp.asarray(container)
    if isinstance(value, Selection) and (place := selected(array, index)) is not None:
        return put(place, plain(place, value))
    if is_traced(index) and type_of(index).dtype == np.bool_ and jnp.ndim(value) == 0:
        new = plain(array, value)  # for every item; the mask selects
    else:
        old = array[as_arrays(array, index)]
        changed = _array_with(calling_frame(1), array, index, plain(old, value))
        copies.note_change(container, changed)
        return changed
    mask = index.reshape(index.shape + (1,) * (array.ndim - index.ndim))
    frame = calling_frame(1)
    record(frame, Decision(frame.span, "item", "masked", "arrays are not changed in place"))
    return jnp.where(mask, new.astype(array.dtype), array)


def _refuse_shared(container: Any, index: Any) -> None:
    """Refuse to change an array in a tuple, or an array in a list that has other references."""
    if isinstance(container, tuple):
        raise ReadOnlyArrayError(
            "an array in a tuple is changed here, and a graph has a new array then, which the tuple cannot take",
            remedy="give the array a name, and change it there; or a list in place of the tuple",
        )
    if not isinstance(container, List) or growing_of(container) is not None or not is_traced(index):
        return
    items = [item for item in list.__iter__(container) if getattr(item, "shape", ())]
    if len({id(item) for item in items}) < len(items) or any(places_of(item, container) for item in items):
        raise copies.ListCopyError(
            "one of the arrays in this list is changed here, which one is only known at run time, and one of them has"
            " another name or is in the list twice",
            remedy="a copy for each place, `rows = [a.copy() for a in rows]`; or one array with a row for each",
        )


def _holds_copies(container: Any, index: Any, value: Any) -> bool:
    """Whether reading an item has copied it, so that the changed one must be stored back."""
    if isinstance(container, List) and growing_of(container) is None and only_item(container) is value:
        return False
    if isinstance(value, List) and isinstance(container, list | tuple) and not isinstance(container, List):
        _refuse_lost(container, index)
    return isinstance(container, List) and (growing_of(container) is not None or is_traced(index))


def _refuse_lost(container: Any, index: Any) -> None:
    """Refuse the change of an item that cannot be stored back, in a tuple or a list of Python's."""
    if is_traced(index):
        kind = "tuple" if isinstance(container, tuple) else "list from outside or out of a library"
        raise copies.ListCopyError(
            f"which row of a {kind} changes is only known at run time: the change would be lost in a copy",
            remedy="`rows = [list(row) for row in table]` in the function, and `rows` in place of the table",
        )


def own_copy(container: Any) -> Any:
    """Return a container that may be changed: a copy of an item just read from buffers, to be stored back."""
    if isinstance(container, List) and container.frozen and not places_of(container):
        return container.copy()
    return container


def set_attribute(owner: Any, name: str, value: Any) -> None:
    """Assign the new array after a change of items of `owner.name`; other containers have changed in place."""
    if type(owner) is OneObject and isinstance(value, list):
        assign_items(owner, name, value)
    if not isinstance(value, jax.Array):
        return
    try:
        setattr(owner, name, value)
    except AttributeError:
        raise ReadOnlyArrayError(
            f"`{name}` is an array, which is never changed in place, and `{name}` cannot be assigned anew",
            span=calling_frame(1).span,
            remedy=f"assign the changed array to the attribute that `{name}` gets it from",
            variable=name,
        ) from None


def item(items: Any, index: Any) -> Any:
    """Return `items[index]`; at a traced index of a list or tuple, select among all items.

    Raises:
        ItemsDifferError: the items have different types.
        IndexError: the index is out of range, at run time.
    """
    items = as_new(items) if is_chosen(index) else items
    if type(items) is list and isinstance(index, slice) and under_trace():
        items = List(items)  # what is cut out of it may change at run time
    index = index_of(items, index) if isinstance(items, dict) else index
    if is_chosen(index) and isinstance(items, dict | enum.EnumMeta):
        return answer_for(calling_frame(1), index, items.__getitem__)
    if run_time_keys.is_asked(items, index):
        return run_time_keys.item_of(calling_frame(1), items, index)
    if isinstance(items, ChosenTuple):
        return part_of(items, index)
    items = items if are_functions(items) else indexed(items, index)
    if isinstance(index, ChosenValue) and is_dynamic(items):
        refuse_mask(index)
        return asked(lambda known: item(items, known), index)  # None is an index of arrays, too, and adds an axis
    index = place_in_array(index) if is_dynamic(items) else index_of(items, index)
    if type(items) is np.ndarray and holds_numbers(items.dtype) and any_traced(index):
        return _of_numpy(calling_frame(1), items, index)
    if type(items) is np.ndarray and items.dtype.kind in "UO" and is_traced(index):
        raise ItemsDifferError(
            "the index is only known at run time, and no array of a graph holds strings or objects",
            span=calling_frame(1).span,
            remedy="a list of them, as `names.tolist()[i]`",
        )
    if is_dynamic(items) and (few := at_chosen(items, index)) is not None:
        return few
    if any(listed(index)) and isinstance(items, jax.Array):
        return at_places(calling_frame(1), items, index)
    if isinstance(items, jax.Array):
        items, index = with_fixed_slices(calling_frame(1), items, index)
    _refuse_truth(items, index)
    if not (is_traced(index) and isinstance(items, list | tuple | str)) or type_of(index).shape:
        return items[index]
    if type_of(index).dtype_kind not in "iub" or type(items).__getitem__ not in _PLAIN or not items:
        return items[index]
    frame = calling_frame(1)
    kind = "string" if isinstance(items, str) else "tuple" if isinstance(items, tuple) else "list"
    record(frame, Decision(frame.span, "item", "chosen", "the index is traced"))
    found = chosen(frame, items, index)
    with effects.checking():
        position = index.astype(int)
        inside = (position >= -len(items)) & (position < len(items))
        effects.raise_unless(inside, IndexError(f"{kind} index out of range"))
    return found


def _refuse_truth(items: Any, index: Any) -> None:
    if isinstance(items, list | tuple | str):
        refuse_truth_of_array("an index", index)


def _of_numpy(frame: Frame, array: Any, index: Any) -> Any:
    """Return items of a NumPy array at a traced index, which the array itself does not accept."""
    record(frame, Decision(frame.span, "item", "chosen", "the index is traced"))
    found = jnp.asarray(array)[as_arrays(array, index)]
    copies.note_array_copies([found], frame.span)
    return found


_PLAIN = (list.__getitem__, tuple.__getitem__, str.__getitem__)


def answer_for(frame: Frame, text: Any, answer: Callable[[Any], Any]) -> Any:
    """Apply a function to an enumerated string: return the answer for the current one."""
    key = as_chosen(text)
    if key.may_be_itself:
        key.refuse("is looked up here, and which number it is, is known at run time only")
    if key.values:
        return mapped(answer, key)  # which refuses the string
    position, rows = alternatives([key])
    found = asked_each([key], position, rows, lambda row: answer(dict(key.texts)[row[0]]))
    return found[0] if len(found) == 1 else chosen(frame, found, position)


def put_back(present: Any, before: Any, after: Any) -> Any:
    """Return a name's value after `name[i] += f()`, where `f` may have rebound the name.

    Args:
        present: the present value of the name.
        before: its value when the statement began.
        after: `before` with the item assigned; another object only for an array.

    Raises:
        ReadOnlyArrayError: the value is an array, and the name may have been rebound.
    """
    if present is before:
        return after
    if after is not before:
        raise ReadOnlyArrayError(
            "the array whose item changes here is no longer what its name stands for: a call bound it anew",
            span=calling_frame(1).span,
            remedy="evaluate what changes it in a statement of its own first",
        )
    return present


def _check(container: Any) -> None:
    if isinstance(container, Undefined | Partial):
        container.fail()


def _is_array(container: Any, index: Any, value: Any) -> bool:
    if isinstance(container, np.ndarray) and any_traced(index, value):
        copies.refuse_untraced(container)
        return True
    return isinstance(container, jax.Array)


def _array_with(frame: Frame, container: Any, index: Any, value: Any) -> Any:
    array = jnp.asarray(container)
    index = as_arrays(array, index)
    if isinstance(index, Selection):
        index.refuse("an assignment at such places", "`a[mask] = ...`, with the mask itself")
    if isinstance(value, Selection):
        return _chosen_put(frame, array, index, value)
    if isinstance(value, list | tuple) or not hasattr(value, "dtype"):
        value = jnp.asarray(value)
    if value.dtype != array.dtype:
        value = value.astype(array.dtype)
    masked = is_traced(index) and index.dtype == bool and jnp.ndim(value) == 0
    record(frame, Decision(frame.span, "item", "where" if masked else "at-set", "arrays are not changed in place"))
    if masked:
        mask = index.reshape(index.shape + (1,) * (array.ndim - index.ndim))
        return jnp.where(mask, value, array).astype(array.dtype)
    return array.at[index].set(value)


def _chosen_put(frame: Frame, array: Any, index: Any, value: Selection) -> Any:
    """Store the items that one mask selects into the positions that another mask selects."""
    if (place := selected(array, index)) is None:
        value.refuse("an assignment to anything but what a mask chooses")
    record(frame, Decision(frame.span, "item", "where", "arrays are not changed in place"))
    return put(place, value)


def _arithmetic(function: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    return lambda a, b: function(_number(a), _number(b))


def _number(value: Any) -> Any:
    return int(value) if isinstance(value, bool) else number(value)


_OPERATORS: dict[str, tuple[Callable[[Any, Any], Any], Callable[[Any, Any], Any]]] = {
    "+=": (operator.iadd, _arithmetic(operator.add)),
    "-=": (operator.isub, _arithmetic(operator.sub)),
    "*=": (operator.imul, _arithmetic(operator.mul)),
    "/=": (operator.itruediv, operator.truediv),
    "//=": (operator.ifloordiv, _arithmetic(operator.floordiv)),
    "%=": (operator.imod, _arithmetic(operator.mod)),
    "**=": (operator.ipow, pow_),
    "@=": (operator.imatmul, operator.matmul),
    "<<=": (operator.ilshift, _arithmetic(operator.lshift)),
    ">>=": (operator.irshift, _arithmetic(operator.rshift)),
    "&=": (operator.iand, operator.and_),
    "|=": (operator.ior, operator.or_),
    "^=": (operator.ixor, operator.xor),
}
