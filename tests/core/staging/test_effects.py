"""Run-time effects next to Python's: what is printed and raised, in which order, and what the traceback shows."""

from __future__ import annotations

import contextlib
import io
import logging
import traceback
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng


class Lost(Exception):
    def __init__(self, code: Any, *, more: Any) -> None:
        super().__init__(f"code {code}")
        self.code = code
        self.more = more


def check(a: Any) -> Any:
    if a < 0:
        raise ValueError(f"no root of {a}")
    return a


def root(x: Any) -> Any:
    y = check(x) + 1
    return y**0.5


def lost(x: Any) -> Any:
    if x > 2:
        raise Lost(x, more=[x + 1, "text", x > 5])
    return x


def observed(function: Callable[..., Any], *arguments: Any) -> tuple[Any, ...]:
    """What a call returns or raises, and what it prints."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        try:
            value = jax.tree_util.tree_map(lambda leaf: leaf.tolist(), function(*arguments))
            jax.effects_barrier()
        except Exception as error:
            chain = [(type(link).__name__, link.args) for link in (error, error.__cause__, error.__context__) if link]
            return "raised", chain, printed.getvalue()
    return "returned", value, printed.getvalue()


def test_attributes_of_an_exception_hold_run_time_values() -> None:
    graph = ng.function(lost)
    assert graph(1) == 1
    for x in (3, 7):
        with pytest.raises(Lost, match=f"^code {x}$") as caught:
            graph(x)
        assert (caught.value.code, caught.value.more) == (x, [x + 1, "text", x > 5])
        assert type(caught.value.code) is int


def test_the_traceback_leads_through_the_users_calls_alone() -> None:
    graph = ng.function(root)
    assert graph(8.0) == 3.0
    with pytest.raises(ValueError, match=r"^no root of -1\.0$") as caught:
        graph(-1.0)
    frames = traceback.extract_tb(caught.value.__traceback__)
    assert [frame.name for frame in frames[-2:]] == ["root", "check"]
    assert [frame.line for frame in frames[-2:]] == ["y = check(x) + 1", 'raise ValueError(f"no root of {a}")']
    package = Path(ng.__file__).parent
    ours = [frame for frame in frames if Path(frame.filename).is_relative_to(package)]
    assert len(ours) == 1  # where the graph was called


def test_one_call_does_not_remember_the_exception_of_another() -> None:
    graph = ng.function(root)
    found = []
    for _ in range(2):
        with pytest.raises(ValueError, match="no root") as caught:
            graph(-1.0)
        found.append(caught.value)
    assert found[0] is not found[1]
    assert len(traceback.extract_tb(found[0].__traceback__)) == len(traceback.extract_tb(found[1].__traceback__))


def test_an_exception_from_outside_is_raised_as_the_very_object() -> None:
    problem = ValueError("made outside")

    @ng.function
    def guarded(x: Any) -> Any:
        if x < 0:
            raise problem
        return x

    assert guarded(1) == 1
    with pytest.raises(ValueError, match="made outside") as caught:
        guarded(-1)
    assert caught.value is problem


def test_checks_inside_traces_that_a_library_starts() -> None:
    def lane(a: Any) -> Any:
        if a > 2:
            raise ValueError(f"lane {a}")
        return a * 2

    def step(total: Any, a: Any) -> Any:
        assert a < 3, f"a is {a}"
        return total + a, a

    @ng.function
    def mapped(v: Any) -> Any:
        return jax.vmap(lane)(v)

    @ng.function
    def scanned(v: Any) -> Any:
        return jax.lax.scan(step, 0, v)[0]

    assert mapped(jnp.arange(3)).tolist() == [0, 2, 4]
    assert scanned(jnp.arange(3)) == 3
    with pytest.raises(ValueError, match=r"^lane 3$"):
        mapped(jnp.arange(5))
    with pytest.raises(AssertionError, match=r"^a is 3$"):
        scanned(jnp.arange(5))
    assert mapped(jnp.arange(3)).tolist() == [0, 2, 4]


@pytest.mark.parametrize("compiled", [ng.convert, ng.function], ids=["convert", "function"])
def test_under_vmap_a_print_belongs_to_the_lanes_that_take_its_branch(compiled: Any) -> None:
    def shown(a: Any) -> Any:
        if a > 1:
            print("large", a)
        elif a > 0:
            print("one", a)
        else:
            print("zero", a)
        return a

    function = jax.jit(jax.vmap(compiled(shown)))
    _, _, printed = observed(function, jnp.arange(4))
    assert sorted(printed.splitlines()) == ["large 2", "large 3", "one 1", "zero 0"]


def test_print_writes_to_the_stream_that_is_standard_when_it_runs() -> None:
    import sys

    @ng.function
    def said(x: Any) -> Any:
        print("out", x, file=sys.stdout, flush=True)
        print("err", x, sep="=", end=";", file=sys.stderr)
        return x

    said(1)
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        said(2)
        jax.effects_barrier()
    assert (out.getvalue(), err.getvalue()) == ("out 2\n", "err=2;")


def test_logging_and_warnings_act_at_run_time_on_the_path_taken(caplog: pytest.LogCaptureFixture) -> None:
    log = logging.getLogger("lesson")

    @ng.function
    def noted(x: Any) -> Any:
        if x > 3:
            warnings.warn(f"big {x}", stacklevel=2)
            log.warning("x is %s", x)
            logging.error("and %d", x)
        return x

    with warnings.catch_warnings(), caplog.at_level(logging.INFO):
        warnings.simplefilter("error")
        noted(1)
        jax.effects_barrier()
        assert caplog.messages == []
    with warnings.catch_warnings(record=True) as warned, caplog.at_level(logging.INFO):
        warnings.simplefilter("always")
        noted(5)
        noted(6)
        jax.effects_barrier()
    assert [str(each.message) for each in warned] == ["big 5", "big 6"]
    assert caplog.messages == ["x is 5", "and 5", "x is 6", "and 6"]


def test_under_the_users_jit_the_error_quotes_the_exception(caplog: pytest.LogCaptureFixture) -> None:
    function = jax.jit(ng.convert(root))
    assert function(8.0) == 3.0
    with pytest.raises(jax.errors.JaxRuntimeError, match=r"ValueError: no root of -1\.0"):
        jax.block_until_ready(function(-1.0))
        jax.effects_barrier()


def appended_at_one_place(n):
    a, i = [], 0
    while i * i < n:
        a.append(i)
        i += 1
    return a


def appended_at_four_places(n):
    a, i = [], 0
    while i * i < n:
        if i % 3 == 0:
            a.append(i)
        elif i % 3 == 1:
            a.append(-i)
        else:
            a.append(2 * i)
            a.append(3 * i)
        i += 1
    return a


def test_checks_of_capacity_share_the_length_that_they_tell():
    one, four = ng.function(appended_at_one_place), ng.function(appended_at_four_places)
    assert len(one.trace(50).jaxpr.jaxpr.outvars) == len(four.trace(50).jaxpr.jaxpr.outvars)
    assert four(3_000_000) == appended_at_four_places(3_000_000)
    assert len(four(3_000_000)) > 2 * 1024
