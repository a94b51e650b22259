"""The record of a trace: what was entered since a mark can be taken back."""

from __future__ import annotations

from typing import Any

from nbgraph.core.decisions import Decision
from nbgraph.core.executor.convert import conversion
from nbgraph.core.spans import Span
from nbgraph.core.staging.trace.recorder import Frame, Recorder


def lesson(x: Any) -> Any:
    return x


OWNER = conversion(lesson)


def decision(line: int, construct: str = "if") -> Decision:
    return Decision(Span("lesson.py", line, 0, line, 5), construct, "cond")


def frame(line: int) -> Frame:
    return Frame(OWNER, "lesson.py", (line, line, 0, 5))


def test_rewind_takes_back_what_came_after_the_mark() -> None:
    log = Recorder()
    first, second, third = decision(1), decision(2), decision(1)
    log.add(frame(1), first)
    log.helpers |= {"kept": object()}
    log.add(frame(2), second)
    log.add(frame(1), third)
    log.helpers |= {"none": None, "forgotten": object()}
    assert log.all_decisions == [first, second, third]
    log.rewind(1, 1)
    assert log.all_decisions == [first]
    assert list(log.helpers) == ["kept", "none"]
    assert log.decisions == (first,)


def test_decisions_are_told_once_in_source_order() -> None:
    log = Recorder()
    for line in (3, 1, 3):
        log.add(frame(line), decision(line))
    log.add(frame(2), decision(2, "iteration"))
    assert [each.span.line for each in log.decisions] == [1, 3]


def test_own_staging_is_not_recorded() -> None:
    log = Recorder()
    log.add(Frame(None, "lesson.py", (1, 1, 0, 5)), decision(1))
    assert (log.all_decisions, log.owners) == ([], {})


def test_functions_that_ran_are_kept_once() -> None:
    log = Recorder()
    with log.entered(OWNER, None), log.entered(OWNER, (2, 2, 0, 5)):
        assert log.stack == [None, (2, 2, 0, 5)]
    assert (list(log.owners.values()), log.stack) == ([OWNER], [])
