"""Whether the graph returned what Python returned: same structure, kinds, shapes and values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from itertools import islice
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np

from nbgraph.core.errors import NbgraphError
from nbgraph.core.one_line import error_line, text_of
from nbgraph.core.timing.leaves import Tolerance, apart, is_small, is_wider, mismatch, number_kind, tolerance
from nbgraph.core.timing.parts import LABELS, BaselineName, Difference, Kind, Verdict
from nbgraph.core.timing.shown import narrow, raised, shown

_MOST_DIFFERENCES = 5
_MOST_DEPTH = 100
_NO_DIGIT = 0.5  # relative difference
_PRECISION = "no digit is the same: both are near zero"
_IDENTITY: Any = object.__eq__


class _Pair(NamedTuple):
    """Two values at the same path of the two results."""

    path: str
    expected: Any
    actual: Any


def judge(
    expected: Any,
    actual: Any,
    *,
    reference: BaselineName = "python",
    small_apart: bool = False,  # whether results near zero differ if no digit is the same
) -> Verdict:
    """Compare the graph's result with the reference's.

    Containers must have the same type and keys, numbers the same kind (bool, int, float, complex) but not the same
    dtype, arrays the same shape; floating point is equal within the `Tolerance` of the coarser dtype; NaN equals
    NaN; everything else is compared by `==`, objects that are not equal by it by their attributes.

    >>> judge({"steps": 111}, {"steps": 111}).message
    "Same result as plain Python: {'steps': 111}."
    >>> judge(2.2e-16, np.float32(1.2e-07), small_apart=True).message
    'Not the same result as plain Python: result differs (no digit is the same: both are near zero).'
    >>> judge((1, [2, 3]), (1, [2, 4])).differences[0].path
    'result[1][1]'
    """
    try:
        every = list(_leaves(_Pair("result", expected, actual), _MOST_DEPTH))
        # `[x] * 100_000` is compared once: the first of equal pairs, in order
        pairs = list({(id(pair.expected), id(pair.actual)): pair for pair in reversed(every)}.values())[::-1]
        found = list(islice(filter(None, map(_difference, pairs)), _MOST_DIFFERENCES))
        if small_apart and not found:
            found = _by_precision(pairs)
        tolerances = [_tolerance(pair) for pair in pairs]
    except _OwnOnlyError as error:
        return Verdict(None, "unknown", f"The results could not be compared: {error}.", reference=reference)
    except Exception as error:  # a user's object may refuse to be compared; that is no reason to lose the timings
        return Verdict(None, "unknown", f"The results could not be compared: {raised(error)}", reference=reference)
    within = max(filter(None, tolerances), default=None)
    words = "" if within is None else f"floating point within {within}"
    differences = tuple(difference for _, difference in found)
    if not found:
        message = _near_message(pairs, reference) or _same_message(expected, reference)
        return Verdict(True, "equal", message, tolerance=words, reference=reference)
    kind, first = found[0]
    message = f"Not the same result as {LABELS[reference]}: {first.path} differs ({first.reason})."
    return Verdict(False, kind, message, differences, words, reference)


def judge_errors(expected: Exception | None, actual: Exception | None, *, reference: BaselineName) -> Verdict:
    """Return the verdict when at least one side raised: equal only if both raised the same type and message.

    >>> judge_errors(ValueError("no"), ValueError("no"), reference="python").message
    'Both raise ValueError: no'
    >>> judge_errors(ZeroDivisionError("zero"), None, reference="python").message
    'Not the same: plain Python raises ZeroDivisionError: zero; the graph gives a result.'
    >>> judge_errors(None, ValueError("A sentence."), reference="python").message
    'Not the same: plain Python gives a result; the graph raises ValueError: A sentence.'
    """
    if expected is not None and actual is not None and _alike(expected, actual):
        return Verdict(True, "equal", f"Both raise {raised(expected)}", reference=reference)
    theirs, ours = ("gives a result" if error is None else f"raises {raised(error)}" for error in (expected, actual))
    message = f"Not the same: {LABELS[reference]} {theirs}; the graph {ours.removesuffix('.')}."
    return Verdict(False, "error", message, reference=reference)


def is_also(error: BaseException, python: BaseException) -> bool:
    """Return whether an error of nbgraph's is also Python's: it explains the same one, or names the same variable."""
    if not isinstance(error, NbgraphError):
        return False
    if error.original:
        return error_line(python).startswith(error.original)
    return isinstance(error, type(python)) and f"'{error.variable}'" in str(python)


def _alike(expected: Exception, actual: Exception) -> bool:
    if is_also(actual, expected):
        return True
    alike = str(expected) in str(actual) or text_of(expected) == text_of(actual)
    return isinstance(actual, type(expected)) and alike


def _same_message(expected: Any, reference: BaselineName) -> str:
    """Return the message with the reference's value, which has all digits, unlike the graph's."""
    text = shown(expected)
    value = f": {text}" if len(text) < 40 else ""
    return f"Same result as {LABELS[reference]}{value}."


def _near_message(pairs: list[_Pair], reference: BaselineName) -> str:
    """Return the message for two numbers near zero that are equal only by the absolute tolerance; else ""."""
    for pair in pairs:
        path, expected, actual = pair
        limits = _tolerance(pair)
        if limits is not None and (at := apart(expected, actual, limits)) is not None:
            path, expected, actual = _element(pair, at)
            label, found = LABELS[reference], shown(actual, number=narrow)
            values = f"{path} is {shown(expected)} there, and {found} in the graph"
            return f"Same result as {label} to within {limits.absolute:g}: {values}."
    return ""


def _by_precision(pairs: list[_Pair]) -> list[tuple[Kind, Difference]]:
    """Return where numbers of more digits, all near zero, differ from the graph's by as much as they are; if any."""
    limited = [(pair, limits) for pair in pairs if (limits := _tolerance(pair)) is not None]
    if not all(is_small(pair.expected, limits) and is_small(pair.actual, limits) for pair, limits in limited):
        return []
    for pair, limits in limited:
        at = apart(pair.expected, pair.actual, limits._replace(relative=_NO_DIGIT))
        if at is not None and is_wider(pair.expected, pair.actual):
            path, expected, actual = _element(pair, at)
            return [("value", Difference(path, shown(expected), shown(actual, number=narrow), _PRECISION))]
    return []


def leaves(value: Any) -> Iterator[Any]:
    """Return the leaves of a result: numbers, arrays, strings."""
    return (pair.actual for pair in _leaves(_Pair("result", value, value), _MOST_DEPTH))


def _leaves(pair: _Pair, depth: int) -> Iterator[_Pair]:
    """Yield the pairs of leaves, or of values whose parts do not correspond, in the order of the reference."""
    parts = _parts(pair)
    if parts is None:
        yield pair
    elif depth == 0:
        raise RecursionError(f"nested more than {_MOST_DEPTH} deep")
    else:
        for part in parts:
            yield from _leaves(part, depth - 1)


def _parts(pair: _Pair) -> list[_Pair] | None:
    path, expected, actual = pair
    if type(expected) is not type(actual):
        return None
    if isinstance(expected, dict):
        if expected.keys() != actual.keys():
            return None
        return [_Pair(f"{path}[{key!r}]", expected[key], actual[key]) for key in expected]
    if isinstance(expected, tuple | list):
        if len(expected) != len(actual):
            return None
        names = [f".{name}" for name in getattr(expected, "_fields", ())] or [f"[{i}]" for i in range(len(expected))]
        return [_Pair(path + name, *two) for name, *two in zip(names, expected, actual, strict=True)]
    return _attributes(pair)


def _attributes(pair: _Pair) -> list[_Pair] | None:
    """Return the pairs of two objects' attributes, which are compared with a tolerance; None for other values."""
    path, expected, actual = pair
    if expected is actual or isinstance(expected, type) or number_kind(expected) is not None:
        return None
    if is_dataclass(expected):
        names = [field.name for field in fields(expected)]
    elif _is_by_attributes(expected, actual):
        names = list(vars(expected))
        if set(names) != set(vars(actual)):
            return None
    else:
        return None
    return [_Pair(f"{path}.{name}", getattr(expected, name), getattr(actual, name)) for name in names]


def _is_by_attributes(expected: Any, actual: Any) -> bool:
    equal = type(expected).__eq__
    if callable(expected) or not hasattr(expected, "__dict__"):
        return False
    return equal is _IDENTITY or (isinstance(equal, FunctionType) and not _is_equal(expected, actual))


def _is_equal(expected: Any, actual: Any) -> bool:
    return bool(np.all(expected == actual))  # arrays of text or dates compare by element


class _OwnOnlyError(Exception):
    """The results contain something that `==` does not compare."""


def _difference(pair: _Pair) -> tuple[Kind, Difference] | None:
    path, expected, actual = pair
    if number_kind(expected) is not None and number_kind(actual) is not None:
        found = mismatch(expected, actual)
        if found is None:
            return None
        path, expected, actual = _element(pair, found.at)
        return found.kind, Difference(path, shown(expected), shown(actual, number=narrow), found.reason)
    if type(expected) is not type(actual):
        reason = f"{_type_name(expected)} against {_type_name(actual)}"
        return "structure", Difference(path, shown(expected), shown(actual, number=narrow), reason)
    if isinstance(expected, tuple | list | dict):
        return "structure", Difference(
            path, shown(expected), shown(actual, number=narrow), _container_reason(expected, actual)
        )
    if expected is actual or _is_equal(expected, actual):
        return None
    if type(expected).__eq__ is _IDENTITY:
        what = "class" if isinstance(expected, type) else type(expected).__name__
        raise _OwnOnlyError(f"{path} is a {what}, which is equal to itself alone, and each run makes one")
    return "value", Difference(path, shown(expected), shown(actual, number=narrow), "different values")


def _type_name(value: Any) -> str:
    """Return the name of a value's type; for a dtype its own name."""
    return str(value) if isinstance(value, np.dtype) else type(value).__name__


def _element(pair: _Pair, at: tuple[int, ...]) -> _Pair:
    path, expected, actual = pair
    return _Pair(f"{path}[{', '.join(map(str, at))}]", expected[at], actual[at]) if at else pair


def _container_reason(expected: Any, actual: Any) -> str:
    if isinstance(expected, dict):
        return f"keys {shown(list(expected))} against {shown(list(actual), number=narrow)}"
    return f"length {len(expected)} against {len(actual)}"


def _tolerance(pair: _Pair) -> Tolerance | None:
    kind = number_kind(pair.expected)
    return tolerance(pair.expected, pair.actual) if kind is not None and kind == number_kind(pair.actual) else None
