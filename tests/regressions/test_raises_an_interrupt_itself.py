"""A function that raises KeyboardInterrupt itself: an error of that function, which nobody's Stop is.

The comparison took it for the user's Stop and ended without a result and without an error; under a condition of run
time it ended the trace.
"""

from __future__ import annotations

from typing import Any

import pytest

import nbgraph as ng
from nbgraph.core.inspect import report
from nbgraph.core.worker.reports import report as report_of_worker


def always(x: Any) -> Any:
    raise KeyboardInterrupt("of its own")


def sometimes(x: Any) -> Any:
    if x == 3:
        raise KeyboardInterrupt
    return x


def in_a_loop(x: Any) -> Any:
    while x > 0:
        x -= 1
        if x == 5:
            raise KeyboardInterrupt
    return x


@pytest.mark.parametrize(("function", "raises", "fine"), [(always, 1, None), (sometimes, 3, 4), (in_a_loop, 9, 2)])
def test_it_is_told_as_an_error(function: Any, raises: int, fine: int | None) -> None:
    for found in (report(function, raises, timing=False), report_of_worker(function, (raises,), timing=False)):
        assert found.value is None
        assert [error.id for error in found.errors] == ["graph-failed"]
        assert "KeyboardInterrupt" in found.errors[0].message
        assert found.errors[0].span is not None
    if fine is not None:
        assert report(function, fine, timing=False).errors == ()
        assert ng.function(function)(fine) == function(fine)
    with pytest.raises(KeyboardInterrupt):
        ng.function(function)(raises)
