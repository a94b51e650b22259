"""What each step binds is read from the event log, with and without plain Python beside it."""

from __future__ import annotations

import sys
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.recording.calls import recorded
from nbgraph.core.recording.model import Recording


def alone(function: Any, *arguments: Any) -> Recording:
    """The record of a call that Python must not run again: all that it says is the graph's."""
    names = function.__code__.co_varnames[: len(arguments)]
    run = recorded(ng.function(function), "call", arguments, {}, names, acts=True, seconds=60.0)
    assert run is not None
    assert not any(step.python for step in run.steps)
    return run


def mixed(n):
    total = 0
    sizes = [1, 2]
    name = "sum"
    for i in range(n):
        if i % 2 == 0:
            extra = i * 10
            total = total + extra
        else:
            total = total - 1
    first = sizes[0]
    return total + first, name


def test_values_that_python_knows_while_it_traces():
    run = alone(mixed, 4)
    assert {name: run.values(name) for name in ("sizes", "name", "first")} == {
        "sizes": ("[1, 2]",),
        "name": ("'sum'",),
        "first": ("1",),
    }


def test_a_side_that_is_not_taken_binds_nothing():
    run = alone(mixed, 4)
    assert run.values("total") == ("0", "-1", "19", "18")
    assert run.values("extra") == ("0", "20")


def halved(x):
    y = x // 2
    return y  # noqa: RET504


def twice(a):
    b = halved(a)
    c = halved(b)
    return b + c


def test_two_calls_of_a_helper_have_their_own_values():
    run = alone(twice, 13)
    inside = [dict(step.values) for step in run.steps if step.way]
    assert [values["x"] for values in inside if "x" in values] == ["13", "6"]
    assert [values["y"] for values in inside if "y" in values] == ["6", "3"]
    assert (run.values("b"), run.values("c")) == (("6",), ("3",))


def walked(xs):
    best = xs[0]
    for k, x in enumerate([xs[0], xs[1], xs[2]]):
        y = x * k
        if y > best:
            best = y
    return best


def test_iterations_that_python_runs_have_their_own_values():
    run = alone(walked, np.array([4, 5, 6]))
    assert run.values("k") == ("0", "1", "2")
    assert run.values("x") == ("4", "5", "6")
    assert run.values("y") == ("0", "5", "12")
    assert run.values("best") == ("4", "5", "12")


def counted(n):
    seen = 0

    def note(k):
        nonlocal seen
        seen = seen + k
        return k * 2

    last = 0
    while n > 0:
        last = note(n)
        n = n - 1
    return seen, last


def test_what_a_helper_binds_in_the_function_around():
    assert alone(counted, 3).values("seen") == ("0", "3", "5", "6")


def grown(n):
    found = []
    k = n
    while k > 0:
        found.append(k)
        k = k - 2
    return found


def test_a_list_in_a_buffer_is_its_items_at_each_step():
    assert alone(grown, 5).values("found") == ("[]", "[5]", "[5, 3]", "[5, 3, 1]")


def perhaps(n):
    while n > 3:
        r = n * 2  # noqa: F841
        n = n - 2
    return n


def test_a_name_without_a_value_has_none():
    assert alone(perhaps, 7).values("r") == ("14", "10")
    assert alone(perhaps, 2).values("r") == ()


def long(x):
    t = jnp.sin(x)
    for i in range(6):
        t = t * x + i
    while t > 4:
        t = t / 2
    return t + 1


def repeats(a):
    b = long(a)
    if b > 2:  # noqa: SIM108
        c = long(b)
    else:
        c = long(b - 1)
    return c + long(c)


def test_each_call_of_a_helper_that_is_traced_once_is_gone_into():
    helper = [each for each in ng.graph(repeats, 1.5).regions if each.label == "long"]
    assert len(helper) == 4, "it is a program of its own, called in four places"
    run = alone(repeats, 1.5)
    wanted = [1.5, long(1.5), long(long(1.5))]
    given = [dict(step.values)["x"] for step in run.steps if "x" in dict(step.values)]
    assert [float(text) for text in given] == pytest.approx([float(each) for each in wanted], rel=1e-4)
    lines = [step.line - long.__code__.co_firstlineno for step in run.steps if step.way]
    assert lines.count(0) == lines.count(1) == lines.count(6) == 3


def added(v):
    v += 1
    return v


def added_where_it_holds(v, x):
    if x > 0: v = added(v)  # noqa: E701 # fmt: skip
    return v


def test_a_choice_in_one_line_says_which_way_it_goes_and_what_it_binds():
    for x in (1, -1):
        run = ng.trace_values(added_where_it_holds, jnp.array([3, 1]), x)
        tests = [step.test for step in run.steps if step.line == run.first + 1]
        assert tests[-1] is (x > 0)
        assert run.values("v")[-1].startswith("[4, 2]" if x > 0 else "[3, 1]")


def jumps(n):
    s = 0
    for i in range(n):
        if not i % 3:
            continue
        s = s + i
    while s > 2:
        if s == 5:
            break
        s = s - 1
    while (y := s // 2) > 1:
        s = y
    return (t := s * 2) if s > 1 else (t := -s), t


def test_a_test_is_told_as_the_user_writes_it():
    """The graph asks for the opposite of some, and of others together."""
    run = alone(jumps, 6)
    tests = {line: [step.test for step in run.steps if step.line == run.first + line] for line in range(13)}
    assert tests[3] == [True, False, False, True, False, False]
    assert (tests[6], tests[7]) == ([True] * 8, [False] * 7 + [True])
    assert [each for each in tests[10] if each is not None][:2] == [True, False]
    assert tests[12] == [True]


@pytest.mark.parametrize(("n", "ends"), [(5, False), (6, True)])
def test_a_loop_ends_by_its_own_test_or_by_the_first_in_its_body(n, ends):
    run = alone(countdown, n)
    tests = {line: [step.test for step in run.steps if step.line == run.first + line] for line in (1, 2)}
    assert tests[1] == ([True] * 3 if ends else [True, True, True, False])
    assert tests[2] == ([False, False, True] if ends else [False] * 3)


@pytest.mark.parametrize("n", [5, 6])
def test_a_break_in_the_line_of_its_test_is_no_test_of_the_loop(n):
    run = alone(counts_down, n)
    tests = {line: [step.test for step in run.steps if step.line == run.first + line] for line in (1, 3)}
    assert tests[1] == [True, True, True, False]  # the graph asks once more where Python has left
    assert [each for each in tests[3] if each is not None] == [False, False, n == 6]


def counts_down(n):
    while n > 0:
        n = n - 2
        if n == 0: break  # noqa: E701 # fmt: skip
    return n


def countdown(n):
    while n > 0:
        if n == 2:
            break
        n = n - 2
    return n


class Counted:
    def __init__(self, seen):
        self.seen = seen

    def __enter__(self):
        self.seen[0] += 1

    def __exit__(self, *reason):
        self.seen[0] += 10


def enters(n):
    seen = [0]
    while n > 0:
        with Counted(seen):
            n = n - 1
    return seen[0]


def test_the_line_of_a_with_is_reached_at_its_begin_and_its_end():
    run = ng.trace_values(enters, 2)
    line = run.first + 3
    after = [dict(step.values).get("seen") for step in run.steps if step.line == line and step.way == 0]
    assert [value for value in after if value] == ["[1]", "[11]", "[12]", "[22]"]


def test_without_a_log_no_line_is_said_to_be_pythons_alone():
    """A debugger or a coverage tool keeps Python's trace function for itself."""
    before = sys.gettrace()
    sys.settrace(lambda *_: None)
    try:
        run = ng.trace_values(halved_until, 9)
    finally:
        sys.settrace(before)
    assert run.result == "1"
    assert not any(step.is_traced for step in run.steps)
    assert any("another tool traces this thread" in note for note in run.notes)


def halved_until(n):
    while n > 1:
        n = n // 2
    return n


@jax.jit
def compiled(v):
    return v + 1


def calls_compiled(x):
    a = compiled(x)
    b = compiled(a)
    return b  # noqa: RET504


def test_what_jax_has_compiled_gives_its_result_to_a_name():
    run = alone(calls_compiled, 2)
    assert (run.values("a"), run.values("b")) == (("3",), ("4",))


@pytest.mark.parametrize(("function", "argument"), [(mixed, 4), (twice, 13), (counted, 3), (grown, 5), (perhaps, 7)])
def test_values_are_the_same_with_plain_python_beside(function, argument):
    with_python, without = ng.trace_values(function, argument), alone(function, argument)
    assert with_python.difference is None
    for name in without.names:
        assert without.values(name) == with_python.values(name)
