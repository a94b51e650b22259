"""Which texts a variable cannot be at a place, because a condition around says so."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from nbgraph.core.analysis.names import names
from nbgraph.core.specialise.texts.kinds import Form, form_of

Excluded = set[tuple[str, Form]]


def excluded(
    test: ast.expr, truth: bool, block: Sequence[ast.stmt], forms: Callable[[ast.expr], Sequence[Form]]
) -> Excluded:
    """The texts that variables are not in a block which runs where a test has a certain truth.

    >>> test = ast.parse("w is None", mode="eval").body
    >>> excluded(test, False, [], lambda node: [None, ("a",)])
    {('w', None)}
    """
    found = _excluded(test, truth, forms)
    bound = names(*block).writes if block else frozenset()
    return {(name, form) for name, form in found if name not in bound}


def _excluded(test: ast.expr, truth: bool, forms: Callable[[ast.expr], Sequence[Form]]) -> Excluded:
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return _excluded(operand, not truth, forms)
        case ast.BoolOp(op=operator, values=values) if isinstance(operator, ast.And) == truth:
            return set().union(*(_excluded(value, truth, forms) for value in values))
        case ast.Name(id=name):
            return {(name, form) for form in forms(test) if (form in ((), None)) == truth}
        case ast.Compare(left=ast.Name(id=name) as left, ops=[operator], comparators=[ast.Constant(value=text)]):
            if not isinstance(text, str | None):
                return set()
            if isinstance(operator, ast.NotEq | ast.IsNot):
                truth = not truth
            elif not isinstance(operator, ast.Eq | ast.Is):
                return set()
            return {(name, form) for form in forms(left) if (form == form_of(text)) != truth}
    return set()


def leaves_block(block: Sequence[ast.stmt]) -> bool:
    """Whether nothing behind a block runs after it."""
    return bool(block) and isinstance(block[-1], ast.Return | ast.Raise | ast.Break | ast.Continue)
