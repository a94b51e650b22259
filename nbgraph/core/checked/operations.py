"""Compute the common primitives in NumPy, for either side of a value, whatever its width.

Each operation takes the equation's parameters and its operands: Python integers and truth values, or NumPy values. The
element type of the result is whatever comes out; the caller brings it to the side's own. Primitives that are not here
are computed by JAX, which takes longer.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

Operation = Callable[..., Any]
Parameters = Mapping[str, Any]


def divided(a: Any, b: Any) -> Any:
    """Divide as the graph does: integers truncate towards zero, and an integer divided by zero gives XLA's result.

    >>> divided(-7, 2), divided(7, 0)
    (-3, -1)
    """
    if not _whole(a):
        return np.true_divide(a, b)
    if isinstance(a, int) and isinstance(b, int):
        return -1 if b == 0 else (abs(a) // abs(b)) * (1 if (a < 0) == (b < 0) else -1)
    safe = np.where(np.equal(b, 0), 1, b)
    quotient = np.abs(a) // np.abs(safe) * np.sign(a) * np.sign(safe)
    return np.where(np.equal(b, 0), -1, quotient)


def remainder(a: Any, b: Any) -> Any:
    """Return the remainder with the sign of the dividend; that of a division by zero is the dividend.

    >>> remainder(-7, 2), remainder(7, 0)
    (-1, 7)
    """
    if not _whole(a):
        return np.fmod(a, b)
    if isinstance(a, int) and isinstance(b, int):
        return a if b == 0 else (abs(a) % abs(b)) * (-1 if a < 0 else 1)
    safe = np.where(np.equal(b, 0), 1, b)
    return np.where(np.equal(b, 0), a, np.fmod(a, safe))


def _whole(value: Any) -> bool:
    return isinstance(value, int) or np.asarray(value).dtype.kind in "iub"


def _integer_power(a: Any, y: int) -> Any:
    if isinstance(a, int):
        return a**y if y >= 0 else (a if a in (1, -1) and y % 2 else int(a in (1, -1)))
    return a**y if y >= 0 else 1 / a**-y


def _shifted(a: Any, b: Any) -> Any:
    if isinstance(b, int):
        return a << b if 0 <= b < 4096 else 0
    return np.left_shift(a, b)


def _select(which: Any, *cases: Any) -> Any:
    if np.ndim(which) == 0:
        return cases[int(which)]
    return np.choose(np.asarray(which).astype(np.intp), [np.asarray(case) for case in cases])


def _round(a: Any, method: Any) -> Any:
    return np.rint(a) if int(method) == 1 else np.copysign(np.floor(np.abs(a) + np.asarray(a).dtype.type(0.5)), a)


def _broadcast(a: Any, p: Parameters) -> Any:
    shape, dimensions = p["shape"], p["broadcast_dimensions"]
    at = [1] * len(shape)
    for axis, size in zip(dimensions, np.shape(a), strict=True):
        at[axis] = size
    return np.broadcast_to(np.reshape(a, at), shape)


def _iota(p: Parameters) -> Any:
    shape, axis = p["shape"], p["dimension"]
    return np.broadcast_to(np.arange(shape[axis]).reshape([-1 if i == axis else 1 for i in range(len(shape))]), shape)


def _slice(a: Any, p: Parameters) -> Any:
    strides = p["strides"] or (1,) * np.ndim(a)
    return a[tuple(map(slice, p["start_indices"], p["limit_indices"], strides))]


def starts(sizes: Any, shape: Any, given: Any) -> list[int]:
    """Return where a dynamic slice begins: the given start, clamped so that the slice lies in the array."""
    asked = zip(given, shape, sizes, strict=True)
    return [min(max(int(start), 0), whole - size) for start, whole, size in asked]


def _dynamic_slice(p: Parameters, a: Any, *given: Any) -> Any:
    sizes = p["slice_sizes"]
    at = starts(sizes, np.shape(a), given)
    return a[tuple(slice(start, start + size) for start, size in zip(at, sizes, strict=True))]


def _dynamic_update(p: Parameters, a: Any, update: Any, *given: Any) -> Any:
    sizes = np.shape(update)
    at = starts(sizes, np.shape(a), given)
    made = np.array(a)
    made[tuple(slice(start, start + size) for start, size in zip(at, sizes, strict=True))] = update
    return made


def _argument(function: Operation) -> Operation:
    return lambda p, a: function(a, axis=p["axes"][0])


def _cumulative(function: Operation) -> Operation:
    def along(p: Parameters, a: Any) -> Any:
        axis = p["axis"]
        return np.flip(function(np.flip(a, axis), axis), axis) if p["reverse"] else function(a, axis)

    return along


def _converted(a: Any, dtype: Any) -> Any:
    """Convert to another element type; a float beyond the integers becomes the nearest, unless they are Python's."""
    if dtype.kind not in "iuO" or _whole(a):
        return a
    if dtype.kind == "O" and np.isfinite(a):
        return int(a)
    limits = np.iinfo(np.int64 if dtype.kind == "O" else dtype)
    whole = np.trunc(np.nan_to_num(np.asarray(a, np.float64), posinf=np.inf, neginf=-np.inf))
    kept = np.where(whole >= limits.max, 0, np.where(whole <= limits.min, 0, whole)).astype(np.int64)
    return np.where(whole >= limits.max, limits.max, np.where(whole <= limits.min, limits.min, kept))[()]


def _product(p: Parameters, a: Any, b: Any) -> Any:
    """Compute `dot_general`: sum products along the contracted axes; the batch axes come first in the result."""
    (left, right), (left_batch, right_batch) = p["dimension_numbers"]
    one, free = _as_matrices(_summable(a, p), left, left_batch)
    other, others = _as_matrices(_summable(b, p), right, right_batch)
    shape = [np.shape(a)[axis] for axis in (*left_batch, *free)] + [np.shape(b)[axis] for axis in others]
    return np.matmul(one, np.swapaxes(other, -1, -2)).reshape(shape)


def _summable(a: Any, p: Parameters) -> Any:
    """Return an array in a type whose sums are as exact as XLA's: float16 is summed in float32."""
    array, wanted = np.asarray(a), p["preferred_element_type"]
    short = array.dtype.kind not in "biufc" or array.dtype == np.float16
    return array.astype(np.float32 if short else array.dtype if wanted is None else wanted)


def _as_matrices(a: Any, summed: Sequence[int], batch: Sequence[int]) -> tuple[Any, list[int]]:
    """Return a stack of matrices with the contracted axes last, and the axes neither contracted nor batched."""
    free = [axis for axis in range(a.ndim) if axis not in (*summed, *batch)]
    sizes = [math.prod(a.shape[axis] for axis in axes) for axes in (free, summed)]
    moved = np.transpose(a, (*batch, *free, *summed))
    return moved.reshape([a.shape[axis] for axis in batch] + sizes), free


def _plain(function: Operation) -> Operation:
    return lambda p, *operands: function(*operands)


def _reduction(function: Operation) -> Operation:
    return lambda p, a: function(a, axis=tuple(p["axes"]))


_BY_PYTHON = ("add", "sub", "mul", "xor", "neg", "abs", "eq", "ne", "lt", "le", "gt", "ge")
_BY_NUMPY = ("floor", "ceil", "exp", "exp2", "log", "log1p", "expm1", "sqrt", "cbrt", "real", "imag")
_WITH_INVERSE = ("sin", "cos", "tan", "sinh", "cosh", "tanh")  # "asin" is NumPy's `arcsin`
ELEMENTWISE: dict[str, Operation] = {
    **{name: getattr(operator, name) for name in _BY_PYTHON},
    **{name: getattr(np, name) for name in (*_BY_NUMPY, *_WITH_INVERSE)},
    **{f"a{name}": getattr(np, f"arc{name}") for name in (*_WITH_INVERSE, "tan2")},
    "add_any": operator.add,
    "div": divided,
    "rem": remainder,
    "max": lambda a, b: max(a, b) if isinstance(a, int) and isinstance(b, int) else np.maximum(a, b),
    "min": lambda a, b: min(a, b) if isinstance(a, int) and isinstance(b, int) else np.minimum(a, b),
    "pow": lambda a, b: np.power(np.asarray(a, np.asarray(b).dtype if _whole(a) and not _whole(b) else None), b),
    "and": operator.and_,
    "or": operator.or_,
    "not": lambda a: (not a) if isinstance(a, bool) else ~a,
    "sign": lambda a: (a > 0) - (a < 0) if isinstance(a, int) else np.sign(a),
    "rsqrt": lambda a: 1 / np.sqrt(a),
    "logistic": lambda a: 1 / (1 + np.exp(-a)),
    "is_finite": np.isfinite,
    "eq_to": operator.eq,
    "shift_left": _shifted,
    "shift_right_arithmetic": operator.rshift,
    "select_n": _select,
    **dict.fromkeys(("copy", "copy_p", "stop_gradient"), lambda a: a),
    "square": lambda a: a * a,
}

OPERATIONS: dict[str, Operation] = {
    **{name: _plain(function) for name, function in ELEMENTWISE.items()},
    "convert_element_type": lambda p, a: _converted(a, np.dtype(p["new_dtype"])),
    "integer_pow": lambda p, a: _integer_power(a, p["y"]),
    "round": lambda p, a: _round(a, p["rounding_method"]),
    "clamp": lambda p, low, a, high: np.minimum(np.maximum(a, low), high),
    "broadcast_in_dim": lambda p, a, *_: _broadcast(a, p),
    "reshape": lambda p, a, *_: np.reshape(a, p["new_sizes"]),
    "squeeze": lambda p, a: np.squeeze(a, tuple(p["dimensions"])),
    "expand_dims": lambda p, a: np.expand_dims(a, tuple(p["dimensions"])),
    "transpose": lambda p, a: np.transpose(a, p["permutation"]),
    "rev": lambda p, a: np.flip(a, tuple(p["dimensions"])),
    "concatenate": lambda p, *parts: np.concatenate(parts, axis=p["dimension"]),
    "slice": lambda p, a: _slice(a, p),
    "iota": lambda p: _iota(p),
    "dynamic_slice": _dynamic_slice,
    "dynamic_update_slice": _dynamic_update,
    "reduce_sum": _reduction(np.sum),
    "reduce_prod": _reduction(np.prod),
    "reduce_max": _reduction(np.max),
    "reduce_min": _reduction(np.min),
    "reduce_and": _reduction(np.all),
    "reduce_or": _reduction(np.any),
    "dot_general": _product,
    "argmax": _argument(np.argmax),
    "argmin": _argument(np.argmin),
    "cumsum": _cumulative(np.cumsum),
    "cumprod": _cumulative(np.cumprod),
    "cummax": _cumulative(np.maximum.accumulate),
    "cummin": _cumulative(np.minimum.accumulate),
}
