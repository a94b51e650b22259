"""Compute by JAX, one at a time and on both sides, the operations that `operations.py` has no NumPy function for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import jax
import numpy as np

from nbgraph.core.checked.values import wider

# Their results are bits or come from the host: there is nothing that more digits would change.
_BITS = ("random_", "threefry", "bitcast_", "pure_callback", "rng_", "population_count", "clz")
_ACTS = frozenset(("io_callback",))
_TYPES = frozenset(("new_dtype", "dtype", "preferred_element_type", "index_dtype", "out_dtype"))


class Unsupported(Exception):
    """An operation cannot be run by itself, such as a callback that returns a value."""


def widened_parameters(parameters: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the parameters of an equation with their element types replaced by those of the wide side."""
    return {
        name: wider(np.dtype(value)) if name in _TYPES and _is_number_type(value) else value
        for name, value in parameters.items()
    }


def _is_number_type(value: Any) -> bool:
    try:
        return np.dtype(value).kind in "biufc"
    except TypeError:
        return False


def computed(equation: Any, narrow: Sequence[Any], wide: Sequence[Any]) -> tuple[list[Any], list[Any]]:
    """Return an operation's results on both sides; raise `Unsupported` where it cannot be run by itself."""
    name = equation.primitive.name
    ours = computed_narrow(equation, narrow)
    if name.startswith(_BITS):
        return ours, ours
    try:
        with jax.enable_x64(True):
            operands = [_typed(value, atom, wider) for value, atom in zip(wide, equation.invars, strict=True)]
            if name in _SCATTERS:
                theirs = [_SCATTERS[name](*operands, **{key: equation.params[key] for key in _SCATTERED})]
            else:
                theirs = _bound(equation, operands, widened_parameters(equation.params))
            return ours, [np.asarray(value) for value in theirs]
    except Exception:  # its types come from elsewhere, too
        return ours, ours


def computed_narrow(equation: Any, narrow: Sequence[Any]) -> list[Any]:
    if equation.primitive.name in _ACTS:
        raise Unsupported(equation.primitive.name)
    try:
        return _bound(equation, [_typed(value, atom) for value, atom in zip(narrow, equation.invars, strict=True)])
    except Exception as error:
        raise Unsupported(equation.primitive.name) from error


def _typed(value: Any, atom: Any, like: Callable[[Any], Any] = np.dtype) -> Any:
    dtype = atom.aval.dtype
    return jax.numpy.asarray(value, like(np.dtype(dtype))) if _is_number_type(dtype) else value


def _bound(equation: Any, operands: Sequence[Any], parameters: Mapping[str, Any] | None = None) -> list[Any]:
    results = equation.primitive.bind(*operands, **(equation.params if parameters is None else parameters))
    values = list(results) if equation.primitive.multiple_results else [results]
    return [np.asarray(value) if _is_number_type(value.dtype) else value for value in values]


# Their operation on two numbers is a jaxpr in their parameters, made for the narrow type.
_SCATTERS: dict[str, Callable[..., Any]] = {
    "scatter": jax.lax.scatter,
    "scatter-add": jax.lax.scatter_add,
    "scatter_add": jax.lax.scatter_add,
    "scatter-mul": jax.lax.scatter_mul,
    "scatter_mul": jax.lax.scatter_mul,
    "scatter-min": jax.lax.scatter_min,
    "scatter_min": jax.lax.scatter_min,
    "scatter-max": jax.lax.scatter_max,
    "scatter_max": jax.lax.scatter_max,
}
_SCATTERED = ("dimension_numbers", "indices_are_sorted", "unique_indices", "mode")
