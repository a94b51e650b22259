"""Stage indices of arrays that JAX does not take: slices of a known length, `v[i * b:(i + 1) * b]`, and lists."""

from __future__ import annotations

from collections import Counter
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from nbgraph.core import _jax
from nbgraph.core.decisions import Decision
from nbgraph.core.errors import StagingError
from nbgraph.core.staging.effects import effects
from nbgraph.core.staging.trace.recorder import Frame, record
from nbgraph.core.staging.trace.user_frames import user_frames
from nbgraph.core.staging.values.values import any_traced, is_traced, type_of

_DEEPEST = 20  # the most nested operations to look through
_INTEGERS = int | np.integer

Terms = Counter[tuple[int, ...]]
"""A sum of products: the factor of each, by the ids of its variables; `()` is the constant."""


class ShortSliceError(StagingError):
    """A slice of fixed length between run-time bounds reaches beyond the end of its array.

    Python returns a shorter slice; a graph cannot, because the shapes of its arrays are fixed.
    """

    id = "short-slice"


def with_fixed_slices(frame: Frame, array: Any, index: Any) -> tuple[Any, Any]:
    """Cut an array along the axes whose slice has a known length; return it with the rest of the index.

    Python shortens a slice that exceeds the array. A graph cannot, so a run-time check refuses it.
    """
    parts = list(index) if isinstance(index, tuple) else [index]
    if not all(isinstance(part, slice | _INTEGERS) or (is_traced(part) and not part.shape) for part in parts):
        return array, index
    for axis, part in enumerate(parts[: array.ndim]):
        if not isinstance(part, slice) or not any_traced(part.start, part.stop) or part.step not in (None, 1):
            continue
        length, whole = known_distance(part.start, part.stop), array.shape[axis]
        if length is None or not 0 <= length <= whole:
            continue
        record(frame, Decision(frame.span, "slice", "slice", f"its length is always {length}"))
        array, parts[axis] = _cut(frame, array, part.start, length, axis), slice(None)
    return array, tuple(parts) if isinstance(index, tuple) else parts[0]


def _cut(frame: Frame, array: Any, start: Any, length: int, axis: int) -> Any:
    whole = array.shape[axis]

    def error() -> ShortSliceError:
        return ShortSliceError(
            f"this slice of {length} reaches beyond the {whole} that there are: Python leaves out what is not"
            " there, and a graph has a slice of fixed length",
            span=frame.span,
            remedy=f"a loop that ends before, as `range(len(v) // {length})`",
        )

    with effects.checking():
        inside = (start >= 0) & (start <= whole - length)
        effects.require(inside, effects.Check(frame.span, error, user_frames()))
    return jax.lax.dynamic_slice_in_dim(array, start, length, axis, allow_negative_indices=False)


def known_distance(start: Any, stop: Any) -> int | None:
    """Return `stop - start` if it does not depend on run-time values; else None."""
    first, last = _terms(start), _terms(stop)
    if first is None or last is None:
        return None
    last.subtract(first)
    left = {product: count for product, count in last.items() if count}
    return left.get((), 0) if left.keys() <= {()} else None


def _terms(value: Any, depth: int = 0) -> Terms | None:
    """Return an integer as a sum of products of run-time values; None for any other value."""
    if isinstance(value, _INTEGERS) and not isinstance(value, bool):
        return Counter({(): int(value)})
    if not is_traced(value) or value.shape or type_of(value).dtype_kind != "i":
        return None
    known, number = _jax.literal_value(_jax.variable_of(value) or getattr(value, "val", None))
    if known:
        return Counter({(): int(number)})
    name, operands = _jax.made_by(value)
    parts = [_terms(each, depth + 1) for each in operands] if name in _ARITHMETIC and depth < _DEEPEST else []
    if not parts or None in parts:
        return Counter({(id(_jax.variable_of(value) or value),): 1})
    found: Terms = _ARITHMETIC[name](*parts)
    return found


def _product(one: Terms, other: Terms) -> Terms:
    found: Terms = Counter()
    for left, times in one.items():
        for right, more in other.items():
            found[tuple(sorted(left + right))] += times * more
    return found


def _sum(one: Terms, other: Terms, sign: int = 1) -> Terms:
    found = one.copy()
    for product, times in other.items():
        found[product] += sign * times
    return found


_ARITHMETIC: dict[str, Any] = {
    "add": _sum,
    "sub": lambda one, other: _sum(one, other, -1),
    "mul": _product,
    "neg": lambda one: _sum(Counter(), one, -1),
}


def listed(index: Any) -> tuple[bool, ...]:
    """Return for each part of an index whether it is a list.

    >>> listed(([0, 1], 2)), listed([0, 1]), listed(3)
    ((True, False), (True,), (False,))
    """
    return tuple(isinstance(part, list) for part in (index if isinstance(index, tuple) else (index,)))


def as_arrays(items: Any, index: Any) -> Any:
    """Return an index with its lists as arrays; unchanged if NumPy accepts it."""
    if not any(listed(index)) or not (isinstance(items, jax.Array) or any_traced(index)):
        return index
    if isinstance(index, tuple):
        return tuple(_as_array(part) if isinstance(part, list) else part for part in index)
    return _as_array(index)


def at_places(frame: Frame, array: jax.Array, index: Any) -> Any:
    """Return the items of an array at indices in lists."""
    record(frame, Decision(frame.span, "item", "chosen", "the places are in a list"))
    return array[as_arrays(array, index)]


def _as_array(places: list[Any]) -> Any:
    if any_traced(places):
        return jnp.asarray(places)
    return np.asarray(places) if len(places) else np.zeros(0, int)
