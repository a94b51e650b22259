"""The general code of a report is what ran, also where the trace had it converted anew."""

from __future__ import annotations

from nbgraph.core.inspect import report


def safe_index(v, x):
    try:
        i = v.index(x)
    except ValueError:
        i = -1
    return i


def test_a_try_that_catches_at_run_time_is_shown_as_it_runs() -> None:
    found = report(safe_index, [3, 5, 8], 8, timing=False)
    assert found.errors == ()
    assert "ng.catching(" in found.converted_code.text
