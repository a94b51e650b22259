"""Operations in NumPy give what JAX gives."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from nbgraph.core import _jax
from nbgraph.core.checked.operations import OPERATIONS

SHAPES = {
    "matrices": ("ij,jk->ik", (2, 3), (3, 4)),
    "vectors": ("i,i->", (3,), (3,)),
    "outer": ("i,j->ij", (2,), (3,)),
    "stacks": ("bij,bkj->bki", (5, 2, 3), (5, 4, 3)),
    "several summed": ("ijk,kjl->il", (2, 3, 4), (4, 3, 5)),
    "several stacked": ("ijab,ija->ijb", (2, 3, 4, 5), (2, 3, 4)),
    "nothing": ("ij,j->i", (0, 3), (3,)),
}


def products(jaxpr: Any) -> list[Any]:
    """The `dot_general` equations of a program, those inside of functions included."""
    inner = [found for each in jaxpr.eqns for body, _ in _jax.bodies(each) for found in products(body)]
    return [each for each in jaxpr.eqns if each.primitive.name == "dot_general"] + inner


@pytest.mark.parametrize("dtype", ["float32", "int32", "complex64", "float16", "bfloat16", "int8"])
@pytest.mark.parametrize("name", list(SHAPES))
def test_products(name: str, dtype: str) -> None:
    spec, *shapes = SHAPES[name]
    one, other = (jnp.asarray(np.arange(np.prod(shape)).reshape(shape) % 7 - 3, dtype) for shape in shapes)
    (equation,) = products(jax.make_jaxpr(lambda a, b: jnp.einsum(spec, a, b))(one, other).jaxpr)
    given = one, other
    if [atom.aval.shape for atom in equation.invars] != [each.shape for each in given]:
        given = other, one
    expected = equation.primitive.bind(*given, **equation.params)
    found = OPERATIONS["dot_general"](equation.params, *map(np.asarray, given))
    assert np.shape(found) == expected.shape
    np.testing.assert_allclose(np.asarray(found, np.complex64), np.asarray(expected, np.complex64), rtol=1e-2)
