"""An argument that no array can hold is static wherever a call is looked at, as it is where the call runs."""

from __future__ import annotations

import nbgraph as ng


def test_a_call_with_a_text_is_shown_as_it_runs() -> None:
    def step(x: float, mode: str = "up", *, by: str = "one") -> float:
        if x > 0:
            return x + 1 if mode == "up" else x - 1
        return x

    report = ng.show(step, 1.0, "down", by="one").report
    assert (report.value, report.python_value, report.errors) == (ng.function(step)(1.0, "down", by="one"), 0.0, ())
    assert report.verdict is not None
    assert report.verdict.equal
    assert "mode" not in ng.graph(step, 1.0, mode="down").to_text()
