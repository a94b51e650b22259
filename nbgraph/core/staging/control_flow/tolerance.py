"""Find loops that wait for a smaller difference than the graph's floats can have: `while abs(new - old) > 1e-12`."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from nbgraph.core.errors import TURN_ON_X64


def conditions_of(node: ast.AST | None) -> list[ast.expr]:
    """Return the conditions that end a `while`: its own, or if that is `True`, those of the `if`s with a `break`.

    >>> loop = ast.parse("while True:\\n    if new - x < tol:\\n        break").body[0]
    >>> [ast.unparse(test) for test in conditions_of(loop)]
    ['new - x < tol']
    """
    if not isinstance(node, ast.While):
        return []
    if not isinstance(node.test, ast.Constant):
        return [node.test]
    branches = [each for each in ast.walk(node) if isinstance(each, ast.If)]
    return [each.test for each in branches if any(isinstance(last, ast.Break) for last in each.body)]


def compared(tests: list[ast.expr]) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield each difference in some conditions with the tolerance that it is compared with.

    >>> test = ast.parse("abs(a - b) > tol and n < 9", mode="eval").body
    >>> [tuple(map(ast.unparse, pair)) for pair in compared([test])]
    [('abs(a - b)', 'tol')]
    """
    comparisons = (node for test in tests for node in ast.walk(test) if isinstance(node, ast.Compare))
    for node in comparisons:
        if len(node.ops) == 1 and isinstance(node.ops[0], ast.Lt | ast.LtE | ast.Gt | ast.GtE):
            sides = node.left, node.comparators[0]
            for difference, limit in (sides, sides[::-1]):
                signs = [each.op for each in ast.walk(difference) if isinstance(each, ast.BinOp)]
                if any(isinstance(each, ast.Sub) for each in signs) and isinstance(limit, ast.Name | ast.Constant):
                    yield difference, limit


def unreachable(tests: list[ast.expr], found: Mapping[str, Any], floats: Mapping[str, Any]) -> str:
    """Return a remedy for a tolerance smaller than the distance of the graph's floats near a test's values.

    Args:
        tests: the conditions that end the loop.
        found: the values of their names when the loop is given up.
        floats: the dtypes of those that are floats of the graph.

    Returns:
        The remedy; "" if no tolerance is that small.
    """
    near = max((found[name] for name in floats), key=abs, default=0.0)
    if not near or not math.isfinite(near):
        return ""
    coarsest = max((np.finfo(dtype) for dtype in floats.values()), key=lambda info: info.eps)
    step = math.ldexp(float(coarsest.eps), math.frexp(near)[1] - 1)
    for _, limit in compared(tests):
        tolerance = limit.value if isinstance(limit, ast.Constant) else found.get(ast.unparse(limit))
        if isinstance(tolerance, int | float) and 0 < tolerance < step:
            return _SMALLER.format(_enough(step), ast.unparse(limit), coarsest.dtype, near, step) + (
                "" if coarsest.dtype.itemsize > 4 else f"; or {TURN_ON_X64}"
            )
    return ""


_SMALLER = "a larger tolerance, `{:g}` in place of `{}`: {} numbers near {:.4g} are {:.1e} apart"


def _enough(step: float) -> float:
    """Return a power of ten of at least eight steps, as rounding may let a value alternate between numbers.

    >>> _enough(1.2e-7)
    1e-06
    """
    return float(10.0 ** math.ceil(math.log10(8 * step)))
