"""The record of a trace: what was entered since a mark can be taken back."""

from __future__ import annotations

from typing import Any

from nbgraph.core.executor.convert import conversion
from nbgraph.core.spans import Span
from nbgraph.core.staging.decisions import Decision
from nbgraph.core.staging.recorder import Frame, Outcome, Recorder


def lesson(x: Any) -> Any:
    return x


OWNER = conversion(lesson)


def outcome(line: int, construct: str = "if") -> Outcome:
    return Outcome(Decision(Span("lesson.py", line, 0, line, 5), construct, "cond"))


def frame(line: int) -> Frame:
    return Frame(OWNER, "lesson.py", (line, line, 0, 5))


def test_rewind_takes_back_what_came_after_the_mark() -> None:
    log = Recorder()
    first, second, third = outcome(1), outcome(2), outcome(1)
    log.add(frame(1), "if_", first)
    mark = log.mark()
    log.add(frame(2), "if_", second)
    log.add(frame(1), "if_", third)
    (instance,) = log.roots
    assert instance.outcomes == {("if_", (1, 1, 0, 5)): [first, third], ("if_", (2, 2, 0, 5)): [second]}
    log.rewind(mark)
    assert instance.outcomes == {("if_", (1, 1, 0, 5)): [first], ("if_", (2, 2, 0, 5)): []}
    assert log.decisions == (first.decision,)
    assert log.mark() == mark


def test_decisions_are_told_once_in_source_order() -> None:
    log = Recorder()
    for line in (3, 1, 3):
        log.add(frame(line), "if_", outcome(line))
    log.add(frame(2), "call", outcome(2, "call"))
    assert [decision.span.line for decision in log.decisions] == [1, 3]


def test_own_staging_is_not_recorded() -> None:
    log = Recorder()
    log.add(Frame(None, "lesson.py", (1, 1, 0, 5)), "if_", outcome(1))
    assert (log.journal, log.roots) == ([], [])


def test_calls_are_kept_by_their_place() -> None:
    log = Recorder()
    with log.entered(OWNER, None), log.entered(OWNER, (2, 2, 0, 5)):
        log.add(frame(1), "if_", outcome(1))
    (root,) = log.roots
    (inner,) = root.calls[2, 2, 0, 5]
    assert root.outcomes == {}
    assert list(inner.outcomes) == [("if_", (1, 1, 0, 5))]
    assert log.stack == []
