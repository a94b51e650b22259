"""Chained comparisons, membership and identity."""

from __future__ import annotations

import ast
from collections.abc import Callable

from nbgraph.core.normalise.boolean import binds_name, delay
from nbgraph.core.normalise.template import quote_expression


def convert_comparison(node: ast.Compare, name: Callable[[str], str]) -> ast.expr:
    """A chain as `and` of its links; a middle operand that is not a plain name is named on first use.

    >>> from nbgraph.core.normalise.example import example, show
    >>> from nbgraph.core.normalise.naming import Namer
    >>> for code in ("a < b < c", "a < f() < c", "x not in xs", "a is True", "a is None"):
    ...     show(convert_comparison(example(code), Namer(())))
    ng.and_(a < b, lambda: b < c)
    ng.and_(a < (middle := f()), lambda: middle < c)
    ng.not_(ng.in_(x, xs))
    ng.is_(a, True)
    a is None
    """
    if len(node.ops) == 1:
        return _link(node.left, node.ops[0], node.comparators[0], node)
    if any(binds_name(operand) for operand in node.comparators):
        return node
    links: list[ast.expr] = []
    left = node.left
    for operator, right in zip(node.ops, node.comparators, strict=True):
        last = right is node.comparators[-1]
        once = right
        if not last and not isinstance(right, ast.Name | ast.Constant):
            fresh = name("middle")
            once = quote_expression("(fresh := value)", right, fresh=fresh, value=right)
            right = ast.copy_location(ast.Name(fresh, ast.Load()), right)
        elif not last:
            once = right
        at = _between(left, right, node)
        links.append(_link(left, operator, once, at))
        left = right
    if any(binds_name(link) for link in links[1:]):
        return node  # the third link would need a name bound inside the second: left to Python
    call = quote_expression("ng.and_(first)", node, first=links[0])
    assert isinstance(call, ast.Call)
    return ast.copy_location(ast.Call(call.func, [links[0], *map(delay, links[1:])], []), node)


def _link(left: ast.expr, operator: ast.cmpop, right: ast.expr, at: ast.expr) -> ast.expr:
    match operator:
        case ast.In():
            return quote_expression("ng.in_(item, items)", at, item=left, items=right)
        case ast.NotIn():
            return quote_expression("ng.not_(ng.in_(item, items))", at, item=left, items=right)
        case ast.Is() | ast.IsNot() if isinstance(right, ast.Constant) and isinstance(right.value, bool):
            test = quote_expression("ng.is_(item, value)", at, item=left, value=right)
            return test if isinstance(operator, ast.Is) else quote_expression("ng.not_(test)", at, test=test)
    if isinstance(at, ast.Compare) and at.left is left and at.comparators == [right]:
        return at
    return ast.copy_location(ast.Compare(left, [operator], [right]), at)


def _between(left: ast.expr, right: ast.expr, node: ast.Compare) -> ast.expr:
    """A position for one link of a chain: from its left operand to its right one."""
    at = ast.copy_location(ast.Constant(None), node)
    at.lineno, at.col_offset = left.lineno, left.col_offset
    at.end_lineno, at.end_col_offset = right.end_lineno, right.end_col_offset
    return at
