"""A list is made static for its length, and appended to: each call of a report gets it as it was given."""

from __future__ import annotations

import nbgraph as ng
from nbgraph.core.inspect import report


def grown(xs, n):
    xs.append(5)
    return len(xs) * n


def test_no_run_sees_what_another_one_has_appended():
    found = report(ng.function(grown, static_argnames="xs"), [3, 1, 2], 4)
    assert found.cause is None
    assert found.recording.values("xs") == ("[3, 1, 2]", "[3, 1, 2, 5]")
    assert found.recording.result == "16"
