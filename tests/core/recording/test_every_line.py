"""Every line that Python executes is a step, also one that leaves the graph nothing to compute, in helpers, too."""

from __future__ import annotations

import itertools
import time

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng
from nbgraph.core.recording.calls import recorded
from tests.core.recording.python_lines import Line, python_lines


def digit_sum(n):
    s = 0
    while n > 0:
        s += n % 10
        n //= 10
    return s


def digital_root(n):
    while n >= 10:
        n = digit_sum(n)
    return n


def swap(a, i, j):
    a[i], a[j] = a[j], a[i]


def ordered(a):
    if a[0] > a[1]:
        swap(a, 0, 1)
    return a


class Account:
    def __init__(self, balance):
        self.balance = balance

    def withdraw(self, amount):
        if amount > self.balance:
            return False
        self.balance -= amount
        return True


def account(start):
    mine = Account(start)
    if not mine.withdraw(500):
        mine.withdraw(20)
    return mine.balance


def narrowed(lo, hi):
    while hi - lo > 0.5:
        mid = (lo + hi) / 2
        if mid * mid < 2:
            lo = mid
        else:
            hi = mid
    return lo


def summed(xs):
    t = 0.0
    for x in xs:
        t = t + x
    return t


def mean(xs):
    return sum(xs) / len(xs)


def spread(xs):
    m = mean(xs)
    return max(xs) - m


def safe(a, b):
    try:
        return half(a) / b
    except ZeroDivisionError:
        return 0.0


def half(a):
    return a / 2


def doubled(xs):
    return [twice(x) for x in xs]


twice = lambda v: 2 * v  # noqa: E731


def loss(w):
    return jnp.sum(w * w)


def descended(w):
    for _ in range(2):
        w = w - 0.1 * jax.grad(loss)(w)
    return w


def halved(xs):
    return list(map(half, xs))


def deep_sum(x):
    total = 0
    for item in x:
        if isinstance(item, list):
            total += deep_sum(item)
        else:
            total += item
    return total


def loudest(xs):
    best = 0
    for x in xs:
        if loudness(x) > best:
            best = loudness(x)
    return best


def loudness(x):
    return abs(x)


def kind(op):
    match op:
        case "add":
            return 1
        case "mul":
            return 2
    return 0


def days_of(month, day):
    days = day
    for _ in range(month - 1):
        days += 30
    return days


def between(year, other, month):
    if year == other:
        return days_of(12, 25) - days_of(month, 1)
    return None


def first_above(xs, limit):
    for x in xs:
        if loudness(x) > limit:
            return x
    return None


def size(n):
    if n > 3:
        return "big"
    return "small"


def quiet_rows(text):
    return "-".join(row(letter) for letter in text)


def row(letter):
    return letter * 2


class Empty(Exception):
    pass


class Purse:
    def __init__(self, coins):
        self.coins = coins

    def pay(self, price):
        if price > self.coins:
            raise Empty(f"only {self.coins} left")
        self.coins -= price


def pay_all(coins, prices):
    purse = Purse(coins)
    unpaid = 0
    for price in prices:
        try:
            purse.pay(price)
        except Empty:
            unpaid += price
    return purse.coins, unpaid


def kept_ones(v):
    kept = list(filter(lambda x: x % 3, v))
    return len(kept)


def test_a_line_binds_behind_the_calls_that_python_alone_makes_in_it():
    run = ng.trace_values(kept_ones, jnp.arange(12))
    bound = [index for index, step in enumerate(run.steps) if "kept" in dict(step.values)]
    assert bound == [max(index for index, step in enumerate(run.steps) if step.way) + 1]


PARTS = ("<listcomp>", "<genexpr>")
CASES = [
    (between, (2024, 2024, 1)),
    (first_above, ([1, -4, 2], 3)),
    (first_above, ([1, -4, 2], 9)),
    (size, (5,)),
    (quiet_rows, ("ab",)),
    (pay_all, (100, [30, 50, 40])),
    (deep_sum, ([1, [2, [3, 4]], 5],)),
    (loudest, (jnp.array([1, -4, 2, 3]),)),
    (kind, ("mul",)),
    (halved, ([1.0, 3.0],)),
    (digital_root, (987,)),
    (ordered, ([3, 1],)),
    (account, (100,)),
    (narrowed, (0.0, 4.0)),
    (summed, (jnp.arange(3.0),)),
    (summed, ([1.0, 2.0],)),
    (spread, ([1.0, 2.0, 6.0],)),
    (safe, (3.0, 2.0)),
    (doubled, ([1, 2, 3],)),
]


def in_order(calls: list[list[Line]]) -> list[tuple[str, int]]:
    """The lines of all calls, each function's in the order in which Python executes them."""
    return sorted((line.function, line.number) for call in calls for line in call)


@pytest.mark.parametrize(("function", "arguments"), CASES)
def test_every_line_of_every_call_is_a_step(function, arguments):
    run = ng.trace_values(function, *arguments)
    wanted = [line for line in in_order(python_lines(function, arguments, __file__)) if line[0] not in PARTS]
    found, last = [], {}
    for step in run.steps:
        name, call = run.functions[run.ways[step.way].function].name, (step.way, step.begun)
        if last.get(call) != step.line:  # a line goes on behind a call that it makes
            found.append((name, step.line))
        last[call] = step.line if call in last else 0
    assert sorted(found) == wanted
    assert run.difference is None


def one_line_loop(n):
    seen = 0

    def step():
        nonlocal n, seen
        n -= 1
        seen += 1

    while n > 0: step()  # noqa: E701 # fmt: skip
    return n, seen


def test_a_loop_in_one_line_is_passed_between_the_calls_that_it_makes():
    run = ng.trace_values(one_line_loop, 3)
    loop = one_line_loop.__code__.co_firstlineno + 8
    lines = [step.line for step in run.steps if step.line in (loop, loop - 2)]
    assert [line for line, _ in itertools.groupby(lines)] == [loop, *[loop - 2, loop] * 3]


def test_the_result_is_the_string_and_not_its_number():
    assert ng.trace_values(size, 5).result == "'big'"
    assert ng.trace_values(size, 2).result == "'small'"


def test_lines_behind_the_end_of_the_graphs_run_are_said_to_be_pythons():
    hours = itertools.count(0.0, 3600.0)
    function, lines = ng.function(digital_root), in_order(python_lines(digital_root, (987,), __file__))
    run = recorded(
        function, "digital_root(987)", (987,), {}, ("n",), agrees=True, seconds=60.0, clock=lambda: next(hours)
    )
    assert sorted(step.line for step in run.steps) == sorted(number for _, number in lines)
    assert [note for note in run.notes if "Python's lines stand alone: the run was watched for" in note]
    assert run.values("n")[-1] == "not recorded"
    assert run.steps[-1].is_traced is None, "whether Python alone runs it nobody knows"
    assert [dict(step.python)["n"] for step in run.steps if "n" in dict(step.python)][-1] == str(digital_root(987))


def test_a_run_that_differs_gets_no_lines_of_pythons_where_the_graph_ends_early():
    hours = itertools.count(0.0, 3600.0)
    function = ng.function(digital_root)
    run = recorded(
        function, "digital_root(987)", (987,), {}, ("n",), agrees=False, seconds=60.0, clock=lambda: next(hours)
    )
    assert any(note.startswith("The record ends early: the run was watched for") for note in run.notes)


def slow_sum(n):
    total = 0
    for i in range(n):
        total += i
        if i == 3:
            time.sleep(0.5)
    return total


def test_a_record_that_ends_early_has_the_lines_up_to_there():
    lines = [line.number for line in python_lines(slow_sum, (6,), __file__)[0]]
    function = ng.function(slow_sum)
    run = recorded(function, "slow_sum(6)", (6,), {}, ("n",), agrees=True, seconds=0.05)
    found = [step.line for step in run.steps]
    assert found == lines[: len(found)]
    assert 10 < len(found) < len(lines)
    # plain Python by itself may well end in that time
    said = "The record ends early: plain Python, watched line by line, did not end within"
    assert any(note.startswith(said) for note in run.notes)


def test_a_call_that_computes_nothing_has_its_variables():
    run = ng.trace_values(account, 100)
    head = next(step for step in run.steps if step.way and step.line == Account.__init__.__code__.co_firstlineno)
    assert dict(head.values)["balance"] == dict(head.python)["balance"] == "100"


def test_what_is_differentiated_is_gone_into_with_its_iterations():
    run = ng.trace_values(descended, jnp.ones(2))
    assert {listing.name for listing in run.functions} == {"descended", "loss"}
    assert {step.iteration for step in run.steps if step.way} == {1, 2}


def steps_to_one(a):
    n = 0
    while a > 1:
        a = a // 2 if a % 2 == 0 else 3 * a + 1
        n += 1
    return n


def test_a_call_that_is_gone_into_is_not_said_to_be_left_out():
    assert ng.trace_values(halved, [1.0, 3.0]).notes == ()


def test_a_run_that_differs_from_python_gets_no_lines_of_that():
    run = ng.trace_values(steps_to_one, 113383)
    assert run.result != str(steps_to_one(113383))
    header = steps_to_one.__code__.co_firstlineno + 2
    assert [step.line for step in run.steps].count(header) == int(run.result) + 1


def through(x):
    return refusing(x) + 1


def refusing(x):
    raise NotImplementedError


def caught(x):
    try:
        x = through(x)
    except NotImplementedError:
        x = x + 1
    return x


def test_a_line_whose_call_raises_has_its_step_where_the_exception_is_caught():
    run = ng.trace_values(caught, 3)
    assert [step.line for step in run.steps].count(through.__code__.co_firstlineno + 1) == 1


def by_halves(a):
    x = a
    while abs(x * x - a) > 1e-4:
        x = 0.5 * (x + a / x)
    return x


def test_what_a_gradients_loops_compute_is_not_said_to_be_pythons_alone():
    run = ng.trace_values(jax.grad(by_halves), 2.0)
    bound, *loop = range(by_halves.__code__.co_firstlineno + 1, by_halves.__code__.co_firstlineno + 4)
    assert {step.line for step in run.steps if step.is_traced} == {bound}
    assert all(step.nodes for step in run.steps if step.line in loop)


def inner_steps(n):
    return n if n < 2 else inner_steps(n - 1) + inner_steps(n - 2)


def with_inner_steps(word):
    return inner_steps(len(word))


def test_calls_that_are_left_out_are_named():
    run = recorded(ng.function(with_inner_steps), "f", ("seven",), {}, ("word",), agrees=True, seconds=60.0, steps=9)
    said = "What called functions do is left out: with it the record would have more than 9 steps."
    assert len(run.steps) == 2 and said in run.notes
