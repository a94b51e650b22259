"""The tables of the explorer's data by columns, which pack best: `static/tables.js` makes them rows again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

Data = dict[str, Any]

_GRAPH = ("nodes", "edges", "regions")
_RECORDED = {"nodes": 1, "homes": 1, "moves": 3, "more": 3, "calls": 3, "regions": 0}
"""Of a recording what is by columns: how many numbers of it are a row, 0 where it has rows."""
_ID = re.compile(r"([a-z])(\d+)")


def by_columns(payload: Data) -> Data:
    """The data with its long tables by columns; other data are as they are."""
    return {**payload, "functions": [_function(function) for function in payload["functions"]]}


def _function(function: Data) -> Data:
    found = {**function, "codes": [_code(code) for code in function.get("codes", ())]}
    if source := function.get("source"):
        found["source"] = {**source, "tokens": _tokens(source["tokens"])}
    if graph := function.get("graph"):
        tables = {key: table(graph[key]) for key in _GRAPH if graph.get(key)}
        found["graph"] = {**graph, **tables, "tiles": [_tile(*tile) for tile in graph["tiles"]]}
    if record := function.get("recording"):
        tables = {key: _rows(record[key], width) for key, width in _RECORDED.items() if record.get(key)}
        found["recording"] = {**record, **tables}
    return found


def _code(code: Data) -> Data:
    links = {"|": [list(column) for column in zip(*code["links"], strict=True)]} if code["links"] else []
    return {**code, "tokens": _tokens(code["tokens"]), "links": links}


def _tile(
    region: int, width: int, height: int, nodes: list[int], regions: list[int], lines: list[list[int]]
) -> list[Any]:
    drawn = {"|*": [_steps([line[0] for line in lines]), [line[1:] for line in lines]]} if lines else []
    return [region, width, height, _rows(nodes, 5) if nodes else [], regions, drawn]


def _tokens(lines: Sequence[Sequence[int]]) -> Data:
    """Of each line's tokens the distance from the end of the one before, the length, the kind.

    >>> _tokens([[0, 3, 0, 4, 2, 7], []])
    {'~': [[0, 3, 0, 1, 2, 7], []]}
    """
    return {"~": [list(_gaps(line)) for line in lines]}


def _gaps(line: Sequence[int]) -> Iterator[int]:
    end = 0
    for column, length, kind in zip(*[iter(line)] * 3, strict=True):
        yield from (column - end, length, kind)
        end = column + length


def _rows(values: Sequence[Any], width: int) -> Data:
    return {"||": _columns(zip(*[iter(values)] * width, strict=True))} if width else table(values)


def table(rows: Iterable[Sequence[Any]]) -> Data:
    """Rows by columns.

    >>> table([[4, "n4", [1, 2]], [5, "n7", []], [7, None, [3]]])
    {'|': ['4,1,2', 'n4,3,-8', [[1, 2], [], [3]]]}
    """
    return {"|": _columns(rows)}


def _columns(rows: Iterable[Sequence[Any]]) -> list[str | list[Any]]:
    return [_column(list(values)) for values in zip(*rows, strict=True)]


def _column(values: list[Any]) -> str | list[Any]:
    """Each number as what it is more than the one before, ids after their letter; -1 for no id; else the values."""
    ids = [_ID.fullmatch(value) if isinstance(value, str) else value for value in values]
    letters = {found[1] for found in ids if isinstance(found, re.Match)}
    if len(letters) == 1 and all(found is None or isinstance(found, re.Match) for found in ids):
        return letters.pop() + _steps([-1 if found is None else int(found[2]) for found in ids])
    return _steps(values) if all(type(value) is int for value in values) else values


def _steps(numbers: Sequence[int]) -> str:
    return ",".join(str(number - before) for number, before in zip(numbers, (0, *numbers[:-1]), strict=True))
