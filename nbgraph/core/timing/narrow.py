"""Python numbers in the result of a graph: items of its lists, which it has computed in JAX's default types."""

from __future__ import annotations

from typing import Any

import jax
import numpy as np


def narrow(number: Any) -> Any:
    """A float or complex number of a graph's result as the one of JAX's default type that it was computed as.

    Other numbers, and those that no such number can be, stay what they are.

    >>> narrow(0.10000000149011612), narrow(0.1), narrow(3)
    (np.float32(0.1), 0.1, 3)
    """
    if type(number) not in (float, complex):
        return number
    dtype = np.dtype(jax.dtypes.canonicalize_dtype(type(number)))
    if dtype == np.dtype(type(number)):
        return number
    with np.errstate(over="ignore"):
        computed = dtype.type(number)
    return computed if computed.item() == number or number != number else number
