"""The tables of what loops bind, beside what plain Python has at the end of each iteration."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.cells.notebook import Seen
from tests.cells.steps import NUMBER, Called, Values, pythons

_TITLE = re.compile(r"(?P<header>.*) \(line (?P<line>\d+)\): (?P<count>[\d,]+) iterations?(?P<about>.*)$")
_BEFORE = re.compile(r", after (\d+) that Python ran")
_TYPE = re.compile(r"(?<=\]) [a-z]+\d*\[[\d,]*\].*")
_NEAR = 1e-3
"""Relative difference: of the items of arrays four digits are written."""


@dataclass
class Table:
    """A loop as the page tells it: its line and iterations, and of those that are shown the values of its names."""

    line: int
    count: int
    about: str
    names: list[str] = field(default_factory=list)
    rows: dict[int, list[str]] = field(default_factory=dict)


def histories(seen: Seen) -> Iterator[str]:
    """In each iteration that is shown the values of the names are Python's, and there are as many."""
    loops = {each.lineno: each for each in ast.walk(ast.parse(seen.cell.body)) if isinstance(each, ast.For | ast.While)}
    for shown, call in zip(seen.shown, seen.plain["calls"], strict=False):
        is_one = len({cell for cell, *_ in call.get("lines", ())}) == 1  # else the lines are of several cells
        is_held = shown.verdict.get("equal") and not shown.recording.get("onCopies") and not call.get("aside")
        if not is_one or not is_held or not shown.data.get("history"):
            continue
        calls = pythons(call["frames"])
        for table in tables(shown.data["history"]["text"]):
            loop = loops.get(table.line)
            if loop is not None and loop.body[0].lineno > loop.lineno:
                yield from (f"{shown.title}: line {table.line}: {fault}" for fault in differences(table, calls, loop))


def tables(text: str) -> Iterator[Table]:
    """The tables in the text of a history.

    >>> [table] = tables("f(2)\\nwhile n (line 3): 1 iteration\\n  iteration | n | xs\\n  1         | 0 | [1 2]")
    >>> table.line, table.count, table.names, table.rows
    (3, 1, ['n', 'xs'], {1: ['0', '[1 2]']})
    """
    table = Table(0, 0, "")
    for line in [*text.splitlines(), " (line 0): 0 iterations"]:
        if (title := _TITLE.match(line)) is not None and not line.startswith("  "):
            yield from [table] if table.names else []
            table = Table(int(title["line"]), _whole(title["count"]), title["about"])
        elif line.startswith("  "):
            number, *cells = (cell.strip() for cell in line.split(" | "))
            if number == "iteration":
                table.names = cells
            elif number != "...":
                table.rows[_whole(number)] = cells


def _whole(text: str) -> int:
    return int(text.replace(",", ""))


def differences(table: Table, calls: list[Called], loop: ast.For | ast.While) -> Iterator[str]:
    """How many iterations there are in truth, or the first value that is another one."""
    states = [state for call in calls for state in iterations(call, loop, asks="next test" in table.about)]
    before = int(found[1]) if (found := _BEFORE.search(table.about)) else 0
    if not len(states) - states.count(None) <= table.count + before <= len(states):  # the last may be only a `break`
        yield f"{table.count} iterations{table.about}, Python makes {len(states)}"
        return
    for number, cells in table.rows.items():
        state = states[number - 1] or {}
        for name, text in zip(table.names, cells, strict=True):
            if name in state and not is_same(text, state[name]):
                yield f"{name} is {text} in iteration {number}, in Python {state[name]}"
                return


def iterations(call: Called, loop: ast.For | ast.While, *, asks: bool) -> Iterator[Values | None]:
    """The variables at the end of each iteration, or after the test behind it; None for one that leaves the loop."""
    body = range(loop.body[0].lineno, (loop.body[-1].end_lineno or 0) + 1)
    rows = call.rows
    for at, row in enumerate(rows[:-1]):
        if row.line == loop.lineno and rows[at + 1].line in body:
            behind = next((n for n in range(at + 1, len(rows)) if rows[n].line not in body), None)
            is_over = behind is None or rows[behind].line != loop.lineno
            yield None if is_over or behind is None else rows[behind - (not asks)].python


def is_same(text: str, wanted: str) -> bool:
    """Whether a cell of a table is Python's value, as far as both are written.

    >>> is_same("[1.655 0.5]", "[1.65536, 0.5] float32[2]"), is_same("True", "False"), is_same("int32[9]", "[1, …]")
    (True, False, True)
    >>> is_same("[]", "deque([])"), is_same("[]", "deque(['a'])")
    (True, False)
    """
    if text == "--" or re.match(r"\w+\[", text):  # without value, or too large for the table
        return True
    ours, theirs = NUMBER.findall(text), NUMBER.findall(_TYPE.sub("", wanted))
    if not ours and not theirs:
        return text.strip("'[]") == wanted.removeprefix("deque(").strip("'[]()")
    is_cut = re.search(r"…|\.\.\.", text + wanted) is not None
    pairs = zip(map(complex, ours), map(complex, theirs), strict=False)
    near = (one == two or one != one or abs(one - two) <= _NEAR * abs(two) + 1e-5 for one, two in pairs)
    return all(near) and (is_cut or len(ours) == len(theirs))
