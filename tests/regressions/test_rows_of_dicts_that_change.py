"""`for r in rows: r["n"] += 1`, `log[-1]["n"] += 1` and `job = todo.pop(); job["n"] -= 1` in lists of dicts that grow.

The list holds the dicts' values, so each change was refused. It goes into the list now, where nobody has another copy
of the dict; else it is refused as before. And `r = rows[0] if c else rows[1]` lost a change of `r` without a word.
"""

from __future__ import annotations

import copy
import heapq
import itertools
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng
from nbgraph.core.errors import NbgraphError
from tests.regressions.test_lists_of_dicts_that_grow import plain


def made(n: Any) -> Any:
    rows = []
    for i in range(n):
        rows.append({"x": i, "y": 1})
    return rows


def in_a_loop(n: Any) -> Any:
    rows = made(n)
    for r in rows:
        if r["x"] % 2 == 0:
            r["y"] = r["x"] * 5
            r["x"] += 1
        else:
            r["y"] -= 1
    return rows, sum(r["y"] for r in rows)


def numbered(n: Any) -> Any:
    rows = made(n)
    for _ in range(2):
        for i, r in enumerate(rows):
            r.update(y=i * r["x"])
            r["x"] += 1
    return rows


def at_an_index(n: Any) -> Any:
    rows = []
    for i in range(n):
        rows.append({"x": i, "y": 0})
        rows[-1]["x"] += 1
        rows[i // 2]["y"] += rows[i]["x"]
    rows[0]["y"] = 7
    while rows[0]["x"] < 5:
        rows[0]["x"] += 1
    return rows


def by_a_name(n: Any) -> Any:
    rows = made(n)
    last = rows[-1]
    same = last
    last["x"] = 100
    same["y"] += 1
    rows.append({"x": 0, "y": 0})
    last["y"] *= 2
    return rows, last, same["x"]


def raised(row: Any, by: Any) -> None:
    row["x"] += by


def in_a_helper(n: Any) -> Any:
    rows = made(n)
    for r in rows:
        raised(r, 3)
    raised(rows[1], 10)
    return rows


def jobs(n: Any) -> Any:
    todo, done = [{"n": n, "d": 0}], 0
    while todo:
        job = todo.pop(0)
        job["n"] -= 1
        done += job["n"]
        if job["n"] > 0:
            todo.append(job)
    return done


def two_jobs(n: Any) -> Any:
    todo = made(n)
    a, b = todo.pop(), todo.pop()
    a["x"] += b["x"]
    todo.append(a)
    return todo


def greatest(n: Any) -> Any:
    rows = made(n)
    best = max(rows, key=lambda r: 7 * r["x"] % 5)
    best["y"] = -1
    return rows


def found(n: Any) -> Any:
    rows = []
    for i in range(n):
        rows.append({"x": i, "s": "new"})
    for r in rows:
        if r["x"] == 2:
            r["s"] = "old"
            break
    return rows, sum(1 for r in rows if r["s"] == "old")


def with_parts(n: Any) -> Any:
    rows = []
    for i in range(n):
        rows.append({"p": {"x": i}, "q": i})
    for r in rows:
        r["p"] = {"x": r["q"] * 2}
    return rows


def until_an_error(n: Any) -> Any:
    rows = made(n)
    try:
        rows[0]["x"] = 5
        rows[n + 3]["x"] = 5
    except IndexError:
        rows[0]["y"] = -1
    return rows


class Log:
    def __init__(self) -> None:
        self.rows: list[Any] = []

    def add(self, x: Any) -> None:
        self.rows.append({"x": x, "seen": 0})

    def mark(self, x: Any) -> None:
        for r in self.rows:
            if r["x"] == x:
                r["seen"] += 1


def of_an_object(n: Any) -> Any:
    log = Log()
    for i in range(n):
        log.add(i % 3)
    log.mark(1)
    log.mark(0)
    return log.rows


RIGHT = [
    in_a_loop,
    numbered,
    at_an_index,
    by_a_name,
    in_a_helper,
    jobs,
    two_jobs,
    greatest,
    found,
    with_parts,
    until_an_error,
    of_an_object,
]


@pytest.mark.parametrize("n", [3, 5])
@pytest.mark.parametrize("function", RIGHT)
def test_the_row_changes_with_the_dict(function: Callable[..., Any], n: int) -> None:
    assert plain(ng.function(function)(n)) == plain(function(n))


def one_dict_many_times(n: Any) -> Any:
    rows, d = [], {"x": n}
    for _ in range(n):
        rows.append(d)
    return rows


def one_dict_in_two_lists(n: Any) -> Any:
    some, others = [], []
    for i in range(n):
        d = {"x": i}
        some.append(d)
        others.append(d)
    return some


def two_after_another(n: Any) -> Any:
    rows, d = [], {"x": 0}
    for i in range(n):
        if i % 2 == 0:
            d = {"x": i}
        rows.append(d)
    return rows


def joined(n: Any) -> Any:
    rows = made(n)
    return rows + rows


def extended(n: Any) -> Any:
    rows = made(n)
    rows.extend(rows)
    return rows


def multiplied(n: Any) -> Any:
    return made(n) * 2


def repeated(n: Any) -> Any:
    return [{"x": n}] * n


def with_its_rows(n: Any) -> Any:
    rows = made(n)
    for i in range(n):
        rows.append(rows[i])
    return rows


def popped(n: Any) -> Any:
    rows = made(n)
    last = rows.pop()
    rows.append(last)
    rows.append(last)
    return rows


KNOWN = [{"x": 1}, {"x": 5}, {"x": 3}]


def of_the_module(n: Any) -> Any:
    return [r for r in KNOWN if r["x"] > n - 2]


TWICE = [
    one_dict_many_times,
    one_dict_in_two_lists,
    two_after_another,
    joined,
    extended,
    multiplied,
    repeated,
    with_its_rows,
    popped,
    of_the_module,
]


@pytest.mark.parametrize("function", TWICE)
def test_a_dict_that_is_in_two_places_does_not_change(function: Callable[..., Any]) -> None:
    def changed(n: Any) -> Any:
        rows = function(n)
        for r in rows:
            r["x"] += 1
        return rows

    with pytest.raises(NbgraphError):
        ng.function(changed)(3)


def one_of_two(n: Any) -> Any:
    rows = made(n)
    r = rows[0] if n > 3 else rows[1]
    r["x"] = 99
    return rows


def one_bound_in_a_loop(n: Any) -> Any:
    rows = made(n)
    best = rows[0]
    for r in rows:
        if r["x"] > best["x"]:
            best = r
    best["y"] = 100
    return rows


def another_name(n: Any) -> Any:
    rows = made(n)
    r, s = rows[0], rows[n - 1]
    r["x"] = 5
    return rows, s["x"]


def the_dict_itself(n: Any) -> Any:
    d = {"x": n}
    rows = [d]
    for i in range(n):
        rows.append({"x": i})
    rows[0]["x"] = 77
    return d, rows


def a_copy_of_the_list(n: Any) -> Any:
    rows = made(n)
    others = sorted(rows, key=lambda r: -r["x"])
    others[0]["x"] = 99
    return rows


def those_that_are_chosen(n: Any) -> Any:
    rows = made(n)
    for r in [r for r in rows if r["x"] > 1]:
        r["x"] = 9
    return rows


def after_another_order(n: Any) -> Any:
    rows = made(n)
    first = rows[0]
    rows.sort(key=lambda r: -r["x"])
    first["x"] = 99
    return rows


def while_they_move(n: Any) -> Any:
    rows = made(n)
    r = rows[1]
    while len(rows) > 2:
        r["x"] += 10
        rows.pop(0)
    return rows


def after_it_is_back(n: Any) -> Any:
    rows = made(n)
    last = rows.pop()
    rows.append(last)
    last["x"] = 44
    return rows


def a_part(n: Any) -> Any:
    rows = []
    for i in range(n):
        rows.append({"p": {"x": i}})
    for r in rows:
        r["p"]["x"] += 1
    return rows


REFUSED = [
    one_of_two,
    one_bound_in_a_loop,
    another_name,
    the_dict_itself,
    a_copy_of_the_list,
    those_that_are_chosen,
    after_another_order,
    while_they_move,
    after_it_is_back,
    a_part,
]


def dict_itself(row: Any) -> Any:
    return row


WITH_ITS_ROWS = [
    lambda rows: list(reversed(rows)),
    lambda rows: list(map(dict_itself, rows)),
    lambda rows: list(filter(None, rows)),
    lambda rows: list(filter(lambda r: r["x"] > 1, rows)),
    lambda rows: rows[::-1],
    lambda rows: copy.copy(rows),
    lambda rows: [*rows],
    lambda rows: [rows[0], rows[1]],
    lambda rows: list(itertools.chain(rows, rows)),
    lambda rows: [r for r, _ in zip(rows, rows, strict=True)],
    lambda rows: [max(rows, key=lambda r: r["x"])],
    lambda rows: [t[0] for t in [(r, 1) for r in rows]],
    lambda rows: heapq.nsmallest(2, rows, key=lambda r: r["x"]),
]


@pytest.mark.parametrize("ours", [True, False])
@pytest.mark.parametrize("others", WITH_ITS_ROWS)
def test_another_list_with_the_rows_is_never_wrong(others: Callable[..., Any], *, ours: bool) -> None:
    def changed(n: Any) -> Any:
        rows = made(n)
        theirs = others(rows)
        for r in rows if ours else theirs:
            r["x"] += 10
        return [r["x"] for r in (theirs if ours else rows)]

    try:
        found = ng.function(changed)(4)
    except NbgraphError:
        return
    assert plain(found) == plain(changed(4))


@pytest.mark.parametrize("function", REFUSED)
def test_a_change_that_a_copy_would_not_show_is_refused(function: Callable[..., Any]) -> None:
    with pytest.raises(NbgraphError):
        ng.function(function)(4)


def test_the_caller_s_dicts_do_not_change() -> None:
    def changed(rows: Any, n: Any) -> Any:
        rows = list(rows)
        for i in range(n):
            rows.append({"x": i})
        for r in rows:
            r["x"] += 1
        return rows

    with pytest.raises(NbgraphError):
        ng.function(changed)([{"x": 1}], 2)


def decayed(x: Any, n: int) -> Any:
    rows = []
    for i in range(n):
        rows.append({"v": x * i, "w": x})
    for r in rows:
        if r["v"] > 1.0:
            r["w"] *= r["v"]
    return sum(r["w"] for r in rows)


def test_derivatives_and_batches_see_the_change() -> None:
    function = ng.function(lambda x: decayed(x, 4))
    assert jnp.allclose(jax.grad(function)(0.6), jax.grad(lambda x: x + x + x * x * 2 + x * x * 3)(0.6))
    xs = jnp.array([0.1, 0.6, 2.0])
    assert jnp.allclose(jax.vmap(function)(xs), jnp.array([decayed(float(x), 4) for x in xs]))
