"""What Python and the graph both refuse is said once, and the verdict does not say that they differ."""

from __future__ import annotations

import linecache
import math
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from nbgraph.core.inspect import report
from tests.fuzz.loading import loaded


def product(x: Any, y: Any) -> Any:
    return x @ y


def without_a_key(x: Any) -> Any:
    return x + jax.random.normal((3,))


def several_truths(x: Any) -> Any:
    if x > 0:
        return 1
    return 0


def squares(x: Any) -> Any:
    return x * x, x


def slope_of_two(x: Any) -> Any:
    return jax.grad(squares)(x)


@pytest.mark.parametrize(
    ("function", "arguments", "id"),
    [
        (product, (jnp.zeros(3), jnp.zeros(4)), "refused-by-jax"),
        (without_a_key, (1.0,), "refused-by-jax"),
        (several_truths, (jnp.zeros(3),), "predicate-not-scalar"),
        (slope_of_two, (3.0,), "refused-by-jax"),
    ],
)
def test_one_error_and_one_verdict(function: Any, arguments: tuple[Any, ...], id: str) -> None:
    with pytest.raises((TypeError, ValueError)):
        function(*arguments)
    found = report(function, *arguments)
    assert [error.id for error in found.errors] == [id]
    assert found.comparison.verdict.equal is True
    assert found.comparison.verdict.message.startswith("Both raise ")
    assert "Tracer" not in found.comparison.verdict.message


def roots(x: Any) -> Any:
    return math.sqrt(x)


def test_what_python_alone_refuses_has_a_remedy() -> None:
    (error,) = report(roots, jnp.ones(3)).errors
    assert "`np.sqrt(x)`" in error.remedy
    assert np.array_equal(np.sqrt(jnp.ones(3)), np.ones(3))


def test_the_remedy_has_the_cells_own_name_for_the_library() -> None:
    text = "import numpy as np\ndef f(v):\n    if v > 1:\n        return 1\n    return 0\n"
    names: dict[str, Any] = {}
    linecache.cache["<own names>"] = (len(text), None, text.splitlines(True), "<own names>")
    exec(compile(text, "<own names>", "exec"), names)
    (error,) = report(names["f"], np.arange(4)).errors
    assert "`np.all(v > 1)` or `np.any(v > 1)`" in error.remedy


# pytest changes the `assert`s of a module of tests.
DRAINED = """
def drained(tank, step):
    for _ in range(20):
        tank = tank - step
        assert tank >= 0, "the tank is empty"
    return tank
"""


def test_a_failed_assert_names_the_numbers_that_it_tests() -> None:
    with loaded(DRAINED) as module:
        drained = module.namespace["drained"]
        with pytest.raises(AssertionError, match="the tank is empty"):
            drained(30, 4)
        (error,) = report(drained, 30, 4).errors
    assert "AssertionError: the tank is empty (`tank` is -2), in iteration 8 of the loop" in error.message
