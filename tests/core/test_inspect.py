"""What a report holds when a part of it cannot be had."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from nbgraph.core import inspect
from nbgraph.core.examine import reporting
from nbgraph.core.executor.function import GraphFunction
from nbgraph.core.report import Report


def halved(x: Any) -> Any:
    while x > 1:
        x = x // 2
    return x


def test_a_fault_of_ours_leaves_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ValueError("zip() argument 2 is shorter than argument 1")

    monkeypatch.setattr(reporting, "printed_code", broken)
    found = inspect.report(halved, 8, timing=False)
    assert found.value == found.python_value == 1
    assert found.graph is not None and found.decisions
    assert found.pure_jax is None and found.forms
    (note,) = found.notes
    assert "zip() argument 2 is shorter" in note and "fault of nbgraph" in note


def test_a_fault_while_the_graph_is_read_leaves_the_result(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise KeyError("a fault of ours")

    monkeypatch.setattr(GraphFunction, "trace_with_events", broken)
    found = inspect.report(halved, 8, timing=False)
    assert found.value == found.python_value == 1
    assert found.graph is None
    assert any("fault of nbgraph" in note for note in found.notes)


def scaled(x: Any, how: str = "mean", table: tuple[str, ...] = ()) -> Any:
    if how == "mean":
        x = x / 2
    if x > 1:
        x = x - len(table)
    return x


def test_a_text_among_the_arguments_is_known_at_trace_time() -> None:
    found = inspect.report(scaled, 8.0, "mean", table=("a", "b"), timing=True)
    assert found.errors == ()
    assert found.value == found.python_value == 2.0
    assert found.graph is not None and found.pure_jax is not None
    assert found.comparison is not None
    assert all(baseline.error is None for baseline in found.comparison.baselines)


def made_inside(v: Any) -> Any:
    w = np.zeros(3)
    for i in range(3):
        w[i] = v[i] ** 2
    return w


def item_of_a_list(v: list[int], i: int) -> int:
    return v[i]


def by_name(how: str, n: int) -> int:
    return n + 1 if how == "up" else n - 1


@pytest.mark.parametrize(
    "function, arguments",
    [(made_inside, (np.array([1.5, 2.0, 3.0]),)), (item_of_a_list, ([1, 2, 3], 1)), (by_name, ("up", 3))],
)
def test_what_a_trace_must_find_out_first_is_compared_and_timed(function: Any, arguments: tuple[Any, ...]) -> None:
    found = inspect.compare(function, *arguments)
    assert found.verdict.equal
    assert all(baseline.error is None for baseline in found.baselines)
    assert found.phases.trace is not None and found.phases.compile is not None


def repeated(text: str, n: int) -> str:
    return text * n


def test_a_text_of_unknown_code_that_is_repeated_is_refused_in_its_line() -> None:
    found = inspect.compare(repeated, "ab", 2)
    assert "how often `text * n` repeats something is only known at run time" in found.verdict.message


def test_a_call_with_nothing_to_trace_is_shown_all_the_same() -> None:
    found = inspect.report(lambda how: how + "!", "mean", timing=False)
    assert found.value == found.python_value == "mean!"


def test_what_python_and_the_graph_raise_alike_is_told_once() -> None:
    def root(x: float) -> float:
        if x < 0:
            raise ValueError(f"no root of {x}")
        return x**0.5

    found = inspect.report(root, -2.0, timing=False)
    (error,) = found.errors
    assert error.id == "graph-failed"
    assert error.message == "plain Python and the graph both raised ValueError: no root of -2.0"
    # It was traced before it failed, so all that was made of it is there.
    assert found.pure_jax is not None
    assert "x < 0" in found.pure_jax.text
    assert found.forms is not None
    assert found.graph is not None
    assert [decision.construct for decision in found.decisions] == ["if"]


def test_what_is_raised_in_a_loop_is_told_with_the_iteration() -> None:
    def emptied(n: int) -> int:
        x = 5
        for _ in range(n):
            x = x - 1
            if x == 0:
                raise ValueError("empty")
        return x

    (error,) = inspect.report(emptied, 6, timing=False).errors
    loop = emptied.__code__.co_firstlineno + 2
    assert error.message.endswith(f"ValueError: empty, in iteration 5 of the loop in line {loop}")


def test_what_raises_while_it_is_traced_is_told_once() -> None:
    found = inspect.report(lambda x: jnp.ones(3) @ jnp.ones(4) + x, 1.0, timing=False)
    assert [error.id for error in found.errors] == ["refused-by-jax"]
    assert found.graph is None


def test_what_only_python_raises_is_python_s() -> None:
    def share(x: int) -> int:
        return 12 // x

    assert [error.id for error in inspect.report(share, 0, timing=False).errors] == ["python-failed"]


def test_whoever_stops_the_record_of_the_run_has_everything_else() -> None:
    told: dict[str, Report] = {}
    whole = reporting.report_call(halved, (8,), timing=False, tell=lambda step, report: told.setdefault(step, report))
    stopped = told["the run was recorded"]
    assert list(told)[-1] == "the run was recorded"
    assert whole.recording is not None
    assert stopped.recording is None
    assert stopped == replace(whole, recording=None)
    assert None not in (stopped.graph, stopped.forms, stopped.pure_jax, stopped.verdict)


def power(base: Any, n: Any) -> Any:
    result = 1
    for _ in range(n):
        result = result * base
    return result


def test_a_partial_function_has_every_part() -> None:
    found = inspect.report(partial(power, 3), 2, timing=False)
    assert found.value == found.python_value == 9
    assert found.graph is not None and found.pure_jax is not None and found.recording is not None
    assert not [note for note in found.notes if "fault of nbgraph" in note]


def next_of(x: Any) -> Any:
    return x + 1


def grown(x: Any) -> Any:
    return next_of(x) * 2 if x > 1 else next_of(x)


def test_the_function_that_a_library_is_handed_is_the_source() -> None:
    trees = inspect.report(partial(jax.tree.map, grown), [3, {"a": 1.0}], timing=False)
    loop = inspect.report(
        partial(jax.lax.fori_loop, body_fun=lambda i, x: grown(x) + i), 0, 2, init_val=2.0, timing=False
    )
    for found, own in ((trees, "def grown(x: Any) -> Any:"), (loop, "lambda i, x: grown(x) + i")):
        assert own in found.source.lines[found.span.line - 1]
        assert found.source.file == __file__
        assert "next_of" in {helper.name for helper in found.helpers}
        assert found.graph is not None and found.recording is not None
        assert not [note for note in found.notes if "fault of nbgraph" in note]
    assert trees.value == [8, {"a": 2.0}]
    assert loop.value == 15.0


def doubled(n: Any) -> Any:
    v = jnp.ones(2)
    for _ in range(n):
        v = jnp.concatenate([v, v])
    return v


def raises_alike(n: Any) -> Any:
    return n + {"a": 1}["b"]


def test_a_refusal_is_the_cause_of_a_missing_result() -> None:
    cause = inspect.compare(doubled, 3).cause
    assert cause is not None and cause.span is not None
    assert (cause.id, cause.variable, cause.code) == ("refused", "v", "for _ in range(n)")
    assert cause.message.startswith("`v` is a float32 array of shape (2,) before and")
    assert "v.append(...)" in cause.remedy
    assert inspect.compare(raises_alike, 3).cause is None
