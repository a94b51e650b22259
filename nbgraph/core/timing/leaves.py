"""Compare two numbers or arrays: type of number, shape, then values, floats within a stated tolerance."""

from __future__ import annotations

import functools
import math
from typing import Any, NamedTuple

import jax
import numpy as np

from nbgraph.core.keys import is_key
from nbgraph.core.timing.parts import Kind
from nbgraph.core.timing.shown import shown

_KINDS = ("bool", "complex", "float", "int")  # each is a part of its dtypes' names, "int" of "uint8", too
_PYTHON_KINDS: dict[type, str] = {bool: "bool", int: "int", float: "float", complex: "complex"}


class Tolerance(NamedTuple):
    """Numbers are equal when |actual - expected| <= absolute + relative * |expected|, as in `numpy.isclose`."""

    relative: float
    absolute: float

    def __str__(self) -> str:
        return f"{self.relative:g} relative plus {self.absolute:g} absolute"


# Looser than one operation's rounding by about a hundred: compiled code reorders sums and fuses multiplications.
_TOLERANCES = {2: Tolerance(1e-2, 1e-3), 4: Tolerance(1e-5, 1e-6), 8: Tolerance(1e-9, 1e-12)}


class Mismatch(NamedTuple):
    """Where and how two leaves differ; `at` addresses the first differing element, () the whole leaf."""

    kind: Kind
    reason: str
    at: tuple[int, ...] = ()


def number_kind(value: Any) -> str | None:
    """Return "bool", "int", "float" or "complex" for numbers and arrays, the dtype of random keys, else None.

    >>> number_kind(True), number_kind(np.float32(1)), number_kind(np.arange(3)), number_kind("x")
    ('bool', 'float', 'int', None)
    >>> number_kind(jax.random.key(0))
    'key<fry>'
    """
    if is_key(value):
        return str(value.dtype)
    if type(value) in _PYTHON_KINDS:
        return _PYTHON_KINDS[type(value)]
    name = str(getattr(value, "dtype", ""))
    return next((kind for kind in _KINDS if kind in name), None)


def tolerance(expected: Any, actual: Any) -> Tolerance | None:
    """Return the tolerance for the coarser of two leaves; None when they are compared exactly.

    >>> tolerance(0.5, np.float32(0.5)).relative, tolerance(1, np.int32(1))
    (1e-05, None)
    >>> tolerance(0.5, 0.5).relative, tolerance(0.5, np.float64(0.5)).relative
    (1e-05, 1e-09)
    """
    kind = number_kind(expected)
    if kind not in ("float", "complex"):
        return None
    size = min(map(_bytes, (getattr(expected, "dtype", type(expected)), _dtype(actual))))
    return _TOLERANCES[max(2, min(size // (2 if kind == "complex" else 1), 8))]


@functools.lru_cache(maxsize=64)
def _bytes(dtype: Any) -> int:
    return int(np.dtype(dtype).itemsize)


def _dtype(actual: Any) -> Any:
    """Return the dtype in which the graph computed a number; for a Python number, an item of a list, JAX's default."""
    dtype = getattr(actual, "dtype", None)
    return jax.dtypes.canonicalize_dtype(type(actual)) if dtype is None else dtype


def mismatch(expected: Any, actual: Any) -> Mismatch | None:
    """How two numbers or arrays of a known kind differ, or None when they are the same.

    dtypes may differ within a kind (Python's int and int32); NaN equals NaN; integers are compared exactly, also
    those that no array can hold.

    >>> mismatch(3, np.int32(3)), mismatch(float("nan"), np.float32("nan"))
    (None, None)
    >>> mismatch(2**31, np.int32(-(2**31))).reason
    'outside int32, where the graph wraps around'
    >>> mismatch(np.array([1.0, 2.0]), np.array([1.0, 2.5]))
    Mismatch(kind='value', reason='1 of 2 elements differs', at=(1,))
    """
    if type(expected) is type(actual) and type(expected) in _PYTHON_KINDS and expected == actual:
        return None
    kinds = number_kind(expected), number_kind(actual)
    if kinds[0] != kinds[1]:
        return Mismatch("kind", f"{kinds[0]} against {kinds[1]}")
    shapes = np.shape(expected), np.shape(actual)
    if shapes[0] != shapes[1]:
        return Mismatch("shape", f"shape {shapes[0]} against {shapes[1]}")
    same = _same(expected, actual)
    if same.all():
        return None
    if same.ndim == 0:
        return Mismatch("value", _scalar_reason(expected, actual))
    count = same.size - np.count_nonzero(same)
    index = tuple(int(axis) for axis in np.argwhere(~same)[0])
    return Mismatch("value", f"{count} of {same.size} elements {'differs' if count == 1 else 'differ'}", index)


def apart(expected: Any, actual: Any, limits: Tolerance) -> tuple[int, ...] | None:
    """Return where two equal leaves first differ by more than the relative tolerance, near zero; None if nowhere.

    >>> apart(np.array([1.0, 2e-16]), np.array([1.0, 1e-7]), Tolerance(1e-5, 1e-6))
    (1,)
    """
    close = _close(expected, actual, limits._replace(absolute=0.0))
    if close.all():
        return None
    return tuple(int(axis) for axis in np.argwhere(~close)[0]) if close.ndim else ()


def is_small(value: Any, limits: Tolerance) -> bool:
    """Return whether all elements of a leaf are within the absolute tolerance of zero; False for nan."""
    return bool(np.all(np.abs(np.asarray(value)) <= limits.absolute))


def is_wider(expected: Any, actual: Any) -> bool:
    """Return whether a leaf was computed with more digits than the graph's."""
    theirs, ours = map(_bytes, (getattr(expected, "dtype", type(expected)), _dtype(actual)))
    return theirs > ours


def _same(expected: Any, actual: Any) -> np.ndarray[Any, np.dtype[np.bool_]]:
    if is_key(expected):
        return np.asarray(np.all(jax.random.key_data(expected) == jax.random.key_data(actual), axis=-1))
    limits = tolerance(expected, actual)
    if limits is None:
        return np.asarray(np.asarray(expected) == np.asarray(actual))
    return _close(expected, actual, limits)


def _close(expected: Any, actual: Any, limits: Tolerance) -> np.ndarray[Any, np.dtype[np.bool_]]:
    if type(expected) is float and np.ndim(actual) == 0:  # of a list of thousands, most often
        one, other = expected, float(actual)
        if math.isfinite(one) and math.isfinite(other):
            return np.asarray(abs(other - one) <= limits.absolute + limits.relative * abs(one))
    wide = np.complex128 if number_kind(expected) == "complex" else np.float64
    left, right = np.asarray(expected).astype(wide), np.asarray(actual).astype(wide)
    return np.asarray(np.isclose(right, left, rtol=limits.relative, atol=limits.absolute, equal_nan=True))


def _scalar_reason(expected: Any, actual: Any) -> str:
    dtype = _dtype(actual)
    if number_kind(expected) not in ("int", "float"):
        return "different values"
    if number_kind(expected) == "int":
        limits = np.iinfo(dtype)
        outside = not limits.min <= int(expected) <= limits.max
        wraps = (int(expected) - int(actual)) % (limits.max - limits.min + 1) == 0  # a conversion of a float does not
        return f"outside {dtype}{', where the graph wraps around' * wraps}" if outside else "different values"
    overflow = np.isinf(np.asarray(actual).astype(np.float64)) and np.isfinite(expected)
    return f"{shown(expected)} is outside {dtype}" if overflow else "different values"
