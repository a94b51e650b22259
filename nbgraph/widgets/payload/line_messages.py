"""Collect the messages about lines: decisions, findings, errors, causes of a difference, and operations made."""

from __future__ import annotations

import ast
import contextlib
import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from nbgraph.core.decisions import Decision
from nbgraph.core.errors import NbgraphError, place
from nbgraph.core.graph.model import PLAIN_ROLES, Node, grouped
from nbgraph.core.lint.finding import Finding
from nbgraph.core.report import Report
from nbgraph.core.timing.findings import Anomaly, Cause
from nbgraph.widgets.payload.spans import Places

Data = dict[str, Any]

_JUMP = re.compile(r"(break|continue|return|except)\b")
_NOT = re.compile(r"^not\b|\b(?:not in|is not)\b")
_IF = re.compile(r"\b(?:if|elif|match|case|with)\b")


def is_added(decision: Decision, place: list[int], text: str) -> bool:
    """Return whether an `and`, `not` or `if` is the converter's: for a jump, for what fails an `all`, in a `try`."""
    if decision.construct == "if" and decision.shown == "python":
        return text[place[1] :].startswith(("try", "except"))
    if decision.construct == "not":
        return not _NOT.search(text[place[1] :]) and text[: place[1]].strip()[-1:] not in ("", ":", ";")
    if decision.construct != "and" or place[0] != place[2]:
        return False
    with contextlib.suppress(SyntaxError):
        nodes = [*ast.walk(ast.parse(text[place[1] : place[3]]))]
        return not any(isinstance(node, ast.And) or len(getattr(node, "ops", "")) > 1 for node in nodes)
    return False


def decision_data(decision: Decision, place: list[int], text: str, words: Collection[str]) -> Data:
    """Return what one construct lowered to, and why, with those of its names that are among the user's `words`."""
    construct, became, reason = decision.construct, decision.shown, decision.reason
    jump = _JUMP.match(text[place[1] :])
    # Where the user wrote no `not`, it asks whether a jump was made.
    if construct == "not" and place[0] == place[2] and not _NOT.search(text[place[1] :]):
        construct, became = (jump[0] if jump else "line"), "flag"
        reason = "whether it is reached is known at run time only"
    elif construct == "if" and not _IF.search(text):
        construct = jump[0] if jump else "line"
    return {
        "span": place,
        "construct": construct,
        "became": became,
        "reason": reason,
        "carry": [name for name in dict.fromkeys(decision.carry) if re.split(r"\W", name)[0] in words],
        "promotions": [[item.variable, item.before, item.after] for item in decision.promotions],
        "trips": decision.trips,
    }


def cause_data(cause: Cause, places: Places) -> Data:
    """Return where and why the graph's values first differ from Python's."""
    return {**cause.to_json(), "span": places.of(cause.span)}


def anomaly_data(found: Anomaly, places: Places) -> Data:
    """Return the first inf, nan or out-of-range index in the user's code."""
    marks = [
        {"value": mark.value, "operation": mark.operation, "message": mark.message, "span": span}
        for mark in found.marks
        if (span := places.of(mark.span))
    ]
    return {**found.to_json(), "span": places.of(found.span), **({"marks": marks} if marks else {})}


def unsaid(report: Report) -> list[Finding]:
    """Return the findings that no error reports."""
    shown = {(error.id, error.span) for error in report.errors}
    return [finding for finding in report.findings if (finding.rule, finding.span) not in shown]


def finding_data(finding: Finding, place: list[int]) -> Data:
    """Return what a graph will do differently from Python."""
    return {"rule": finding.rule, "span": place, "message": finding.message, "remedy": finding.remedy}


def error_data(error: NbgraphError, places: Places) -> Data:
    """Return one error; with its location as text too, since it may be in another file."""
    return {
        "id": error.id,
        "message": f"{error.message}, {error.called_by}" if error.called_by else error.message,
        "remedy": error.remedy,
        "variable": error.variable,
        "place": None if error.span is None else place(error.span),
        "span": places.of(error.span),
    }


_JUMPS: dict[type, str] = {ast.Return: "return", ast.Break: "break", ast.Continue: "continue"}
_SILENT = (ast.Pass, ast.Global, ast.Nonlocal, ast.Import, ast.ImportFrom)
_NO_LINES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Try)
_BLOCKS = (ast.For, ast.While, ast.If, ast.With, ast.Match)


def line_data(report: Report, places: Places) -> list[tuple[int, str]]:
    """Return for each line in which a statement begins the operations of the graph it made: `mul, add ×2`, or "".

    Operations that neither the result nor an effect uses are marked `(unused)`. A line that only calls a function which
    is shown has those that the call made; a jump without any has its own word. A line that Python did not reach during
    the trace has no text, nor has one whose effect is in Python alone.
    """
    if report.forms is None or report.graph is None:
        return []
    called, unused = _called(report), _unused(report)
    made_of = dict(report.forms.operations).items()  # of a one-operation call, its operations tell more
    own = {place: [name for name in names if name != "jit" or place not in called] for place, names in made_of}
    made = _drawn(report) | called | {place: names for place, names in own.items() if names}
    asked = {(each.span.file, each.span.line) for each in report.decisions if each.shown == "python"}
    rows = []
    for definition in places.definitions:
        span, text = definition.span, definition.source.lines
        for first, last, word in _statements(text[: span.end_line], span.line):
            begin = first - ((span.file, first - 1) not in asked) if word in ("break", "continue") else first
            came = any((span.file, line) in report.forms.reached for line in range(begin, last + 1))
            operations = [name for line in range(first, last + 1) for name in made.get((span.file, line), ())]
            idle = [name for line in range(first, last + 1) for name in unused.get((span.file, line), ())]
            if idle and len(idle) >= len(operations):
                rows.append((places.line(span.file, first), f"{_counted(idle)} (unused)"))
            elif operations or (came and word is not None):
                rows.append((places.line(span.file, first), _counted(operations) or word or ""))
    return rows


def _drawn(report: Report) -> dict[tuple[str, int], Sequence[str]]:
    """Return the operations of the picture by line: only it has those of a differentiated loop."""
    shown = ((node.span, node.operation) for node in _operations(report) if node.role in PLAIN_ROLES)
    return dict(grouped(((span.file, span.line), operation) for span, operation in shown if span is not None))


def _operations(report: Report) -> Iterator[Node]:
    """Yield the operations of the picture, except those of checks."""
    assert report.graph is not None
    books = set[str | None]()
    for region in report.graph.regions:  # parents come before their children
        if region.kind == "checks" or region.parent in books:
            books.add(region.id)
    yield from (node for node in report.graph.nodes if node.kind == "operation" and node.region not in books)


def _called(report: Report) -> dict[tuple[str, int], Sequence[str]]:
    """Return the operations made by calls in a line, by its file and number."""
    shown = [node for node in _operations(report) if node.role in PLAIN_ROLES]
    return dict(grouped((at, node.operation) for node in shown for at in {(at.file, at.line) for at in node.callers}))


def _unused(report: Report) -> dict[tuple[str, int], list[str]]:
    """Return the operations of lines that only have unused ones, by file and number."""
    places = [((at.file, at.line), node) for node in _operations(report) for at in (node.span, *node.callers) if at]
    used = {at for at, node in places if node.role != "unused"}
    return dict(grouped((at, node.operation) for at, node in places if at not in used))


def _statements(lines: Sequence[str], start: int) -> Iterator[tuple[int, int, str | None]]:
    """Yield first and last line of each statement or header, and the text if it makes no operation, or None."""
    indent = len(lines[start - 1]) - len(lines[start - 1].lstrip())
    own = "\n".join(line[indent:] if line[:indent].isspace() or not indent else line for line in lines[start - 1 :])
    try:
        tree = ast.parse(own)
    except SyntaxError:  # a lambda in the middle of an expression
        return
    for node in ast.walk(tree):
        if isinstance(node, _BLOCKS):
            header = node.body[0].lineno - 1 if not isinstance(node, ast.Match) else node.lineno
            first, last, word = node.lineno, max(node.lineno, header), None
        elif isinstance(node, ast.stmt) and not isinstance(node, _NO_LINES):
            docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
            first, last = node.lineno, node.end_lineno or node.lineno
            word = _JUMPS.get(type(node), None if docstring or isinstance(node, _SILENT) else "")
        else:
            continue
        yield first + start - 1, last + start - 1, word


def _counted(names: Sequence[str]) -> str:
    """
    >>> _counted(["add", "mul", "add"])
    'add ×2, mul'
    """
    return ", ".join(name if count == 1 else f"{name} ×{count}" for name, count in Counter(names).items())
