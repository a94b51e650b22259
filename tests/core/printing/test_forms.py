"""Programs that run have a form: errors of the user's own classes, old random keys, shifted arrays, gradients."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from tests.core.printing.test_printed_programs import pasted, printed


class Overdrawn(Exception):
    def __init__(self, missing, *, account):
        super().__init__(f"{missing} missing", [account])
        self.missing = missing


def withdraw(balance, amount):
    if amount > balance:
        raise Overdrawn(amount - balance, account="savings")
    return balance - amount


def looked_up(a, b):
    cost = {(1, 2): 5, (2, 1): 7}
    return cost[a, b]


def parsed(x):
    try:
        if x > 10:
            raise ValueError("large")
    except ValueError as error:
        raise KeyError("k", x) from error
    return x


def told(error: BaseException | None) -> Any:
    """What there is to an exception."""
    if error is None:
        return None
    return type(error).__name__, error.args, vars(error), told(error.__cause__)


@pytest.mark.parametrize(
    ("function", "sets"),
    [
        (withdraw, [(10, 3), (3, 10)]),
        (looked_up, [(1, 2), (2, 1), (3, 3)]),
        (parsed, [(1,), (11,)]),
    ],
)
def test_an_error_has_its_arguments_attributes_and_cause(function: Any, sets: list[tuple[Any, ...]]) -> None:
    made = pasted(printed(function, *sets[0]), function.__name__)
    for arguments in sets:
        try:
            expected: Any = function(*arguments)
        except Exception as error:
            with pytest.raises(Exception) as caught:
                made(*arguments)
            assert told(caught.value) == told(error)
        else:
            assert made(*arguments) == expected


def inside(key, n):
    count = 0
    for _ in range(n):
        key, sub = jax.random.split(key)
        point = jax.random.uniform(sub, (2,))
        if point[0] ** 2 + point[1] ** 2 < 1:
            count += 1
    return count


INSIDE = """\
import jax
import jax.numpy as jnp
from jax import lax


def inside(key, n):
    assert key.shape == (2,)

    def loop_body(_, state):
        key, count = state
        key, sub = jax.random.split(key)
        point = jax.random.uniform(sub, (2,))
        count = jnp.where(point[0] ** 2 + point[1] ** 2 < 1, count + 1, count)
        return key, count

    count = lax.fori_loop(0, n, loop_body, (key, 0))[-1]
    return count
"""


def test_old_random_keys_are_split_in_the_users_words() -> None:
    assert printed(inside, jax.random.PRNGKey(0), 10) == INSIDE


def life(board):
    count = 0
    for i in (-1, 0, 1):
        for j in (-1, 0, 1):
            if i != 0 or j != 0:
                count = count + jnp.roll(board, (i, j), (0, 1))
    return jnp.where((count == 3) | ((board == 1) & (count == 2)), 1, 0)


def test_an_array_is_shifted_by_name_for_any_size() -> None:
    text = printed(life, jnp.zeros((5, 5), int))
    assert text.count("jnp.roll(board, (") == 8
    board = jnp.asarray(np.arange(42).reshape(6, 7) % 3 == 1, int)
    assert pasted(text, "life")(board).tolist() == life(board).tolist()


def test_the_gradient_of_a_function_with_branches_has_a_form() -> None:
    def slope(x):
        def f(a):
            if a > 0:
                return a * a
            return -a

        return jax.grad(f)(x)

    made = pasted(printed(slope, 0.5), "slope")
    assert [float(made(x)) for x in (0.5, -3.0)] == [1.0, -1.0]
