"""What the graph prints otherwise than plain Python stood below it without a word, as if the function had run twice."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.worker.reports import report


def debug(x: Any) -> Any:
    print("x is", x.dtype)
    return x.mean()


@pytest.mark.parametrize(("dtype", "is_said"), [("float64", True), ("float32", False)])
def test_the_page_says_when_the_graph_prints_otherwise(dtype: str, is_said: bool, capsys: Any) -> None:
    found = report(ng.function(debug), (np.array([1.5, 2.5], dtype),))
    assert capsys.readouterr().out == f"x is {dtype}\n" + "x is float32\n" * is_said
    assert any("print different things" in note for note in found.notes) is is_said


def tripled(x: Any) -> Any:
    for _ in range(2):
        x = x * 3
        print("x is", x)
    return x


def test_digits_alone_are_no_different_things(capsys: Any) -> None:
    found = report(ng.function(tripled), (0.1,))
    printed = capsys.readouterr().out
    assert printed.startswith("x is 0.30000000000000004\nx is 0.9000000000000001\nx is 0.3")
    assert any("print the same numbers, in other digits:" in note for note in found.notes)
