"""What a report costs in passes over a program, whatever the machine is doing."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from nbgraph.core import pipeline
from nbgraph.core.examine.reporting import report_call
from nbgraph.core.printing import printer
from nbgraph.core.printing.text import module


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
