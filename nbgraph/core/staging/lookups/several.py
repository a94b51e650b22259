"""Operate on values whose type is known at run time only: `best = None` before a loop that assigns a number.

Such a value is an enumerated value, and one row of its table is "the number itself". An operation is done for each
row: for a string or None in advance, for the number in the graph. A row for which Python raises (`None + 1`) raises
when the graph runs and selects that row; rows that the enclosing conditions exclude, as inside `if best is not None`,
never raise.
"""

from __future__ import annotations

import enum
import functools
import inspect
import operator
import types
from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from nbgraph.core.errors import StagingError
from nbgraph.core.staging.effects import effects
from nbgraph.core.staging.effects.tries import refuse_in_try
from nbgraph.core.staging.enumerated.deferred import DeferredError
from nbgraph.core.staging.enumerated.joins import as_chosen
from nbgraph.core.staging.enumerated.placeholders import DeferredString, holds_placeholder, shown, text
from nbgraph.core.staging.enumerated.values import (
    ITSELF,
    ChosenText,
    ChosenTextError,
    ChosenValue,
    LookedUpError,
    Whole,
    alternatives,
    as_number,
    chosen_among,
    is_chosen,
    is_excluded,
    is_member,
    is_textual,
    key_of,
    without_name,
)
from nbgraph.core.staging.trace import context, implications
from nbgraph.core.staging.trace.user_frames import user_frames
from nbgraph.core.staging.values.values import is_dynamic, is_traced, same_constant, type_of


def attribute(value: ChosenValue, name: str, asked: Callable[..., Any]) -> Any:
    """Return an attribute of the selected member of an enumeration.

    Args:
        asked: applies a function to each alternative.

    Raises:
        ChosenTextError: it is a method or a property of the user's, which would run for each member.
    """
    members = [known for _, known in value.texts if is_member(known)]
    for known in members:
        written = inspect.getattr_static(type(known), name, None)
        if name.startswith("__") or (isinstance(written, _WRITTEN) and name not in ("name", "value")):
            raise ChosenTextError(
                f"`{name}` is asked of a member of {type(known).__name__} that is only chosen at run time"
                f" ({value.described})",
                remedy="a function of the member with an `if` for each, or its `name` or `value`",
            )
    sizes = {len(found) if type(found := getattr(known, name, None)) is tuple else -1 for known in members}
    if len(sizes) == 1 and (size := sizes.pop()) >= 0:
        return tuple(asked(lambda known, place=place: getattr(known, name)[place], value) for place in range(size))
    return asked(lambda known: getattr(known, name), value)


_WRITTEN = (types.FunctionType, property, classmethod, staticmethod, functools.cached_property)


def of_value(kind: Any, value: Any) -> Any:
    """Stage `Kind(value)` for a run-time number: return the member, or raise at run time if there is none."""
    members = [member for member in kind if isinstance(member.value, bool | int | float)]
    found: Any = np.int32(len(members))
    for place in reversed(range(len(members))):
        found = jnp.where(value == members[place].value, np.int32(place), found)
    problem = ValueError(text(f"{shown(value)!r} is not a valid {kind.__qualname__}"))
    frames = user_frames()
    refuse_in_try(ValueError, frames[-1].span)
    late, values = DeferredError.of(problem)
    effects.require(found < len(members), effects.Check(frames[-1].span, late, frames), values)
    return chosen_among(jnp.minimum(found, len(members) - 1), [(member, ()) for member in members])


def names_member(function: Any, arguments: tuple[Any, ...]) -> bool:
    """Whether a call looks up an enumeration member by a run-time number."""
    if not isinstance(function, enum.EnumMeta) or issubclass(function, enum.Flag) or len(arguments) != 1:
        return False
    kind: Any = function
    missing: Any = enum.Enum._missing_
    inherits = getattr(kind._missing_, "__func__", None) is missing.__func__
    (value,) = arguments
    if not inherits or not is_traced(value) or type_of(value).shape:
        return False
    return all(map(is_member, kind)) and any(isinstance(member.value, bool | int | float) for member in kind)


_NEVER = object()  # the answer for a row that is excluded or raises


def asked(function: Callable[..., Any], *arguments: Any) -> Any:
    """Apply a function to values whose types are known at run time only: to each alternative, and select the result.

    Args:
        function: gets the arguments' values; must have no effects.
        *arguments: at least one a `ChosenValue`.

    Raises:
        ChosenTextError: no value of the graph can represent all results.
    """
    numbers = tuple(map(as_number, arguments))
    if not any(map(is_chosen, numbers)):
        return function(*numbers)
    return by_kind(function, *numbers)


def by_kind(function: Callable[..., Any], *arguments: Any) -> Any:
    """Do what `asked` does, but keep `True` and numbers as separate alternatives."""
    given, parts = operands(arguments)
    position, rows = alternatives(parts)
    answers: list[Any] = []
    raised: dict[int, Exception] = {}
    for place, row in enumerate(rows):
        answers.append(_NEVER)
        if is_excluded(parts, row):
            continue
        known = dict(zip(map(key_of, parts), row, strict=True))
        each = [_of(part, known[key_of(part)]) if isinstance(part, ChosenText) else part for part in given]
        try:
            answers[-1] = _answer(function, each)
        except (StagingError, jax.errors.JAXTypeError):
            raise
        except Exception as error:  # what Python raises here, the graph does
            raised[place] = error
    effects.raise_where(position, raised, len(rows))
    found = _chosen(parts, position, answers)
    note_claims(parts, found, rows, answers)
    return found


def operands(arguments: Sequence[Any]) -> tuple[list[Any], list[ChosenText]]:
    """Return the arguments with strings with placeholders enumerated, and the enumerated ones, each once."""
    given = [as_chosen(part) if holds_placeholder(part) else part for part in arguments]
    return given, list({key_of(part): part for part in given if isinstance(part, ChosenText)}.values())


def _of(part: ChosenText, number: int) -> Any:
    """Return the alternative with this number."""
    text, values = dict(part.texts)[number], part.values_of[number]
    if isinstance(text, Whole):
        return values
    if text == ITSELF:
        return values[0]
    return DeferredString("").fail() if values else text


def _answer(function: Callable[..., Any], given: list[Any]) -> Any:
    """Apply the function to one alternative; raise Python's error for numbers, not the one for tracers."""
    if any(map(is_textual, given)):
        function(*(_example(part) if is_traced(part) else part for part in given))
    return function(*given)


def _example(traced: Any) -> Any:
    kind = type_of(traced)
    return {"b": True, "i": 1, "u": 1, "f": 1.0, "c": 1j}[kind.dtype_kind] if kind.shape == () else traced


def _chosen(parts: list[ChosenText], position: Any, answers: list[Any]) -> Any:
    """Return the answer at a run-time position; numbers of one type are merged into one number."""
    live = [(place, answer) for place, answer in enumerate(answers) if answer is not _NEVER]
    if not live:
        return _of(parts[0], parts[0].texts[0][0])  # this code is never reached
    first = live[0][1]
    if all(same_constant(answer, first) for _, answer in live):
        return first
    if not all(is_textual(answer) or is_dynamic(answer) for _, answer in live) or any(
        isinstance(answer, ChosenText) or holds_placeholder(answer) for _, answer in live
    ):
        raise ChosenTextError(
            f"what is asked here of a value whose kind is known at run time only ({parts[0].described}) is of several"
            " kinds",
            remedy="decide by `is None` first, or use a number that stands for nothing, as -1 or `math.nan`",
        )
    numbers: dict[Any, Any] = {}
    for place, answer in live:
        if not is_textual(answer):
            kind = (type_of(answer).dtype, type_of(answer).shape)
            numbers[kind] = jnp.where(position == place, answer, numbers[kind]) if kind in numbers else answer
    if len(numbers) == 1 and not any(is_textual(answer) for _, answer in live):
        return next(iter(numbers.values()))
    row = {
        place: (answer, ())
        if is_textual(answer)
        else (ITSELF, (numbers[type_of(answer).dtype, type_of(answer).shape],))
        for place, answer in live
    }
    return chosen_among(position, [row.get(place, row[live[0][0]]) for place in range(len(answers))])


def note_claims(parts: list[ChosenText], found: Any, rows: list[tuple[int, ...]], answers: list[Any]) -> None:
    """Note which rows give which truth value: where it is the opposite, the row is excluded."""
    log = context.here().log
    if log is not None and len(parts) == 1 and implications.is_flag(found):
        known = {row[0]: answer for row, answer in zip(rows, answers, strict=True) if isinstance(answer, bool)}
        log.text_claims.append((parts[0].number, found, known))


def truth_of(value: ChosenValue) -> Any:
    """Return the truth value of an enumerated value: a string is not empty, a number is not zero."""
    return asked(_truth, value)


def _truth(value: Any) -> Any:
    if not is_traced(value) or type_of(value).shape != ():
        return bool(value)
    return value if type_of(value).dtype_kind == "b" else value != 0


def same(left: Any, right: Any) -> Any:
    """Return `left == right`, if the type of one of them is known at run time only."""
    return asked(_same, left, right)


def number_in(value: Any) -> Any:
    """Return the number if a value can be nothing but a number; any other value unchanged."""
    if not isinstance(value, ChosenValue):
        return without_name(value)
    numeric = all(text == ITSELF or isinstance(text, int | float) for _, text in value.texts)
    return asked(without_name, value) if numeric else value


def _same(left: Any, right: Any) -> Any:
    left, right = without_name(left), without_name(right)
    if is_dynamic(left) and is_dynamic(right):
        return left == right
    if isinstance(left, tuple) and isinstance(right, tuple):
        pairs = [_same(one, other) for one, other in zip(left, right, strict=False)]
        return len(left) == len(right) and functools.reduce(operator.and_, pairs, True)
    return is_textual(left) and is_textual(right) and left == right


def indexed(items: Any, index: Any) -> Any:
    """Return the array to index, if a value may be an array or something else; any other value unchanged."""
    if not isinstance(items, ChosenValue):
        return items
    return asked(lambda known: known if is_dynamic(known) else known[index], items)


def unpacked(value: ChosenValue) -> Any:
    """Return the items of a value that may be a tuple of one length, or None; refuse other alternatives."""
    wholes = {text for _, text in value.texts if text is not None}
    if len(wholes) != 1 or not isinstance(size := wholes.pop(), Whole):
        value.refuse("is taken apart here, and its length must be known for that")
    return iter([asked(lambda known, k=k: _item(known, k), value) for k in range(size.count)])


def length_of(value: ChosenValue) -> int:
    """Return the length of a value that is a tuple of one length on this path; refuse any other."""
    sizes = {text for number, text in value.texts if not is_excluded([value], (number,))}
    if len(sizes) != 1 or not isinstance(size := sizes.pop(), Whole):
        value.refuse("is measured here, in a place that must know its length")
    return size.count


def part_of(value: ChosenValue, index: Any) -> Any:
    """Return an item of a value that may be a tuple or None."""
    if is_traced(index) or not any(isinstance(text, Whole) for _, text in value.texts):
        value.refuse("is indexed here, where it must be known that it is no number")
    return asked(lambda known: known[index], value)


def _item(known: Any, place: int) -> Any:
    if known is None:
        raise TypeError("cannot unpack non-iterable NoneType object")
    return known[place]


def index_of(items: Any, index: Any) -> Any:
    """Return the index in a value that may be an index or something else, for which Python's error is raised."""
    is_dict = type(items) is dict
    if not isinstance(index, ChosenValue) or (isinstance(items, dict) and not is_dict) or is_dynamic(items):
        return index
    if type(items).__module__.partition(".")[0] == "jax":  # `v.at`
        return place_in_array(index)

    def known(value: Any) -> Any:
        if is_textual(value := without_name(value)):
            if is_dict and value not in items:
                raise KeyError(value)
            if is_dict:
                return value
            kind = type(items).__name__ if isinstance(items, str | tuple) else "list"
            raise TypeError(f"{kind} indices must be integers or slices, not {type(value).__name__}")
        return value

    return asked(known, index)


def place_in_array(index: Any) -> Any:
    """Return an index for an array that is assigned to, or that has several indices; refuse a possible None."""
    if isinstance(index, tuple):
        return tuple(place_in_array(part) for part in index)
    if not isinstance(index, ChosenValue):
        return index
    refuse_mask(index)

    def known(value: Any) -> Any:
        if is_textual(value := without_name(value)):
            raise ChosenTextError(
                f"this index of an array may be {value!r} here, and what stands there would have another shape",
                remedy="ask before, `if i is not None:`; or a number that stands for nothing, as -1",
            )
        return value

    return asked(known, index)


def refuse_mask(index: ChosenValue) -> None:
    """Refuse an index of an array that may be `True`, which is a mask and not a number."""
    if any(type_of(part).dtype_kind == "b" for part in index.values):
        raise ChosenTextError(
            "this index of an array may be True or False here, which choose all of the array or nothing of it",
            remedy="`int(i)` in its place, which is a number on every path",
        )


def _attribute(value: ChosenValue, name: str) -> Any:
    """Return a method of strings that asks each alternative, or the attribute of an enumeration's members."""
    if name == "__jax_array__":
        if isinstance(number := number_in(value), ChosenValue):
            raise AttributeError(name)
        return lambda: jnp.asarray(number)
    if any(is_member(known) for _, known in value.texts):
        return attribute(value, name, asked)
    if name.startswith("_") or not hasattr(str, name):
        raise AttributeError(f"a value that may be {value.described} has no attribute {name!r} for all of these")
    return lambda *others: asked(lambda known, *rest: getattr(known, name)(*rest), value, *others)


_NAMES = ["add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and", "or", "xor", "lshift", "rshift"]
_BINARY = {name: getattr(operator, f"__{name}__") for name in _NAMES}
_COMPARED = {"lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge}
_UNARY = {"neg": operator.neg, "pos": operator.pos, "abs": abs, "invert": operator.invert, "round": round}


def _asking(name: str) -> Callable[..., Any]:
    return by_kind if name in ("and", "or", "xor") else asked  # `True & True` is not a number


def _operators() -> None:
    kind: Any = ChosenValue
    for name, function in (_BINARY | _COMPARED).items():
        ask = _asking(name)
        setattr(kind, f"__{name}__", lambda left, right, ask=ask, function=function: ask(function, left, right))
    for name, function in _BINARY.items():
        ask = _asking(name)
        setattr(kind, f"__r{name}__", lambda right, left, ask=ask, function=function: ask(function, left, right))
    for name, one in _UNARY.items():
        setattr(kind, f"__{name}__", lambda value, *more, one=one: asked(lambda known: one(known, *more), value))
    kind.__eq__ = same
    kind.__ne__ = lambda left, right: implications.opposite(same(left, right))
    kind.__getattr__ = _attribute
    kind.__iter__ = unpacked
    kind.__getitem__ = part_of
    kind.__len__ = length_of
    kind.__index__ = lambda value: value.refuse("is an index here, in a place that must know it", LookedUpError)
    kind.__array_ufunc__ = None  # so that NumPy leaves operators to these


_operators()
