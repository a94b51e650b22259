"""Join enumerated values: of two branches, two iterations of a loop, or the items of a list."""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Callable, Iterable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from nbgraph.core.staging.enumerated.placeholders import (
    PLACEHOLDER,
    DeferredString,
    changed,
    holds_placeholder,
    placeholders_in,
    settled,
)
from nbgraph.core.staging.enumerated.values import (
    ITSELF,
    ChosenText,
    ChosenTextError,
    ManyStringsError,
    Whole,
    alternatives,
    as_number,
    chosen_among,
    is_chosen,
    is_enumerated,
    is_member,
    is_textual,
    is_whole,
    key_of,
    refuse_many,
    texts_in,
)
from nbgraph.core.staging.enumerated.values import chosen as one_of
from nbgraph.core.staging.trace import context
from nbgraph.core.staging.values.kinds import in_same_places, kind_of, remade, side_by_side
from nbgraph.core.staging.values.objects import Record
from nbgraph.core.staging.values.values import LeafType, is_dynamic, leaves_of, type_of, zeros

Sizes = tuple[int | None, int | None]  # the numbers of rows of two values; None for an item


def joined(left: Any, right: Any) -> tuple[Any, Any]:
    """Return two values with one joint table; unchanged if they need or have none. Raise `ManyStringsError`."""
    both = (left, right)
    if not can_join(left, right) or context.here().log is None or left is right is None:
        return left, right
    known = all(map(is_textual, both)) and not any(map(is_chosen, both))
    if known and left == right and is_member(left) is is_member(right):
        return left, right
    if any(holds_placeholder(side) for side in both) and any(map(is_whole, both)):
        return left, right
    one, other = as_chosen(left), as_chosen(right)
    texts = _few(one, other)
    if one.texts == other.texts:
        return one, other
    every = {**one.values_of, **other.values_of}
    values = {key: tuple(zeros(type_of(value)) for value in found) for key, found in every.items()}
    return _among(one, texts, values), _among(other, texts, values)


def _few(one: ChosenText, other: ChosenText) -> tuple[tuple[int, Any], ...]:
    """Return the joint table of two values; raise `ManyStringsError` if it is too long."""
    texts = together(one, other)
    refuse_many(len(texts))
    if one.texts != other.texts:
        _refuse_growing(one, [text for _, text in texts])
    return texts


def together(one: ChosenText, other: ChosenText) -> tuple[tuple[int, Any], ...]:
    """Return the joint table of two values."""
    return tuple(sorted({**dict(one.texts), **dict(other.texts)}.items()))


def grows(before: Any, after: Any) -> bool:
    """Whether an iteration makes a string longer that earlier ones have made longer, too."""
    if not (isinstance(before, ChosenText) and isinstance(after, ChosenText)):
        return False
    tables = [[text for _, text in side.texts] for side in (before, after)]
    if not all(isinstance(text, str) and text != ITSELF and not is_member(text) for table in tables for text in table):
        return False
    (old, new), (short, long) = ([max(map(of, table)) for table in tables] for of in (placeholders_in, str.__len__))
    return new > old >= _MOST_WRITTEN or (len(tables[0]) >= _MOST_GROWN and long > short)


def joined_if_few(left: Any, right: Any) -> tuple[Any, Any]:
    """Return what `joined` returns; the values themselves if there are too many strings for a table."""
    try:
        return joined(left, right)
    except ManyStringsError:
        return left, right


def are_many(left: Any, right: Any) -> bool:
    """Whether two values, or parts of two tuples, have too many alternatives for a table."""
    if is_textual(left) and is_textual(right) and context.here().log is not None:
        try:
            _few(as_chosen(left), as_chosen(right))
        except ManyStringsError:
            return True
    return isinstance(left, tuple) and any(are_many(one, other) for one, other in in_same_places(left, right))


def can_join(left: Any, right: Any, sizes: Sizes = (None, None)) -> bool:
    """Whether a table can join two values: one is a string or None, or a truth value meets a number."""
    if is_textual(left) or is_textual(right):
        return all(is_textual(side) or is_dynamic(side) or is_whole(side) for side in (left, right))
    return is_truth_beside_number(left, right, sizes)


def is_truth_beside_number(left: Any, right: Any, sizes: Sizes = (None, None)) -> bool:
    """Whether one is a truth value and the other a number: `True == 1`, but Python prints them differently."""
    if not (is_dynamic(left) and is_dynamic(right)):
        return False
    kinds = type_of(left), type_of(right)
    single = all(len(kind.shape) == (size is not None) for kind, size in zip(kinds, sizes, strict=True))
    return single and is_mixed(kinds)


def is_mixed(kinds: Iterable[LeafType]) -> bool:
    """Whether some types are both truth values and numbers.

    >>> is_mixed(map(type_of, (True, 2))), is_mixed(map(type_of, (1, 2.5)))
    (True, False)
    """
    return {kind.dtype_kind == "b" for kind in kinds if not kind.is_key} == {True, False}


def fitted(value: Any, template: Any) -> Any:
    """Give a value the table of a template, if that includes it; else return it unchanged."""
    if not isinstance(template, ChosenText) or not can_join(template, value):
        return value
    new = joined_if_few(template, value)[1]
    return new if isinstance(new, ChosenText) and new.texts == template.texts else value


def _among(chosen: ChosenText, texts: Any, blank: dict[int, tuple[Any, ...]]) -> ChosenText:
    if texts == chosen.texts:
        return chosen
    values = {**blank, **chosen.values_of}
    return one_of(chosen.number, tuple(value for key, _ in texts for value in values[key]), texts)


def as_chosen(text: Any) -> ChosenText:
    """Return any value that a table can hold as an enumerated value, in the simplest case of one alternative."""
    if isinstance(text, ChosenText):
        return text
    if is_whole(text):
        return chosen_among(np.int32(0), [(Whole(len(text)), text)])
    if not is_textual(text):
        return chosen_among(np.int32(0), [(ITSELF, (text,))])
    if not holds_placeholder(text):
        known = text if text is None or is_member(text) else str.__str__(text)
        return chosen_among(np.int32(0), [(known, ())])
    entries = [_entry(mark) for mark in PLACEHOLDER.finditer(text)]
    found = [entry for entry in entries if isinstance(entry, ChosenText)]
    parts = list({id(part.number): part for part in found}.values())
    position, rows = alternatives(parts)
    return chosen_among(
        position, [_written(text, entries, dict(zip(map(key_of, parts), row, strict=True))) for row in rows]
    )


def _entry(mark: Any) -> Any:
    log = context.here().log
    assert log is not None
    return log.texts[int(mark.group(1))]


def _written(text: str, entries: list[Any], numbers: dict[int, int]) -> tuple[str, tuple[Any, ...]]:
    """Return a string with one alternative inserted for each enumerated string, and its run-time values."""
    values: list[Any] = []
    fresh = iter(entries)

    def piece(mark: Any) -> str:
        entry, (_, conversion, spec) = next(fresh), mark.groups()
        if not isinstance(entry, ChosenText):
            values.append(entry)
            return f"\ue0000{conversion}{spec}\ue001"
        number = numbers[key_of(entry)]
        values.extend(entry.values_of[number])
        if dict(entry.texts)[number] == ITSELF:
            return f"\ue0000{conversion}{spec}\ue001"
        if isinstance(whole := dict(entry.texts)[number], Whole):
            inside = ", ".join(["\ue0000r\ue001"] * whole.count) + ("," if whole.count == 1 else "")
            return f"({inside})" if not spec or conversion == "%" else DeferredString("").fail()
        return _shown(dict(entry.texts)[number], conversion, spec)

    return settled(PLACEHOLDER.sub(piece, text)), tuple(values)


def _shown(text: Any, conversion: str, spec: str) -> str:
    if conversion == "%":
        conversion, spec = ("r" if spec[-1:] in "ra" else "s"), _aligned(spec[:-1])
    if holds_placeholder(text):
        text = changed(text, "__repr__") if conversion == "r" else text
        return str.__str__(changed(text, "__format__", spec) if spec else text)
    value: Any = text if conversion == "-" else repr(text) if conversion == "r" else str(text)
    return format(value, spec)


def _aligned(percent: str) -> str:
    """Convert the width in `%-10s` to a format specification: `%` aligns to the right by default."""
    if not percent:
        return ""
    return "<" + percent[1:] if percent.startswith("-") else ("" if percent.startswith(".") else ">") + percent


def _refuse_growing(start: ChosenText, texts: list[Any]) -> None:
    """Refuse a string that each iteration of a loop makes longer: each length would need a row of the table."""
    known = sorted((text for text in texts if text and isinstance(text, str)), key=len)
    if len(known) >= _MOST_GROWN and all(short in long for short, long in itertools.pairwise(known)):
        raise ManyStringsError(
            f"a text grows here ({start.described}), and the graph would have to know each text that it may become",
            remedy='`print(..., end="")` for each part, where it is made; or collect numbers in a list',
        )


_MOST_WRITTEN = 2  # run-time values in a string that grows
_MOST_GROWN = 6  # strings each of which is a part of the next


_NUMBER = operator.attrgetter("number")


def numbered(left: Any, right: Any) -> tuple[Any, Any]:
    """Replace the strings in two values by their numbers, for a comparison, if one of them is enumerated.

    A string and a number compared with it, which are never equal, become two numbers that are not equal.

    Raises:
        TextOfTracedError: there are run-time values in a string.
    """
    if not (texts_in(left) or texts_in(right)):
        return left, right
    (ours, tree), (theirs, other) = (leaves_of(side, is_enumerated) for side in (left, right))
    if tree != other:
        return _with(left, _NUMBER), _with(right, _NUMBER)
    pairs = [_numbers(*pair) for pair in zip(ours, theirs, strict=True)]
    return tuple(jax.tree_util.tree_unflatten(tree, [pair[side] for pair in pairs]) for side in (0, 1))


def _numbers(left: Any, right: Any) -> tuple[Any, Any]:
    found = _changed(left, _NUMBER), _changed(right, _NUMBER)
    if is_textual(as_number(left)) == is_textual(as_number(right)):
        return found
    return np.zeros(np.shape(found[0]), np.int32), np.ones(np.shape(found[1]), np.int32)


def ranked(value: Any) -> Any:
    """Replace the strings in a value by their ranks in the order of strings, for a sort.

    Raises:
        TextOfTracedError: there are run-time values in a string.
        ChosenTextError: one may be None.
    """
    return _with(value, _ranks) if texts_in(value) else value


def _with(value: Any, change: Callable[[ChosenText], Any]) -> Any:
    leaves, tree = leaves_of(value, is_enumerated)
    return jax.tree_util.tree_unflatten(tree, [_changed(leaf, change) for leaf in leaves])


def _changed(leaf: Any, change: Callable[[ChosenText], Any]) -> Any:
    if not is_textual(leaf := as_number(leaf)):
        return leaf
    chosen = as_chosen(leaf)
    if chosen.may_be_itself:
        raise ChosenTextError(
            f"this may be {chosen.described} here, and is compared with others of which it cannot be told either",
            remedy="items of one kind, as `[x for x in xs if x is not None]`; or a number that stands for nothing",
        )
    return DeferredString("").fail() if chosen.values else change(chosen)


def _ranks(chosen: ChosenText) -> Any:
    texts = dict(chosen.texts)
    if None in texts.values():
        chosen.refuse("is sorted here, and None has no place in an order")
    if not all(isinstance(text, str) for text in texts.values()):
        chosen.refuse("is sorted here, and has no place in an order")
    least, most = min(texts), max(texts)
    order = sorted(texts, key=lambda number: str(texts[number]))
    table = np.zeros(most - least + 1, np.int32)
    for rank, number in enumerate(order):
        table[number - least] = rank
    return jnp.asarray(table)[chosen.number - least]


def alike(items: list[Any]) -> list[Any]:
    """Return the items with a joint table for the strings at the same position."""
    kind = kind_of(items[0])
    if isinstance(items[0], tuple | Record) and all(kind.is_alike(items[0], item) for item in items):
        parts = list(map(kind.parts, items))
        columns = {key: alike([each[key] for each in parts]) for key in parts[0]}
        return [remade(item, {key: columns[key][row] for key in columns}) for row, item in enumerate(items)]
    if not (_are_several_strings(items) or _are_of_several_kinds(items)):
        return items
    each = {id(item): item for item in items}  # a long list often starts with one object at all positions
    every = functools.reduce(lambda table, item: joined(table, item)[0], each.values())
    found = {key: joined(every, item)[1] for key, item in each.items()}
    return [found[id(item)] for item in items]


def _are_several_strings(items: list[Any]) -> bool:
    return all(map(is_textual, items)) and not (len(set(map(type, items))) == 1 and _are_same(items))


def _are_of_several_kinds(items: list[Any]) -> bool:
    """Whether the items are scalars mixed with strings or None, or truth values mixed with numbers."""
    numbers = [item for item in items if not is_textual(item)]
    if not numbers or not all(map(is_dynamic, numbers)) or any(map(np.ndim, numbers)):
        return False
    return len(numbers) < len(items) or is_mixed(map(type_of, numbers))


def tabled(left: Any, right: Any, sizes: Sizes) -> tuple[Any, Any]:
    """Return two items, or buffers of items, with a joint table at each position that needs one."""
    if isinstance(left, tuple | Record) or isinstance(right, tuple | Record):
        return side_by_side(left, right, lambda one, other: tabled(one, other, sizes))
    known = not is_chosen(left) and not is_chosen(right)
    if not can_join(left, right, sizes) or (known and is_textual(left) and is_textual(right) and left == right):
        return left, right
    one, other = (_rows(value, size) for value, size in zip((left, right), sizes, strict=True))
    if one.texts == other.texts:
        return one, other
    texts = together(one, other)
    first, second = (
        _with_table(part, texts, like, size) for part, like, size in zip((one, other), (other, one), sizes, strict=True)
    )
    return first, second


def item_or(here: Any, value: Any, item: Any) -> Any:
    """Return `value` where the truth value `here` holds, else an item of a list."""
    new, old = joined(value, item)
    if not isinstance(new, ChosenText):
        return jnp.where(here, new, old) if is_dynamic(new) else new
    pairs = zip((new.number, *new.values), (old.number, *old.values), strict=True)
    number, *values = (jnp.where(here, one, other) for one, other in pairs)
    return one_of(number, tuple(values), new.texts)


def _rows(value: Any, size: int | None) -> ChosenText:
    """Return an item, or rows of items, as an enumerated value."""
    if isinstance(value, ChosenText):
        return value
    if size is None:
        return as_chosen(value)
    kind = as_chosen(value if is_textual(value) else jnp.zeros(value.shape[1:], value.dtype))
    parts = tuple(_spread(part, size) for part in kind.values) if is_textual(value) else (value,)
    return one_of(_spread(kind.number, size), parts, kind.texts)


def _with_table(part: ChosenText, texts: Any, like: ChosenText, size: int | None) -> ChosenText:
    """Return the enumerated value with a larger table, and zeros for the run-time values of the added strings."""
    dropped = 0 if np.ndim(like.number) == 0 else 1
    blank = {
        key: tuple(
            jnp.zeros((() if size is None else (size,)) + np.shape(value)[dropped:], type_of(value).dtype)
            for value in values
        )
        for key, values in like.values_of.items()
    }
    return _among(part, texts, blank)


def _spread(value: Any, size: int) -> Any:
    return jnp.broadcast_to(jnp.asarray(value), (size, *np.shape(value)))


def _are_same(items: list[Any]) -> bool:
    first = items[0]
    return not isinstance(first, ChosenText) and not holds_placeholder(first) and all(item == first for item in items)
