"""What a branch changes in a class or a function: members that are new, other methods, defaults, the class itself.

Only attributes that a class had before were looked at, so that a branch not taken left its change behind.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import nbgraph as ng
from tests.programs import oracle


class Shared:
    def method(self) -> int:
        return 1


def new_attribute(n: Any) -> Any:
    class Own:
        pass

    if n > 2:
        Own.c = 5  # type: ignore[attr-defined]
    return hasattr(Own, "c")


def inherited_attribute(n: Any) -> Any:
    class Base:
        c = 1

    class Own(Base):
        pass

    if n > 2:
        Own.c = 5
    Base.c = 9
    return Own.c


def other_method(n: Any) -> Any:
    class Own:
        def f(self) -> int:
            return 1

    if n > 2:
        Own.f = lambda self: 2  # type: ignore[method-assign, assignment]
    return Own().f()


def other_class(n: Any) -> Any:
    class A:
        c = 1

    class B:
        c = 2

    a = A()
    if n > 2:
        a.__class__ = B  # type: ignore[assignment]
    return a.c


def attribute_of_a_function(n: Any) -> Any:
    def f() -> None:
        pass

    if n > 2:
        f.calls = 5  # type: ignore[attr-defined]
    return getattr(f, "calls", 0)


def attribute_in_a_loop(n: Any) -> Any:
    class Own:
        pass

    for i in range(n):
        Own.c = i  # type: ignore[attr-defined]
    return hasattr(Own, "c")


@pytest.mark.parametrize(
    ("function", "id"),
    [
        (new_attribute, "branch-mismatch"),
        (inherited_attribute, "branch-mismatch"),
        (other_method, "list-items-differ"),
        (other_class, "branch-mismatch"),
        (attribute_of_a_function, "branch-mismatch"),
    ],
)
def test_what_is_there_on_one_path_only_is_refused(function: Callable[..., Any], id: str) -> None:
    assert oracle.fault(oracle.observe(ng.function(function), (1,)).error, id) == ""


def test_what_a_loop_makes_is_there_if_it_runs_and_refused_if_it_does_not() -> None:
    graph = ng.function(attribute_in_a_loop)
    assert bool(graph(1)) is attribute_in_a_loop(1) is True
    assert oracle.fault(oracle.observe(graph, (0,)).error, "carry-mismatch") == ""


def test_attributes_on_both_paths_and_defaults_are_chosen() -> None:
    def chosen(n: Any) -> Any:
        class Own:
            c = 1

        def f(x: Any = 1) -> Any:
            return x

        if n > 2:
            Own.c = n
            f.__defaults__ = (5,)
        return Own.c, Own().c, f()

    converted = ng.function(chosen)
    for n in (1, 4):
        assert oracle.disagreement(oracle.in_python(chosen, (n,)), oracle.observe(converted, (n,))) == ""


def test_a_new_attribute_of_a_class_outlives_the_call() -> None:
    def left(n: Any) -> Any:
        Shared.last = n  # type: ignore[attr-defined]
        return Shared().method()

    assert oracle.fault(oracle.observe(ng.function(left), (1,)).error, "side-effect") == ""
    assert not hasattr(Shared, "last")
