"""What a page holds by columns is, as rows again, the explorer's data."""

from __future__ import annotations

import json
import zlib
from typing import Any

import pytest

from nbgraph.core.inspect import report
from nbgraph.widgets.page import to_html
from nbgraph.widgets.payload import payload as payload_of
from nbgraph.widgets.tables import by_columns
from tests.cells.page import payload, rows_again


def sieve(n: int) -> int:
    """A loop in a loop, a list, a choice: tables with ids, gaps and tiles."""
    prime = [True] * (n + 1)
    count = 0
    for i in range(2, n + 1):
        if prime[i]:
            count += 1
            for multiple in range(i * i, n + 1, i):
                prime[multiple] = False
    return count


@pytest.fixture(scope="module")
def data() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(payload_of([report(sieve, 30)])))
    return found


def test_all_of_it_comes_back(data: dict[str, Any], collatz: dict[str, Any], everything: dict[str, Any]) -> None:
    for each in (data, collatz, everything, {"version": 1, "functions": []}):
        assert json.loads(json.dumps(by_columns(each)), object_hook=rows_again) == each
        assert payload(to_html(each)) == each


def test_it_is_not_changed_by_being_written(data: dict[str, Any]) -> None:
    before = json.dumps(data)
    by_columns(data)
    assert json.dumps(data) == before


def test_columns_pack_better_than_rows(data: dict[str, Any]) -> None:
    columns, rows = (len(zlib.compress(json.dumps(each).encode(), 9)) for each in (by_columns(data), data))
    assert columns < 0.95 * rows
