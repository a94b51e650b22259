"""`history.append({"step": i, "loss": x})` in a loop of run-time length, and `[r for r in rows if r["x"] > n]`.

Dicts were refused in such lists. The list holds their values, in the order of their keys, and what is read from it is a
new dict: nobody may change one that was put there, and nobody may ask which dict it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.errors import NbgraphError


def plain(value: Any) -> Any:
    """A result with Python's own numbers, and dicts as pairs, of which the order counts."""
    if isinstance(value, dict):
        return "dict", [(key, plain(part)) for key, part in value.items()]
    if isinstance(value, list | tuple):
        return type(value)(map(plain, value))
    return value.item() if isinstance(value, jax.Array | np.generic) else value


def history(n: Any) -> Any:
    found, x = [], 1.0
    for step in range(n):
        x = x * 0.5
        found.append({"step": step, "loss": x})
    return found


def rows_of_collatz(n: Any) -> Any:
    rows = []
    while n != 1:
        rows.append({"n": n, "kind": "odd" if n % 2 == 1 else "even"})
        n = 3 * n + 1 if n % 2 == 1 else n // 2
    return len(rows), rows[-1] if len(rows) else {"n": 0, "kind": "none"}, sum(1 for r in rows if r["kind"] == "odd")


def events(n: Any) -> Any:
    log = []
    for i in range(n):
        if i % 3 == 0:
            log.append({"kind": "fizz", "at": {"i": i, "pair": (i, -i)}})
        elif i % 5 == 0:
            log.append({"kind": "buzz", "at": {"i": i, "pair": (0, i)}})
    return log, [e["at"]["pair"][1] for e in log if e["kind"] == "fizz"]


def jobs(n: Any) -> Any:
    todo, order, deepest = [{"n": n, "depth": 0}], [], 0
    while todo:
        job = todo.pop(0)
        order.append(job["n"])
        deepest = max(deepest, job["depth"])
        if job["n"] > 1:
            todo.append({"n": job["n"] - 2, "depth": job["depth"] + 1})
            todo.append({"n": job["n"] // 3} | {"depth": job["depth"] + 1})
    return order, deepest


def made_step_by_step(n: Any) -> Any:
    rows = []
    for i in range(n):
        row = {"i": i}
        row["square"] = i * i
        if i > 1:
            row["i"] = -i
        rows.append(row)
    return rows


def in_many_ways(n: Any) -> Any:
    rows = []
    for i in range(n):
        rows.insert(0, {"b": i, "a": 7 * i % 5})
    rows += [{"b": 50, "a": 60}]
    rows[n - 1] = {"b": 9, "a": 8}
    rows[0], rows[1] = rows[1], rows[0]
    rows.sort(key=lambda r: r["a"])
    best = max(rows, key=lambda r: r["b"])
    return rows, best["a"], rows[1 : n - 1], rows[::-1], rows[n - 2].get("c", -1), list(rows[0])


def best_row(n: Any) -> Any:
    best, log = {"i": -1, "v": -1}, []
    for i in range(n):
        row = {"i": i, "v": 7 * i % 5}
        log.append(row)
        if row["v"] > best["v"]:
            best = row
    return best, log


def without_twins(n: Any) -> Any:
    seen: list[Any] = []
    for i in range(n):
        row = {"k": i % 3, "h": i % 2}
        if row not in seen:
            seen.append(row)
    same = [{"h": i % 2, "k": i % 3} for i in range(6)]
    return seen, {"h": 1, "k": 1} in seen, {"k": 1} in seen, seen.index({"h": 0, "k": 2}), seen[:2] == same[:2]


def with_none(n: Any) -> Any:
    return [{"i": i, "v": None if i == 1 else i} for i in range(n)]


@pytest.mark.parametrize("n", [4, 6])
@pytest.mark.parametrize(
    "function",
    [history, rows_of_collatz, events, jobs, made_step_by_step, in_many_ways, best_row, without_twins, with_none],
)
def test_dicts_are_held_by_their_values(function: Callable[..., Any], n: int) -> None:
    assert plain(ng.function(function)(n)) == plain(function(n))


def chosen(rows: Any, n: Any) -> Any:
    return [r for r in rows if r["x"] > n]


def chosen_twice(rows: Any, n: Any) -> Any:
    some = [r for r in rows if r["x"] > n]
    return [r for r in some if r["at"]["y"] > 1], len(some), sum(r["x"] for r in some)


def parted(rows: Any, n: Any) -> Any:
    less, more = [], []
    for r in rows:
        if r["x"] > n:
            more.append(r)
        else:
            less.append({**r, "x": r["x"] - n})
    return less, more


def with_names(rows: Any, n: Any) -> Any:
    found = []
    for r in rows:
        if r["x"] > n:
            found.append({"name": r["name"], "over": r["x"] - n})
    return found, [r["name"] for r in found]


def changed_before(rows: Any, n: Any) -> Any:
    for r in rows:
        r["x"] *= 2
    rows[0]["x"] = 100
    return list(filter(lambda r: r["x"] > n, rows))


def rows_of(*xs: int) -> list[Any]:
    return [{"name": name, "x": x, "at": {"y": x % 3}} for name, x in zip("abc", xs, strict=True)]


@pytest.mark.parametrize("n", [2, 9])
@pytest.mark.parametrize("function", [chosen, chosen_twice, parted, with_names, changed_before])
def test_dicts_of_the_caller_are_filtered(function: Callable[..., Any], n: int) -> None:
    assert plain(ng.function(function)(rows_of(1, 5, 3), n)) == plain(function(rows_of(1, 5, 3), n))


def after_it_was_put_there(n: Any) -> Any:
    rows = []
    for i in range(n):
        row = {"x": i}
        rows.append(row)
        row["x"] = 7
    return rows


def one_in_all_places(n: Any) -> Any:
    row, rows = {"x": 0}, []
    for _ in range(n):
        row["x"] += 1
        rows.append(row)
    return rows


def in_the_next_iteration(n: Any) -> Any:
    before, rows = {"x": 0}, []
    for i in range(n):
        before["x"] += 1
        row = {"x": i}
        rows.append(row)
        before = row
    return rows


def by_a_helper(n: Any) -> Any:
    def bump(row: Any) -> None:
        row.update(x=9)

    rows = []
    for i in range(n):
        row = {"x": i}
        rows.append(row)
        bump(row)
    return rows


def what_is_in_it(n: Any) -> Any:
    rows = []
    for i in range(n):
        inner = {"a": i}
        rows.append({"inner": inner})
        inner["a"] += 1
    return rows


def through_another_name(n: Any) -> Any:
    best, rows = {"v": -1}, []
    for i in range(n):
        row = {"v": 7 * i % 5}
        rows.append(row)
        if row["v"] > best["v"]:
            best = row
    best["v"] = 1000
    return best, rows


def as_it_was_read(n: Any) -> Any:
    rows = history(n)
    for row in rows:
        row["step"] += 1
    return rows


def in_two_lists(n: Any) -> Any:
    every, some = [], []
    for i in range(n):
        row = {"i": i}
        every.append(row)
        if i % 2 == 0:
            some.append(row)
    for row in some:
        row["i"] = -1
    return every


def of_the_caller(n: Any) -> Any:
    rows = rows_of(1, 5, 3)
    some = [r for r in rows if r["x"] > n - 2]
    rows[1]["x"] = 99
    return some


def who_they_are(n: Any) -> Any:
    rows = rows_of(1, 5, 3)
    some = [r for r in rows if r["x"] > n - 2]
    return some[0] is rows[1]


@pytest.mark.parametrize(
    "function",
    [
        after_it_was_put_there,
        one_in_all_places,
        in_the_next_iteration,
        by_a_helper,
        what_is_in_it,
        through_another_name,
        in_two_lists,
        of_the_caller,
        who_they_are,
    ],
)
def test_a_change_is_refused(function: Callable[..., Any]) -> None:
    with pytest.raises(NbgraphError):
        ng.function(function)(4)


def test_a_row_changes_with_the_dict_that_was_read() -> None:
    assert plain(ng.function(as_it_was_read)(4)) == plain(as_it_was_read(4))


def other_keys(n: Any) -> Any:
    rows = []
    for i in range(n):
        rows.append({"a": i, "b": 1} if i % 2 == 0 else {"b": 2, "a": i})
    return rows


def with_a_list(n: Any) -> Any:
    rows = []
    for i in range(n):
        rows.append({"i": i, "items": [i, i + 1]})
    return rows


def in_an_order(n: Any) -> Any:
    return sorted(history(n))  # type: ignore[type-var]


@pytest.mark.parametrize("function", [other_keys, with_a_list, in_an_order])
def test_what_is_no_row_of_a_table_is_refused(function: Callable[..., Any]) -> None:
    with pytest.raises(NbgraphError):
        ng.function(function)(4)


def weighted(xs: Any, w: Any) -> Any:
    rows = []
    for i, x in enumerate(xs):
        rows.append({"i": i, "y": x * w})
    return sum(r["y"] * r["y"] for r in rows)


def test_derivatives_go_through_them() -> None:
    xs = np.arange(1.0, 5.0, dtype=np.float32)
    found = jax.grad(ng.convert(weighted), argnums=1)(xs, 3.0)
    assert np.allclose(found, 6.0 * float((xs * xs).sum()))
