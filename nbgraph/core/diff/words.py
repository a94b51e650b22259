"""What changed, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nbgraph.core.diff.graphs import GraphDiff
from nbgraph.core.diff.lines import Row, counts
from nbgraph.core.timing.model import Comparison
from nbgraph.core.timing.race import race
from nbgraph.core.timing.sample import Sample
from nbgraph.core.units import duration


def source_sentence(rows: Sequence[Row]) -> str:
    """How much of the function's own text changed, of which its helpers and constants are no part.

    >>> source_sentence([]), source_sentence([Row("+", None, 1, "a"), Row("-", 1, None, "b")])
    ('The source of the function is the same.', 'Source: 1 line new, 1 line gone.')
    """
    added, removed = counts(rows)
    return f"Source: {_both(added, removed, 'line')}." if rows else "The source of the function is the same."


def helpers_sentence(names: Sequence[str]) -> str:
    """Which of the functions and classes that it reaches have another text; empty where none has.

    >>> helpers_sentence(["rate", "Tax"]), helpers_sentence([])
    ('What it calls has changed: `rate`, `Tax`.', '')
    """
    return f"What it calls has changed: {', '.join(f'`{name}`' for name in names)}." if names else ""


def graph_sentence(diff: GraphDiff, *, is_same_program: bool = True) -> str:
    """How much of the graph changed.

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
    """Whether the new graph is the faster one; empty when one of them was not measured.

    Args:
        old: the times of the version before.
        new: those of the present one.
    """
    before, after = (_warm(found) for found in (old, new))
    if before is None or after is None:
        return ""
    times, found = f"{duration(before.median)} → {duration(after.median)}", race(after, before)
    if found.outcome == "equal":
        return f"The graph is about as fast as before: {times}."
    if found.outcome == "open":
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
