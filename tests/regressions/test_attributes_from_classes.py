"""What an object has from its class on some paths only, functions that remember, and items of `__dict__`.

`b.k` was chosen between its own value and the class's of that moment, whatever became of the class later; a function
under `lru_cache` acted each time; `o.__dict__["a"] = x` assigned `__dict__` itself.
"""

from __future__ import annotations

import functools
import types
from typing import Any

import nbgraph as ng
from tests.programs import oracle


def test_a_class_that_changes_after_an_object_took_from_it() -> None:
    def taken(n: Any) -> Any:
        class Own:
            k = 5

        own = Own()
        if n > 2:
            own.k = 1
        Own.k = 7
        return own.k

    assert oracle.fault(oracle.observe(ng.function(taken), (1,)).error, "branch-mismatch") == ""


def test_a_class_that_stays_as_it_is() -> None:
    def taken(n: Any) -> Any:
        class Own:
            k = 5

        own = Own()
        if n > 2:
            own.k = 1
        return own.k, Own.k

    assert [ng.function(taken)(n) for n in (1, 4)] == [(5, 5), (1, 5)]


def test_a_function_that_remembers_acts_once() -> None:
    def counted(n: Any) -> Any:
        log = []

        @functools.lru_cache
        def f(k: Any) -> Any:
            log.append(k)
            return k + n

        return f(1) + f(1) + f(2), log

    assert ng.function(counted)(3) == (13, [1, 2])


def test_a_function_that_remembers_run_time_values_must_not_act() -> None:
    def counted(n: Any) -> Any:
        log = []

        @functools.lru_cache
        def f(k: Any) -> Any:
            log.append(1)
            return k * 2

        return f(n) + f(n), len(log)

    assert oracle.fault(oracle.observe(ng.function(counted), (1,)).error, "side-effect") == ""


def test_in_a_branch_it_may_not_have_acted() -> None:
    def counted(n: Any) -> Any:
        log = []

        @functools.lru_cache
        def f(k: int) -> int:
            log.append(1)
            return k * 2

        x = f(1) if n > 2 else 0
        return x + f(1), len(log)

    assert oracle.fault(oracle.observe(ng.function(counted), (1,)).error, "side-effect") == ""


class Counts:
    def __init__(self) -> None:
        self.__dict__["items"], self.__dict__["set"] = [0, 1], 0

    def __setattr__(self, name: str, value: Any) -> None:
        self.__dict__["set"] += 1
        self.__dict__[name] = value


def test_items_of_the_dict_of_an_object() -> None:
    def put(n: Any) -> Any:
        counts, space = Counts(), types.SimpleNamespace(a=1)
        counts.items[0] = n
        counts.more = 2
        space.__dict__["a"] = n
        return counts.items, counts.set, space.a

    assert oracle.disagreement(oracle.in_python(put, (3,)), oracle.observe(ng.function(put), (3,))) == ""


def test_what_is_not_in_a_list_in_pythons_words() -> None:
    def place(n: Any) -> Any:
        return [1, 4].index(n)

    def without(n: Any) -> Any:
        k = [1, 4]
        k.remove(n)
        return k

    def deleted(n: Any) -> Any:
        k = [1, 4]
        del k[n]
        return k

    def popped_from_none(n: Any) -> Any:
        k = [i for i in range(n - 7)]  # noqa: C416
        return k.pop(0)

    def popped(n: Any) -> Any:
        k = [i for i in range(n)]  # noqa: C416
        return k.pop(n)

    for function in (place, without, deleted, popped_from_none, popped):
        python, graph = oracle.in_python(function, (7,)), oracle.observe(ng.function(function), (7,))
        assert python.error is not None
        assert oracle.disagreement(python, graph) == ""
