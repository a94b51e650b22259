"""The record goes into the functions that are called: their lines, their variables, and plain Python beside them."""

from __future__ import annotations

import json
import linecache
from typing import Any

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng
from nbgraph.core.inspect import report
from nbgraph.core.recording.calls import recorded
from nbgraph.core.recording.model import Recording
from tests.core.recording.test_recording import AN_HOUR, path


def half(x):
    if x % 2 == 0:
        y = x // 2
        return y  # noqa: RET504
    return 3 * x + 1


def collatz(a):
    n = 0
    while a != 1:
        a = half(a)
        n = n + 1
    return n


def digits(m):
    s = 0
    while m > 0:
        s = s + m % 10
        m = m // 10
    return s


def square(x):
    y = x * x
    return y  # noqa: RET504


def twice(x):
    return square(x + 1) + square(x) * 2


def outer(x):
    u = twice(x)
    return u  # noqa: RET504


def nested(x):
    return square(square(x))


def unrolled(x):
    for k in range(3):
        x = square(x) + k
    return x


def power(x, n):
    if n == 0:
        return 1
    r = power(x, n - 1)
    return x * r


def recursive(x):
    return power(x, 3)


def chosen(x):
    if x > 3:  # noqa: SIM108
        y = square(x)
    else:
        y = half(x)
    return y + 1


def push(found, v):
    found.append(v)


def pushed(n):
    found = []
    while n > 0:
        push(found, n)
        n = n - 1
    return found


def with_inner(n):
    t = 0

    def add(v):
        nonlocal t
        t = t + v
        return v * 2

    while n > 0:
        z = add(n)
        n = n - 1
    return t + z


class Account:
    def __init__(self, a):
        self.a = a

    def more(self, b, *, times=2):
        c = self.a + b * times
        self.a = c
        return c


def account(x):
    p = Account(x)
    y = p.more(2)
    return p.more(y, times=3)


@jax.jit
def compiled(v):
    w = v * 2
    return w + 1


def jitted(x):
    a = compiled(x)
    return a + 1


def mapped(xs):
    return jax.vmap(square)(xs)


def goes_on(n):
    return n > 2


def asks(n):
    while goes_on(n):
        n = n - 1
    return n


def checked(x):
    assert x < 3, "too large"
    return x


def raising(n):
    j = 0
    for i in range(n):
        j = checked(i)
    return j


def called(run: Recording) -> list[str]:
    """The function of each step, repetitions left out."""
    names = [run.functions[run.ways[step.way].function].name for step in run.steps]
    return [name for i, name in enumerate(names) if i == 0 or names[i - 1] != name]


def test_a_helpers_lines_variables_and_result_are_steps():
    run = ng.trace_values(collatz, 6)
    assert (run.difference, run.notes, run.result) == (None, (), "8")
    assert list(run.values("a")) == path(6)
    first = half.__code__.co_firstlineno
    inside = [step for step in run.steps if step.way]
    assert [(step.line - first, step.test) for step in inside[:6]] == [
        (0, None),
        (1, True),
        (2, None),
        (3, None),
        (0, None),
        (1, False),
    ]
    given = [value for step in inside for name, value in step.values if name == "x"]
    assert given == path(6)[:-1]
    made = [value for step in inside for name, value in step.values if name == "y"]
    assert made == [str(int(value) // 2) for value in given if int(value) % 2 == 0], "the other side has no y"
    (listing,) = run.functions[1:]
    assert (listing.name, listing.lines[-1]) == ("half", "    return 3 * x + 1")
    assert run.ways[1].line == collatz.__code__.co_firstlineno + 3
    assert "half:" in str(run)


def test_what_another_branch_has_named_is_not_given_to_a_return():
    assert ng.trace_values(half, 3).values("y") == ()
    assert ng.trace_values(half, 4).values("y") == ("2",)


WALKS = [
    (outer, 3, ["outer", "twice", "square", "twice", "outer"]),
    (nested, 2, ["nested", "square", "nested"]),
    (unrolled, 2, ["unrolled", *["square", "unrolled"] * 3]),
    (recursive, 2, ["recursive", "power", "recursive"]),
    (chosen, 5, ["chosen", "square", "chosen"]),
    (chosen, 2, ["chosen", "half", "chosen"]),
    (pushed, 2, ["pushed", *["push", "pushed"] * 2]),
    (with_inner, 2, ["with_inner", *["add", "with_inner"] * 2]),
    (account, 3, ["account", "__init__", "account", *["more", "account"] * 2]),
    (jitted, 2, ["jitted", "compiled", "jitted"]),
    (mapped, jnp.arange(3.0), ["mapped"]),  # what it computes is no call of `square`
    (asks, 4, ["asks", *["goes_on", "asks"] * 3]),
]


@pytest.mark.parametrize(("function", "argument", "names"), WALKS)
def test_every_call_is_gone_into_and_left(function, argument, names):
    run = ng.trace_values(function, argument)
    assert called(run) == names
    assert (run.difference, [note for note in run.notes if "not gone into" not in note]) == (None, [])
    begun = {(step.way, step.begun) for step in run.steps}
    assert all(run.steps[first].way == way for way, first in begun)


@pytest.mark.parametrize(
    ("function", "argument"), [(collatz, 6), (outer, 3), (unrolled, 2), (with_inner, 2), (account, 3)]
)
def test_plain_python_is_beside_it_at_the_same_position(function, argument):
    """Each value of a helper's own variable is that of the very call in plain Python, known where it is made."""
    run = ng.trace_values(function, argument)
    states: dict[tuple[int, int], dict[str, str]] = {}
    compared = 0
    for step in run.steps:
        state = states.setdefault((step.way, step.begun), {})
        state.update(step.python)
        for name, value in step.values if step.way else ():
            if value is not None:
                assert state[name] == value
                compared += 1
    assert compared >= 2


def test_two_calls_in_a_line_and_unrolled_ones_are_calls_of_their_own():
    run = ng.trace_values(outer, 3)
    given = [(step.way, dict(step.values)["x"]) for step in run.steps if "x" in dict(step.values)]
    assert [value for _, value in given] == ["3", "3", "4", "3"]
    assert len({way for way, _ in given}) == 4
    run = ng.trace_values(unrolled, 2)
    given = [
        (step.way, step.begun, dict(step.values)["x"]) for step in run.steps if step.way and "x" in dict(step.values)
    ]
    assert [value for *_, value in given] == ["2", "4", "17"]
    assert (len({way for way, *_ in given}), len({begun for _, begun, _ in given})) == (1, 3)


def test_what_a_call_has_changed_is_shown_as_it_is():
    run = ng.trace_values(with_inner, 2)
    after = [dict(step.values) for step in run.steps if step.way == 0 and "z" in dict(step.values)]
    assert [(values["z"], values["t"]) for values in after] == [("4", "2"), ("2", "3")]
    assert run.values("t") == ("0", "2", "3")
    assert ng.trace_values(pushed, 2).values("found") == ("[]", "[2]", "[2, 1]")


def test_the_record_ends_in_the_helper_that_raises():
    run = report(raising, 8, timing=False).recording
    assert run is not None
    last = run.steps[-1]
    assert (run.functions[run.ways[last.way].function].name, run.at(len(run.steps) - 1)) == ("checked", {"x": "3"})


def test_a_helper_of_another_cell_that_raises_is_no_line_of_the_shown_one():
    """Both cells begin with line 1: what raises in line 2 of the one is not line 2 of the other."""
    cells = {
        "<cell 1>": "def small(x):\n    assert x < 3, 'too large'\n    return x\n",
        "<cell 2>": "def through(n):\n    j = n + 1\n    for i in range(n):\n        j = small(i)\n    return j\n",
    }
    namespace: dict[str, Any] = {}
    for name, text in cells.items():
        linecache.cache[name] = (len(text), None, text.splitlines(True), name)
        exec(compile(text, name, "exec"), namespace)
    run = report(namespace["through"], 8, timing=False).recording
    assert run is not None
    last = run.steps[-1]
    assert (run.functions[run.ways[last.way].function].name, last.line, last.iteration) == ("small", 2, 4)


def digit_sums(k):
    t = 0
    for i in range(k):
        t = t + digits(i)
    return t


def test_a_record_with_calls_keeps_its_budget():
    run = recorded(ng.function(digit_sums), "digit_sums(900)", (900,), {}, ("k",), seconds=AN_HOUR)
    assert run is not None
    assert len(run.steps) <= 2_000 and called(run)[:3] == ["digit_sums", "digits", "digit_sums"]
    assert any("iterations" in note for note in run.notes)
    assert len(json.dumps(ng.trace_values(collatz, 27).to_json(), separators=(",", ":"))) < 15_000


def test_the_compact_form_has_the_variables_of_each_call():
    run = ng.trace_values(outer, 3)
    data = json.loads(json.dumps(run.to_json()))
    assert data["functions"] == ["twice", "square"]
    rows = [data["calls"][i : i + 3] for i in range(0, len(data["calls"]), 3)]
    changes = [i for i in range(1, len(run.steps)) if run.steps[i].begun != run.steps[i - 1].begun]
    assert rows == [[i, run.steps[i].way, run.steps[i].begun] for i in changes]
    assert {(data["owners"][i], name) for i, name in enumerate(data["names"])} == {
        (step.way, name) for step in run.steps for name, _ in (*step.values, *step.python)
    }
    inner = ng.trace_values(with_inner, 2).to_json()["functions"]
    assert inner == ["add"]
