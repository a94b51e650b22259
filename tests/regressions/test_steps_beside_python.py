"""What a step says of Python's variables is what they are after its line, in called functions, too."""

from __future__ import annotations

import sys

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng


def length(n):
    count = 1
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        count += 1
    return count


def longest(limit):
    best = 0
    for n in range(1, limit):
        found = length(n)
        if found > best:
            best = found
    return best


def orders(items):
    if len(items) <= 1:
        return [items]
    out = []
    for i in range(len(items)):
        for rest in orders(items[:i] + items[i + 1 :]):
            out.append([items[i], *rest])
    return out


def tree_sum(tree):
    if tree is None:
        return 0
    value, left, right = tree
    return value + tree_sum(left) + tree_sum(right)


def place_of(items, wanted):
    for i, item in enumerate(items):
        if item == wanted:
            return i
    return -1


CALLS = [
    (longest, (4,)),
    (orders, ([1, 2, 3],)),
    (tree_sum, ((1, (2, None, None), (3, (4, None, None), None)),)),
    (place_of, ([4, 8, 15, 16], 15)),
]


def pythons(fn, args):
    """Of each call that Python makes, in order, the variables after each of its lines, as text."""
    calls, open_ = [], {}

    def local(frame, event, argument):
        if event in ("line", "return"):
            calls[open_[frame]][-1][1] = {name: repr(value) for name, value in frame.f_locals.items()}
        if event == "line":
            calls[open_[frame]].append([frame.f_lineno, {}])
        return local

    def called(frame, event, argument):
        if frame.f_code.co_filename != __file__:
            return None
        open_[frame] = len(calls)
        calls.append([[frame.f_code.co_firstlineno, {}]])
        return local

    sys.settrace(called)
    try:
        fn(*args)
    finally:
        sys.settrace(None)
    return calls


def recorded(run):
    """The same of a record: of each call the lines of its steps with what they say of Python."""
    calls, states = {}, {}
    for step in run.steps:
        state = states.setdefault(step.begun, {})
        state.update(step.python)
        state = {name: text for name, text in state.items() if text is not None}
        calls.setdefault(step.begun, []).append([step.line, state])
    return [calls[begun] for begun in sorted(calls)]


def merged(calls):
    """Each call's lines, one that goes on behind a call once, as it is at last."""
    return [
        [row for row, after in zip(call, [*call[1:], [0, {}]], strict=True) if row[0] != after[0]] for call in calls
    ]


def is_same(text, wanted):
    return text == wanted or (text.endswith("...") and wanted.startswith(text.removesuffix("...")))


@pytest.mark.parametrize(("fn", "args"), CALLS)
def test_a_step_says_what_python_has_after_its_line(fn, args):
    ours, theirs = merged(recorded(ng.trace_values(fn, *args))), merged(pythons(fn, args))
    assert [[line for line, _ in call] for call in ours] == [[line for line, _ in call] for call in theirs]
    wrong = [
        (line, name, text, real.get(name))
        for one, other in zip(ours, theirs, strict=True)
        for (line, state), (_, real) in zip(one, other, strict=True)
        for name, text in state.items()
        if not is_same(text, real.get(name, ""))
    ]
    assert wrong == []


def double(x):
    return 2 * x


def inc(x):
    return x + 1


def compose(*functions):
    def inner(x):
        for function in functions:
            x = function(x)
        return x

    return inner


def composed(x):
    return compose(double, inc, double)(x)


def mapped(x):
    return sum(jax.vmap(double)(x))


def test_a_function_under_another_name_is_gone_into_without_a_word():
    run = ng.trace_values(composed, 2)
    assert run.notes == ()
    assert {"double", "inc"} <= {each.name for each in run.functions}


def test_what_a_library_calls_is_said_to_be():
    (note,) = ng.trace_values(mapped, jnp.arange(3.0)).notes
    assert note.startswith("`double` is not gone into: JAX or another package calls it")


def body(i, acc):
    return acc * 2.0 + i


def power_sum(x, n):
    return jax.lax.fori_loop(0, n, body, x)


def test_the_body_of_a_loop_by_hand_is_gone_into_and_not_said_to_be_left_out():
    run = ng.trace_values(power_sum, 2.0, 5)
    assert run.notes == ()
    assert [step.line for step in run.steps].count(body.__code__.co_firstlineno + 1) == 5
