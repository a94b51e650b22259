"""Code for arrays of any size: a size is written as its own axis, and sizes that it is not for are refused."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.printing import printer
from tests.core.printing.test_printed_programs import pasted, printed


def transposed(m):
    out = jnp.zeros((m.shape[1], m.shape[0]), dtype=int)
    for i in range(m.shape[0]):
        for j in range(m.shape[1]):
            out = out.at[j, i].set(m[i, j])
    return out


def product(a, b):
    n, m = a.shape
    p = b.shape[1]
    c = jnp.zeros((n, p), dtype=int)
    for i in range(n):
        for j in range(p):
            s = 0
            for k in range(m):
                s += a[i, k] * b[k, j]
            c = c.at[i, j].set(s)
    return c


def largest(v):
    best, at = v[0], 0
    for i in range(1, len(v)):
        if v[i] > best:
            best, at = v[i], i
    return best, at


def test_sizes_that_happen_to_be_equal_are_each_written_as_their_own() -> None:
    function = pasted(printed(transposed, jnp.arange(4).reshape(2, 2)), "transposed")
    m = jnp.arange(6).reshape(3, 2)
    assert function(m).tolist() == m.T.tolist()


def test_sizes_that_have_to_be_equal_grow_together() -> None:
    function = pasted(printed(product, jnp.ones((3, 3), int), jnp.ones((3, 3), int)), "product")
    a, b = jnp.arange(8).reshape(4, 2), jnp.arange(6).reshape(2, 3)
    assert function(a, b).tolist() == (np.asarray(a) @ np.asarray(b)).tolist()


@pytest.mark.parametrize("values", [[3], [2, 5], [2, 7, 1, 9]])
def test_a_loop_whose_first_iteration_stands_before_it_refuses_arrays_without_it(values: list[int]) -> None:
    function = pasted(printed(largest, jnp.array([1, 4, 2, 0, 3])), "largest")
    v = jnp.array(values)
    try:
        found = tuple(map(int, function(v)))
    except AssertionError:
        assert len(values) < 2
    else:
        assert found == tuple(map(int, largest(v)))


def rows_times(v, w):
    return jnp.tanh(v @ w) * 0.5


def last_but_one(v):
    return v[len(v) - 2] * 2


def test_code_that_fits_larger_arrays_as_it_is_is_printed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    printings = []
    write = printer._Printing.write
    monkeypatch.setattr(printer._Printing, "write", lambda self: (printings.append(self), write(self))[1])
    assert "assert" not in ng.to_code(rows_times, jnp.ones((5, 4)), jnp.ones((4, 3)))
    assert len(printings) == 1
    made = pasted(ng.to_code(last_but_one, jnp.arange(7.0)), "last_but_one")
    assert [float(made(jnp.arange(float(n)))) for n in (2, 5, 9)] == [0.0, 6.0, 14.0]


@pytest.mark.parametrize("factor", [2, 2.0])
def test_numbers_that_are_equal_but_of_another_type_are_told_apart(factor: float) -> None:
    def scaled(x):
        return x * factor

    for x in (jnp.int32(3), jnp.float32(3)):
        made = pasted(ng.to_code(scaled, x), "scaled")(x)
        assert made.dtype == scaled(x).dtype and made == scaled(x)
    with jax.numpy_dtype_promotion("strict"):
        made = pasted(ng.to_code(scaled, jnp.float32(3)), "scaled")(jnp.float32(3))
    assert made == 3 * factor
