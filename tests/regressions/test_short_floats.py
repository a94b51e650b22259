"""bfloat16 and int4 are not NumPy's own dtypes; arrays of them are arrays all the same."""

import math

import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng

_DTYPES = (jnp.bfloat16, jnp.float8_e4m3fn, jnp.int4, jnp.int8, jnp.float16)


def rising(v):
    stack = []
    for x in v:
        while stack and stack[-1] > x:
            stack.pop()
        stack.append(x)
    return stack


@pytest.mark.parametrize("dtype", _DTYPES, ids=lambda dtype: dtype.__name__)
@pytest.mark.parametrize("kind", [jnp.array, lambda v, dtype: np.array(v).astype(dtype)], ids=["jax", "numpy"])
def test_a_list_of_run_time_length_gives_items(dtype, kind):
    v = kind([3, 1, 2], dtype)
    result = ng.function(rising)(v)
    assert [np.shape(item) for item in result] == [(), ()]
    assert [float(item) for item in result] == [float(item) for item in rising(v)] == [1.0, 2.0]


def at(v, i):
    return v[i]


@pytest.mark.parametrize("dtype", _DTYPES, ids=lambda dtype: dtype.__name__)
def test_an_array_from_outside_is_read_at_a_run_time_index(dtype):
    table = np.array([3, 1, 2]).astype(dtype)
    assert [float(ng.function(lambda i: table[i])(i)) for i in (0, -1)] == [3.0, 2.0]
    assert float(ng.function(at)(table, 1)) == 1.0


def test_a_number_of_such_a_type_is_an_argument_of_the_graph():
    double = ng.function(lambda x: x + x)
    assert [float(double(jnp.bfloat16.dtype.type(x))) for x in (1, 2, 3)] == [2.0, 4.0, 6.0]
    assert len(double.traces) == 1


def formatted(x):
    print(f"{x} {x:.6f} {x!s}", "%.6f %s" % (x, x), "{:>14}".format(x), x)  # noqa: UP031, UP032
    return math.sqrt(x), math.hypot(x, 1)


@pytest.mark.parametrize("dtype", [jnp.bfloat16, jnp.float16], ids=lambda dtype: dtype.__name__)
def test_formats_and_math_take_a_half_float_for_a_float(dtype, capfd):
    x = jnp.asarray(0.1, dtype)
    expected, printed = formatted(x), capfd.readouterr().out
    found = ng.function(formatted)(x)
    assert [float(part) for part in found] == pytest.approx(expected, rel=1e-6)
    assert capfd.readouterr().out == printed
