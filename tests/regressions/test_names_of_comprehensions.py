"""A comprehension inside another one binds a name of its own: the code said `global` for it."""

from __future__ import annotations

from typing import Any

import pytest

import nbgraph as ng
from tests.programs import oracle


def columns(m: Any) -> Any:
    turned = [[row[i] for row in m] for i in range(3)]
    return turned, [x for row in m for x in row if x > 1]


def test_its_name_is_declared_nowhere() -> None:
    arguments = ([[1, 2, 3], [4, 5, 6]],)
    for text in (ng.to_code(columns), ng.to_code(columns, *arguments)):
        assert "global" not in text
    outcome = oracle.observe(ng.function(columns), arguments)
    assert oracle.disagreement(oracle.in_python(columns, arguments), outcome) == ""


def sums_of_generators(n, x):
    return [sum(x * (i + j) for j in range(3)) for i in range(n)]


def generators_in_one_another(n, x):
    return tuple(tuple(x * (i * 7 + j) for j in range(7)) for i in range(n // 7))


@pytest.mark.parametrize(("function", "n"), [(sums_of_generators, 3), (generators_in_one_another, 14)])
def test_a_generator_reads_the_variable_of_the_comprehension_around_it(function, n) -> None:
    """The loop declared `i_1` nonlocal, and nothing around it bound the name: SyntaxError."""
    assert ng.function(function, static_argnames="n")(n, 2) == function(n, 2)
