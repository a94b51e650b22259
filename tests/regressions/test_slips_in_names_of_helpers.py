"""A slip in the name of a helper is told by the text: a process that is sent a function gets only what it reads."""

from __future__ import annotations

import linecache
from typing import Any

import pytest

from nbgraph.core.examine.reporting import report_call

TEXT = "def helper(x):\n    return x + 1\n\n\ndef f(x):\n    return {name}(x)\n"


@pytest.mark.parametrize(
    ("name", "instead"), [("helpr", "`helper`, which is like it"), ("scale", "`scale = ...` before this line")]
)
def test_the_helper_is_meant_and_no_longer_name(name: str, instead: str) -> None:
    text = TEXT.format(name=name)
    linecache.cache["<slip>"] = (len(text), None, text.splitlines(keepends=True), "<slip>")
    names: dict[str, Any] = {}
    exec(compile(text, "<slip>", "exec"), names)
    del names["helper"]
    report = report_call(names["f"], (3,), timing=False)
    assert [error.remedy for error in report.errors] == [instead]
