"""A compiled function follows its helpers and globals when they are redefined: no old program keeps running."""

from __future__ import annotations

import itertools
import linecache
from typing import Any

import pytest

_CELLS = itertools.count(1)

FIRST = """
import nbgraph as ng
scale = 1.0
def helper(x):
    if x > 0:
        return x + 1
    return x
"""
SECOND = """
@ng.function
def compiled(x):
    return helper(x) * scale
"""
EDITED = """
def helper(x):
    if x > 0:
        return x + 1000
    return x
"""


def run(cell: str, namespace: dict[str, Any]) -> None:
    """Run source as a notebook cell does: registered under a name of its own."""
    name = f"<edited helper, cell {next(_CELLS)}>"
    linecache.cache[name] = (len(cell), None, cell.splitlines(keepends=True), name)
    exec(compile(cell, name, "exec"), namespace)


def test_an_edited_helper_is_traced_anew() -> None:
    namespace: dict[str, Any] = {}
    run(FIRST, namespace)
    run(SECOND, namespace)
    compiled = namespace["compiled"]
    assert float(compiled(1)) == 2.0
    run(EDITED, namespace)
    assert float(compiled(1)) == 1001.0
    first, second = (trace.reason for trace in compiled.traces)
    assert first == ""
    assert second.startswith("`helper` was redefined in <edited helper, cell ")
    assert second.endswith(">, line 2")


def test_a_changed_global_is_traced_anew_and_an_equal_one_is_not() -> None:
    namespace: dict[str, Any] = {}
    run(FIRST, namespace)
    run(SECOND, namespace)
    compiled = namespace["compiled"]
    assert float(compiled(1)) == 2.0
    namespace["scale"] = float("1.0")
    assert float(compiled(1)) == 2.0
    assert len(compiled.traces) == 1
    namespace["scale"] = 3.0
    assert float(compiled(1)) == 6.0
    assert compiled.traces[-1].reason == "`scale` was redefined: 1.0 → 3.0"


def test_a_changed_closure_is_traced_anew() -> None:
    cell = """
import nbgraph as ng
def make():
    step = 1
    @ng.function
    def compiled(x):
        return x + step
    def change(value):
        nonlocal step
        step = value
    return compiled, change
compiled, change = make()
"""
    namespace: dict[str, Any] = {}
    run(cell, namespace)
    assert int(namespace["compiled"](1)) == 2
    namespace["change"](10)
    assert int(namespace["compiled"](1)) == 11


def test_what_had_no_value_is_defined_and_not_redefined() -> None:
    namespace: dict[str, Any] = {}
    run(FIRST.replace("scale = 1.0", ""), namespace)
    run(SECOND, namespace)
    with pytest.raises(NameError, match="scale"):
        namespace["compiled"](1)
    namespace["scale"] = 3.0
    assert float(namespace["compiled"](1)) == 6.0
    assert namespace["compiled"].traces[-1].reason == "`scale` was defined"
