"""Trace each element's infinity, nan or out-of-range item back to the operation it comes from.

Each value of the graph may carry an array of labels of its own shape: for every element the number of the operation
that
made it, or a value that it was computed from, infinite or nan. An operation passes on the labels of the elements it
takes:
a choice those of the chosen case, a sum the earliest. A program without infinities carries no labels.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import jax
import numpy as np

from nbgraph.core import _jax
from nbgraph.core.checked.dangers import Missed, is_by_index
from nbgraph.core.checked.moving import CLEAN, elementwise, moved
from nbgraph.core.checked.values import Form, Pair, Value, event_of, narrow_of, origins_of, wide_of
from nbgraph.core.records import dataclass

Labels = np.ndarray[Any, Any]
Iterations = tuple[tuple[Any, int], ...]

_SMALL = 64  # items of an operand that are worth keeping
_MISSED = 1 << 30  # labels from here on are of indices out of range, which explain less than an inf or nan
_MOST_MISSED = 1 << 20


@dataclass(frozen=True, eq=False)
class Origin:
    """An infinity or nan that no operand had."""

    # an operation, an argument of the call, or a constant of the program
    source: Literal["operation", "argument", "constant"]
    number: int  # its number in the run, the label of the elements that come from it
    value: Any  # the value, one element
    wide: Any  # the same element in wide numbers
    at: tuple[int, ...] = ()  # which element it is; () for a scalar
    equation: Any = None  # the operation; None for arguments and constants
    inside: Any = None  # the call of a library's function that the operation is part of, if it is
    # what the operation, or that call, was given: elements, where element belongs to element
    operands: tuple[Any, ...] = ()
    # what ran around it, outermost first: an equation, and the iteration of a loop, counted from 1, else 0
    iterations: Iterations = ()
    argument: int = -1  # the position of an argument
    before: Origin | None = None  # the first value on the way to this one that was not finite
    # the index out of range of the operation, whose value is what JAX used instead
    missed: Missed | None = None

    @property
    def first(self) -> Origin:
        return self if self.before is None else self.before

    @property
    def is_made(self) -> bool:
        """Return whether the graph makes it: by an operation, or by narrowing an argument."""
        return self.source == "operation" or (self.source == "argument" and bool(np.isfinite(self.wide)))

    @property
    def owner(self) -> Any:
        return self.equation if self.inside is None else self.inside


@dataclass(frozen=True)
class Operation:
    equation: Any  # the operation
    parameters: Mapping[str, Any]  # its parameters
    inside: Any  # the call of a library's function that it is part of; None for no such call
    given: Sequence[Any]  # the operands of that call
    iterations: Callable[[], Iterations]  # returns the iterations of the loops around it


class Origins:
    """The origins of one run in their order; `place` gives the position of an equation in the code."""

    def __init__(self, place: Callable[[Any], object]) -> None:
        self.found: list[Origin] = []
        self._constants: list[Origin] = []
        self._missed: list[Origin] = []
        self._place = place

    def brought(self, narrow: Any, wide: Any, form: Form, argument: int = -1) -> Labels | None:
        """Return the labels of an argument or constant that is not finite at the start; None for a finite one."""
        if not is_floating(form.dtype) or bool(np.all(np.isfinite(narrow))):
            return None
        labels = np.full(np.shape(narrow), CLEAN, np.int32)
        for odd in filter(np.any, (np.isinf(narrow), np.isnan(narrow))):
            at = _first_of(odd)
            value, other = np.asarray(narrow)[at], np.asarray(wide)[at]
            if argument < 0:
                origin = Origin("constant", CLEAN - 1 - len(self._constants), value, other, at)
                self._constants.append(origin)
            else:
                origin = Origin("argument", len(self.found), value, other, at, argument=argument)
                self.found.append(origin)
            labels[odd] = origin.number
        return labels

    def _of(self, label: int) -> Origin:
        """Return the origin of a label; those of constants are counted from the end, since they explain least."""
        if _is_missed(label):
            return self._missed[label - _MISSED]
        return self.found[label] if label < len(self.found) else self._constants[CLEAN - 1 - label]

    def miss(self, made: Operation, labels: Labels | None, missed: Missed, narrow: Any) -> Labels:
        """Return the labels of a result, with those of elements from an out-of-range item; other labels come first."""
        known = np.full(np.shape(narrow), CLEAN, np.int32) if labels is None else labels
        where = np.broadcast_to(missed.where, np.shape(narrow))
        if len(self._missed) == _MOST_MISSED or not np.any(where):
            return known
        number = _MISSED + len(self._missed)
        value = np.asarray(narrow)[_first_of(where)]
        origin = Origin(
            "operation",
            number,
            value,
            value,
            missed.at,
            made.equation,
            made.inside,
            (),
            made.iterations(),
            missed=missed,
        )
        self._missed.append(origin)
        return np.where(where, np.minimum(known, number), known).astype(np.int32)

    def follow(self, made: Operation, narrow: Any, wide: Any, operands: Sequence[Value]) -> Labels | None:
        """Return the labels of an operation's floating result; None where nothing it comes from was infinite or nan."""
        before = [origins_of(operand) for operand in operands]
        finite = np.isfinite(narrow)
        if bool(np.all(finite)) and not any(labels is not None for labels in before):
            return None
        values, shape = [narrow_of(operand) for operand in operands], np.shape(narrow)
        labels = moved(made.equation, made.parameters, before, values, shape)
        for odd, fine in ((np.isinf(narrow), np.isfinite), (np.isnan(narrow), lambda value: ~np.isnan(value))):
            if np.any(odd):  # from operands with the same odd value, if there are any
                theirs = [_without(each, value, fine) for each, value in zip(before, values, strict=True)]
                brought = moved(made.equation, made.parameters, theirs, values, shape)
                fresh = odd & (brought == CLEAN)
                self._add(made, fresh, labels, narrow, wide, values)
                labels = np.where(odd & ~fresh, brought, labels)
        self._forget(made, labels, finite)
        return None if bool(np.all(labels == CLEAN)) else labels

    def _add(self, made: Operation, fresh: Any, labels: Labels, narrow: Any, wide: Any, values: Sequence[Any]) -> None:
        if not np.any(fresh):
            return
        at = _first_of(fresh)
        label = int(labels[at])
        before = None if label == CLEAN or _is_missed(label) else self._of(label).first
        given = made.given if made.inside is not None else values
        same = made.inside is None and elementwise(made.equation)
        operands = tuple(_kept(value, at if same else ()) for value in given)
        origin = Origin(
            "operation", len(self.found), np.asarray(narrow)[at], np.asarray(wide)[at], at, made.equation,
            made.inside, operands, made.iterations(), before=before,
        )  # fmt: skip
        labels[fresh] = origin.number
        self.found.append(origin)

    def _forget(self, made: Operation, labels: Labels, finite: Any) -> None:
        """Clear labels of finite elements that explain nothing: from an input, or made and removed by a library."""
        kept = np.asarray(finite & (labels != CLEAN))
        for number in np.unique(labels[kept]):
            origin = self._of(int(number))
            here = made.equation if made.inside is None else made.inside
            if origin.missed is not None:
                continue
            is_inside = origin.source == "operation" and self._place(origin.owner) == self._place(here)
            if is_inside or not origin.first.is_made:
                labels[kept & (labels == number)] = CLEAN

    def behind(self, outputs: Sequence[Value]) -> tuple[Origin | None, Origin | None, Origin | None]:
        """Return the earliest origin of the infinite or nan results, of the finite ones, and of out-of-range items.

        Each may be None.
        """
        lost, kept = set[int](), set[int]()
        for output in outputs:
            if (labels := origins_of(output)) is not None:
                finite = np.isfinite(narrow_of(output))
                lost.update(np.unique(labels[~finite]).tolist())
                kept.update(np.unique(labels[finite]).tolist())
        missed = {label for label in lost | kept if _is_missed(label)} - {CLEAN}
        return (
            self._earliest(lost - missed - {CLEAN}),
            self._earliest(kept - missed - {CLEAN}),
            self._earliest(missed),
        )

    def _earliest(self, numbers: set[int]) -> Origin | None:
        found = map(self._of, numbers)
        return min(found, key=lambda each: (each.first.source == "argument", each.first.number), default=None)

    def first_made(self) -> Origin | None:
        return next((origin for origin in self.found if origin.source == "operation"), None)


def _is_missed(label: int) -> bool:
    return _MISSED <= label < _MISSED + _MOST_MISSED


def only_missed(labels: Labels | None) -> Labels | None:
    """Return the labels of out-of-range items, without those of infinities and nans; None if there are none."""
    if labels is None:
        return None
    found = np.where((labels >= _MISSED) & (labels < _MISSED + _MOST_MISSED), labels, CLEAN)
    return None if bool(np.all(found == CLEAN)) else found.astype(np.int32)


def is_floating(dtype: Any) -> bool:
    return dtype is not None and bool(jax.numpy.issubdtype(dtype, jax.numpy.inexact))


def may_go_wrong(jaxpr: Any) -> bool:
    """Return whether a program computes floats, or takes items by index."""
    return any(
        is_by_index(equation)
        or any(is_floating(getattr(variable.aval, "dtype", None)) for variable in equation.outvars)
        or any(may_go_wrong(body) for body, _ in _jax.bodies(equation))
        for equation in jaxpr.eqns
    ) or any(is_floating(getattr(variable.aval, "dtype", None)) for variable in jaxpr.outvars)


def under(test: Value, values: Sequence[Value]) -> list[Value]:
    """Return the values that a test selects, labelled as coming from the test's origin too."""
    labels = origins_of(test)
    least = CLEAN if labels is None else int(np.min(labels))
    return list(values) if least == CLEAN else [_under(least, value) for value in values]


def _under(least: int, value: Value) -> Value:
    narrow = narrow_of(value)
    if not isinstance(narrow, int | np.ndarray | np.generic):
        return value  # a random key
    labels = origins_of(value)
    known = np.full(np.shape(narrow), CLEAN, np.int32) if labels is None else labels
    return Pair(narrow, wide_of(value), event_of(value), np.where(np.isfinite(narrow), np.minimum(known, least), known))


def stacked(column: Sequence[Labels | None], shape: tuple[int, ...]) -> Labels | None:
    """Return the stacked labels of the values of a loop's iterations; None if none has any."""
    if all(labels is None for labels in column):
        return None
    whole = np.full(shape, CLEAN, np.int32)
    for row, labels in enumerate(column):
        if labels is not None:
            whole[row] = labels
    return whole


def _without(labels: Labels | None, value: Any, fine: Callable[[Any], Any]) -> Labels | None:
    """Return an operand's labels, those of elements that pass `fine` cleared."""
    return None if labels is None else np.where(fine(value), CLEAN, labels).astype(np.int32)


def _first_of(odd: Any) -> tuple[int, ...]:
    return tuple(int(axis) for axis in np.argwhere(odd)[0]) if np.ndim(odd) else ()


def _kept(value: Any, at: tuple[int, ...]) -> Any:
    """Return the element of an operand to show, or the operand; None for a long one."""
    if at and np.ndim(value) == len(at):
        return value[at]
    return value if np.size(value) <= _SMALL else None
