"""`rows[i]["x"] += 1` of dicts at a run-time index, and what `min`, `sorted` or an `if` choose: a change was refused.

Which of the dicts it is, is a number, as of objects; a list in a dict lost what was appended to it, without a word.
"""

from __future__ import annotations

import copy as copies
from collections.abc import Callable
from typing import Any

import jax
import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.errors import NbgraphError


def counted(n: Any) -> Any:
    rows = [{"x": 1, "y": 2}, {"x": 3, "y": 4}, {"x": 5, "y": 6}]
    rows[n % 3]["x"] += 10
    return rows


def through_a_name(n: Any) -> Any:
    rows = [{"x": 1, "y": 2}, {"x": 3, "y": 4}, {"x": 5, "y": 6}]
    d = rows[n % 3]
    d["x"] = 99
    return rows, d["x"], d


def in_a_loop(n: Any) -> Any:
    rows = [{"x": 1, "y": 2}, {"x": 3, "y": 4}, {"x": 5, "y": 6}]
    for i in range(n):
        rows[i % 3]["x"] += i
    return [r["x"] for r in rows]


def richest(n: Any) -> Any:
    accounts = [{"owner": "ann", "balance": n}, {"owner": "bob", "balance": 20}, {"owner": "cy", "balance": 3 * n}]
    best = accounts[0]
    for a in accounts:
        if a["balance"] > best["balance"]:
            best = a
    best["balance"] = 0
    return [a["balance"] for a in accounts]


def greatest(n: Any) -> Any:
    accounts = [{"owner": "ann", "balance": n}, {"owner": "bob", "balance": 20}, {"owner": "cy", "balance": 3 * n}]
    best = max(accounts, key=lambda a: a["balance"])
    best["balance"] -= 5
    return [a["balance"] for a in accounts]


def sorted_in_place(n: Any) -> Any:
    accounts = [{"owner": "ann", "balance": n}, {"owner": "bob", "balance": 20}, {"owner": "cy", "balance": 3 * n}]
    first = accounts[0]
    accounts.sort(key=lambda a: a["balance"])
    accounts[0]["balance"] = -1
    return [a["balance"] for a in accounts], first["balance"]


def swapped(n: Any) -> Any:
    rows = [{"x": 1}, {"x": 2}, {"x": 3}]
    i, j = n % 3, (n + 1) % 3
    rows[i], rows[j] = rows[j], rows[i]
    rows[0]["x"] = 7
    return [r["x"] for r in rows]


def asked(n: Any) -> Any:
    rows = [{"x": 1}, {"x": 2}, {"x": 3}]
    r = rows[n % 3]
    return r.get("x", 0) + r.get("z", 5), len(r), "x" in r, "q" in r, list(r), list(r.items()), list(r.values())


def updated(n: Any) -> Any:
    rows = [{"x": 1, "y": 0}, {"x": 2, "y": 0}, {"x": 3, "y": 0}]
    rows[n % 3].update(x=9, y=n)
    return rows


def copied(n: Any) -> Any:
    rows = [{"x": 1}, {"x": 2}, {"x": 3}]
    c = dict(rows[n % 3])
    c["x"] = 50
    e = rows[n % 3].copy()
    e["x"] += 1
    g = {**rows[n % 3], "x": 8}
    return rows, c, e, g


def compared(n: Any) -> Any:
    rows = [{"x": 1}, {"x": 2}, {"x": 3}]
    d = rows[n % 3]
    return d is rows[0], d is rows[1], d == rows[2], d == {"x": 2}, isinstance(d, dict)


def in_one_another(n: Any) -> Any:
    rows = [{"p": {"x": 1}}, {"p": {"x": 2}}]
    rows[n % 2]["p"]["x"] += 5
    return rows


def with_lists(n: Any) -> Any:
    rows = [{"h": [1, 2]}, {"h": [3, 4]}]
    rows[n % 2]["h"][0] += 5
    return rows


def with_lists_that_grow(n: Any) -> Any:
    rows = [{"h": []}, {"h": []}]
    rows[n % 2]["h"].append(n)
    return rows


def paid_in_a_helper(n: Any) -> Any:
    def pay(acc, x):
        if acc["balance"] >= x:
            acc["balance"] -= x
            return True
        return False

    accounts = [{"balance": 10}, {"balance": 3}]
    ok = pay(accounts[n % 2], 5)
    return ok, accounts


def transferred(n: Any) -> Any:
    accounts = [{"balance": 10}, {"balance": 3}, {"balance": 7}]
    src, dst = accounts[n % 3], accounts[(n + 1) % 3]
    if src["balance"] >= 5:
        src["balance"] -= 5
        dst["balance"] += 5
    return [a["balance"] for a in accounts]


def twice_in_the_list(n: Any) -> Any:
    a = {"x": 1}
    rows = [a, {"x": 2}, a]
    rows[n % 3]["x"] += 10
    return a["x"], [r["x"] for r in rows]


def read_before(n: Any) -> Any:
    rows = [{"x": 1}, {"x": 2}]
    d = rows[n % 2]
    rows[0]["x"] = 40
    return d["x"]


def replaced(n: Any) -> Any:
    rows = [{"x": 1}, {"x": 2}]
    d = rows[n % 2]
    rows[n % 2] = {"x": 100}
    return d["x"], [r["x"] for r in rows]


def taken_out(n: Any) -> Any:
    rows = [{"x": 1}, {"x": 2}, {"x": 3}]
    d = rows.pop(n % 3)
    d["x"] += 1
    return d["x"], [r["x"] for r in rows]


def found_or_none(n: Any) -> Any:
    rows = [{"id": 1, "v": 10}, {"id": 2, "v": 20}, {"id": 3, "v": 30}]
    found = None
    for r in rows:
        if r["id"] == n % 4:
            found = r
    if found is not None:
        found["v"] += 1
    return [r["v"] for r in rows]


def of_two_names(n: Any) -> Any:
    a, b = {"x": 1}, {"x": 2}
    d = a if n % 2 else b
    d["x"] += 10
    return a["x"], b["x"], d["x"]


def in_a_grid(n: Any) -> Any:
    g = [[{"v": 0} for _ in range(2)] for _ in range(2)]
    g[n % 2][(n // 2) % 2]["v"] = n
    return [[c["v"] for c in row] for row in g]


def in_a_dict(n: Any) -> Any:
    d = {"a": {"x": 1}, "b": {"x": 2}}
    k = "a" if n % 2 else "b"
    d[k]["x"] += 5
    return d


def with_other_keys(n: Any) -> Any:
    rows = [{"x": 1}, {"x": 3, "y": 2}]
    rows[n % 2]["x"] = 8
    return [r["x"] for r in rows]


def printed(n: Any) -> Any:
    rows = [{"name": "ann", "x": 1}, {"name": "bob", "x": 3}]
    r = rows[n % 2]
    print(f"{r['name']}: {r['x']}")
    print(r)
    return r["x"]


def listed(n: Any) -> Any:
    rows = [{"x": 1}, {"x": 2}, {"x": 3}]
    picked = [rows[(n + k) % 3] for k in range(2)]
    picked[0]["x"] = 0
    return [r["x"] for r in rows], [r["x"] for r in picked]


def bubble_sort(rows: Any, n: Any) -> Any:
    rows = [dict(r, x=(r["x"] * n) % 7) for r in rows]
    for i in range(len(rows)):
        for j in range(len(rows) - 1 - i):
            if rows[j]["x"] > rows[j + 1]["x"]:
                rows[j], rows[j + 1] = rows[j + 1], rows[j]
    return [(r["id"], r["x"]) for r in rows]


def in_a_test(rows: Any, n: Any) -> Any:
    i = 0
    while i < n and rows[i % 3]["x"] < 6:
        rows[i % 3]["x"] += 2
        i += 1
    return i, rows[0]["x"], rows[1]["x"]


def with_texts(rows: Any, n: Any) -> Any:
    r = rows[n % 3]
    if r["name"] == "b":
        r["name"] = "z"
    return [q["name"] for q in rows]


def with_a_chosen_key(rows: Any, n: Any) -> Any:
    k = "x" if n % 2 else "id"
    rows[n % 3][k] = 50
    return rows[0]["x"], rows[0]["id"], rows[2]["id"]


def with_tuples(rows: Any, n: Any) -> Any:
    pts = [{"p": (1, 2)}, {"p": (3, 4)}]
    pts[n % 2]["p"] = (n, n)
    a, b = pts[n % 2]["p"]
    return a, b, pts[0]["p"]


def with_arrays(rows: Any, n: Any) -> Any:
    ls = [{"w": np.ones(2)}, {"w": np.zeros(2)}]
    ls[n % 2]["w"][0] = 9.0
    return ls[0]["w"].sum(), ls[1]["w"].sum()


def best_of_some(rows: Any, n: Any) -> Any:
    best = None
    for r in rows:
        if r["x"] % 3 == n % 3 and (best is None or r["x"] > best["x"]):
            best = r
    if best is None:
        return "none"
    best["x"] = -1
    return best["name"]


def kept_by_value(rows: Any, n: Any) -> Any:
    best = {"x": -1}
    for r in rows:
        if r["x"] % 3 == n % 3:
            best = {"x": r["x"]}
    rows[n % 3]["x"] = 7
    return best["x"], rows[0]["x"]


def counted_in_the_list(rows: Any, n: Any) -> Any:
    seen = 0
    r = rows[n % 3]
    for q in rows:
        if q is r:
            seen += 1
        if q == r:
            seen += 10
    return seen, rows.index(r), r in rows, rows.count(r)


def appended(rows: Any, n: Any) -> Any:
    picked = []
    picked.append(rows[n % 3])
    picked.append(rows[0])
    picked[0]["x"] = 77
    return [q["x"] for q in rows], [p["x"] for p in picked]


def walked(rows: Any, n: Any) -> Any:
    cur = rows[0]
    for i in range(n):
        cur["x"] += 1
        cur = rows[(i * 2 + 1) % 3]
    cur["id"] = 99
    return [q["x"] for q in rows], [q["id"] for q in rows]


def chosen_in_turn(rows: Any, n: Any) -> Any:
    r = rows[0]
    if n > 2:
        r = rows[2]
    elif n > 1:
        r = rows[1]
    r["x"] += 5
    return [q["x"] for q in rows]


def given_to_jax(rows: Any, n: Any) -> Any:
    ps = [{"a": 1, "b": 2}, {"a": 3, "b": 4}]
    p = ps[n % 2]
    p["a"] = 10
    u = jax.tree.map(lambda v: v * 2, p)
    s = sum(jax.tree.leaves(p))
    return u["a"], u["b"], s, ps[0]["a"]


def tried(rows: Any, n: Any) -> Any:
    mixed = [{"x": 1}, {"x": 2, "y": 3}]
    try:
        v = mixed[n % 2]["y"]
    except KeyError:
        v = -1
    mixed[n % 2]["x"] = 5
    return v, mixed[0]["x"]


def perhaps_there(rows: Any, n: Any) -> Any:
    mixed = [{"x": 1}, {"x": 2, "y": 3}]
    m = mixed[n % 2]
    m["x"] += 1
    if "y" in m:
        return m["y"]
    return m.get("y", -5)


def copied_deeply(rows: Any, n: Any) -> Any:
    c = copies.deepcopy(rows[n % 3])
    c["x"] = 0
    rows[n % 3]["x"] += 1
    return c["x"], [r["x"] for r in rows]


def with_truth_values(rows: Any, n: Any) -> Any:
    flags = [{"on": False}, {"on": True}]
    flags[n % 2]["on"] = not flags[n % 2]["on"]
    return [f["on"] for f in flags], bool(flags[0])


def sorted_by_two(rows: Any, n: Any) -> Any:
    for r in rows:
        r["x"] = (r["x"] * n) % 5
    out = sorted(rows, key=lambda r: (r["x"], r["id"]))
    out[0]["id"] = 0
    return [r["id"] for r in rows], [r["id"] for r in out]


def in_a_closure(rows: Any, n: Any) -> Any:
    def bump(k):
        rows[k]["x"] += 1

    for i in range(n):
        bump(i % 3)
    return rows[0]["x"], rows[1]["x"]


ROWS = [{"id": 1, "x": 5, "name": "a"}, {"id": 2, "x": 8, "name": "b"}, {"id": 3, "x": 3, "name": "c"}]
ALONE = [
    counted,
    through_a_name,
    in_a_loop,
    richest,
    greatest,
    sorted_in_place,
    swapped,
    asked,
    updated,
    copied,
    compared,
    in_one_another,
    with_lists,
    with_lists_that_grow,
    paid_in_a_helper,
    transferred,
    twice_in_the_list,
    read_before,
    replaced,
    taken_out,
    found_or_none,
    of_two_names,
    in_a_grid,
    in_a_dict,
    with_other_keys,
    printed,
    listed,
]
GIVEN = [
    bubble_sort,
    in_a_test,
    with_texts,
    with_a_chosen_key,
    with_tuples,
    with_arrays,
    best_of_some,
    kept_by_value,
    counted_in_the_list,
    appended,
    walked,
    chosen_in_turn,
    given_to_jax,
    tried,
    perhaps_there,
    copied_deeply,
    with_truth_values,
    sorted_by_two,
    in_a_closure,
]


@pytest.mark.parametrize("function", ALONE, ids=lambda each: each.__name__)
def test_one_of_several_dicts_is_a_reference(function: Callable[..., Any], capsys: pytest.CaptureFixture[str]) -> None:
    converted = ng.function(function)
    for n in (0, 3, 4):
        found, printed = converted(n), capsys.readouterr()
        expected = function(n), capsys.readouterr()
        assert (found, printed) == expected


@pytest.mark.parametrize("function", GIVEN, ids=lambda each: each.__name__)
def test_one_of_the_callers_dicts_is_a_reference(function: Callable[..., Any]) -> None:
    converted = ng.function(function)
    for n in (0, 3, 4):
        assert converted(copies.deepcopy(ROWS), n) == function(copies.deepcopy(ROWS), n)


def new_key(n: Any) -> Any:
    rows = [{"x": 1}, {"x": 2}]
    rows[n % 2]["seen"] = True
    return rows


def lost_key(n: Any) -> Any:
    rows = [{"x": 1, "y": 2}, {"x": 3, "y": 4}]
    return rows[n % 2].pop("y"), rows


@pytest.mark.parametrize("function", [new_key, lost_key], ids=lambda each: each.__name__)
def test_the_keys_of_one_of_several_dicts_are_fixed(function: Callable[..., Any]) -> None:
    with pytest.raises(NbgraphError, match="the keys of a graph's dicts are fixed"):
        ng.function(function)(3)


def missing(n: Any) -> Any:
    rows = [{"x": 1}, {"x": 2, "y": 3}]
    rows[n % 2]["x"] += 1
    return rows[n % 2]["y"]


def test_a_key_that_the_one_has_not_is_an_error_at_run_time() -> None:
    assert ng.function(missing)(3) == 3
    with pytest.raises(KeyError, match="y"):
        ng.function(missing)(4)


def test_one_that_an_iteration_changes_and_exchanges_once_is_refused() -> None:
    """The name stood for a copy in all iterations, and what they changed was lost."""

    def exchanged(rows: Any, n: Any) -> Any:
        cur = rows[0]
        for i in range(n):
            cur["x"] += 1
            if i > 1:
                cur = rows[1]
        return [q["x"] for q in rows]

    with pytest.raises(ng.NbgraphError) as caught:
        ng.function(exchanged)([{"x": 1}, {"x": 3}], 4)
    assert caught.value.id == "list-alias"
    assert caught.value.variable == "cur"
