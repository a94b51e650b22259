"""What a step says that a test gave is what it gives in Python, however the line is written."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable
from typing import Any

import pytest

import nbgraph as ng
from tests.core.recording import stepped


def nested(n):
    t = 0
    for i in range(n):
        if i % 2:
            if not i > 2: continue  # noqa: E701 # fmt: skip
            t += 1
        elif i == 4:
            continue
        else:
            t += 10
        while t > 3:
            if t == 12: break  # noqa: E701 # fmt: skip
            if not t < 50:
                t -= 7
                continue
            t -= 1
        else:
            t += 2
    if t > 2 and not n < 3: return t  # noqa: E701 # fmt: skip
    return -t


def common_divisor(a, b):
    while b:
        a, b = b, a % b
    if a > 1: x = y = a  # noqa: E701 # fmt: skip
    else: x, y = 1, 2  # noqa: E701 # fmt: skip
    return a, x, y


def halves(x):
    while (y := x // 2) > 1:
        x = y
    if not y: return -1  # noqa: E701 # fmt: skip
    while True:
        if x > 9:
            break
        x += y
    return x


OWN = [(nested, (3,)), (nested, (9,)), (nested, (14,)), (common_divisor, (12, 18)), (common_divisor, (3, 7))]
OWN += [(halves, (40,)), (halves, (1,)), (halves, (3,))]
CASES = [*OWN, *stepped.CASES]


def truths(function: Callable[..., Any], arguments: tuple[Any, ...]) -> list[tuple[int, bool]]:
    """The line and the truth of each test of an `if` or `while` that Python asks in a function itself."""
    lines, first = inspect.getsourcelines(inspect.unwrap(function))
    found: list[tuple[int, bool]] = []

    def tell(line: int, value: Any) -> Any:
        found.append((line, bool(value)))
        return value

    class Telling(ast.NodeTransformer):
        def visit_If(self, node: Any) -> Any:
            self.generic_visit(node)
            line = ast.Constant(node.lineno + first - 1)
            node.test = ast.Call(ast.Name("tell_truth", ast.Load()), [line, node.test], [])
            return node

        visit_While = visit_If

    tree = ast.fix_missing_locations(Telling().visit(ast.parse(textwrap.dedent("".join(lines)))))
    names = inspect.unwrap(function).__globals__ | {"tell_truth": tell}
    exec(compile(tree, "told", "exec"), names)
    try:
        names[function.__name__](*arguments)
    except Exception:  # a program may end so
        found.append((0, False))
    return found


@pytest.mark.parametrize(("function", "arguments"), CASES)
def test_each_test_gives_what_it_gives_in_python(function, arguments):
    wanted = truths(function, arguments)
    if (0, False) in wanted:
        pytest.skip("it raises")
    run = ng.trace_values(function, *arguments)
    lines = {line for line, _ in wanted}
    told = [(step.line, step.test) for step in run.steps if step.way == 0 and step.line in lines]
    assert [each for each in told if each[1] is not None] == wanted
