"""A function that counts in a global is timed on Python's numbers: an eager run would leave a JAX array there."""

from __future__ import annotations

import nbgraph as ng

COUNT = 0


def bump(n):
    global COUNT
    COUNT += n
    return COUNT


def test_no_array_is_left_where_python_runs_again():
    found = ng.compare(bump, 2)
    assert found.graph_error is not None and found.graph_error.id == "side-effect"
    samples = {baseline.name: baseline.sample for baseline in found.baselines}
    assert samples["python"] is not None and samples.get("eager") is None
    assert type(COUNT) is int
