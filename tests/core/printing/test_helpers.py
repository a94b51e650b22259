"""A helper is a function in printed code: with the user's names, defined once, and called where the user calls it."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np
import pytest

from tests.core.printing.test_printed_programs import pasted, printed


def moved(x, v, h):
    k1 = -x
    k2 = -(x + h * v / 2)
    k3 = -(x + h * v / 2 + h * h * k1 / 4)
    return x + h * v + h * h * (k1 + k2) / 4, v + h * (k1 + 2 * k2 + k3) / 4


def oscillator(x, v, h):
    for _ in range(10):
        x, v = moved(x, v, h)
    return x, v


OSCILLATOR = """\
from jax import lax


def moved(x, v, h):
    k1 = -x
    k2 = -(x + h * v / 2)
    k3 = -(x + h * v / 2 + h * h * k1 / 4)
    return x + h * v + h * h * (k1 + k2) / 4, v + h * (k1 + 2 * k2 + k3) / 4


def oscillator(x, v, h):
    def loop_body(_, state):
        x, v = state
        return moved(x, v, h)

    x, v = lax.fori_loop(0, 10, loop_body, (x, v))
    return x, v
"""


def test_a_helper_is_a_function_with_the_users_names() -> None:
    assert printed(oscillator, 1.0, 0.0, 0.1) == OSCILLATOR


def share(p, q):
    d = p * p + q * q
    if d > 4:
        d = 4 + (d - 4) / q
    w = d * 3 - p
    return w * w + q


def compared(a, b):
    s = share(a, b)
    t = share(b, a)
    if s > t:
        return share(s, 1.0)
    return s - t


@pytest.mark.parametrize("arguments", [(1.0, 2.0), (3.0, 0.5), (0.5, 1.5), (0.0, 1.0)])
def test_calls_of_one_program_share_a_function(arguments: tuple[float, float]) -> None:
    text = printed(compared, 1.0, 2.0)
    assert text.count("def share(p, q):") == 1
    assert text.count("share(b, a)") == 1
    assert float(pasted(text, "compared")(*arguments)) == pytest.approx(compared(*arguments), rel=1e-5)


def halved(n):
    def compared(k):  # has the name of another function
        a = k * 3 + 1
        b = a * a - k
        c = b * 7 % 11
        return a + b * c

    return compared(n) + compared(n + 1)


def test_helpers_of_one_name_are_told_apart() -> None:
    def again(n):
        def compared(k):
            a = k * 5 - 1
            b = a * k + 2
            c = b * 3 % 13
            return a - b * c

        return halved(n) + compared(n) * compared(n - 1)

    text = printed(again, 4)
    assert int(pasted(text, "again")(4)) == again(4)
    assert int(pasted(text, "again")(-7)) == again(-7)


def swap(a, i, j):
    a = a.copy()
    a[i], a[j] = a[j], a[i]
    return a


def passed_through(v):
    for j in range(len(v) - 1):
        if v[j] > v[j + 1]:
            v = swap(v, j, j + 1)
    return v


def test_a_helper_that_is_another_in_each_iteration_stands_in_the_loop() -> None:
    numbers = np.array([5, 2, 9, 1])
    code = printed(passed_through, numbers)
    assert "for j in range(" in code and "def swap" not in code
    assert pasted(code, "passed_through")(jnp.asarray(numbers)).tolist() == passed_through(numbers).tolist()
