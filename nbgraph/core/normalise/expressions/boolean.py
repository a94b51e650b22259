"""Convert `and`, `or`, `not` and the conditional expression: lazy as in Python, each operand evaluated once."""

from __future__ import annotations

import ast

from nbgraph.core.normalise.trees.template import quote_expression
from nbgraph.core.source import syntax

_BINDING = syntax.kinds(ast.NamedExpr, ast.Yield, ast.YieldFrom, ast.Await)


class Delayed(ast.Lambda):
    """A lambda that is called at once or never, so that it captures nothing."""


Delayed.__name__ = "Lambda"  # to Python and to its printer, which go by the name, a plain lambda


def convert_and_or(node: ast.BoolOp) -> ast.expr:
    """Turn operands after the first into functions, called only if Python would evaluate them.

    >>> from nbgraph.core.normalise.trees.example import example, show
    >>> show(convert_and_or(example("a and b and c")), convert_and_or(example("a or b")))
    ng.and_(a, lambda: b, lambda: c)
    ng.or_(a, lambda: b)

    An operand that binds a name with `:=` leaves the expression to Python.
    """
    if any(binds_name(value) for value in node.values[1:]):
        return node  # a name bound inside a lambda would be lost: Python decides, on untraced values only
    operator = "ng.and_" if isinstance(node.op, ast.And) else "ng.or_"
    first, *rest = node.values
    call = quote_expression(f"{operator}(first)", node, first=first)
    assert isinstance(call, ast.Call)
    return ast.copy_location(ast.Call(call.func, [first, *map(delay, rest)], []), node)


def convert_not(node: ast.UnaryOp) -> ast.expr:
    """Turn `not` into a call.

    >>> from nbgraph.core.normalise.trees.example import example, show
    >>> show(convert_not(example("not a")))
    ng.not_(a)
    """
    return quote_expression("ng.not_(operand)", node, operand=node.operand)


def delay(value: ast.expr) -> ast.expr:
    """Return an expression as a function without parameters.

    >>> from nbgraph.core.normalise.trees.example import example, show
    >>> show(delay(example("a + b")))
    lambda: a + b
    """
    arguments = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
    return ast.copy_location(Delayed(arguments, value), value)


def binds_name(node: ast.AST) -> bool:
    """Return whether evaluating an expression binds a name in the scope around it (`:=`), or suspends it (`yield`).

    >>> from nbgraph.core.normalise.trees.example import example
    >>> binds_name(example("f(a := b)")), binds_name(example("lambda: (a := b)"))
    (True, False)
    """
    if isinstance(node, ast.Lambda) or not syntax.holds(node, _BINDING):
        return False
    if isinstance(node, ast.NamedExpr | ast.Yield | ast.YieldFrom | ast.Await):
        return True
    return any(binds_name(child) for child in syntax.children(node))


def convert_ternary(node: ast.IfExp) -> ast.expr:
    """Turn both sides into functions, of which one is called.

    >>> from nbgraph.core.normalise.trees.example import example, show
    >>> show(convert_ternary(example("a if p else b")))
    ng.if_(p, lambda: a, lambda: b)

    A side that binds a name with `:=` leaves the expression to Python.
    """
    if binds_name(node.body) or binds_name(node.orelse):
        return node
    holes = {"test": node.test, "body": delay(node.body), "orelse": delay(node.orelse)}
    return quote_expression("ng.if_(test, body, orelse)", node, **holes)
