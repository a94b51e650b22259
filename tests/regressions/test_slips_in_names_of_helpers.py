"""A slip in the name of a helper is told by the text: a process that is sent a function gets only what it reads."""

from __future__ import annotations

import linecache
from typing import Any

from nbgraph.core.examine.reporting import report_call

TEXT = "def helper(x):\n    return x + 1\n\n\ndef f(x):\n    return helpr(x)\n"


def test_the_helper_is_meant() -> None:
    linecache.cache["<slip>"] = (len(TEXT), None, TEXT.splitlines(keepends=True), "<slip>")
    names: dict[str, Any] = {}
    exec(compile(TEXT, "<slip>", "exec"), names)
    del names["helper"]
    report = report_call(names["f"], (3,), timing=False)
    assert [error.remedy for error in report.errors] == ["`helper`, which is like it"]
