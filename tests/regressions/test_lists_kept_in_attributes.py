"""Lists that a loop puts into an attribute or an item while they have another name: `self.best = path`.

Habit: the best path so far, the current row, the last state is kept in an object or a dict, without a copy.
"""

from __future__ import annotations

from typing import Any

import pytest

import nbgraph as ng
from nbgraph.core.errors import NbgraphError


class Board:
    def __init__(self, rows: list[int]) -> None:
        self.rows = rows


def changed_behind_the_loop(n: int, given: list[int]) -> Any:
    b = Board([])
    for _ in range(n):
        b.rows = given
    given.append(7)
    return b.rows


def changed_through_the_attribute(n: int, given: list[int]) -> Any:
    d = {"x": []}
    for _ in range(n):
        d["x"].append(4)
        d["x"] = given
    return given[:]


def of_one_length(n: int, given: list[int]) -> Any:
    b = Board([5, 5, 5])
    for i in range(n):
        b.rows[0] = 4 + i
        b.rows = given
    return given[:]


def read_in_the_next_iteration(n: int, given: list[int]) -> Any:
    b, path, total = Board([]), [], 0
    for i in range(n):
        path.append(i)
        total += len(b.rows)
        b.rows = path
    return total


def kept_once(n: int, given: list[int]) -> Any:
    d = {"best": [], "path": []}
    for i in range(n):
        d["path"].append(i)
        if i == 2:
            d["best"] = d["path"]
    return d


def kept_before_it_grows(n: int, given: list[int]) -> Any:
    a, b = Board([]), Board([])
    for i in range(n):
        a.rows = b.rows
        b.rows.append(i)
    return a.rows, b.rows


def changed_and_then_bound(n: int, given: list[int]) -> Any:
    for _ in range(n):
        given.append(8)
        given = [n]
    return given


def dropped_where_it_is_kept(n: int, given: list[int]) -> Any:
    d = {"path": [], "best": []}
    for i in range(n):
        d["path"].append(i)
        if i % 2:
            if len(d["path"]) > len(d["best"]):
                d["best"] = d["path"]
            d["path"] = []
    return d


def a_copy_is_kept(n: int, given: list[int]) -> Any:
    b, path = Board([]), []
    for i in range(n):
        path.append(i)
        if i == 2:
            b.rows = path[:]
    return b.rows, path


def a_row_of_its_own(n: int, given: list[int]) -> Any:
    b = Board([])
    for i in range(n):
        row = [i, i]
        b.rows = row
        b.rows.append(i)
    b.rows.append(3)
    return b.rows


def made_anew(n: int, given: list[int]) -> Any:
    b = Board([0, 1])
    last: list[int] = []
    for _ in range(n):
        last = b.rows
        b.rows = [last[1], last[0] + last[1]]
    return b.rows, last


SURELY_WRONG = [
    changed_behind_the_loop,
    changed_through_the_attribute,
    of_one_length,
    read_in_the_next_iteration,
    kept_once,
    kept_before_it_grows,
    changed_and_then_bound,
]
CONVERTED = [dropped_where_it_is_kept, a_copy_is_kept, a_row_of_its_own, made_anew]


@pytest.mark.parametrize("program", SURELY_WRONG)
def test_a_list_that_would_be_two_is_refused(program: Any) -> None:
    with pytest.raises(NbgraphError) as caught:
        ng.function(program)(3, [3, 1, 2])
    assert caught.value.id in ("list-alias", "container-alias")
    assert caught.value.span is not None


@pytest.mark.parametrize("program", CONVERTED)
@pytest.mark.parametrize("n", [5, 1, 2])
def test_others_answer_as_python(program: Any, n: int) -> None:
    assert _plain(ng.function(program)(n, [3, 1, 2])) == _plain(program(n, [3, 1, 2]))


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items()}
    return type(value)(map(_plain, value)) if isinstance(value, tuple | list) else int(value)
