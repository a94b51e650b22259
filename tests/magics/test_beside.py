"""`--beside`: two or three calls beside each other, or a call and its version before."""

from __future__ import annotations

from dataclasses import replace

import pytest

from nbgraph.core.errors import CallError
from nbgraph.core.report import placed_beside
from nbgraph.magics.arguments import Options
from nbgraph.magics.line import MagicLine
from nbgraph.magics.session import Session
from nbgraph.widgets.payload import payload
from tests.magics import fakes
from tests.widgets.conftest import small_report


def test_the_version_before_stands_in_front_once() -> None:
    old = small_report(value=2)
    for reports in ([replace(small_report(), before=old)], [old, replace(small_report(), before=old)]):
        placed = placed_beside(reports)
        assert [report.value for report in placed] == [2, small_report().value]
        first, second = payload(placed)["functions"]
        assert first["beside"] and second["beside"] and second["diff"]["at"] == 0


def test_one_alone_is_as_it_is() -> None:
    report = small_report()
    assert placed_beside([report]) == (report,)
    assert "beside" not in payload([report])["functions"][0]


@pytest.mark.parametrize(
    ("calls", "diff", "refused"),
    [(1, False, "two"), (2, False, ""), (4, False, "two"), (1, True, ""), (2, True, "one")],
)
def test_other_numbers_of_calls_are_refused(calls: int, diff: bool, refused: str) -> None:
    session = Session(MagicLine("--beside f(3)"), Options(beside=True, diff=diff), {}, fakes.backend(), print)
    if not refused:
        session._check_beside(calls)
    else:
        with pytest.raises(CallError, match=f"shows {refused}"):
            session._check_beside(calls)
