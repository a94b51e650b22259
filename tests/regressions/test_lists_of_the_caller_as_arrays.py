"""Loops over more than a few numbers in a list of the caller's are loops of the graph, and give what Python does."""

from __future__ import annotations

import copy
import operator
from collections.abc import Callable
from typing import Any

import pytest

import nbgraph as ng

NUMBERS = [(7 * i * i + 3) % 10 for i in range(40)]


def counted(xs):
    counts = {}
    for x in xs:
        counts[x] = counts.get(x, 0) + 1
    return max(counts.values()), len(counts)


def products(xs):
    rows = []
    for x in xs:
        row = []
        for y in xs:
            row.append(x * y)
        rows.append(row)
    return rows


def served(xs):
    queue, waits, free = [], [], 0
    for at, x in enumerate(xs):
        queue.append(at)
        if free <= at:
            waits.append(at - queue.pop(0))
            free = at + x
    return sum(waits), len(queue)


def changed_in_place(xs):
    for i in range(len(xs) - 1):
        if xs[i] > xs[i + 1]:
            xs[i], xs[i + 1] = xs[i + 1], xs[i]
    return xs


@pytest.mark.parametrize("function", [counted, products, served, changed_in_place])
def test_the_result_is_pythons(function: Callable[..., Any]) -> None:
    mine, theirs = list(NUMBERS), list(NUMBERS)
    assert ng.function(function)(mine) == function(theirs)
    assert mine == theirs


@pytest.mark.parametrize("function", [counted, products, served])
def test_the_graph_does_not_grow_with_the_list(function: Callable[..., Any]) -> None:
    sizes = [len(ng.function(function).trace(NUMBERS[:size]).jaxpr.eqns) for size in (18, 40)]
    assert sizes[0] == sizes[1] < 40


def distances(pairs):
    total = 0
    for a, b in pairs:
        total += abs(a - b)
    return total


PAIRS = [(x, 2 * x) for x in NUMBERS]


def test_pairs_are_one_array_too() -> None:
    assert ng.function(distances)(PAIRS) == distances(PAIRS)
    sizes = [len(ng.function(distances).trace(PAIRS[:size]).jaxpr.eqns) for size in (12, 40)]
    assert sizes[0] == sizes[1] < 40


@pytest.mark.parametrize("items", [PAIRS, [list(pair) for pair in PAIRS]])
def test_pure_jax_code_makes_an_array_of_a_long_list(items: list[Any]) -> None:
    names: dict[str, Any] = {}
    code = ng.to_code(distances, items)
    exec(code, names)
    assert "pairs = jnp.asarray(pairs)" in code
    assert names["distances"](items) == distances(items)


def first_of_table(table):
    total = 0
    for row in table["rows"]:
        for x in row:
            total += x
    return total


def test_pure_jax_code_reads_a_long_list_in_a_dict() -> None:
    table, names = {"rows": [[k, k + 1, k + 2, k + 3, k + 4] for k in range(6)]}, dict[str, Any]()
    exec(ng.to_code(first_of_table, table), names)
    assert names["first_of_table"](table) == first_of_table(table)


def test_a_list_in_order_is_one_array_again() -> None:
    def largest(numbers: Any) -> Any:
        return sorted(numbers, key=abs, reverse=True)

    graph, numbers = ng.function(largest), list(range(-10, 12))
    assert graph(numbers) == largest(numbers)
    assert len(graph.trace(numbers).jaxpr.jaxpr.outvars) == 1


def until_the_end(xs):
    total, i = 0, 0
    try:
        while i < 12:
            total += xs[i]
            i += 1
    except IndexError:
        return total, i
    return total, -1


@pytest.mark.parametrize("length", [5, 9, 20])
def test_an_index_that_is_known_raises_what_python_does(length):
    assert ng.function(until_the_end)([2] * length) == until_the_end([2] * length)


ROWS = [{"price": 5.0 + at % 9, "n": at % 4, "ok": at % 2 == 0} for at in range(40)]


def spent(rows):
    out = []
    for row in rows:
        if row["price"] > 7:
            out.append(row["price"] * row["n"])
    return sum(out), rows[-1], len(rows)


def by_number(rows):
    groups = {}
    for row in rows:
        groups[row["n"]] = groups.get(row["n"], 0) + row["price"]
    return groups


def best_of_the_good(rows):
    best = -1
    for at, row in enumerate(rows):
        if row["ok"] and (best < 0 or row["price"] > rows[best]["price"]):
            best = at
    return best, [row["n"] for row in rows if row["ok"]]


@pytest.mark.parametrize("function", [spent, by_number, best_of_the_good])
def test_a_table_is_a_column_for_each_key(function: Callable[..., Any]) -> None:
    assert ng.function(function)(ROWS) == function(ROWS)
    sizes = [len(ng.function(function).trace(ROWS[:size]).jaxpr.eqns) for size in (18, 40)]
    assert sizes[0] == sizes[1]


def dearest(rows):
    return max(rows, key=lambda row: row["price"] * row["n"])


@pytest.mark.parametrize("size", [2, 40])
def test_the_best_dict_has_its_keys_in_their_order(size: int) -> None:
    found = ng.function(dearest)(ROWS[:size])
    assert found == dearest(ROWS[:size]) and list(found) == ["price", "n", "ok"]


def test_dicts_with_keys_in_several_orders_are_not_chosen_from() -> None:
    with pytest.raises(ng.NbgraphError, match="the keys of one of several dicts"):
        ng.function(dearest)([{"price": 1.0, "n": 2}, {"n": 3, "price": 2.0}])


def doubled_where(rows):
    for row in rows:
        if row["price"] > 7:
            row["n"] *= 2


def told_apart(rows):
    known = rows[2]
    return sum(1 for row in rows if row is known)


def first_one_changed(rows):
    rows[0]["price"] = 1.0
    return rows[0]["price"]


def with_one_more(rows):
    rows.append({"price": 1.0, "n": 2, "ok": True})
    return len(rows)


@pytest.mark.parametrize("function", [doubled_where, told_apart, first_one_changed])
def test_a_table_whose_dicts_change_or_are_compared_is_taken_apart(function: Callable[..., Any]) -> None:
    mine, theirs = (copy.deepcopy(ROWS[:5]) for _ in range(2))
    dicts = list(mine)
    assert ng.function(function)(mine) == function(theirs)
    assert repr(mine) == repr(theirs) and all(map(operator.is_, mine, dicts))


def test_a_table_that_gets_another_dict_is_refused() -> None:
    with pytest.raises(ng.NbgraphError, match="`rows` is changed by `with_one_more`"):
        ng.function(with_one_more)(copy.deepcopy(ROWS))


def test_the_code_of_a_table_takes_the_list() -> None:
    def spent(rows):
        total = 0.0
        for row in rows:
            total += row["price"] * row["n"]
        return total

    text, namespace = str(ng.to_code(spent, ROWS)), dict[str, Any]()
    exec(text, namespace)
    assert namespace["spent"](ROWS) == spent(ROWS)
    assert "rows['price']" in text
