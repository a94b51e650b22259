"""A string that grows by run-time values, iteration by iteration, has a record as any other."""

from __future__ import annotations

from nbgraph.core.examine.reporting import report_call


def listed(n: int) -> str:
    s = ""
    for i in range(3):
        s += str(i * n) + ","
    return s


def test_the_record_is_there() -> None:
    report = report_call(listed, (3,), timing=False)
    assert report.errors == ()
    assert report.recording is not None
    assert len(report.recording.steps) > 3
