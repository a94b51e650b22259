"""What the page says beside lines and in boxes, held against plain Python's lines: counts, words and values."""

from __future__ import annotations

import ast
import textwrap
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from nbgraph.core.graph.model import PLAIN_ROLES, Node
from nbgraph.core.inspect import report
from nbgraph.core.report import Report
from nbgraph.widgets.payload import payload
from tests.core.recording import students
from tests.core.recording.matching import same
from tests.core.recording.python_lines import Line, python_lines

Calls = list[list[Line]]


def squares(v):
    return sum(x * x for x in v) + len([x for x in v if x > 2])


def written_out(x):
    """What a factor makes of it:
    return nothing of the rest.
    """
    total, debug = 0, False
    for c in [1, 2, 3]:
        y = x * c
        total = total + y
        if debug:
            total = -1
            continue
    return total


def moded(x, mode="sum"):
    if mode == "sum":
        r = x + 1
        return r * 2
    r = x * 100
    return r - 1


CASES = [
    (squares, ([1, 3, 5],)),
    (written_out, (2,)),
    (moded, (3,)),
    (students.lcm, (4, 6)),
    (students.collatz_max, (6,)),
    (students.bank_loop, (4,)),
    (students.nested_break, (5,)),
    (students.horner, (2,)),
    (students.simpson, (0.0, 1.0)),
    (students.perfect, (6,)),
    (students.rk, (1.0,)),
    (students.clamp_all, ([-3, 5, 30],)),
]


@pytest.fixture(scope="module", params=CASES, ids=lambda case: case[0].__name__)
def told(request: pytest.FixtureRequest) -> Iterator[tuple[Report, Calls]]:
    function, arguments = request.param
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("nbgraph.widgets.payload.graph.lay_out", lambda *_, **__: None)
        patch.setattr("nbgraph.core.recording.record.SECONDS", 60.0)
        found = report(function, *arguments, timing=False)
        yield found, python_lines(function, arguments, function.__code__.co_filename)


def test_an_expression_in_a_box_has_the_values_that_it_has_in_python(told: tuple[Report, Calls]) -> None:
    found, calls = told
    assert found.recording is not None and found.graph is not None
    nodes = {node.id: node for node in found.graph.nodes}
    texts = defaultdict[tuple[str, int], list[str]](list)
    for step in found.recording.steps:
        for value in step.nodes:
            texts[value.node, step.line].append(value.text)
    wrong = []
    for (id, line), shown in texts.items():
        known = list(_values(nodes[id], line, calls))
        if known and not _in_order(shown, known):
            wrong.append(f"{id} {nodes[id].label}: {shown}, in Python {known}")
    assert wrong == []


def _values(node: Node, line: int, calls: Calls) -> Iterator[list[Any]]:
    """What a box's expression is before and after each execution of its line, where it is one of numbers."""
    is_own = node.role in PLAIN_ROLES and node.span is not None and node.span.line == line
    if is_own and node.kind == "operation" and ":=" not in node.label:
        for each in (each for call in calls for each in call[1:] if each.number == line):
            asked = [_evaluated(node.label, names) for names in (each.before, *each.states)]
            if numbers := [value for value in asked if isinstance(value, bool | int | float | np.generic)]:
                yield numbers


def _evaluated(label: str, names: dict[str, Any]) -> Any:
    try:
        return eval(label, {}, dict(names))
    except Exception:
        return None


def _in_order(shown: Sequence[str], known: list[list[Any]]) -> bool:
    left = iter(known)
    return all(any(any(same(text, value) for value in values) for values in left) for text in shown)


def test_loops_are_as_long_as_python_s(told: tuple[Report, Calls]) -> None:
    found, calls = told
    assert found.recording is not None
    made = Counter[int]()
    for loop in found.recording.loops:
        made[loop.line] += loop.total
    ran = Counter(line.number for call in calls for line in call[1:])
    firsts = {node.lineno: node.body[0] for node in ast.walk(_tree(found)) if isinstance(node, ast.For | ast.While)}
    for line, first in firsts.items():
        if not isinstance(first, ast.For | ast.While) and first.lineno > line:
            assert made[line] == ran[first.lineno], line
    for decision in found.decisions:
        if decision.trips is not None and decision.span.line in firsts:
            assert made[decision.span.line] % decision.trips == 0


def _tree(found: Report) -> ast.AST:
    lines = found.source.lines[found.span.line - 1 : found.span.end_line]
    return ast.increment_lineno(ast.parse(textwrap.dedent("\n".join(lines))), found.span.line - 1)


def test_a_line_has_a_word_if_python_ran_it_or_the_graph_chooses(told: tuple[Report, Calls]) -> None:
    found, calls = told
    (shown,) = payload([found])["functions"]
    ran = {line.number for call in calls for line in call}
    chosen = {each.span.line for each in found.decisions if each.construct == "if" and each.shown != "python"}
    branches = [node for node in ast.walk(_tree(found)) if isinstance(node, ast.If) and node.lineno in chosen]
    may = ran | {line for node in branches for line in range(node.lineno, (node.end_lineno or 0) + 1)}
    own = range(found.span.line, found.span.end_line + 1)
    assert {line for line, _ in shown["made"] if line in own} <= may
