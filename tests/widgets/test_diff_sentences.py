"""What the difference of two versions says is so: of the function's text alone, and of the numbers in the graph."""

from __future__ import annotations

import linecache
import types
from typing import Any

import nbgraph as ng
from nbgraph.widgets.payload.diff import diff_data
from nbgraph.widgets.payload.spans import Places


def taxed(price: Any) -> Any:
    return price * RATE


RATE = 2.0


def sentences(before: float, now: float) -> list[str]:
    """What is said when a constant of the cell changes, and the function does not."""
    versions = [types.FunctionType(taxed.__code__, {**globals(), "RATE": rate}, "taxed") for rate in (before, now)]
    old, new = (ng.show(version, 3.0, timing=False).report for version in versions)
    found: list[str] = diff_data(old, new, Places.of_report(new))["sentences"]
    return found


def test_a_constant_is_no_part_of_the_function_s_text_and_one_of_the_graph() -> None:
    assert sentences(2.0, 3.0) == [
        "The result was 6.0 and is 9.0.",
        "The source of the function is the same.",
        "The graph has the same 3 nodes, with other numbers in it.",
    ]
    assert sentences(2.0, 2.0)[1:] == ["The source of the function is the same.", "The graph is the same: 3 nodes."]


VERSIONS = """def rate(x):
    return 2.0


def tax(x):
    return x * rate(x)
"""


def test_a_helper_whose_text_has_changed_is_named() -> None:
    found = []
    for number, text in enumerate([VERSIONS, VERSIONS.replace("2.0", "3.0"), VERSIONS]):
        names: dict[str, Any] = {}
        file = f"<version {number}>"
        linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
        exec(compile(text, file, "exec"), names)
        found.append(ng.show(names["tax"], 3.0, timing=False).report)
    old, new, same = found
    assert diff_data(old, new, Places.of_report(new))["sentences"][1:3] == [
        "The source of the function is the same.",
        "What it calls has changed: `rate`.",
    ]
    assert not any("changed" in each for each in diff_data(old, same, Places.of_report(same))["sentences"])
