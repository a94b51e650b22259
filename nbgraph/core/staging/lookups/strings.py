"""Answer questions on enumerated strings: for each string in advance, looked up at run time."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import jax.numpy as jnp
import numpy as np

from nbgraph.core.errors import StagingError
from nbgraph.core.source.support.rows import Fact
from nbgraph.core.source.support.table import methods_that
from nbgraph.core.staging.effects import effects
from nbgraph.core.staging.enumerated.joins import as_chosen
from nbgraph.core.staging.enumerated.placeholders import (
    DeferredString,
    changed,
    holds_placeholder,
    placeholder_of,
    settled,
    spelled_out,
)
from nbgraph.core.staging.enumerated.values import (
    ITSELF,
    ChosenText,
    ChosenTextError,
    ChosenValue,
    ManyStringsError,
    alternatives,
    chosen_among,
    is_chosen,
    is_excluded,
    is_member,
    is_textual,
    key_of,
)
from nbgraph.core.staging.lookups.several import note_claims, operands
from nbgraph.core.staging.lookups.several import same as same_value
from nbgraph.core.staging.lookups.several import truth_of as truth_of_value
from nbgraph.core.staging.trace import context, implications
from nbgraph.core.staging.values.kinds import Kind, kind_of, register, version
from nbgraph.core.staging.values.values import is_traced

_METHODS = methods_that(Fact.PURE, "string")


def is_change(method: str, arguments: Sequence[Any], named: dict[str, Any]) -> bool:
    """Whether a method returns a string for every string, and its arguments are known.

    >>> is_change("ljust", (8,), {}), is_change("find", ("a",), {})
    (True, False)
    """
    is_known = all(isinstance(each, str | int) and not holds_placeholder(each) for each in arguments)
    return method in _METHODS and is_known and not named


def are_changeable(text: ChosenText) -> bool:
    """Whether every alternative is a plain string: no None, number or enumeration member."""
    return all(isinstance(one, str) and one != ITSELF and not is_member(one) for _, one in text.texts)


def each_changed(text: ChosenText, method: str, *arguments: Any) -> ChosenText:
    """Apply a method to each alternative; the run-time values in it stay the same."""
    position, rows = alternatives([text])
    made = {number: settled(str.__str__(changed(one, method, *arguments))) for number, one in text.texts}
    return chosen_among(position, [(made[number], tuple(text.values_of[number])) for (number,) in rows])


def mapped(function: Callable[..., Any], *arguments: Any) -> Any:
    """Apply a function to each alternative of enumerated strings, and look the result up at run time.

    Raises:
        TextOfTracedError: a string has run-time values in it.
        ChosenTextError: the results have no common type in a graph.
    """
    given, parts = operands(arguments)
    if any(part.values for part in parts):
        return _of_characters(function, given)
    position, rows = alternatives(parts)

    def answer(row: tuple[int, ...]) -> Any:
        known = {key_of(part): dict(part.texts)[number] for part, number in zip(parts, row, strict=True)}
        return function(*(known[key_of(p)] if isinstance(p, ChosenText) else p for p in given))

    answers = asked_each(parts, position, rows, answer)
    found = answered(position, answers, parts)
    note_claims(parts, found, rows, answers)
    return found


def _of_characters(function: Callable[..., Any], given: Sequence[Any]) -> Any:
    """Apply a function to strings with run-time values in them, spelled out."""
    spelled = tuple(spelled_out(each) if is_chosen(each) else each for each in given)
    return (version(function, spelled) or function)(*spelled)


def asked_each(
    parts: Sequence[ChosenText], position: Any, rows: list[tuple[int, ...]], answer: Callable[[tuple[int, ...]], Any]
) -> list[Any]:
    """Return the answer for each combination of strings; the graph raises what an answer raises."""
    answers: list[Any] = []
    raised: dict[int, Exception] = {}
    for place, row in enumerate(rows):
        try:
            answers.append(answer(row))
        except StagingError:
            raise
        except Exception as error:
            answers.append(_NEVER)
            if not is_excluded(parts, row):
                raised[place] = error
    effects.raise_where(position, raised, len(rows))
    some = next(answer for answer in answers if answer is not _NEVER)
    return [some if answer is _NEVER else answer for answer in answers]


_NEVER = object()  # the answer for an excluded string


def text_at(position: Any, texts: list[Any]) -> Any:
    """Return the string at a position, which is clipped to the range."""
    return answered(jnp.clip(position, 0, len(texts) - 1).astype(np.int32), texts)


def answered(position: Any, answers: list[Any], parts: Sequence[ChosenText] = ()) -> Any:
    """Return the answer at a run-time position: a string, a truth value or a number."""
    first = answers[0]
    if all(type(answer) is type(first) and answer == first for answer in answers):
        return first
    if all(map(is_textual, answers)):
        return chosen_among(position, [(answer, ()) for answer in answers])
    kinds = {type(answer) for answer in answers}
    if kinds == {bool}:
        return _any_of(position, [place for place, answer in enumerate(answers) if answer], len(answers))
    if kinds in ({int}, {float}):
        table = jnp.asarray(answers)
        return table[position]
    described = parts[0].described if parts else "several"
    raise ChosenTextError(
        f"what is asked here of a text that is chosen at run time ({described}) has answers that no graph can hold",
        remedy="ask for a number, a truth value or another text; or decide in an `if` by what chooses the text",
    )


def _any_of(position: Any, wanted: list[int], size: int) -> Any:
    if not is_traced(position):
        return int(position) in wanted
    if len(wanted) * 2 > size:
        others = [position != place for place in range(size) if place not in wanted]
        return functools.reduce(operator.and_, others)
    return functools.reduce(operator.or_, [position == place for place in wanted])


def repeated(text: str, times: Any) -> Any:
    """Return `"#" * n`, or for a truth value, as in `"Fizz" * (n % 3 == 0)`, the string or "".

    Args:
        times: any value; a run-time integer gives a string with a placeholder.

    Raises:
        TypeError: `times` is a run-time number, but no integer.
    """
    if not is_traced(times) or times.shape or context.here().log is None:
        return text * times
    if times.dtype == np.bool_:
        return _text_or_none(text, times)
    if not np.issubdtype(times.dtype, np.integer):
        raise TypeError("can't multiply sequence by non-int of type 'float'")
    return DeferredString(placeholder_of(times, "*", text))


def _text_or_none(text: str, truth: Any) -> ChosenText:
    position = truth.astype(np.int32)
    found = chosen_among(position, [("", ()), (text, ())])
    log = context.here().log
    if log is not None and text:
        numbers = {known: number for number, known in found.texts}
        log.text_claims.append((found.number, truth, {numbers[""]: False, numbers[text]: True}))
    return found


def truth_of(chosen: ChosenText) -> Any:
    """Return whether an enumerated string is not empty; for a number whether it is not zero."""
    return truth_of_value(chosen) if isinstance(chosen, ChosenValue) else mapped(bool, chosen)


class _Enumerated(Kind):
    def sequence(self, value: ChosenText) -> Any:
        characters = spelled_out(value)
        return kind_of(characters).sequence(characters)

    def truth(self, value: ChosenText) -> Any:
        return truth_of(value)

    def described(self, value: ChosenText) -> str:
        return value.described


register(ChosenText, _Enumerated())


def same(left: Any, right: Any) -> Any:
    """Return `left == right`, if one of them is enumerated."""
    if isinstance(left, ChosenValue) or isinstance(right, ChosenValue):
        return same_value(left, right)
    return is_textual(left) and is_textual(right) and mapped(operator.eq, left, right)


def same_object(left: Any, right: Any) -> Any:
    """Return `left is right`, if one is enumerated; equal strings count as one object."""
    if left is right:
        return True
    sides = [replace(side, values=()) if isinstance(side, ChosenText) else side for side in (left, right)]
    return all(map(is_textual, sides)) and mapped(_is_one, *sides)


def _is_one(left: Any, right: Any) -> bool:
    return left is right or (isinstance(left, str) and left == right and not holds_placeholder(left))


def _attribute(text: ChosenText, name: str) -> Any:
    """Return a method of strings that asks each alternative."""
    if name.startswith("_") or not hasattr(str, name):
        raise AttributeError(f"'str' object has no attribute {name!r}")
    method = getattr(str, name)

    def asked(*others: Any, **named: Any) -> Any:
        if text.values and are_changeable(text) and is_change(name, others, named):
            return each_changed(text, name, *others)
        if text.values:
            return getattr(spelled_out(text), name)(*others, **named)
        return mapped(lambda known, *rest: method(known, *rest, **named), text, *others)

    return asked


def _added(left: Any, right: Any) -> Any:
    if not (is_textual(left) and is_textual(right)) or isinstance(right, ChosenValue):
        return NotImplemented
    if any(isinstance(side, ChosenText) and any(text is None for _, text in side.texts) for side in (left, right)):
        return mapped(operator.add, left, right)
    try:
        return as_chosen(
            DeferredString("".join(part if isinstance(part, str) else str(part) for part in (left, right)))
        )
    except ManyStringsError as error:
        return spelled_out(left, error) + spelled_out(right, error)


def _compared(function: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    def compare(left: Any, right: Any) -> Any:
        others = is_textual(right) and not isinstance(right, ChosenValue)
        return mapped(function, left, right) if others else NotImplemented

    return compare


def _operators() -> None:
    kind: Any = ChosenText
    kind.__name__ = "str"  # Python's messages show this name
    kind.__getattr__ = _attribute
    kind.__eq__ = lambda left, right: same(left, right)
    kind.__ne__ = lambda left, right: implications.opposite(same(left, right))
    for name in ("lt", "le", "gt", "ge"):
        setattr(kind, f"__{name}__", _compared(getattr(operator, name)))
    kind.__add__ = _added
    kind.__radd__ = lambda right, left: _added(left, right)
    kind.__mul__ = kind.__rmul__ = lambda text, times: _times(text, times)
    kind.__getitem__ = lambda text, index: _with_known(operator.getitem, text, index)
    kind.__contains__ = lambda text, part: text.refuse("is searched here, in a place that must know it")
    for name in ("int", "float", "index", "complex"):
        setattr(kind, f"__{name}__", lambda text: text.refuse("becomes a number here, in a place that must know it"))


def _of_marked() -> None:
    """Give strings with placeholders the operations of enumerated strings."""
    kind: Any = DeferredString
    for name in ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"):
        setattr(kind, name, functools.partialmethod(_asked_of_marked, name))
    kind.__add__ = lambda left, right: _joined(left, right) if isinstance(right, str | ChosenText) else NotImplemented
    kind.__radd__ = lambda right, left: _joined(left, right)
    for name in vars(str):
        if not name.startswith("_"):
            setattr(kind, name, functools.partialmethod(_method_of_marked, name))
    kind.__mul__ = kind.__rmul__ = functools.partialmethod(_method_of_marked, "__mul__")
    kind.__getitem__ = _item_of_marked
    kind.__format__ = _format_of_marked
    for name in ("__hash__", "__len__", "__iter__", "__bool__", "__contains__"):
        setattr(kind, name, functools.partialmethod(_asked_of_marked, name))


def _joined(left: Any, right: Any) -> DeferredString:
    return DeferredString(str.__add__(_as_string(left), _as_string(right)))


def _as_string(value: Any) -> Any:
    return str(value) if isinstance(value, ChosenText) else value


def _asked_of_marked(text: DeferredString, operation: str, *arguments: Any) -> Any:
    chosen = as_chosen(text)
    known: Any = spelled_out(text) if chosen.values else chosen
    return getattr(type(known), operation)(known, *arguments)


def _item_of_marked(text: DeferredString, index: Any) -> Any:
    chosen = as_chosen(text)
    if chosen.values and isinstance(index, slice):
        bounds = (index.start, index.stop, index.step)
        if all(bound is None or type(bound) is int for bound in bounds):
            return changed(text, ":", *bounds)
    return _asked_of_marked(text, "__getitem__", index)


def _format_of_marked(text: DeferredString, spec: str) -> str:
    if not spec:
        return str.__str__(text)
    chosen = as_chosen(text)
    return changed(text, "__format__", spec) if chosen.values else placeholder_of(chosen, "-", spec)


def _method_of_marked(text: DeferredString, name: str, *arguments: Any, **named: Any) -> Any:
    chosen = as_chosen(text)
    if chosen.values and is_change(name, arguments, named):
        return changed(text, name, *arguments)
    return getattr(spelled_out(text) if chosen.values else chosen, name)(*arguments, **named)


def _times(text: ChosenText, times: Any) -> Any:
    if text.values and are_changeable(text) and is_change("__mul__", (times,), {}):
        return each_changed(text, "__mul__", times)
    return _with_known(operator.mul, text, times)


def _with_known(function: Callable[[Any, Any], Any], text: ChosenText, other: Any) -> Any:
    if text.values or any(map(is_traced, _bounds(other))):
        return function(spelled_out(text), other)
    return mapped(function, text, other)


def _bounds(index: Any) -> tuple[Any, ...]:
    return (index.start, index.stop, index.step) if isinstance(index, slice) else (index,)


_operators()
_of_marked()
