"""Print typed random keys: known ones, and conversions between keys, their data and bits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from nbgraph.core.keys import is_key_type
from nbgraph.core.printing.ir.program import Equation
from nbgraph.core.printing.text.code import expression
from nbgraph.core.printing.text.values import Value

OPERATIONS = ("random_seed", "random_wrap", "random_unwrap", "random_fold_in", "random_split", "random_bits")


def key_code(key: Any) -> str:
    """Return the code that makes known keys: from a seed where one gives them, else from their data.

    >>> key_code(jax.random.key(7)), key_code(jax.random.key(3, impl="rbg"))
    ('jax.random.key(7)', "jax.random.key(3, impl='rbg')")
    """
    data = np.asarray(jax.random.key_data(key))
    seed = int(data.ravel()[-1])
    if not key.shape and seed < 2**31:
        made = jax.random.key(seed, impl=jax.random.key_impl(key))
        if np.array_equal(jax.random.key_data(made), data):
            return f"jax.random.key({seed}{_implementation(key.dtype)})"
    return f"jax.random.wrap_key_data(jnp.array({data.tolist()}, jnp.uint32){_implementation(key.dtype)})"


def operation(equation: Equation, operands: Sequence[Value]) -> Value:
    """Return the code of an operation that makes keys from seeds, data or other keys, or data and bits from keys."""
    aval, params = equation.results[0].aval, equation.params
    made = _implementation(aval.dtype)
    template = {
        "random_seed": f"jax.random.key(_0_{made})",
        "random_wrap": f"jax.random.wrap_key_data(_0_{made})",
        "random_unwrap": "jax.random.key_data(_0_)",
        "random_fold_in": "jax.random.fold_in(_0_, _1_)",
        "random_split": f"jax.random.split(_0_, {params.get('shape')})",
        "random_bits": f"jax.random.bits(_0_, {params.get('shape')}, jnp.uint{params.get('bit_width')})",
    }[equation.operation]
    return Value(expression(template, *(each.node for each in operands)), aval, False)


def _implementation(dtype: Any) -> str:
    """Return the `impl` argument for a key type; "" for JAX's default."""
    is_usual = not is_key_type(dtype) or jax.random.key(0).dtype == dtype
    return "" if is_usual else f", impl={jax.random.key_impl(jnp.zeros((), dtype))!r}"
