"""The conditional expression: an `if` whose branches are expressions."""

from __future__ import annotations

import ast

from nbgraph.core.normalise.expressions.boolean import binds_name, delay
from nbgraph.core.normalise.trees.template import quote_expression


def convert_ternary(node: ast.IfExp) -> ast.expr:
    """Both sides become functions, of which one is called.

    >>> from nbgraph.core.normalise.trees.example import example, show
    >>> show(convert_ternary(example("a if p else b")))
    ng.if_(p, lambda: a, lambda: b)

    A side that binds a name with `:=` leaves the expression to Python.
    """
    if binds_name(node.body) or binds_name(node.orelse):
        return node
    holes = {"test": node.test, "body": delay(node.body), "orelse": delay(node.orelse)}
    return quote_expression("ng.if_(test, body, orelse)", node, **holes)
