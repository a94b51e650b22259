"""A string of run time is one value in the picture, though a graph carries its number and the values in it."""

from __future__ import annotations

from typing import Any

import pytest

import nbgraph as ng
from nbgraph.core.graph.fold import fold
from nbgraph.core.graph.model import Graph


def fizz(n: Any) -> Any:
    out = []
    for i in range(1, n + 1):
        if i % 15 == 0:
            out.append("FizzBuzz")
        elif i % 3 == 0:
            out.append("Fizz")
        elif i % 5 == 0:
            out.append("Buzz")
        else:
            out.append(str(i))
    return out


def labels(graph: Graph, role: str = "") -> list[str]:
    return [node.label for node in graph.nodes if not role or role in (node.role, node.kind)]


def test_a_list_of_strings_is_one_value_from_its_brackets_to_the_return() -> None:
    shown = ng.graph(fizz, 15).view()
    assert labels(shown, "variable") == ["out"]
    assert labels(shown, "merge") == ["stored item"]
    assert labels(shown).count("[]") == labels(shown).count("out.append(…)") == 1
    assert labels(shown, "output") == ["return out"]


def test_each_branch_has_its_string() -> None:
    assert sorted(labels(ng.graph(fizz, 15).view(), "constant")) == ["'Buzz'", "'Fizz'", "'FizzBuzz'", "str(i)"]


def test_a_box_of_strings_has_their_type() -> None:
    (out,) = (node for node in ng.graph(fizz, 15).view().nodes if node.role == "variable")
    assert str(out.avals[0]) == "str[≤1024]"


def test_opened_it_has_its_parts() -> None:
    graph = ng.graph(fizz, 15)
    opened = fold(graph, {region.id for region in graph.regions})
    assert labels(opened, "variable").count("out") == 2


def sieve(n: Any) -> Any:
    flags = [True] * n
    flags[0] = 0
    for i in range(2, n):
        if flags[i]:
            flags[2 * i % n] = False
    return flags


def named_late(n: Any) -> Any:
    word: Any = 0
    for i in range(n):
        word = "big" if i > 3 else i
    return word


@pytest.mark.parametrize("f", [sieve, named_late])
def test_what_is_a_string_in_some_cases_only_is_called_none(f: Any) -> None:
    assert "str" not in {aval.dtype for node in ng.graph(f, 9).nodes for aval in node.avals}


def two(n: Any) -> Any:
    low, high = [], []
    for i in range(n):
        if i > 3:
            low.append(i)
            high.append(f"no {i}")
        else:
            low.append(-i)
            high.append("none")
    return low, high


def test_another_list_beside_it_is_a_value_by_itself() -> None:
    shown = ng.graph(two, 9).view()
    assert sorted(labels(shown, "variable")) == ["high", "i", "low"]
    assert labels(shown, "merge").count("stored item") == 2
    assert {"'none'", "f'no {i}'"} <= set(labels(shown))
