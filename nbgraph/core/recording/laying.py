"""Laying steps on the lines that plain Python runs: in order, as many as fit, and where the values are the same."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from nbgraph.core.recording.digest import differ
from nbgraph.core.recording.made import Chain, Made
from nbgraph.core.recording.moments import Moment, PythonRun

_LAID = 1_000  # what it counts that a step has a line; that its values are Python's, too, decides between lines
_SAME, _UNKNOWN, _OTHER = 2, 1, 0


def laid(steps: Sequence[Made], run: PythonRun, chain: Chain) -> tuple[list[int], bool]:
    """For each step its place among the lines; -1 for one that has none.

    It is the longest common subsequence of the two; of several that are as long, the one with the most values that
    plain Python has after the line, too.

    Args:
        steps: the steps, in order.
        run: plain Python's.
        chain: the round that they are in.

    Returns:
        The places, and whether no value there is known to be another one.
    """
    width = len(run.lines.get(chain, ()))
    weights = [[_weight(step, run, chain, place) for place in range(width)] for step in steps]
    best = [[0] * (width + 1) for _ in range(len(steps) + 1)]
    for row in range(len(steps) - 1, -1, -1):
        here, below, weight = best[row], best[row + 1], weights[row]
        for place in range(width - 1, -1, -1):
            taken = below[place + 1] + weight[place] if weight[place] else 0
            here[place] = max(taken, below[place], here[place + 1])
    found, at = [], 0
    for row, weight in enumerate(weights):
        place = _taken(best[row], best[row + 1], weight, at)
        found.append(place)
        at = place + 1 if place >= 0 else at
    return found, all(place < 0 or weights[row][place] % _LAID != _OTHER for row, place in enumerate(found))


def _taken(here: Sequence[int], below: Sequence[int], weight: Sequence[int], at: int) -> int:
    """The first place by which nothing is lost."""
    while at < len(weight):
        if weight[at] and below[at + 1] + weight[at] == here[at]:
            return at
        if here[at + 1] != here[at]:
            return -1
        at += 1
    return -1


def _weight(step: Made, run: PythonRun, chain: Chain, place: int) -> int:
    """How well a step fits to a line; 0 where it does not."""
    if run.lines[chain][place] != step.line:
        return 0
    if step.test is not None and run.goes(step, chain, place) is (not step.test):
        return 0
    after = _after(step, run.seen[chain][place])
    if after is None:
        return _LAID + _UNKNOWN
    names = step.frame.lines.touched.get(step.line, set()) - step.carried
    known = [(slot.value, after.values.get(slot.name)) for slot in step.slots if slot.name in names]
    verdicts = {differ(value, other) for value, other in known if other is not None}
    return _LAID + (_OTHER if True in verdicts else _SAME if False in verdicts else _UNKNOWN)


def _after(step: Made, moment: Moment | None) -> Moment | None:
    """Plain Python when a line has been run, and of an `if` the side that it leads to."""
    statement = step.frame.function.statements.get(step.line)
    after = moment.follows if moment is not None else None
    if isinstance(statement, ast.If):
        within = range(statement.lineno + 1, (statement.end_lineno or 0) + 1)
        while after is not None and after.key is not None and after.key[1] in within:
            after = after.follows
    return after
