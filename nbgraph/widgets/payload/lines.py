"""What became of the lines that hold no construct: the operations of the graph they made, or none."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Sequence

from nbgraph.core.report import Report
from nbgraph.widgets.payload.places import Places

_SILENT = (ast.Return, ast.Pass, ast.Break, ast.Continue, ast.Global, ast.Nonlocal, ast.Import, ast.ImportFrom)
_BLOCKS = (ast.For, ast.While, ast.If, ast.With, ast.Try, ast.Match)


def line_data(report: Report, places: Places) -> list[tuple[int, str]]:
    """For each line that a statement begins in, the operations of the graph it made: `mul, add ×2`, "" for none.

    A line that only calls a function which is shown has those that the call made. Nothing is said of a function that
    was not traced, nor of a statement whose effect is on Python alone.
    """
    if report.forms is None or not report.forms.operations:
        return []
    called = _called(report)
    own = {place: _of_line(names, place in called) for place, names in dict(report.forms.operations).items()}
    made = called | {place: names for place, names in own.items() if names}
    rows = []
    for definition in places.definitions:
        span, text = definition.span, definition.source.lines
        for first, last, silent in _statements(text[: span.end_line], span.line):
            operations = [name for line in range(first, last + 1) for name in made.get((span.file, line), ())]
            if operations or not silent:
                rows.append((places.line(span.file, first), _counted(operations)))
    return rows


def _of_line(names: Sequence[str], calls: bool) -> Sequence[str]:
    """The operations of a line itself; of a call that is one operation, what it made says more."""
    return tuple(name for name in names if not (calls and name == "jit"))


def _called(report: Report) -> dict[tuple[str, int], Sequence[str]]:
    """The operations of what is called in a line, by its file and number."""
    found = dict[tuple[str, int], list[str]]()
    for node in report.graph.nodes if report.graph is not None else ():
        for place in {(caller.file, caller.line) for caller in node.callers}:
            if node.kind == "operation" and not node.role:
                found.setdefault(place, []).append(node.operation)
    return {place: tuple(names) for place, names in found.items()}


def _statements(lines: Sequence[str], start: int) -> Iterator[tuple[int, int, bool]]:
    """First and last line of each statement, of one with a block those of its header; whether it is Python's alone."""
    indent = len(lines[start - 1]) - len(lines[start - 1].lstrip())
    own = "\n".join(line[indent:] if line[:indent].isspace() or not indent else line for line in lines[start - 1 :])
    try:
        tree = ast.parse(own)
    except SyntaxError:  # a lambda in the middle of an expression
        return
    for node in ast.walk(tree):
        if isinstance(node, _BLOCKS):
            header = node.body[0].lineno - 1 if not isinstance(node, ast.Match) else node.lineno
            first, last, silent = node.lineno, max(node.lineno, header), True
        elif isinstance(node, ast.stmt) and not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
            first, last, silent = node.lineno, node.end_lineno or node.lineno, docstring or isinstance(node, _SILENT)
        else:
            continue
        yield first + start - 1, last + start - 1, silent


def _counted(names: Sequence[str]) -> str:
    """
    >>> _counted(["add", "mul", "add"])
    'add ×2, mul'
    """
    return ", ".join(name if count == 1 else f"{name} ×{count}" for name, count in Counter(names).items())
