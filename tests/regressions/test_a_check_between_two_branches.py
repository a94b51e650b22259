"""Checks drawn as one region lie beside the branches: an edge out of them ended the drawing in a KeyError."""

from __future__ import annotations

import pytest

from nbgraph.core.examine.reporting import report_call
from nbgraph.widgets.bundle import drawn
from nbgraph.widgets.shown import shown


def days(month: int, year: int) -> int:
    match month:
        case 2:
            if year % 4 == 0:
                return 29
            return 28
        case 4 | 6 | 9 | 11:
            return 30
        case m if 1 <= m <= 12:
            return 31
        case _:
            raise ValueError("no such month")


@pytest.mark.parametrize(("month", "expected"), [(2, "= 29"), (4, "= 30"), (12, "= 31"), (13, "no such month")])
def test_the_page_of_a_match_that_may_raise_is_drawn(month: int, expected: str) -> None:
    page = shown(drawn([report_call(days, (month, 2024), {}, tell=lambda *step: None)]))
    assert expected in page["text/plain"]
