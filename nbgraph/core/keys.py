"""Typed random keys (`jax.random.key`): arrays of JAX that NumPy has no dtype for."""

from __future__ import annotations

import math
import sys
from typing import Any

import numpy as np

_SHOWN = 4  # keys of an array


def is_key_type(dtype: Any) -> bool:
    """Whether a dtype is that of typed random keys.

    >>> import jax
    >>> is_key_type(jax.random.key(0).dtype), is_key_type(jax.random.PRNGKey(0).dtype)
    (True, False)
    """
    if isinstance(dtype, np.dtype):
        return False
    import jax  # late: there are keys only where it has been imported

    return bool(jax.numpy.issubdtype(dtype, jax.dtypes.prng_key))


def is_key(value: Any) -> bool:
    """Whether a value is a typed random key or an array of such, traced or not."""
    jax = sys.modules.get("jax")
    return jax is not None and isinstance(value, jax.Array) and is_key_type(value.dtype)


def as_numpy(value: Any) -> Any:
    """Return a JAX array as NumPy's; random keys, which NumPy cannot hold, unchanged."""
    return value if is_key_type(value.dtype) else np.asarray(value)


def key_text(key: Any) -> str:
    """Return a key, or the first of an array of keys, with its data, on one line.

    >>> import jax
    >>> key_text(jax.random.key(42)), key_text(jax.random.split(jax.random.key(0)))
    ('key<fry>[]: [0, 42]', 'key<fry>[2]: [[1797259609, 2579123966], [928981903, 3453687069]]')
    """
    import jax

    data = np.asarray(jax.random.key_data(key))
    rows = data.reshape(-1, data.shape[-1])[:_SHOWN].tolist()
    shape = ",".join(map(str, key.shape))
    more = ", …" if len(rows) < math.prod(key.shape) else ""
    return f"{key.dtype}[{shape}]: {rows[0] if key.shape == () else f'[{str(rows)[1:-1]}{more}]'}"


class PrintedKey:
    """A key in a callback of a running graph, which gets its data and must not call JAX.

    >>> import jax
    >>> str(PrintedKey(jax.random.key(0).dtype, np.array([0, 42], np.uint32))) == str(jax.random.key(42))
    True
    """

    def __init__(self, dtype: Any, data: Any) -> None:
        self.dtype, self.data = dtype, np.asarray(data)

    def __repr__(self) -> str:
        return f"Array({self.data.shape[:-1]}, dtype={self.dtype}) overlaying:\n{self.data}"


def in_callback(dtype: Any, value: Any) -> Any:
    """Return a value as a callback shows it, by its dtype in the graph."""
    return PrintedKey(dtype, value) if is_key_type(dtype) and not is_key(value) else value
