"""Dicts of which the run chooses one: the graph has copies, and refuses what would show that they are two."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import pytest

import nbgraph as ng

P = dict[str, Any]


def keeps_the_best(p: P, n: Any) -> Any:
    best, least = p, 1e9
    for i in range(n):
        p = {"a": p["a"] * 0.5 + i, "b": p["b"] - 1}
        loss = abs(p["a"] - 2)
        if loss < least:
            best, least = p, loss
    return best, p


def clipped(p: P, n: Any) -> Any:
    if n > 2:
        return {key: value / n for key, value in p.items()}
    return p


def in_an_inner_dict(p: P, n: Any) -> Any:
    left, right = {"in": p, "out": [1.0, 2.0]}, {"in": {"a": 4.0, "b": 5.0}, "out": [3.0, 4.0]}
    return left if n > 2 else right


def by_a_library(p: P, n: Any) -> Any:
    if n > 2:
        p = jax.tree.map(lambda value: value / n, p)
    return p


def swapped(p: P, n: Any) -> Any:
    a, b = p, {"a": 0.0, "b": 1.0}
    if n > 2:
        a, b = b, a
    return a, b


@pytest.mark.parametrize("function", [keeps_the_best, clipped, in_an_inner_dict, by_a_library, swapped])
def test_like_python(function: Callable[..., Any]) -> None:
    made = ng.function(function)
    for n in (0, 1, 6):
        found, wanted = made({"a": 1.0, "b": 2.0}, n), function({"a": 1.0, "b": 2.0}, n)
        assert jax.tree.structure(found) == jax.tree.structure(wanted)
        assert jax.tree.leaves(found) == pytest.approx(jax.tree.leaves(wanted))


def first_changes(p: P, n: Any) -> Any:
    best = p if n > 2 else {"a": 0.0, "b": 0.0}
    p["a"] = 5.0
    return best


def chosen_changes(p: P, n: Any) -> Any:
    best = p if n > 2 else {"a": 0.0, "b": 0.0}
    best["a"] = 5.0
    return p


def inner_changes(p: P, n: Any) -> Any:
    left, right = {"in": p}, {"in": {"a": 4.0, "b": 5.0}}
    chosen = left if n > 2 else right
    chosen["in"]["a"] = 6.0
    return left, right


def next_iteration_changes(p: P, n: Any) -> Any:
    best, out = {"a": 0.0, "b": 0.0}, 0.0
    for i in range(n):
        best["a"] = i * 1.0
        best = p
        out += p["a"]
    return out


def changes_behind_the_loop(p: P, n: Any) -> Any:
    best = p
    for i in range(n):
        p = {"a": p["a"] + 1, "b": p["b"]}
        if i < 3:
            best = p
    p["a"] = 100.0
    return best


def next_loop_changes(p: P, n: Any) -> Any:
    best, total = p, 0.0
    for i in range(n):
        p = {"a": p["a"] + i, "b": p["b"]}
        if i < 2:
            best = p
    for _ in range(n):
        best["a"] = best["a"] + 1
        total += p["a"]
    return total


def without_an_iteration(p: P, n: Any) -> Any:
    best = p
    for _ in range(n):
        p = {"a": p["a"] + 1, "b": p["b"]}
    p["a"] = 100.0
    return best


def helper_changes(p: P, n: Any) -> Any:
    found = clipped(p, n)
    p["a"] = 50.0
    return found


def identity_is_asked(p: P, n: Any) -> Any:
    best = p if n > 2 else {"a": 1.0, "b": 2.0}
    return best is p


REFUSED = (
    *(first_changes, chosen_changes, next_iteration_changes, changes_behind_the_loop),
    *(next_loop_changes, without_an_iteration, helper_changes, identity_is_asked),
)


def test_a_change_in_one_of_two_dicts_is_seen_under_its_name() -> None:
    function = ng.function(inner_changes)
    for n in (2, 4):
        given = [{"a": 1.0, "b": 2.0}, {"a": 1.0, "b": 2.0}]
        assert function(given[0], n) == inner_changes(given[1], n)
        assert given[0] == given[1]


@pytest.mark.parametrize("function", REFUSED)
def test_what_would_show_the_copies_is_refused(function: Callable[..., Any]) -> None:
    with pytest.raises(ng.StagingError) as error:
        ng.function(function)({"a": 1.0, "b": 2.0}, 4)
    assert error.value.id in ("list-item-copied", "list-alias")
    assert "dict" in error.value.message or "list" in error.value.message
