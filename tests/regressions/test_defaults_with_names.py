"""A parameter whose default is a name of the notebook's: printed code has the name's value."""

from __future__ import annotations

import nbgraph as ng

MOST = 3


def test_printed_code_has_the_value_of_a_default() -> None:
    def added(x, most=MOST, *, less=-MOST, none=None):
        return x + most + less

    code = ng.to_code(added, 2)
    assert code.startswith("def added(x, most=3, *, less=-3, none=None):\n")
    made: dict[str, object] = {}
    exec(code, made)
    assert made["added"](2) == 2  # type: ignore[operator]
