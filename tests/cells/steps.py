"""The steps of a page beside the lines that plain Python runs: call by call, line by line, value by value."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from tests.cells.page import Data

NUMBER = re.compile(r"(?<![\w.'\"])[-+]?(?:nan|inf|\d+\.?\d*(?:e[-+]?\d+)?)j?(?!\w)")
_TYPE = re.compile(r"(?<=\]) [a-z]+\d*(?=\[)| with (nan|inf)( and inf)?$")
_TYPE_ALONE = re.compile(r"\w+\[[\d,]*\]")
_ADDRESS = re.compile(r" at 0x[0-9a-f]*")
_AS_PYTHON, _AS_GRAPH = (1e-6, 0.0), (1e-4, 1e-6)
"""Relative and absolute difference: Python's own numbers are written shorter, the graph has 32 bits of them."""

Near = tuple[float, float]
Values = dict[str, str]


@dataclass
class Row:
    """A line that ran, with the variables of its call after it."""

    line: int
    graph: Values
    python: Values


@dataclass
class Called:
    """A call: its function, and its lines in order; one that goes on behind a call that it makes is there once."""

    name: str
    rows: list[Row] = field(default_factory=list)

    def add(self, row: Row) -> None:
        if self.rows and self.rows[-1].line == row.line:
            self.rows.pop()
        self.rows.append(row)

    @property
    def lines(self) -> list[int]:
        return [row.line for row in self.rows]


def shown_calls(record: Data, name: str) -> list[Called]:
    """The calls of a page's record, in the order in which they begin."""
    begins = {at: (way, first) for at, way, first in _by_three(record.get("calls", ()))}
    functions, ways = [name, *record.get("functions", ())], record.get("ways", [[0, 0, -1]])
    graph, python = (_changes(record[part] or (), record) for part in ("more", "python"))
    values, here, found = iter(record["values"]), (0, 0), dict[tuple[int, int], Called]()
    for number, place in enumerate(record["steps"]):
        here = begins.get(number, here)
        line, slots = record["places"][place][:2]
        texts = [(each, record["texts"][next(values)]) for each in slots[1::2]]
        bound = {record["names"][each]: text for each, text in texts if each >= 0}
        call = found.setdefault(here, Called(functions[ways[here[0]][0]]))
        before = call.rows[-1] if call.rows else Row(0, {}, {})
        now = bound | graph.get(number, {})
        known = {key: text for key, text in now.items() if text is not None}
        row = Row(line, _after(before.graph, now), _after(before.python | known, python.get(number, {})))
        call.add(row)
    return [found[key] for key in sorted(found, key=lambda key: key[1])]


def pythons(frames: Iterable[tuple[int, str, list[tuple[int, Values]]]]) -> list[Called]:
    """The same of what plain Python ran."""
    calls = []
    for _, name, rows in frames:
        call, state = Called(name), Values()
        for line, changed in rows:
            state = _after(state, changed)
            call.add(Row(line, state, state))
        calls.append(call)
    return calls


def _by_three(flat: Iterable[int]) -> Iterator[tuple[int, int, int]]:
    parts = iter(flat)
    return zip(parts, parts, parts, strict=True)


def _changes(flat: Iterable[int], record: Data) -> dict[int, dict[str, str | None]]:
    found: dict[int, dict[str, str | None]] = {}
    for step, name, text in _by_three(flat):
        found.setdefault(step, {})[record["names"][name]] = None if text < 0 else record["texts"][text]
    return found


def _after(before: Values, changed: dict[str, str | None]) -> Values:
    return {name: text for name, text in {**before, **changed}.items() if text is not None}


def differences(ours: list[Called], theirs: list[Called], *, with_python: bool, by_line: bool) -> Iterator[str]:
    """What a page's steps say otherwise than plain Python's run; of each call the first thing.

    The page's may end before: where an exception is raised, no step ends that line.

    Args:
        with_python: whether the page says what the variables are in plain Python.
        by_line: whether the page's lines have the numbers of the cell's.
    """
    for one, other in itertools.zip_longest(ours, theirs, fillvalue=Called("none")):
        if one.name != other.name:
            yield f"a call of {one.name}, Python calls {other.name}"
            return
        if by_line and one.lines != other.lines:
            yield f"lines of {other.name}: {one.lines}, Python {other.lines}"
        yield from itertools.islice(_wrong_in(one, other, with_python), 1)


def begins(ours: list[Called], theirs: list[Called]) -> tuple[list[Called], list[Called]]:
    """Both as far as the page's goes, without the line in which each of its calls ends: that may go on."""
    ours = [Called(each.name, each.rows[:-1]) for each in ours]
    return ours, [Called(two.name, two.rows[: len(one.rows)]) for one, two in zip(ours, theirs, strict=False)]


def _wrong_in(one: Called, other: Called, with_python: bool) -> Iterator[str]:
    for row, real in zip(one.rows, other.rows, strict=False):
        for name, text in row.python.items() if with_python else ():
            if not is_same(text, real.python.get(name, ""), _AS_PYTHON):
                yield f"line {row.line}: {name} is {text} in Python, in truth {real.python.get(name, 'without value')}"
        for name, text in row.graph.items():
            if text != "not recorded" and not is_same(text, real.python.get(name, ""), _AS_GRAPH):
                yield f"line {row.line}: {name} is {text}, in Python {real.python.get(name, 'without value')}"


def is_same(text: str, wanted: str, near: Near) -> bool:
    """Whether a value on a page is Python's, as far as it is written.

    >>> is_same("[0.1, …] float32[9]", "[0.1, …] float64[9]", _AS_PYTHON), is_same("[1, 2...", "[1, 23]", _AS_PYTHON)
    (True, True)
    >>> is_same("{'a': 1}", "{'a': 2}", _AS_PYTHON), is_same("1.0", "1", _AS_PYTHON), is_same("1.0", "1", _AS_GRAPH)
    (False, False, True)
    """
    if _TYPE_ALONE.fullmatch(text):  # as of bfloat16: the page says no value
        return wanted.endswith(text)
    text, wanted = (_ADDRESS.sub("", _TYPE.sub("", each)).replace(" ", "") for each in (text, wanted))
    written, *rest = re.split(r"\.\.\.|…$|,…\](?=\(\d+items)", text)
    ours, theirs = NUMBER.findall(written), NUMBER.findall(wanted)
    words, real = NUMBER.split(written), NUMBER.split(wanted)
    if not rest and not wanted.endswith("…"):
        return words == real and all(_is_near(*pair, near) for pair in zip(ours, theirs, strict=True))
    seen = max(0, min(len(ours), len(theirs)) - 1)  # the last one may be cut, too
    if not seen:
        return wanted.startswith(written) or written.startswith(wanted.removesuffix("…"))
    return words[:seen] == real[:seen] and all(_is_near(*pair, near) for pair in zip(ours[:seen], theirs, strict=False))


def _is_near(text: str, wanted: str, near: Near) -> bool:
    if text == wanted:
        return True
    whole = {re.fullmatch(r"[-+]?\d+", each) is not None for each in (text, wanted)}
    if whole == {True} or (True in whole and not near[1]):
        return False  # a graph may make a float of a whole number, which its loops make one
    one, other = complex(text), complex(wanted)
    return one == other or (one != one and other != other) or abs(one - other) <= near[0] * abs(other) + near[1]
