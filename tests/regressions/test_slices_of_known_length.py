"""`v[i * b:(i + 1) * b]` has a known length, whatever `i` is: it was refused as one of a run-time length."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.errors import NbgraphError
from nbgraph.core.staging.operators.array_indices import known_distance

ROWS = jnp.arange(20.0).reshape(10, 2)


def batches(v, n, b=3):
    largest = 0.0
    for i in range(n):
        largest = largest + jnp.max(v[i * b : (i + 1) * b]) * i
    return largest


def named(v, n):
    total = 0.0
    while n > 0:
        low = n * 2 - 2
        high = low + 2
        total = total + v[low:high, 1].sum() * n
        n = n - 1
    return total


def windows(v, n):
    found = []
    for i in range(n):
        found.append(v[:, i : i + 1])
    return found


def shrinking(v, n):
    total = 0.0
    for i in range(n):
        total = total + v[i : 2 * i + 1].sum()
    return total


@pytest.mark.parametrize(("function", "n"), [(batches, 3), (named, 5), (windows, 2)])
def test_gives_what_python_gives(function: Any, n: int) -> None:
    graph, python = ng.function(function)(ROWS, n), function(ROWS, n)
    assert jax.tree.all(jax.tree.map(np.array_equal, graph, python))
    code = ng.to_code(function, ROWS, n)
    assert "lax.dynamic_slice(v, " in code
    names: dict[str, Any] = {}
    exec(code, names)
    assert jax.tree.all(jax.tree.map(np.array_equal, names[function.__name__](ROWS, n), python))


def test_what_reaches_beyond_the_end_is_an_error_of_the_run() -> None:
    assert batches(ROWS, 4) == 11 * 1 + 17 * 2 + 19 * 3  # Python takes the one row that is left
    for call in (lambda: ng.function(batches)(ROWS, 4), lambda: ng.function(named)(ROWS[1:], 5)):
        with pytest.raises(NbgraphError, match=r"this slice of \d reaches beyond the (9|10) that there are") as found:
            call()
        assert found.value.id == "short-slice"


def test_a_length_that_the_run_knows_is_refused_as_before() -> None:
    with pytest.raises(NbgraphError, match="is only known at run time") as found:
        ng.function(shrinking)(ROWS, 3)
    assert found.value.id == "refused-by-jax"


def test_a_distance_is_known_where_what_is_left_is_a_number() -> None:
    found: dict[str, int | None] = {}

    def trace(i: Any, k: Any) -> Any:
        found["product"] = known_distance(i * 4, (i + 1) * 4)
        found["two"] = known_distance(i * k - k, k * (i - 1) + 5)
        found["back"] = known_distance(-k, 2 - k)
        found["unknown"] = known_distance(i, i + k)
        found["other"] = known_distance(i // 2, (i + 2) // 2)
        return i

    jax.make_jaxpr(trace)(1, 2)
    assert found == {"product": 4, "two": 5, "back": 2, "unknown": None, "other": None}
