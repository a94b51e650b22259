"""A row that a tuple or a dict chooses at run time kept the items it had when it was chosen, while its table changed.

The habit: two candidates side by side, `best = (rows[0], default)[flag]`, and a loop over the table afterwards.
"""

from __future__ import annotations

from typing import Any

import pytest

import nbgraph as ng
from nbgraph.core.staging.aliasing.copies import ListCopyError


def chosen_then_table_changed(n: int) -> Any:
    m = [[k, n - k] for k in range(n + 3)]
    last = (m[0], [0, n])[n % 2]
    for i in range(len(m)):
        m[i][0] = 5
    return last


def chosen_by_key_then_table_changed(n: int) -> Any:
    m = [[k, n - k] for k in range(n + 3)]
    last = {0: m[0], 1: [0, n]}[n % 2]
    for i in range(len(m)):
        m[i][0] = 5
    return last


def chosen_and_changed_itself(n: int) -> Any:
    m = [[k, n - k] for k in range(n + 3)]
    last = (m[0], [0, n])[n % 2]
    last[0] = 7
    return m, last


def chosen_and_read(n: int) -> Any:
    m = [[k, n - k] for k in range(n + 3)]
    last = (m[1], [0, n])[n % 2]
    return last[0] + last[1], len(m)


@pytest.mark.parametrize("function", [chosen_then_table_changed, chosen_by_key_then_table_changed])
@pytest.mark.parametrize("n", [2, 3])
def test_it_is_not_read_once_its_table_has_changed(function: Any, n: int) -> None:
    with pytest.raises(ListCopyError, match="the rows have changed since it was read"):
        ng.function(function)(n)


@pytest.mark.parametrize("function", [chosen_and_changed_itself, chosen_and_read])
@pytest.mark.parametrize("n", [2, 3])
def test_its_own_change_reaches_the_table(function: Any, n: int) -> None:
    assert ng.function(function)(n) == function(n)
