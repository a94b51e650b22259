"""The cache of calls that were made elsewhere says what the function's own cache does."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.examine.call import Call
from nbgraph.core.executor.used_trace import UsedTrace

scale = 2.0
table = [1.0, 2.0]


def scaled(x: Any, n: Any = 1, *, mode: str = "a") -> Any:
    return x * scale + table[0] * n


def enter(function: Any, *arguments: Any, **keywords: Any) -> UsedTrace:
    call = Call.of(function, arguments, keywords)
    found: UsedTrace = function.looked_at.enter(
        "scaled(…)",
        call.function.typed_function,
        call.arguments,
        call.keywords,
        named=frozenset(keywords),
        static=call.function.static_argnames,
        seconds={},
        own=function,
    )
    return found


CALLS: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
    ((1,), {}),
    ((2,), {}),
    ((1.5,), {}),
    ((np.float32(1.5),), {}),
    ((jnp.arange(3),), {}),
    ((jnp.arange(4),), {}),
    ((np.arange(3),), {}),
    ((True,), {}),
    ((1, 2), {}),
    ((1,), {"n": 2}),
    ((), {"x": 1}),
    ((), {"n": 3, "x": 1}),
    ((5, 6), {}),
    ((3,), {"mode": "a"}),
    ((4,), {"mode": "b"}),
    ((4,), {"mode": "a"}),
    ((1,), {}),
]


def test_rows_are_the_traces_that_the_functions_own_cache_has_after_the_same_calls() -> None:
    function, other = ng.function(scaled), ng.function(scaled)
    for arguments, keywords in CALLS:
        found = enter(function, *arguments, **keywords)
        other(*arguments, **keywords)
        assert len(found.rows) == len(other.traces), (arguments, keywords)
        assert not other.traces[-1].reason or found.rows[-1].reason == other.traces[-1].reason, (arguments, keywords)
    assert found.rows[-1].reason == "its earlier trace was dropped: argument `mode` has become static"


def test_a_call_reuses_the_trace_that_the_function_itself_has_made() -> None:
    function = ng.function(scaled)
    for arguments, keywords in CALLS:
        function(*arguments, **keywords)
        found = enter(function, *arguments, **keywords)
        assert not found.is_new, (arguments, keywords)
        assert found.rows[found.number].others
        assert len(found.rows) == len(function.traces)


def given(value: Any) -> Any:
    return value


ROWS = [{"a": float(number), "b": number} for number in range(20)]


@pytest.mark.parametrize("value", [[1.0] * 20, {"a": [1] * 20, "s": "x"}, ROWS, [1, 2], (1, 2.5), {"b": 1, "a": 2}])
def test_lists_and_strings_in_arguments_are_those_of_the_functions_own_trace(value: Any) -> None:
    function = ng.function(given)
    function(value)
    found = enter(function, value)
    assert not found.is_new
    assert not enter(function, value).is_new
    assert " at 0x" not in str(found.rows)
    assert enter(function, np.zeros(20, np.float32)).is_new, "an array is no list of its length"


def test_a_trace_that_jax_differentiates_is_none_that_a_call_uses() -> None:
    function = ng.function(given)
    jax.grad(function)(1.0)
    assert enter(function, 2.0).sentence == "Trace 1 of `given` is made for this call, the first."


def test_what_a_name_means_now_is_compared_as_the_functions_own_cache_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "table", [*table])
    function = ng.function(scaled)
    assert enter(function, 1).sentence == "Trace 1 of `scaled` is made for this call, the first."
    assert enter(function, 2).sentence == "Reused trace 1 of `scaled`: the arguments have the same types."
    monkeypatch.setitem(globals(), "scale", 3.0)
    assert (
        enter(function, 2).sentence == "Traced again, as trace 2 of `scaled`, because `scale` was redefined: 2.0 → 3.0."
    )
    table[0] = 5.0
    assert enter(function, 2).rows[-1].reason == "`table[0]` was changed: 1.0 → 5.0"
    assert not enter(function, 9).is_new


def test_static_values_that_are_equal_and_yet_others_make_two_traces() -> None:
    function = ng.function(scaled, static_argnames="n")
    assert [enter(function, 1, n).number for n in (0.0, -0.0, 0.0, 1, 1.0)] == [0, 1, 0, 2, 3]
    assert "static values" in enter(function, 1, 1.0).sentence
