"""A function that changes what outlives its calls: each run starts where the first did, and nothing is left behind."""

from __future__ import annotations

import nbgraph as ng
from nbgraph.core.inspect import report

COUNT = 0
SEEN: list[str] = []


def bump(n):
    global COUNT
    COUNT += n
    return COUNT


def visit(x):
    SEEN.append(x)
    return len(SEEN)


def remember(x):
    SEEN.append(x)
    return SEEN


def test_a_counter_is_timed_on_python_numbers_and_put_back():
    found = ng.compare(bump, 2)
    assert found.graph_error is not None and found.graph_error.id == "side-effect"
    assert {baseline.name: baseline.sample for baseline in found.baselines}["python"] is not None
    assert type(COUNT) is int and COUNT == 0


def test_a_list_does_not_grow_by_every_timed_call():
    assert ng.compare(visit, "a").python_value == 1
    assert SEEN == []
    found = report(visit, "a").comparison
    assert found is not None and found.python_value == 1
    assert SEEN == []


def test_a_result_that_is_the_changed_list_is_kept():
    found = ng.compare(remember, "a")
    assert found.python_value == ["a"] and SEEN == []
