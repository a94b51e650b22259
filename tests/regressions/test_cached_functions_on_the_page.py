"""Functions under `functools.lru_cache`: an error in them is in their line, and the stepper goes into them."""

from __future__ import annotations

import functools
import pickle

import pytest

import nbgraph as ng
from nbgraph.core.recording.calls import recorded
from nbgraph.core.worker.jobs import pickled


@functools.cache
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


@functools.lru_cache(maxsize=8)
def square(n):
    return n * n


def total(n):
    s = 0
    for _ in range(n):
        s += square(3)
    return s


def test_the_recursion_is_refused_where_it_stands():
    with pytest.raises(ng.StagingError) as caught:
        ng.to_code(fib, 10)
    error = caught.value
    assert error.id == "traced-recursion"
    assert error.span.file == __file__ and error.span.line == fib.__wrapped__.__code__.co_firstlineno + 2


def test_a_run_that_is_recorded_finds_nothing_remembered():
    assert total(3) == 27
    run = ng.trace_values(total, 3)
    first = square.__wrapped__.__code__.co_firstlineno
    lines = [step.line for step in run.steps if run.functions[run.ways[step.way].function].name == "square"]
    assert lines == [first + 1, first + 2]


def test_the_stepper_goes_through_each_call_of_a_cached_recursion():
    run = recorded(ng.function(fib, static_argnames="n"), "fib(4)", (4,), {}, (), agrees=True)
    assert [step.line for step in run.steps].count(fib.__wrapped__.__code__.co_firstlineno + 1) == 5


def test_it_travels_with_its_text():
    namespace = {"__name__": "__main__", "functools": functools}
    exec("@functools.lru_cache(maxsize=3)\ndef f(n):\n    return n if n < 2 else f(n - 1) * 2\n", namespace)
    there = pickle.loads(pickled(namespace["f"]))
    assert there(5) == namespace["f"](5)
    assert there.cache_parameters() == {"maxsize": 3, "typed": False}
