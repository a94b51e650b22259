"""Find in which iteration of which of the user's loops an operation ran, where that is certain."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from nbgraph.core import _jax
from nbgraph.core.decisions import Decision
from nbgraph.core.graph.locations import Places
from nbgraph.core.source.text import SourceText
from nbgraph.core.spans import Span

Before = Mapping[tuple[str, int], int | None]
"""By file and line of a loop of the graph: how many iterations Python has run before it; None for who knows."""


def before_loops(all_decisions: Iterable[Decision]) -> Before:
    """Return how many iterations of each staged loop Python ran before; None where its traces differ."""
    found: dict[tuple[str, int], int | None] = {}
    for loop in all_decisions:
        if loop.construct in ("while", "for") and loop.became not in ("python", "unrolled"):
            key = loop.span.file, loop.span.line
            found[key] = loop.before if found.get(key, loop.before) == loop.before else None
    return found


_Step = tuple[Span | None, int]


def iteration_words(owner: Any, around: Sequence[tuple[Any, int]], places: Places, before: Before) -> str:
    """Return ", in iteration 3 of the loop in line 5" for an operation, or "" for one in no loop."""
    found = iterations_of(owner, around, places, before)
    return "".join(f", in iteration {number:,} of the loop in line {line}" for line, number in found)


def iterations_of(
    owner: Any, around: Sequence[tuple[Any, int]], places: Places, before: Before
) -> tuple[tuple[int, int], ...]:
    """Return the line of each loop that an operation ran in, innermost first, with its iteration.

    Args:
        around: the equations that it is part of, outermost first, with the iteration, counted from 1; 0 for no loop.
    """
    steps: list[_Step] = []
    lines: list[int] = []
    for equation, number in around:
        if equation is owner:
            break
        steps += [(None, each) for each in _unrolled(equation)]
        if number:
            steps.append((next(iter(places.spans(equation)), None), number))
        lines = _further(lines, _loops(places.spans(equation), places))
    steps += [(None, each) for each in _unrolled(owner)]
    lines = _further(lines, _loops(places.spans(owner), places))
    named = list(_named(steps, lines, before))
    seen = Counter(line for line, _ in named)  # a loop that is differentiated runs as several, one in the other
    return tuple((line, number) for line, number in named[::-1] if seen[line] < 2)


def _further(around: list[int], inside: list[int]) -> list[int]:
    """Return the lines of all loops around; a function that JAX traced by itself knows only its own loops.

    >>> _further([4], [4, 6]), _further([4], [6]), _further([4, 6], [])
    ([4, 6], [4, 6], [4, 6])
    """
    return inside if inside[: len(around)] == around else around + inside


def _named(steps: Sequence[_Step], lines: Sequence[int], before: Before) -> list[tuple[int, int]]:
    """Return lines and iterations; loops that Python ran during the trace get the lines no staged loop has."""
    staged = Counter(span.line for span, _ in steps if span is not None)
    left = [line for line in lines if not staged[line]]
    given = iter(left if len(left) == sum(span is None for span, _ in steps) else ())
    found = []
    for span, number in steps:
        line = next(given, None) if span is None else span.line
        run = 0 if span is None else before.get((span.file, span.line), 0)
        if line is not None and run is not None:
            found.append((line, number + run))
    return found


def _unrolled(equation: Any) -> list[int]:
    return [int(mark.rpartition("_")[2]) + 1 for mark in _jax.iteration_marks_of(equation)]


def _loops(spans: Sequence[Span], places: Places) -> list[int]:
    return [line for span in reversed(spans) for line in loops_around(places.text(span.file), span)]


def loops_around(text: SourceText | None, span: Span) -> list[int]:
    """Return the lines of the loops around a location in its function, outermost first.

    >>> text = SourceText("f.py", ("for i in a:", "    for j in b:", "        i + j"))
    >>> loops_around(text, Span("f.py", 3, 8, 3, 13)), loops_around(text, Span("f.py", 2, 13, 2, 14))
    ([1, 2], [1])
    """
    found: list[int] = []
    if text is not None:
        _walk(text.tree, text, span, found)
    return found


def _walk(node: ast.AST, text: SourceText, span: Span, found: list[int]) -> None:
    for child in ast.iter_child_nodes(node):
        if not hasattr(child, "lineno"):
            if not isinstance(child, ast.comprehension):
                _walk(child, text, span, found)
            continue
        if not text.node_span(child).contains(span):
            continue
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            found.clear()
        if isinstance(child, ast.For | ast.While) and _in_body(child, text, span):
            found.append(child.lineno)
        _walk(child, text, span, found)


def _in_body(loop: ast.For | ast.While, text: SourceText, span: Span) -> bool:
    inside = [loop.test, *loop.body] if isinstance(loop, ast.While) else loop.body
    return any(text.node_span(each).contains(span) for each in inside)
