"""Compare two texts line by line, and write sentences about code, graph and program."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Literal

from nbgraph.core.diff.graphs import GraphDiff
from nbgraph.core.records import dataclass
from nbgraph.core.timing.model import Comparison
from nbgraph.core.timing.race import apart, race
from nbgraph.core.timing.sample import Sample
from nbgraph.core.units import duration


def source_sentence(rows: Sequence[Row]) -> str:
    """Return how much of the function's own source changed, without its helpers and constants.

    >>> source_sentence([]), source_sentence([Row("+", None, 1, "a"), Row("-", 1, None, "b")])
    ('The source of the function is the same.', 'Source: 1 line new, 1 line gone.')
    """
    added, removed = counts(rows)
    return f"Source: {_both(added, removed, 'line')}." if rows else "The source of the function is the same."


def helpers_sentence(names: Sequence[str]) -> str:
    """Return which of the functions and classes it reaches have changed; "" if none has.

    >>> helpers_sentence(["rate", "Tax"]), helpers_sentence([])
    ('What it calls has changed: `rate`, `Tax`.', '')
    """
    return f"What it calls has changed: {', '.join(f'`{name}`' for name in names)}." if names else ""


def graph_sentence(diff: GraphDiff, *, is_same_program: bool = True) -> str:
    """Return how much of the graph changed.

    Args:
        diff: what became of its nodes.
        is_same_program: whether both graphs are one program, the numbers in it included.

    >>> graph_sentence(GraphDiff((), (), (), 7)), graph_sentence(GraphDiff((), (), (), 1), is_same_program=False)
    ('The graph is the same: 7 nodes.', 'The graph has the same node, with other numbers in it.')
    """
    if not (diff.added or diff.removed or diff.changed):
        if is_same_program:
            return f"The graph is the same: {diff.same} node{'s' if diff.same != 1 else ''}."
        return f"The graph has the same {f'{diff.same} nodes' if diff.same != 1 else 'node'}, with other numbers in it."
    changed = f"{len(diff.changed)} changed, " if diff.changed else ""
    both = f"{_both(len(diff.added), len(diff.removed), 'node')}, " if diff.added or diff.removed else ""
    return f"Graph: {both}{changed}{diff.same} the same."


def speed_sentence(old: Comparison | None, new: Comparison | None) -> str:
    """Return whether the new graph is faster; "" when one of them was not measured."""
    before, after = (_warm(found) for found in (old, new))
    if before is None or after is None:
        return ""
    times, found = f"{duration(before.median)} → {duration(after.median)}", race(after, before)
    if found.outcome == "equal" and not apart(1.0, found.factor):
        return f"The graph is about as fast as before: {times}."
    if found.outcome in ("equal", "open"):
        return f"Whether the graph is faster than before was not settled: {times}."
    return f"The graph is {found.times} {found.outcome} than before: {times}."


def _warm(found: Comparison | None) -> Sample | None:
    graph = None if found is None else found.baseline("graph")
    return None if graph is None else graph.warm


def _both(added: int, removed: int, what: str) -> str:
    return ", ".join(_parts(added, removed, what))


def _parts(added: int, removed: int, what: str) -> Iterator[str]:
    for count, word in ((added, "new"), (removed, "gone")):
        if count:
            yield f"{count} {what}{'s' if count != 1 else ''} {word}"


CONTEXT = 2
"""Lines shown around a change."""

Sign = Literal[" ", "+", "-", "…"]


@dataclass(frozen=True)
class Row:
    """One row of a unified difference."""

    sign: Sign  # "+" for a new line, "-" for one that is gone, " " for one that both have, "…" for lines left out
    old: int | None  # the line's number in the old text; None where it has none
    new: int | None  # its number in the new text
    text: str  # the line; for "…" how many lines are left out, in words


def line_diff(old: Sequence[str], new: Sequence[str], *, first_old: int = 1, first_new: int = 1) -> tuple[Row, ...]:
    """Return the lines that changed, with those around them; () when nothing changed.

    >>> for row in line_diff(["def f(x):", "    return x"], ["def f(x):", "    return 2 * x"]):
    ...     print(row.sign, row.old, row.new, row.text)
      1 1 def f(x):
    - 2 None     return x
    + None 2     return 2 * x
    """
    rows: list[Row] = []
    done = 0
    groups = SequenceMatcher(None, old, new, autojunk=False).get_grouped_opcodes(CONTEXT)
    for group in groups:
        rows += _left_out(group[0][1] - done)
        for kind, start, end, new_start, new_end in group:
            if kind == "equal":
                pairs = zip(range(start, end), range(new_start, new_end), strict=True)
                rows += [Row(" ", first_old + at, first_new + to, old[at]) for at, to in pairs]
            else:
                rows += [Row("-", first_old + at, None, old[at]) for at in range(start, end)]
                rows += [Row("+", None, first_new + to, new[to]) for to in range(new_start, new_end)]
        done = group[-1][2]
    return (*rows, *(_left_out(len(old) - done) if rows else ()))


def counts(rows: Sequence[Row]) -> tuple[int, int]:
    return sum(row.sign == "+" for row in rows), sum(row.sign == "-" for row in rows)


def _left_out(count: int) -> list[Row]:
    return [Row("…", None, None, f"{count} line{'s' if count > 1 else ''} as before")] if count > 0 else []
