"""Label each element of a result with the least label of the operands' elements that it is computed from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Any

import jax
import numpy as np

from nbgraph.core.checked.operations import ELEMENTWISE, OPERATIONS

CLEAN = int(np.iinfo(np.int32).max)
"""The label of an element that no infinity is on the way to: greater than all others."""

Labels = np.ndarray[Any, Any]
Given = Sequence[Labels | None]
_Mover = Callable[[Any, Mapping[str, Any], Given, Sequence[Any]], Any]

_BY_ELEMENT = (frozenset(ELEMENTWISE) - {"select_n"}) | {
    *("convert_element_type", "integer_pow", "round", "clamp", "reduce_precision", "rsqrt", "conj", "complex"),
    *("acosh", "asinh", "atanh", "lgamma", "digamma", "polygamma", "zeta", "erf", "erfc", "erf_inv", "nextafter"),
    *("bessel_i0e", "bessel_i1e", "igamma", "igammac", "igamma_grad_a", "random_gamma_grad", "mul_add"),
    "regularized_incomplete_beta",
}


def elementwise(equation: Any) -> bool:
    """Return whether each element of the result is computed from the operands' elements at the same index."""
    return equation.primitive.name in _BY_ELEMENT


def moved(
    equation: Any, parameters: Mapping[str, Any], labels: Given, values: Sequence[Any], shape: tuple[int, ...]
) -> Labels:
    """Return the labels of an operation's result: for each element the least label of those it is computed from.

    Args:
        labels: the operands' labels; None for one that has none.
    """
    known = [each for each in labels if each is not None]
    if not known:
        return np.full(shape, CLEAN, np.int32)
    name = equation.primitive.name
    mover = _MOVERS.get(name, _least if name in _BY_ELEMENT else None)
    if mover is not None and len(equation.outvars) == 1:
        try:
            found = np.asarray(mover(equation, parameters, labels, values), np.int32)
            found = np.where(found < 0, CLEAN, found).astype(np.int32)  # elements that JAX filled in
            return np.array(np.broadcast_to(found, shape))
        except Exception:  # a form that cannot move labels: label the whole result
            pass
    return np.full(shape, min(int(each.min(initial=CLEAN)) for each in known), np.int32)


def _full(labels: Labels | None, value: Any) -> Labels:
    return np.full(np.shape(value), CLEAN, np.int32) if labels is None else labels


def _least(equation: Any, parameters: Mapping[str, Any], labels: Given, values: Sequence[Any]) -> Any:
    return reduce(np.minimum, [each for each in labels if each is not None])


def _same(count: int | None) -> _Mover:
    """Return a mover that applies the operation to the labels of its first operands; the rest are its indices."""

    def mover(equation: Any, parameters: Mapping[str, Any], labels: Given, values: Sequence[Any]) -> Any:
        moving = list(map(_full, labels, values))
        stop = len(moving) if count is None else count
        return OPERATIONS[equation.primitive.name](parameters, *moving[:stop], *values[stop:])

    return mover


def _select(equation: Any, parameters: Mapping[str, Any], labels: Given, values: Sequence[Any]) -> Any:
    chosen = OPERATIONS["select_n"](parameters, values[0], *map(_full, labels[1:], values[1:]))
    return chosen if labels[0] is None else np.minimum(chosen, labels[0])


def _decided(equation: Any, parameters: Mapping[str, Any], labels: Given, values: Sequence[Any]) -> Any:
    """Return the label of the operand that alone determines `and` or `or`, such as a `False` of `and`; or the least."""
    one, other = map(_full, labels, values)
    least = np.minimum(one, other)
    if equation.outvars[0].aval.dtype != bool:
        return least
    a, b = (np.asarray(value) == (equation.primitive.name == "or") for value in values)
    return np.where(a & b, np.maximum(one, other), np.where(a, one, np.where(b, other, least)))


def _reduced(equation: Any, parameters: Mapping[str, Any], labels: Given, values: Sequence[Any]) -> Any:
    return np.min(_full(labels[0], values[0]), axis=tuple(parameters["axes"]), initial=CLEAN)


def _accumulated(equation: Any, parameters: Mapping[str, Any], labels: Given, values: Sequence[Any]) -> Any:
    return OPERATIONS["cummin"](parameters, _full(labels[0], values[0]))


def _by_jax(equation: Any, parameters: Mapping[str, Any], labels: Given, values: Sequence[Any]) -> Any:
    first, *rest = values
    padding = equation.primitive.name == "pad"
    others = [jax.numpy.asarray(_full(labels[1], rest[0]))] if padding else list(map(jax.numpy.asarray, rest))
    return equation.primitive.bind(jax.numpy.asarray(_full(labels[0], first)), *others, **parameters)


def _scattered(equation: Any, parameters: Mapping[str, Any], labels: Given, values: Sequence[Any]) -> Any:
    scatter = jax.lax.scatter if equation.primitive.name == "scatter" else jax.lax.scatter_min
    names = ("dimension_numbers", "indices_are_sorted", "unique_indices", "mode")
    given = jax.numpy.asarray(_full(labels[0], values[0])), jax.numpy.asarray(_full(labels[2], values[2]))
    return scatter(given[0], jax.numpy.asarray(values[1]), given[1], **{name: parameters[name] for name in names})


_MOVERS: dict[str, _Mover] = {
    **dict.fromkeys(("broadcast_in_dim", "reshape", "dynamic_slice"), _same(1)),
    **dict.fromkeys(("squeeze", "expand_dims", "transpose", "rev", "slice", "concatenate"), _same(None)),
    "dynamic_update_slice": _same(2),
    "select_n": _select,
    **dict.fromkeys(("and", "or"), _decided),
    **dict.fromkeys(("reduce_sum", "reduce_prod", "reduce_max", "reduce_min"), _reduced),
    **dict.fromkeys(("cumsum", "cumprod", "cummax", "cummin", "cumlogsumexp"), _accumulated),
    **dict.fromkeys(("gather", "pad"), _by_jax),
    **dict.fromkeys(("scatter", "scatter-add", "scatter_add", "scatter-mul", "scatter_mul"), _scattered),
    **dict.fromkeys(("scatter-min", "scatter_min", "scatter-max", "scatter_max"), _scattered),
}
