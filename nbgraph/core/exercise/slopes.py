"""Whether the gradient of an attempt is that of the reference: JAX's against differences in wide numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from nbgraph.core.exercise.outcome import NotYetError
from nbgraph.core.timing.shown import narrow, shown

_STEP = 1e-6
_RELATIVE, _ABSOLUTE = 1e-3, 1e-4


def check_gradient(call: str, f: Callable[..., Any], reference: Callable[..., Any], inputs: tuple[Any, ...]) -> None:
    """Compare the derivatives by each argument of floats; at a kink any number between both sides is right.

    Raises:
        NotYetError: one is not finite, or differs.
    """
    for position, value in enumerate(inputs):
        if not _is_float(value):
            continue
        found = np.asarray(jax.grad(lambda *given: jnp.sum(jnp.asarray(f(*given))), position)(*_floats(inputs)))
        by = f" by argument {position + 1}" if len(inputs) > 1 else ""
        is_now = f"The gradient of {call}{by} is {shown(found, number=narrow)}"
        if not np.isfinite(found).all():
            raise NotYetError(f"{is_now}, and a finite one is wanted.")
        left, right = _differences(reference, inputs, position)
        low, high = np.minimum(left, right), np.maximum(left, right)
        room = _ABSOLUTE + _RELATIVE * np.maximum(np.abs(low), np.abs(high))
        if not ((found >= low - room) & (found <= high + room)).all():
            wanted = shown(np.float32((left + right) / 2))
            raise NotYetError(f"{is_now}, and {wanted} is wanted.")


def _is_float(value: Any) -> bool:
    dtype = getattr(value, "dtype", None)
    return isinstance(value, float) or (dtype is not None and bool(jnp.issubdtype(dtype, jnp.floating)))


def _floats(inputs: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(jnp.asarray(value, jnp.float32) if _is_float(value) else value for value in inputs)


def _differences(reference: Callable[..., Any], inputs: tuple[Any, ...], position: int) -> tuple[Any, Any]:
    """The slopes to the left and to the right, by each element of an argument."""
    base = np.asarray(inputs[position], np.float64)
    sides = np.zeros((2, base.size))
    for element in range(base.size):
        step = _STEP * max(1.0, abs(float(base.flat[element])))
        totals = [_total(reference, inputs, position, base, element, change) for change in (-step, 0.0, step)]
        sides[:, element] = (totals[1] - totals[0]) / step, (totals[2] - totals[1]) / step
    return sides[0].reshape(base.shape), sides[1].reshape(base.shape)


def _total(
    reference: Callable[..., Any], inputs: tuple[Any, ...], position: int, base: Any, element: int, change: float
) -> float:
    moved = base.copy()
    moved.flat[element] += change
    value = float(moved) if isinstance(inputs[position], float) else moved
    with jax.enable_x64(True):
        given = (*inputs[:position], value if isinstance(value, float) else jnp.asarray(value), *inputs[position + 1 :])
        return float(np.sum(np.asarray(reference(*given), np.float64)))
