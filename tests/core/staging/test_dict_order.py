"""The order of a dict's keys is part of what a branch or a round changes."""
# ruff: noqa

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import nbgraph as ng
from tests.programs.oracle import difference


def on_both_paths(x):
    d = {"a": 1, "b": 2}
    if x > 0:
        d["a"] = d.pop("a") + x
    else:
        d["a"] = d.pop("a") - x
    return list(d), d


def on_one_path_and_back(x):
    d = {"a": 1, "b": 2}
    if x > 0:
        b = d.pop("b")
        d["b"] = b + x
    return list(d), d


def after_known_rounds(x):
    d = {"a": x, "b": 2}
    for i in range(12):
        d["a"] = d.pop("a") + i
    return list(d), d


def new_keys(x):
    d = {"z": 1}
    if x > 0:
        d["p"], d["q"], d["a"] = x, 1, 2
    else:
        d["p"], d["q"], d["a"] = 0, -1, 3
    return list(d.items())


def assigned_in_rounds(n):
    d = {"b": 0, "a": 1}
    for i in range(n):
        d["a"], d["b"] = d["b"], d["a"] + i
    return d


def other_order(x):
    if x > 0:
        return {"b": x, "a": 1}
    return {"a": 0, "b": 2}


@pytest.mark.parametrize(
    "function", [on_both_paths, on_one_path_and_back, after_known_rounds, new_keys, assigned_in_rounds, other_order]
)
def test_keys_are_in_pythons_order(function: Callable[..., Any]) -> None:
    graph = ng.function(function)
    for argument in (2, 0, -1):
        assert difference(function(argument), graph(argument)) == ""


def test_dicts_and_functions_that_no_branch_can_choose() -> None:
    def one_from_before(x):
        d = {"a": x}
        if x > 0:
            d["a"] = 2
            return d
        return {"a": 0}

    def function(x):
        chosen = (lambda v: v + x) if x > 0 else min
        return chosen(x, 1)

    for made, why, remedy in (
        (one_from_before, "which of the two objects it is", "dicts made in both branches"),
        (function, "the function `<lambda>` where .* the function `min`", "a call in each branch"),
    ):
        with pytest.raises(ng.NbgraphError, match=why) as raised:
            ng.function(made)(1)
        assert remedy in raised.value.remedy


def test_the_error_says_both_orders() -> None:
    def moved(x):
        d = {"a": 1, "b": 2}
        if x > 0:
            d["a"] = d.pop("a")
        return list(d)

    def told(x):
        d = {}
        if x > 0:
            d["p"] = x
            d["q"] = 1
        else:
            d["q"] = 0
            d["p"] = 1
        return list(d)

    for function in (moved, told):
        with pytest.raises(
            ng.NbgraphError, match="`list.d.` is .* where `x > 0` is true and .* where it is false"
        ) as raised:
            ng.function(function)(1)
        assert raised.value.id == "branch-mismatch"
        assert raised.value.remedy.startswith("keep the keys")
