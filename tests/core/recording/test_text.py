"""A recording as a table: what no operation computes is shown as Python has it."""

from __future__ import annotations

import nbgraph as ng


def reversed_digits(n: int) -> int:
    s = str(n)
    seen = {n, 2}
    t = s[::-1]
    return len(t) + len(seen)


def test_values_without_an_operation_are_pythons() -> None:
    table = str(ng.trace_values(reversed_digits, 27))
    for words in ("n = 27", "Python: s = '27'", f"Python: seen = { ({27, 2}) }", "Python: t = '72'"):
        assert words in table
    assert "not recorded" not in table
