"""A comprehension inside another one binds a name of its own: the code said `global` for it."""

from __future__ import annotations

from typing import Any

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
