"""What the page says in sentences, tips and charts, held against plain Python's lines: who ran what, how often, why."""

from __future__ import annotations

import ast
import re
import textwrap
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from nbgraph.core.examine.reporting import report_call
from nbgraph.core.recording import record
from nbgraph.core.report import Report
from nbgraph.widgets.payload import payload
from nbgraph.widgets.payload.recording import ran
from tests.core.recording import students
from tests.core.recording.python_lines import Line, python_lines

Told = tuple[Report, dict[str, Any], list[list[Line]]]


def next_prime(n):
    k = n + 1
    while not all(k % d != 0 for d in range(2, k)):
        k += 1
    return k


def counted_down(n):
    t = 0
    while (n := n - 1) >= 0:
        t += n
    return t


def sieve(n):
    flags = [True] * (n + 1)
    flags[0] = flags[1] = False
    for i in range(2, n + 1):
        if flags[i]:
            for j in range(i * i, n + 1, i):
                flags[j] = False
    total = 0
    for f in flags:
        if f:
            total += 1
    return total


def not_begun(n):
    k = 0
    while n > 100:
        n = n // 2
        k += 1
    return k


def factorial(n):
    if n <= 1:
        return 1
    return n * factorial(n - 1)


def weekday(n):
    match n % 3:
        case 0:
            return "Mon"
        case 1:
            return "Tue"
        case _:
            return "Wed"


def first_square_above(n):
    for i in range(12):
        if i * i > n:
            return i
    return -1


def receipt(total):
    discount = 0.0
    if total > 50:
        discount = 0.1
    price = total * (1 - discount)
    saved = total - price  # noqa: F841
    return price


def chained(n):
    k = 0
    while k < n and any(k + d < 10 for d in range(n)):
        k += 1
        if k == 4:
            break
    return k


CASES = [
    (next_prime, (20,)),
    (counted_down, (3,)),
    (sieve, (12,)),
    (not_begun, (7,)),
    (factorial, (5,)),
    (weekday, (7,)),
    (first_square_above, (7,)),
    (receipt, (100.0,)),
    (chained, (9,)),
    (students.collatz_max, (6,)),
    (students.nested_break, (5,)),
    (students.is_prime, (9,)),
]


@pytest.fixture(scope="module", params=CASES, ids=lambda case: case[0].__name__)
def told(request: pytest.FixtureRequest) -> Iterator[Told]:
    function, arguments = request.param
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("nbgraph.widgets.payload.graph.lay_out", lambda *_, **__: None)
        patch.setattr(record, "SECONDS", 60.0)
        found = report_call(function, arguments, timing=False, history=True)
        (shown,) = payload([found])["functions"]
        yield found, shown, python_lines(function, arguments, function.__code__.co_filename)


def test_loops_make_as_many_iterations_as_python_s(told: Told) -> None:
    found, _, calls = told
    times = Counter(line.number for call in calls for line in call[1:])
    assert found.recording is not None and found.history is not None
    made, kept = Counter[int](), Counter[int]()
    for loop in found.recording.loops:
        made[loop.line] += loop.total
        kept[loop.line] += loop.kept
    written = Counter[int]()
    for each in found.history.loops:
        if each.header.startswith(("for ", "while ")):
            written[each.line] += each.iterations + each.before * each.runs
    for node in _loops(found):
        line, body = node.lineno, node.body[0].lineno
        if isinstance(node.body[0], ast.For | ast.While):
            continue  # its header comes again and again
        headers = [each.header for each in found.history.loops if each.line == line]
        assert made[line] == kept[line] == times[body], line
        if headers and all(map(_text(found, line).startswith, headers)):
            assert written[line] == times[body], line


def test_a_row_of_a_history_is_the_end_of_an_iteration(told: Told) -> None:
    found, _, calls = told
    assert found.history is not None
    bodies = {node.lineno: range(node.body[0].lineno, (node.end_lineno or 0) + 1) for node in _loops(found)}
    for loop in found.history.loops:
        names = sorted(name for name, values in loop.values.items() if name.isidentifier() and _is_numbers(values))
        if not names or loop.line not in bodies or not _text(found, loop.line).startswith(loop.header):
            continue
        inside = [line.states[-1] for call in calls for line in call[1:] if line.number in bodies[loop.line]]
        ends = {tuple(float(state[name]) for name in names) for state in inside if state.keys() >= {*names}}
        assert {tuple(map(float, row)) for row in zip(*(loop.values[name] for name in names), strict=True)} <= ends


def _is_numbers(values: Any) -> bool:
    return not isinstance(values, list) and values.ndim == 1 and values.dtype.kind in "bif"


def test_who_ran_a_line_is_said_of_lines_that_ran(told: Told) -> None:
    found, shown, calls = told
    assert found.recording is not None
    alone, _, graph = ran(found.recording).partition("; the graph")
    assert _numbers(alone) | _numbers(graph) <= {line.number for call in calls for line in call}
    if any("nothing left to compute" in note for note in shown.get("notes", ())):
        assert not _numbers(graph)
    chosen = {each.span.line for each in found.decisions if each.construct in ("if", "case") and each.shown != "python"}
    headers = {number for number, text in _lines(found) if text.split()[:1] in (["if"], ["elif"], ["case"])}
    assert not [step for step in found.recording.steps if step.is_traced and step.line in chosen & headers]


def test_tips_speak_of_what_the_user_wrote(told: Told) -> None:
    found, shown, calls = told
    lines = dict(enumerate(shown["source"]["lines"], shown["source"]["first"]))
    times = Counter(line.number for call in calls for line in call[1:])
    bodies = {node.lineno: node.body[0].lineno for node in _loops(found)}
    for each in shown["decisions"]:
        line, text = each["span"][0], lines[each["span"][0]]
        if each["construct"] in ("if", "not", "and", "or", "while", "for", "case"):
            assert re.search(rf"\b(el)?{each['construct']}\b|\b(?:try|except|is not|not in)\b", text), each
        assert {re.split(r"\W", name)[0] for name in each["carry"]} <= set(re.findall(r"\w+", " ".join(lines.values())))
        counted = re.fullmatch(r"(\d+) iterations?.*", each["reason"])
        if counted and each["became"] in ("fori", "scan", "while"):
            assert int(counted[1]) == times[bodies[line]], each
        if quoted := re.match(r"`(.+?)` is traced", each["reason"]):
            assert not re.fullmatch(r"[\d.]+|the .*", quoted[1]), each
        assert "different lengths" not in each["reason"] or "append" in "\n".join(lines.values()), each


def test_what_is_called_unused_could_be_anything(told: Told) -> None:
    found, shown, _ = told
    unused = {line for line, made in shown["made"] if made.endswith("(unused)")}
    expected = {n for n, text in _lines(found) if text.strip().startswith("saved =")}
    assert unused == expected


def _lines(found: Report) -> Iterator[tuple[int, str]]:
    return ((number, found.source.lines[number - 1]) for number in range(found.span.line, found.span.end_line + 1))


def _text(found: Report, line: int) -> str:
    return found.source.lines[line - 1].strip()


def _tree(found: Report) -> ast.AST:
    lines = found.source.lines[found.span.line - 1 : found.span.end_line]
    return ast.increment_lineno(ast.parse(textwrap.dedent("\n".join(lines))), found.span.line - 1)


def _loops(found: Report) -> list[ast.For | ast.While]:
    return [node for node in ast.walk(_tree(found)) if isinstance(node, ast.For | ast.While)]


def _numbers(sentence: str) -> set[int]:
    """The lines that a sentence names.

    >>> sorted(_numbers("Python alone ran lines 2 to 4 and 7, once"))
    [2, 3, 4, 7]
    """
    ends = [tuple(map(int, each)) for each in re.findall(r"(\d+) to (\d+)", sentence)]
    single = map(int, re.findall(r"\d+", re.sub(r"\d+ to \d+", "", sentence)))
    return {*single, *(line for first, last in ends for line in range(first, last + 1))}
