"""Assignment to items: in place for Python's containers, a new array for arrays."""

from __future__ import annotations

from typing import Any

import jax
import numpy as np

from nbgraph.core.staging.decisions import Decision
from nbgraph.core.staging.recorder import calling_frame, record
from nbgraph.core.staging.undefined import Partial, Undefined
from nbgraph.core.staging.values import any_traced, is_traced


def set_item(container: Any, index: Any, value: Any) -> Any:
    """The container after `container[index] = value`: the same object, or for a JAX array a new one.

    Args:
        container: a list, dict, NumPy array, JAX array or any object with item assignment.
        index: what stands between the brackets.
        value: the new item or items; converted to the array's dtype, as NumPy does.
    """
    if isinstance(container, Undefined | Partial):
        container.fail()
    staged_numpy = isinstance(container, np.ndarray) and any_traced(index, value)
    if isinstance(container, jax.Array) or staged_numpy:
        array = jax.numpy.asarray(container)
        if isinstance(value, list | tuple):
            value = jax.numpy.asarray(value)
        if not hasattr(value, "dtype"):
            value = jax.numpy.asarray(value)
        truncates = value.dtype.kind in "fc" and array.dtype.kind in "iub"  # what JAX warns of and NumPy does
        if value.dtype != array.dtype:
            value = value.astype(array.dtype)
        masked = is_traced(index) and index.dtype == bool and jax.numpy.ndim(value) == 0
        frame = calling_frame(1)
        became = "where" if masked else "at-set"
        record(frame, "set_item", Decision(frame.span, "item", became, "arrays are not changed in place"), truncates)
        if masked:
            mask = index.reshape(index.shape + (1,) * (array.ndim - index.ndim))
            return jax.numpy.where(mask, value, array).astype(array.dtype)
        return array.at[index].set(value)
    container[index] = value
    return container
