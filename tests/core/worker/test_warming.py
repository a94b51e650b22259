"""What a worker does while nothing is asked of it."""

from __future__ import annotations

import queue
from collections.abc import Iterator

import jax
import jax.monitoring
import pytest

from nbgraph.core.worker import warming
from nbgraph.core.worker.channel import Message
from nbgraph.core.worker.child import _next


def test_it_works_on_until_a_message_comes_and_goes_on_after_it() -> None:
    waiting: queue.SimpleQueue[Message] = queue.SimpleQueue()
    done: list[int] = []

    def work() -> Iterator[None]:
        for number in range(3):
            done.append(number)
            if number > 0:
                waiting.put(("job", b""))
            yield

    left = work()
    assert _next(waiting, left, 0.0) == ("job", b"") and done == [0, 1]
    waiting.put(("context", b""))
    assert _next(waiting, left, 60.0) == ("context", b"") and done == [0, 1]  # it does not rest with a message there
    assert _next(waiting, left, 0.0) == ("job", b"") and done == [0, 1, 2]


def scaled(x):  # type: ignore[no-untyped-def]
    return -x / 2 if abs(x) < 1 else abs(x) * x - 0.5


def test_eager_jax_has_no_operator_left_to_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warming, "_found_with", [])
    compiled: list[str] = []

    def hear(event: str, seconds: float, *, fun_name: str = "", **_: object) -> None:
        compiled.extend([fun_name] if event.endswith("backend_compile_duration") else [])

    jax.clear_caches()
    jax.monitoring.register_event_duration_secs_listener(hear)
    try:
        list(warming.pieces(lambda: False))
        assert any("abs" in name for name in compiled)
        compiled.clear()
        assert [float(scaled(jax.device_put(x))) for x in (0.25, 3.0)] == [-0.125, 8.5]
    finally:
        jax.monitoring.unregister_event_duration_listener(hear)
    assert compiled == []


def test_it_is_over_where_a_call_has_brought_other_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """The habit: `jax_log_compiles` is on to see what compiles; what nobody has called must not be told of."""
    monkeypatch.setattr(warming, "_found_with", [])
    work = warming.pieces(lambda: False)
    next(work)
    with jax.log_compiles():
        assert list(work) == []


def test_it_reports_on_functions_as_a_call_does() -> None:
    reports = list(warming._practised(lambda: False))
    assert [report and (report.value, report.errors, report.notes) for report in reports] == [
        (3, (), ()),
        ([0.0, 1.5], (), ()),
    ]
    assert all(report and report.graph and report.recording and report.pure_jax for report in reports)


def test_a_report_is_broken_off_at_its_next_step_when_a_call_has_come() -> None:
    steps: list[int] = []

    def awaited() -> bool:
        steps.append(1)
        return True

    list(warming._practised(awaited))
    assert len(steps) <= 4  # the step that raises, and the last words, of either function
