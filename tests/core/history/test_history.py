"""`ng.history` against what plain Python prints at the end of each iteration, in a process of its own."""

from __future__ import annotations

import inspect
import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.examine.call import Call
from nbgraph.core.history.record import history_of


def collatz(a: int) -> int:
    counter = 0
    while a != 1:
        a = a // 2 if a % 2 == 0 else 3 * a + 1
        counter = counter + 1
        "now"
    return counter


def newton(x: float, n: int) -> float:
    y = x
    for _ in range(n):
        error = y * y - x
        y = y - error / (2 * y)
        "now"
    return y


def descent(n: int) -> float:
    params = {"w": 0.0, "b": 1.0}
    for _ in range(n):
        guess = params["w"] * 2.0 + params["b"]
        loss = (guess - 5.0) ** 2  # noqa: F841 - the history is to have it
        g = 2 * (guess - 5.0)
        params = {"w": params["w"] - 0.01 * g * 2.0, "b": params["b"] - 0.01 * g}
        "now"
    return params["w"]


def squares(k: int) -> list[int]:
    xs: list[int] = []
    while k > 0:
        xs.append(k * k)
        k = k - 1
        "now"
    return xs


def bubble(a: Any, n: int) -> Any:
    i = 0
    while i < n - 1:
        j = 0
        while j < n - 1 - i:
            if a[j] > a[j + 1]:
                t = a[j]
                a[j] = a[j + 1]
                a[j + 1] = t
            j = j + 1
            "now"
        i = i + 1
    return a


def printed(function: Callable[..., Any], arguments: str, names: str) -> list[Any]:
    """What Python prints where the function says now."""
    text = inspect.getsource(function).replace('"now"', f"print(json.dumps([{names}]))")
    code = f"import json\nfrom typing import Any\n{text}\n{function.__name__}({arguments})"
    made = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return [json.loads(line) for line in made.stdout.splitlines()]


def test_the_values_are_those_that_python_prints() -> None:
    found = ng.history(collatz, 27)
    (loop,) = found.loops
    assert loop.iterations == 111 and loop.is_whole and loop.line == inspect.getsourcelines(collatz)[1] + 2
    rows = list(zip(found["a"].tolist(), found["counter"].tolist(), strict=True))
    assert [list(row) for row in rows] == printed(collatz, "27", "a, counter")


def test_floats_that_the_loop_does_not_carry() -> None:
    found = ng.history(newton, 2.0, 9)
    want = np.array(printed(newton, "2.0, 9", "error, y"))
    np.testing.assert_allclose(found["error"], want[:, 0], rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(found["y"], want[:, 1], rtol=1e-6)


def test_a_dict_of_parameters_and_its_loss() -> None:
    found = ng.history(descent, 30)
    want = np.array(printed(descent, "30", "params['w'], params['b'], loss"))
    for column, name in enumerate(("params['w']", "params['b']", "loss")):
        np.testing.assert_allclose(found[name], want[:, column], rtol=1e-4, atol=1e-5)


def test_a_list_has_an_array_for_each_iteration() -> None:
    found = ng.history(squares, 4)
    assert [[row.tolist()] for row in found["xs"]] == printed(squares, "4", "xs")


def test_a_list_that_outgrows_its_room_is_whole() -> None:
    assert len(ng.history(squares, 1500)["xs"][-1]) == 1500


def test_a_loop_in_a_loop_counts_all_its_iterations() -> None:
    array = [5, 1, 4, 2, 3]
    outer, inner = ng.history(bubble, np.array(array), 5).loops
    assert (outer.iterations, outer.runs, inner.iterations, inner.runs) == (4, 1, 10, 4)
    assert inner["a"].tolist() == [row[0] for row in printed(bubble, f"{array}, 5", "list(a)")]
    assert inner.within.tolist() == [1, 2, 3, 4, 1, 2, 3, 1, 2, 1]
    assert outer["a"][-1].tolist() == sorted(array)


@pytest.mark.parametrize("n", [7, 8, 9, 31, 32, 33, 100])
def test_a_table_that_is_full_keeps_every_second_row(n: int) -> None:
    def counted(n: int) -> int:
        s = 0
        for i in range(n):
            s = s + i
        return s

    call = Call.of(counted, (n,), {})
    (loop,) = history_of(call.title, call.function, call.arguments, call.keywords, rows=8).loops
    assert loop.iterations == n and len(loop.numbers) <= 8 and loop.numbers[-1] == n
    assert loop["s"].tolist() == [k * (k - 1) // 2 for k in loop.numbers.tolist()]
    assert loop["i"].tolist() == [k - 1 for k in loop.numbers.tolist()]


def test_a_scan_in_a_loop_keeps_its_rows_when_it_is_thinned() -> None:
    def twice(v: Any, n: int) -> Any:
        total = v[0] * 0
        while n > 0:
            for x in v:
                total = total + x
            n = n - 1
        return total

    call = Call.of(twice, (jnp.ones(40), 5), {})
    _, inner = history_of(call.title, call.function, call.arguments, call.keywords, rows=16).loops
    assert inner.iterations == 200 and inner.runs == 5 and len(inner.numbers) <= 16
    assert inner["total"].tolist() == inner.numbers.tolist()


def test_a_training_loop_of_ten_thousand_iterations() -> None:
    def train(steps: int) -> Any:
        x = jax.random.normal(jax.random.key(0), (16, 3))
        y = x @ jnp.array([1.0, -2.0, 0.5])
        w = jnp.zeros(3)
        for _ in range(steps):
            loss, slope = jax.value_and_grad(lambda w: jnp.mean((x @ w - y) ** 2))(w)  # noqa: RUF059 - as above
            w = w - 0.01 * slope
        return w

    found = ng.history(train, 10_000)
    assert found["loss"].shape == (10_000,) and found["w"].shape == (10_000, 3)
    assert found["loss"][0] > 1 and found["loss"][-1] < 1e-6
    assert found._repr_html_().count("<svg") >= 2 and len(found._repr_html_()) < 60_000


def scaled(x: float, k: int) -> float:
    while k > 0:
        x = x * 0.5
        k = k - 1
    return x


def test_a_branch_that_is_not_taken_has_no_history() -> None:
    def either(x: float, k: int) -> float:
        if x > 1.0:
            x = scaled(x, k)
        return x

    assert ng.history(either, 8.0, 3)["x"].tolist() == [4.0, 2.0, 1.0]
    assert ng.history(either, 0.5, 3).loops == ()


def test_what_is_printed_is_not_printed_once_more(capfd: pytest.CaptureFixture[str]) -> None:
    def loud(n: int) -> int:
        while n > 0:
            print("n is", n)
            n = n - 1
        return n

    assert ng.history(loud, 3)["n"].tolist() == [2, 1, 0]
    jax.effects_barrier()
    assert "n is" not in capfd.readouterr().out


def test_a_check_that_fails_is_raised() -> None:
    def limited(n: int) -> int:
        s = 0
        while s < n:
            s = s + 3
            assert s < 10, "too much"
        return s

    with pytest.raises(AssertionError, match="too much"):
        ng.history(limited, 50)


def test_a_check_that_fails_in_a_loop_that_python_ran_is_raised() -> None:
    def total(xs: list[int]) -> int:
        s = 0
        for x in xs:
            if x > 2:
                raise ValueError("too large")
            s += x
        return s

    with pytest.raises(ValueError, match="too large"):
        ng.history(total, [1, 2, 3])


def test_a_name_that_has_no_value_yet_is_masked() -> None:
    def last_even(n: int) -> int:
        i = 0
        while i < n:
            i = i + 1
            if i % 2 == 0:
                seen = i
        return seen

    values = ng.history(last_even, 4)["seen"]
    assert np.ma.getmaskarray(values).tolist() == [True, False, False, False]
    assert values[1:].tolist() == [2, 2, 4]


def test_a_call_without_a_loop_says_so() -> None:
    found = ng.history(lambda x: x + 1, 3)
    assert found.loops == () and "while it traced" in str(found)
    with pytest.raises(KeyError, match="no loop of"):
        found["x"]


def twelve_powers(x: Any) -> Any:
    y = 1.0
    for k in range(12):
        y = y * x + k
    return y


@pytest.mark.parametrize("function", [jax.grad(twelve_powers), jax.jacfwd(twelve_powers)])
def test_a_loop_of_a_derivative_is_not_said_to_be_pythons(function: Callable[..., Any]) -> None:
    """The habit: the history of a gradient; its graph has a loop, and the note denied it."""
    assert any(each.kind in ("scan", "while") for each in ng.graph(function, 2.0).regions)
    found = ng.history(function, 2.0)
    assert found.loops or "in what a transformation" in found.notes[0]


def test_a_string_is_a_string_and_not_its_number() -> None:
    def states(n: int) -> str:
        state = "start"
        while n > 0:
            state = "go" if state == "start" else "rest"
            n = n - 1
        return state

    assert ng.history(states, 4)["state"].tolist() == ["go", "rest", "rest", "rest"]


def test_iterations_that_python_ran_count() -> None:
    def later(x: float) -> float:
        k = 0
        while True:
            if k > 1 and x < 1:
                break
            k = k + 1
            x = x / 2
        return x

    (loop,) = ng.history(later, 8.0).loops
    assert loop.header == "while True" and loop.numbers.tolist()[0] == loop.before + 1
    assert loop["k"].tolist()[:2] == [loop.before + 1, loop.before + 2]
    assert "\n" not in loop.title and ("that Python ran" in loop.title) is bool(loop.before)


def test_a_test_that_changes_names_is_part_of_the_iteration_before() -> None:
    def fibonacci(most: int) -> int:
        s, t = 0, 1

        def step() -> int:
            nonlocal s, t
            s, t = t, s + t
            return s

        n = 0
        while step() < most:
            n = n + 1
        return s

    (loop,) = ng.history(fibonacci, 10).loops
    assert "each with the next test" in loop.title and loop["s"].tolist()[-1] == 13
    assert "next test" not in ng.history(collatz, 6).loops[0].title


def counter_used_later(p: float, n: int) -> tuple[float, int]:
    for i in range(n):  # noqa: B007
        p = p * 0.5
        print(p)
    return p, i


def counter_of_a_loop_that_is_left(p: float, n: int) -> tuple[float, int]:
    for i in range(n):  # noqa: B007
        now = p * 0.5
        p = now
        if now < 0.01:
            break
    return p, i


@pytest.mark.parametrize("function", [counter_used_later, counter_of_a_loop_that_is_left])
def test_names_of_a_loop_whose_counter_is_used_behind_it(function: Callable[..., Any]) -> None:
    assert {"i", "p"} <= set(ng.history(function, 8.0, 20).names)


def sum_of_squares(n: int) -> int:
    return sum(i * i for i in range(n))


def flagged(n: int) -> jax.Array:
    flags = jnp.zeros(3, bool)
    for i in range(n):
        flags = flags.at[i % 3].set(i > 2)
    return flags


def test_a_comprehension_has_a_history_under_the_names_that_the_graph_has_for_it() -> None:
    """It said that no loop of it was in the graph."""
    history = ng.history(sum_of_squares, 4)
    assert [loop.header for loop in history.loops] == ["for i in range(n)"]
    assert (history["i"].tolist(), history["sum(…)"].tolist()) == ([0, 1, 2, 3], [0, 1, 5, 14])


def test_a_picture_of_truth_values_has_these_at_its_ends() -> None:
    picture = json.dumps(ng.history(flagged, 5).to_json())
    assert "faint False" in picture and "strong True" in picture and "strong 1" not in picture


def collects_pairs(n):
    """A path of places: the habit of whoever simulates a walk."""
    path, x = [], 0
    for i in range(n):
        x += i
        path.append((i, x))
    return path


def test_a_list_of_pairs_has_a_column_for_each_part_of_all_of_them():
    (loop,) = ng.history(collects_pairs, 10).loops
    assert [*loop.values] == ["i", "x", "path[…][0]", "path[…][1]"]
    assert [each.tolist() for each in loop["path[…][1]"]][:3] == [[0], [0, 1], [0, 1, 3]]


def tallied(n: int) -> dict[int, int]:
    d: dict[int, int] = {}
    while n > 0:
        d[n % 3] = d.get(n % 3, 0) + n
        n = n - 1
        "now"
    return d


def test_a_dict_has_its_keys_and_values() -> None:
    found = ng.history(tallied, 5)
    rows = zip(found["d.keys()"], found["d.values()"], strict=True)
    made = [list(map(list, zip(keys.tolist(), values.tolist(), strict=True))) for keys, values in rows]
    assert [[each] for each in made] == printed(tallied, "5", "list(d.items())")


def triangle(n: int) -> list[list[int]]:
    rows = [[1]]
    while n > 0:
        row = [1]
        for i in range(len(rows[-1]) - 1):
            row.append(rows[-1][i] + rows[-1][i + 1])
        row.append(1)
        rows.append(row)
        n = n - 1
        "now"
    return rows


def bumped(rows: Any, k: Any) -> None:
    rows[k].append(k)
    rows[k][0] += 1


def three_rows(n: int) -> Any:
    rows = [[0], [0], [0]]
    for k in range(n):
        bumped(rows, k % 2)
    return rows


def test_a_known_number_of_rows_that_grow() -> None:
    """The habit: a table of a few lists, each of which a helper makes longer; the history raised a TypeError."""
    rows = ng.history(three_rows, 3)["rows"]
    assert [*map(str, rows)] == ["[[1, 0], [0], [0]]", "[[1, 0], [1, 1], [0]]", "[[2, 0, 0], [1, 1], [0]]"]


def test_rows_of_their_own_lengths_are_lists() -> None:
    found = ng.history(triangle, 4)
    assert [[rows] for rows in found["rows"]] == printed(triangle, "4", "rows")
    assert "[[1], [1, 1], [1, 2, 1]]" in str(found)
    assert [each["left"] for each in found.to_json()["loops"]] == [1, 0]  # they have no picture


def own_loops(xs: Any) -> Any:
    def body(i: Any, s: Any) -> Any:
        t = xs[i] * 2
        return s + t

    total = jax.lax.fori_loop(0, 4, body, 0.0)

    def step(c: Any, x: Any) -> Any:
        c = c + x
        return c, c * c

    return jax.lax.scan(step, total, xs)[1]


def test_loops_of_the_users_own_have_a_history_of_what_their_body_binds() -> None:
    """The page told that no loop is in the graph, beside the picture of two."""
    first, second = ng.history(own_loops, jnp.arange(4.0)).loops
    assert first.header == "jax.lax.fori_loop(0, 4, body, 0.0)"
    assert {name: list(column) for name, column in first.values.items()} == {
        "i": [0, 1, 2, 3],
        "s": [0, 0, 2, 6],
        "t": [0, 2, 4, 6],
    }
    assert {name: list(column) for name, column in second.values.items()} == {
        "c": [12, 13, 15, 18],
        "x": [0, 1, 2, 3],
    }


def test_a_loop_that_an_unrolled_one_repeats_has_one_history() -> None:
    """`roman(1994)` had four tables of one iteration each, and nine of none, all of line so-and-so."""

    def roman(n: int) -> str:
        out = ""
        for value, letters in ((1000, "M"), (900, "CM"), (90, "XC"), (4, "IV"), (1, "I")):
            while n >= value:
                out += letters
                n -= value
        return out

    (loop,) = ng.history(roman, 2995).loops
    assert loop.title.endswith(": 6 iterations in 5 runs")
    assert list(loop["n"]) == [1995, 995, 95, 5, 1, 0]
    assert list(loop.within) == [1, 2, 1, 1, 1, 1]


def test_tables_that_are_full_are_one_history_too() -> None:
    def turned(n: int) -> int:
        t = 0
        for factor in (2, 3):
            for i in range(n):
                t = (factor * t + i) % 1000
        return t

    rows, t = list[tuple[int, int]](), 0
    for factor in (2, 3):
        for i in range(20_000):
            t = (factor * t + i) % 1000
            rows.append((i, t))
    (loop,) = ng.history(turned, 20_000).loops
    assert loop.title.endswith(": 40,000 iterations in 2 runs, 20,000 of them kept")
    assert list(zip(loop["i"], loop["t"], strict=True)) == [rows[number - 1] for number in loop.numbers]
    assert [row + 1 for row, _ in rows][1::2] == list(loop.within)
