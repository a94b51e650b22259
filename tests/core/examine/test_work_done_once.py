"""What a report costs in passes over a program, whatever the machine is doing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import jax.monitoring
import pytest

from nbgraph.core import pipeline
from nbgraph.core.examine.reporting import report_call
from nbgraph.core.executor import programs
from nbgraph.core.printing import printer
from nbgraph.core.printing.text import module
from nbgraph.widgets.bundle import called


def counted(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, calls: Counter[str]) -> None:
    made = getattr(owner, name)

    def call(*arguments: Any, **keywords: Any) -> Any:
        calls[f"{owner.__name__}.{name}".removeprefix("nbgraph.core.")] += 1
        return made(*arguments, **keywords)

    monkeypatch.setattr(owner, name, call)


def steps(a, b):  # type: ignore[no-untyped-def]
    a = a * 2.5 + b
    b = b - a * 0.5
    return a + b


def test_each_code_of_a_report_is_written_once_and_copied_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: Counter[str] = Counter()
    counted(monkeypatch, pipeline, "emit", calls)
    counted(monkeypatch, module, "emit", calls)
    counted(monkeypatch, printer._Printing, "copied", calls)
    found = report_call(steps, (1.0, 2.0), timing=False)
    assert found.pure_jax is not None and not found.errors
    assert calls == {"pipeline.emit": 1, "printing.text.module.emit": 1}


def collatz(a):  # type: ignore[no-untyped-def]
    counter = 0
    while a != 1:
        a = a // 2 if a % 2 == 0 else 3 * a + 1
        counter = counter + 1
    return counter


@pytest.fixture
def staged() -> Iterator[Counter[str]]:
    """How many programs named `collatz` JAX has lowered and compiled."""
    found: Counter[str] = Counter()

    def hear(event: str, seconds: float, *, fun_name: str = "", **_: object) -> None:
        if "collatz" in fun_name and event.endswith(("mlir_module_duration", "backend_compile_duration")):
            found[event.rsplit("/", 1)[-1].removesuffix("_duration")] += 1

    jax.monitoring.register_event_duration_secs_listener(hear)
    yield found
    jax.monitoring.unregister_event_duration_listener(hear)


def test_a_call_is_traced_three_times_and_compiled_twice(monkeypatch: pytest.MonkeyPatch, staged: Counter[str]) -> None:
    """As it runs, without the budget to measure what that costs, and to be read: this one is lowered to be shown."""
    monkeypatch.setattr("nbgraph.core.timing.session.is_cheap", lambda *_: True)  # on a machine however busy
    counted(monkeypatch, programs, "stage_call", staged)
    assert report_call(collatz, (27,)).value == 111
    assert staged == {"executor.programs.stage_call": 3, "jaxpr_to_mlir_module": 3, "backend_compile": 2}


def test_another_value_of_a_slider_is_neither_traced_nor_compiled(
    monkeypatch: pytest.MonkeyPatch, staged: Counter[str]
) -> None:
    counted(monkeypatch, programs, "stage_call", staged)
    for value in (27, 28):
        staged.clear()
        called(collatz, (value,), {}, tell=lambda *step: None, timing=False)
    assert staged == {}
