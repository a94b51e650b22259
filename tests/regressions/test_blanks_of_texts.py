"""`'total     12'` was shown as `'total 12'`: values were put on one line by joining all their blanks."""

from __future__ import annotations

import numpy as np

import nbgraph as ng
from nbgraph.core.executor.reasons import other_value
from nbgraph.core.one_line import on_one_line
from nbgraph.core.timing.shown import shown
from nbgraph.core.value_text import value_text


def receipt(n: int) -> str:
    total = 0
    while n > 0:
        total += 2 * n
        n -= 1
    return f"total {total:>6}"


def test_a_result_keeps_its_blanks_wherever_it_is_shown() -> None:
    view = ng.show(receipt, 3)
    assert "'total     12'" in str(view)
    assert view.report.verdict is not None
    assert view.report.verdict.message == "Same result as plain Python: 'total     12'."
    assert value_text(["a   b", {"k  k": "c    d"}]) == "['a   b', {'k  k': 'c    d'}]"
    assert shown(("it's   one", 'a "  b')) == "(\"it's   one\", 'a \"  b')"
    assert other_value("word", "a  b", "c   d", None) == "`word` was redefined: 'a  b' → 'c   d'"


def test_what_only_aligns_goes() -> None:
    assert on_one_line(repr(np.array([[1, 20], [300, 4]]))) == "array([[ 1, 20], [300, 4]])"
    assert on_one_line("  f(a,\n     b)  ") == "f(a, b)"
    assert on_one_line("isn't   it") == "isn't it"
