"""Every function that the support table says to change its first argument does, and is found where that is global."""

from __future__ import annotations

import copy
import importlib
import linecache
from typing import Any

import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.source.support.rows import Fact
from nbgraph.core.source.support.table import FUNCTIONS

MODULES = ("heapq", "bisect", "operator", "random", "numpy")
CALLS: dict[str, tuple[Any, str]] = {
    "heapq.heappush": ([1, 3], "0"),
    "heapq.heapify": ([3, 1], ""),
    "heapq.heappop": ([1, 3], ""),
    "heapq.heapreplace": ([1, 3], "5"),
    "heapq.heappushpop": ([1, 3], "5"),
    "bisect.insort_left": ([1, 3], "2"),
    "bisect.insort_right": ([1, 3], "2"),
    "operator.setitem": ([1, 3], "0, 2"),
    "operator.delitem": ([1, 3], "0"),
    "random.shuffle": (list(range(50)), ""),
    "numpy.putmask": (np.array([1, 3]), "[True, False], 0"),
    "numpy.place": (np.array([1, 3]), "[True, False], [0]"),
    "numpy.copyto": (np.array([1, 3]), "0"),
    "numpy.put": (np.array([1, 3]), "[0], [9]"),
    "numpy.fill_diagonal": (np.ones((2, 2)), "0"),
    "numpy.put_along_axis": (np.array([1, 3]), "np.array([0]), 9, 0"),
}


def test_each_such_function_of_a_module_is_tried() -> None:
    assert {name for name, row in FUNCTIONS.items() if Fact.MUTATES in row.facts and "." in name} == CALLS.keys()


@pytest.mark.parametrize("name", CALLS)
def test_a_global_that_it_changes_is_found(name: str) -> None:
    value, more = CALLS[name]
    module, _, function = name.partition(".")
    text = f"def program(x):\n    {function}({', '.join(['HELD', *filter(None, [more])])})\n    return x\n"
    file = f"<changes, {name}>"
    linecache.cache[file] = (len(text), None, text.splitlines(True), file)
    names = {"HELD": copy.deepcopy(value), function: getattr(importlib.import_module(module), function), "np": np}
    exec(compile(text, file, "exec"), names)
    found = [(finding.rule, finding.variable) for finding in ng.lint(names["program"])]
    assert ("changed-outside", "HELD") in found
    names["program"](1)
    assert repr(names["HELD"]) != repr(value)
