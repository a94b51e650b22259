"""The record of a run shows a dict with keys of run time as Python writes it, in each iteration."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

import nbgraph as ng
from nbgraph.core.recording.calls import recorded


def counted(xs: Any) -> Any:
    d, c, w = {}, Counter(), defaultdict(float)
    for x in xs:
        d[x] = d.get(x, 0) + 1
        c[x] += 2
        w[x] += 0.25
    del c[xs[1]]
    return d, c, w


def test_each_iteration_shows_the_dict() -> None:
    names = ("xs[0]", "xs[1]", "xs[2]")
    recording = recorded(ng.function(counted), "call", ([3, 1, 3],), {}, names, agrees=True, seconds=60.0)
    assert recording is not None and recording.difference is None
    shown = [(name, value) for step in recording.steps for name, value in step.values if name in ("d", "c", "w")]
    d, c, w = ([value for name, value in shown if name == which] for which in "dcw")
    assert d[-1] == "{3: 2, 1: 1}" and "{3: 1, 1: 1}" in d
    assert c[-2:] == ["Counter({3: 4, 1: 2})", "Counter({3: 4})"]
    assert w[-1] == "defaultdict(<class 'float'>, {3: 0.5, 1: 0.25})"
