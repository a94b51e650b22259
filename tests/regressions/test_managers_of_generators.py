"""`@contextmanager` over a generator that prints: the trace printed once, even for a branch not taken; calls did not.

The habit is a scope, a log line or a timer around a block.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import jax
import pytest

import nbgraph as ng


@contextlib.contextmanager
def told(name: str, value: Any = 0) -> Iterator[Any]:
    print("enter", name, value)
    try:
        yield value * 2
    finally:
        print("leave", name)


class Model:
    def __init__(self, name: str) -> None:
        self.name = name

    @contextlib.contextmanager
    def step(self) -> Iterator[None]:
        print("step of", self.name)
        yield


def in_a_branch(x: Any) -> Any:
    if x > 0:
        with told("a", x) as twice:
            y = twice + 1
    else:
        y = x - 1
    return y


def in_a_loop(n: Any) -> Any:
    model, s = Model("m"), 0
    for i in range(n):
        with model.step():
            s += i
    return s


def through_a_library(x: Any) -> Any:
    with contextlib.ExitStack() as stack, contextlib.suppress(KeyError), contextlib.nullcontext(3) as three:
        y = stack.enter_context(told("b")) + x
    return y + three


def in_a_cell(x: Any) -> Any:
    with copied(f"part {x}", x) as twice:
        return twice + 1


def _copy_of(function: Any) -> Any:
    copied = type(function)(
        function.__code__.replace(), function.__globals__, function.__name__, None, function.__closure__
    )
    copied.__wrapped__ = function.__wrapped__
    return copied


copied = _copy_of(told)


def test_a_copied_manager_prints_at_the_call(capsys: pytest.CaptureFixture[str]) -> None:
    """The process of a cell's calls has copies of the manager's code: they printed while the graph was made."""
    assert copied.__code__ is not told.__code__
    assert ng.function(in_a_cell)(3) == 7
    jax.effects_barrier()
    assert capsys.readouterr().out == "enter part 3 3\nleave part 3\n"


@pytest.mark.parametrize("function", [in_a_branch, in_a_loop, through_a_library])
def test_each_call_prints_what_python_does(function: Any, capsys: pytest.CaptureFixture[str]) -> None:
    staged = ng.function(function)
    for x in (3, -1, 2):
        expected = function(x), capsys.readouterr().out
        value = staged(x)
        jax.effects_barrier()
        assert (value, capsys.readouterr().out) == expected
