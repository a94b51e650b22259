"""The record of a run shows a dict with keys of run time as Python writes it, in each iteration."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

from nbgraph.core.examine.reporting import report_call


def counted(xs: Any) -> Any:
    d, c, w = {}, Counter(), defaultdict(float)
    for x in xs:
        d[x] = d.get(x, 0) + 1
        c[x] += 2
        w[x] += 0.25
    del c[xs[1]]
    return d, c, w


def test_each_iteration_shows_the_dict() -> None:
    recording = report_call(counted, ([3, 1, 3],), timing=False).recording
    assert recording is not None and recording.difference is None
    shown = [(name, value) for step in recording.steps for name, value in step.values if name in ("d", "c", "w")]
    d, c, w = ([value for name, value in shown if name == which] for which in "dcw")
    assert d[-1] == "{3: 2, 1: 1}" and "{3: 1, 1: 1}" in d
    assert c[-2:] == ["Counter({3: 4, 1: 2})", "Counter({3: 4})"]
    assert w[-1] == "defaultdict(<class 'float'>, {3: 0.5, 1: 0.25})"
