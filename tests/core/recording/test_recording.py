"""Each step has the values that plain Python has there; branches, rounds, what is printed, what raises; long runs."""

from __future__ import annotations

import itertools
import json
from typing import Any

import jax.numpy as jnp
import pytest

import nbgraph as ng
from nbgraph.core.inspect import report
from nbgraph.core.recording.calls import recorded
from nbgraph.core.recording.model import Recording, Step
from tests.programs.pool import Program, load_all


def collatz(a):
    counter = 0
    while a > 1:
        if a % 2 == 0:  # noqa: SIM108
            a = a // 2
        else:
            a = 3 * a + 1
        counter = counter + 1
    return counter


def path(a: int) -> list[str]:
    """The numbers that Collatz's rule goes through."""
    found = [a]
    while a > 1:
        a = a // 2 if a % 2 == 0 else 3 * a + 1
        found.append(a)
    return [str(each) for each in found]


def test_collatz_goes_through_its_111_rounds():
    run = ng.trace_values(collatz, 27)
    assert list(run.values("a")) == path(27)
    assert run.values("counter") == tuple(str(number) for number in range(112))
    assert [(loop.total, loop.ended, loop.kept) for loop in run.loops] == [(111, True, 111)]
    assert (run.result, run.difference, run.notes) == ("111", None, ())


def counted_down(n):
    total = 0
    while (n := n - 3) > 0:
        total += n
    return total


def halved_if_large(n):
    t = 0
    if (half := n // 2) > 1:
        t = half
        half = 0
    elif (third := n // 3) > 0:
        t = third
    return t


def test_what_a_test_binds_is_shown_at_the_test():
    """The habit: `:=` in the test of a `while` or an `if`, whose name had its value one line too late."""
    run = ng.trace_values(counted_down, 10)
    heads = [dict(step.values) for step in run.steps if step.line == run.first + 2]
    assert [each["n"] for each in heads] == ["7", "4", "1", "-2"]
    run = ng.trace_values(halved_if_large, 9)
    assert [dict(step.values).get("half") for step in run.steps[:4]] == [None, None, "4", None]
    run = ng.trace_values(halved_if_large, 3)
    assert [dict(step.values) for step in run.steps][2:4] == [{"half": "1"}, {"third": "1"}]


def labelled(n):
    return "next", n + 1


def test_one_number_of_a_tuple_is_not_the_result():
    """The habit: a result of a number and a known string; the heading was `labelled(3) = 4`."""
    run = ng.trace_values(labelled, 3)
    assert run.result == "" and str(run).startswith("labelled(3): 2 steps")


def test_the_branch_that_was_taken_is_the_one_that_python_takes():
    run = ng.trace_values(collatz, 6)
    head = run.first + 3
    tests = [step.test for step in run.steps if step.line == head]
    assert tests == [int(each) % 2 == 0 for each in path(6)[:-1]]
    assert all(len(step.taken) == len(step.left) == 1 for step in run.steps if step.line == head)
    lines = [step.line - run.first for step in run.steps if step.line - run.first in (4, 6)]
    assert lines == [4 if test else 6 for test in tests]


def test_an_overflow_is_where_the_two_runs_part():
    """Collatz of 113383 leaves the integers of 32 bits in its round 120; plain Python is beside it up to there."""
    run = ng.trace_values(collatz, 113383)
    first = run.difference
    assert first is not None
    assert (first.name, first.graph, first.python) == ("a", "-1812855948", "2482111348")
    step = run.steps[first.step]
    assert (step.line - run.first, step.iteration) == (6, 120)
    beside = [value for each in run.steps[: first.step] for name, value in each.python if name == "a"]
    assert beside == path(113383)[:120]


def fibonacci(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


def tripled(x):
    n = 0
    while x > 0:
        x = x * 3
        n = n + 1
        if n == 30:
            x = 0
    return n


def left_by_break(x):
    n = 0
    for _ in range(40):
        if x < 0:
            break
        x = x * 5
        n = n + 1
    return n


@pytest.mark.parametrize(
    ("function", "argument", "name"),
    [(collatz, 113383, "counter"), (tripled, 1, "n"), (left_by_break, 1, "n")],
)
def test_no_step_of_a_loop_that_the_graph_has_left_is_the_graphs(function, argument, name):
    """Where 32 bits end the loop early, what Python does in its further iterations gives the graph's names nothing."""
    run = ng.trace_values(function, argument)
    assert run.difference is not None
    values = [int(value) for value in run.values(name)]
    assert values == list(range(len(values)))
    assert str(values[-1]) == run.result


@pytest.mark.parametrize(("function", "factor"), [(tripled, 3), (left_by_break, 5)])
def test_what_python_assigns_in_further_iterations_is_no_value_of_the_graph(function, factor):
    run = ng.trace_values(function, 1)
    wrapped = [(factor**k + 2**31) % 2**32 - 2**31 for k in range(int(run.result) + 1)]
    assert [int(value) for value in run.values("x")] == wrapped


def test_names_that_are_only_handed_on_follow():
    run = ng.trace_values(fibonacci, 6)
    assert run.values("a") == ("0", "1", "2", "3", "5", "8")  # from 1 to 1 nothing changes
    assert run.difference is None


def told(n):
    total = 0
    for i in range(n):
        total += i
        print("total", total)
    return total


def test_what_is_printed_is_a_step_and_nothing_is_printed(capsys):
    run = ng.trace_values(told, 3)
    assert [text for step in run.steps for text in step.printed] == ["total 0", "total 1", "total 3"]
    assert capsys.readouterr().out == ""
    assert run.notes == ()
    assert any(step.python for step in run.steps)


def bounded(n):
    total = 0
    for i in range(n):
        total += i
        assert total < 6, "too much"
    return total


def test_the_record_ends_where_the_run_raises():
    found = report(bounded, 10, timing=False)
    assert found.recording is not None
    last = found.recording.steps[-1]
    assert (last.line - found.recording.first, last.iteration) == (4, 4)
    assert found.recording.values("total")[-1] == "6"


def kept(n):
    found = []
    for i in range(n):
        if i % 3 == 0:
            continue
        found.append(i * i)
    return found


def test_a_list_is_shown_as_the_list_that_it_is():
    run = ng.trace_values(kept, 6)
    assert run.values("found") == ("[]", "[1]", "[1, 4]", "[1, 4, 16]", "[1, 4, 16, 25]")
    tests = [step.test for step in run.steps if step.line - run.first == 3]
    assert tests == [i % 3 == 0 for i in range(6)]


def stack(n):
    todo, seen = [n], []
    while todo:
        k = todo.pop()
        seen.append(k)
        if k > 1:
            todo.append(k // 2)
    return seen


def test_a_list_is_its_items_and_what_is_taken_from_it_is_an_item():
    """In the graph a list is a buffer with room for more and a length: neither is what the user's names stand for."""
    run = ng.trace_values(stack, 13)
    assert run.difference is None
    assert run.notes == ()
    assert [value for value in run.values("k") if value] == ["13", "6", "3", "1"]
    assert run.values("seen")[-1] == "[13, 6, 3, 1]"
    taken = [dict(step.values) for step in run.steps if step.line == run.first + 3]
    assert [values["todo"] for values in taken] == ["[]"] * 4
    assert not any("int32[" in (value or "") for step in run.steps for _, value in step.values)


def many(n):
    total = 0
    i = 0
    while i < n:
        total = total + i % 7
        i = i + 1
    return total


AN_HOUR = 3600.0
"""A run that is to come to its end does so however busy the machine is."""


def test_of_a_long_run_the_first_the_last_and_some_rounds_are_kept_and_said():
    run = recorded(ng.function(many), "many(20000)", (20_000,), {}, ("n",), seconds=AN_HOUR)
    assert run is not None
    assert len(run.steps) <= 2_000
    rounds = sorted({step.iteration for step in run.steps if step.loop == 0})
    assert rounds[:10] == list(range(1, 11))
    assert rounds[-10:] == list(range(19_992, 20_002))
    assert any(10_000 < number < 15_000 for number in rounds)
    assert any("20,000 iterations" in note for note in run.notes)
    assert run.steps[-1].line - run.first == 6


def factorial(n):
    product = 1
    for k in range(2, n):
        product = product * k
    return product


def odd_numbers(n):
    total = 0
    for k in range(n, 0, -2):
        if total > 12:
            break
        total = total + k
    return total


@pytest.mark.parametrize(("function", "rounds"), [(factorial, [2, 3, 4, 5]), (odd_numbers, [6, 4, 2])])
def test_the_counter_of_a_range_that_begins_elsewhere_has_its_values(function, rounds):
    run = ng.trace_values(function, 6)
    assert (run.values("k"), run.difference, run.notes) == (tuple(map(str, rounds)), None, ())
    header = run.first + 2
    assert {step.line for step in run.steps if "k" in dict(step.values)} == {header}
    assert [step.python for step in run.steps if "k" in dict(step.python)]
    nodes = ng.graph(function, 6).nodes
    assert [node.span.line for node in nodes if node.names == ("k",)] == [header]
    # The trip count is computed while an object is made, by a function that has no text: that is no place to show.
    assert {node.span.file for node in nodes if node.span is not None} == {__file__}


def unending(n):
    while n > 0:
        n = n + 1 - n % 2
    return n


def test_an_endless_run_ends_the_record_and_says_so():
    run = recorded(ng.function(unending), "unending(7)", (7,), {}, ("n",), seconds=0.1)
    assert run is not None
    assert any("ends early" in note for note in run.notes)
    assert not run.loops[0].ended


def test_a_run_after_an_endless_one_is_watched_as_before():
    for _ in range(2):
        run = recorded(ng.function(unending), "unending(7)", (7,), {}, ("n",), seconds=0.1)
        assert run is not None and any("did not end within" in note for note in run.notes), run
    run = recorded(ng.function(nested), "nested", (jnp.ones((2, 2)),), {}, ("rows",), seconds=AN_HOUR)
    assert run is not None and not run.notes


def nested(rows):
    total = 0.0
    for row in rows:
        for x in row:
            total = total + x
    return total


def test_loops_inside_loops_know_the_round_around():
    run = ng.trace_values(nested, jnp.ones((9, 10)))
    outer, *inner = run.loops
    assert (outer.total, [(loop.total, loop.parent, loop.around) for loop in inner]) == (
        9,
        [(10, 0, number) for number in range(1, 10)],
    )
    assert run.values("total")[-1] == "90.0"


def test_what_is_not_finite_is_seen():
    def parts(x):
        y = jnp.log(x)
        return y * 2

    text = ng.trace_values(parts, jnp.arange(-1.0, 20.0)).values("y")[0]
    assert text.startswith("[nan, -inf, 0.0")
    assert text.endswith("float32[21] with nan and inf")


def decoded(run: Recording) -> list[dict[str, str | None]]:
    """The variables after each step, from the compact form."""
    data = json.loads(json.dumps(run.to_json()))
    state: dict[str, str | None] = {}
    found, at = [], 0
    more = [data["more"][i : i + 3] for i in range(0, len(data["more"]), 3)]
    for index, place in enumerate(data["steps"]):
        slots = data["places"][place][1]
        for name in slots[1::2]:
            text = data["texts"][data["values"][at]]
            at += 1
            if name >= 0:
                state[data["names"][name]] = text
        for _, name, text in (entry for entry in more if entry[0] == index):
            state[data["names"][name]] = None if text < 0 else data["texts"][text]
        found.append(dict(state))
    return found


@pytest.mark.parametrize(("function", "argument"), [(collatz, 27), (fibonacci, 9), (kept, 8)])
def test_the_compact_form_says_the_same(function, argument):
    run = ng.trace_values(function, argument)
    assert decoded(run) == [run.at(number) for number in range(len(run.steps))]


def test_the_record_of_collatz_is_small():
    assert len(json.dumps(ng.trace_values(collatz, 27).to_json(), separators=(",", ":"))) < 10_000


# Of the whole pool every twentieth, and more of the themes with loops and branches of their own.
THEMES = ("branches", "while_loops", "jumps", "classics", "conformance", "for_loops", "arrays", "lists", "undefined")
RIGHT = [program for program in load_all().values() if program.expect == "right"]
HARD = [program for program in RIGHT if program.name.split(".")[0] in THEMES]
CHOSEN = list({program.name: program for program in (*HARD[:: len(HARD) // 36], *RIGHT[7::20])}.values())


def agrees(step: Step, run: Recording) -> bool:
    source = run.functions[run.ways[step.way].function]
    return not step.differ and 0 <= step.line - source.first < len(source.lines)


@pytest.mark.parametrize("program", [pytest.param(program, id=program.name) for program in CHOSEN])
def test_every_value_is_plain_pythons_at_the_same_position(program: Program) -> None:
    for arguments in program.arguments[:2]:
        if program.reset is not None:
            program.reset()
        run = ng.trace_values(program.function, *arguments)
        assert run.difference is None
        assert all(agrees(step, run) for step in run.steps)
        assert not any("could not be matched" in note for note in run.notes)
        json.dumps(run.to_json())
        assert str(run).startswith(program.function.__name__)


def shifted(x):
    y = x
    x = 3
    while y > 0:
        y = y - 1
        x = x + y
    return x


def test_a_record_that_ends_at_once_says_nothing_of_the_arguments_but_what_they_are():
    """Plain Python comes to its end, the graph's run not to its first operation: beside it is where Python begins."""
    hours = itertools.count(0.0, AN_HOUR)
    run = recorded(ng.function(shifted), "shifted(4)", (4,), {}, ("x",), seconds=60.0, clock=lambda: next(hours))
    assert run is not None
    assert [(dict(step.values), step.python) for step in run.steps] == [({"x": "4"}, (("x", "4"),))]
    assert any("ends early" in note for note in run.notes)


def refused(x):
    y = x * 2
    if y < 0:
        raise ValueError("negative")
    return y + 1


def test_the_record_ends_at_the_raise_with_the_values_before():
    run = report(refused, -3, timing=False).recording
    assert run is not None
    assert [(step.line - run.first, step.test) for step in run.steps] == [(0, None), (1, None), (2, True), (3, None)]
    assert run.at(3) == {"x": "-3", "y": "-6"}
    assert report(refused, 3, timing=False).recording.result == "7"


def asking(n):
    total = 0
    while total < n:
        total += len(input("next? "))
    return total


def test_without_a_graph_and_without_another_run_of_python_there_are_no_steps(monkeypatch):
    monkeypatch.setattr("builtins.input", lambda question: "three")
    assert report(asking, 9, timing=False).recording is None


def shapes(x):
    y = x * 2
    z = jnp.ones(4)
    return y + z


def test_what_raises_while_it_is_traced_has_pythons_steps():
    run = report(shapes, jnp.ones(3), timing=False).recording
    assert run is not None
    assert [step.line - run.first for step in run.steps] == [0, 1, 2, 3]
    assert run.at(3) == dict.fromkeys(("x", "y", "z"))  # there is no graph, and no operation
    assert dict(run.steps[1].python)["y"] == "[2.0, 2.0, 2.0] float32[3]"
    assert run.notes == ("Plain Python raises TypeError: add got incompatible shapes for broadcasting: (3,), (4,).",)


def test_a_budget_below_the_fewest_rounds_leaves_the_first_and_the_last_two():
    run = recorded(ng.function(many), "many(30)", (30,), {}, ("n",), seconds=AN_HOUR, steps=3)
    assert run is not None
    assert sorted({step.iteration for step in run.steps if step.loop == 0}) == [1, 2, 30, 31]


def least(v: Any, low: int) -> Any:
    return jnp.clip(v, low)


def test_the_larger_of_a_number_and_an_array_is_recorded() -> None:
    """JAX has both in one operation, a number that any array goes with."""
    assert report(least, jnp.array([-1, 2, 3]), 0, timing=False).recording is not None


def test_a_recorded_run_computes_one_side_alone(monkeypatch):
    def wide(*_):
        raise AssertionError("what Python would compute does not matter to a record")

    def largest(v):
        return jnp.sort(v)[-1]

    monkeypatch.setattr("nbgraph.core.checked.interpreter.computed", wide)
    assert ng.trace_values(largest, jnp.array([1.0, 3.0, 2.0])).result == "3.0"
