"""A cell with a long `else if` expression hung when it was run again: the code of two runs is equal, and deep."""

from __future__ import annotations

import linecache
from typing import Any

import pytest

import nbgraph as ng

DEPTH = 40  # each level doubled the time
CELL = "def f(x):\n    return " + "".join(f"{i} if x == {i} else " for i in range(DEPTH)) + "-1\n"


def run(number: int) -> dict[str, Any]:
    name = f"<equal code, run {number}>"
    linecache.cache[name] = (len(CELL), None, CELL.splitlines(keepends=True), name)
    namespace: dict[str, Any] = {}
    exec(compile(CELL, name, "exec"), namespace)
    return namespace


@pytest.mark.timeout(60)
def test_the_same_cell_twice() -> None:
    for number in (1, 2):
        f = ng.function(run(number)["f"])
        assert [int(f(x)) for x in (0, DEPTH - 1, DEPTH)] == [0, DEPTH - 1, -1]
