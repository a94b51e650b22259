"""Loops whose test looks up an item: it is asked before the first round, and at the end of each.

A lookup may fail, and the test of a `lax.while_loop` has no lines in which to note that; the body has.
"""

from __future__ import annotations

import ast
from typing import Any

from nbgraph.core.normalise.break_ import breaks_of
from nbgraph.core.normalise.naming import Namer, identifiers
from nbgraph.core.normalise.rewriter import map_statements, rebuild, replace
from nbgraph.core.normalise.template import quote, quote_expression
from nbgraph.core.specialise.remade import moved


def with_tests_ahead(main: ast.FunctionDef) -> ast.FunctionDef:
    """A function whose loops ask for items in lines of their own; the very same where there is nothing of that.

    >>> from nbgraph.core.normalise.example import example, show
    >>> show(with_tests_ahead(example("def f(p, x):\\n while p[x] != x:\\n  x = p[x]\\n return x")))
    def f(p, x):
        goes_on = p[x] != x
        while goes_on:
            x = p[x]
            goes_on = p[x] != x
        return x
    """
    fresh = Namer(identifiers(main))

    def ahead(line: ast.stmt) -> list[ast.stmt]:
        match line:
            case ast.FunctionDef(body=body):
                return [replace(line, body=map_statements(body, ahead))]
            case ast.While(test=test, orelse=[]) if looks_up(test) and not _continues(line.body):
                flag = fresh("goes_on")
                value = _truths(test)
                first = quote("flag = test", test, flag=flag, test=value)
                again = quote("flag = test", test, flag=flag, test=_copy(value))
                asked = ast.copy_location(ast.Name(flag, ast.Load()), test)
                return [*first, replace(line, test=asked, body=[*line.body, *again])]
        return [line]

    body = map_statements(main.body, ahead)
    is_same = len(body) == len(main.body) and all(new is old for new, old in zip(body, main.body, strict=True))
    return main if is_same else replace(main, body=body)


def looks_up(test: ast.expr) -> bool:
    """Whether a test asks for an item at an index that may be another one each time."""
    parts = list(ast.walk(test))
    looks = any(isinstance(part, ast.Subscript) and not isinstance(part.slice, ast.Constant) for part in parts)
    return looks and not any(isinstance(part, ast.NamedExpr | ast.Lambda | ast.GeneratorExp) for part in parts)


def _truths(test: ast.expr) -> ast.expr:
    """A test whose value is a truth value: `p and q` gives the list `p` where that is empty."""
    match test:
        case ast.BoolOp(values=values):
            return replace(test, values=[_truths(value) for value in values])
        case ast.Name() | ast.Attribute():
            return quote_expression("not not value", test, value=test)
    return test


def _continues(block: list[ast.stmt]) -> bool:
    """Whether a round may go on to the next test in its middle."""
    pretended = [_with_breaks(line) for line in block]
    return len(breaks_of(pretended)) > len(breaks_of(block))


def _with_breaks(line: Any) -> Any:
    """A statement with a `break` for each `continue`: both belong to the same loop."""
    if isinstance(line, ast.Continue):
        return ast.copy_location(ast.Break(), line)
    return rebuild(line, _with_breaks)


def _copy(test: ast.expr) -> ast.expr:
    """A test once more, at positions of its own: decisions are found by their place."""

    def new(part: ast.AST) -> Any:
        return moved(rebuild(part, new), part, 1)

    found = new(test)
    assert isinstance(found, ast.expr)
    return found
