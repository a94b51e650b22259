"""What a report holds when a part of it cannot be had."""

from __future__ import annotations

from typing import Any

import pytest

from nbgraph.core import inspect


def halved(x: Any) -> Any:
    while x > 1:
        x = x // 2
    return x


def test_a_fault_of_ours_leaves_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ValueError("zip() argument 2 is shorter than argument 1")

    monkeypatch.setattr(inspect, "specialise", broken)
    found = inspect.report(halved, 8, timing=False)
    assert found.value == found.python_value == 1
    assert found.graph is not None and found.decisions
    assert found.specialised is None
    (note,) = found.notes
    assert "zip() argument 2 is shorter" in note and "fault of nbgraph" in note
