"""The conditional expression: an `if` whose branches are expressions."""

from __future__ import annotations

import ast

from nbgraph.core.normalise.boolean import binds_name, delay
from nbgraph.core.normalise.template import quote_expression


def convert_ternary(node: ast.IfExp) -> ast.expr:
    """`a if p else b` becomes `ng.if_(p, lambda: a, lambda: b)`."""
    if binds_name(node.body) or binds_name(node.orelse):
        return node
    holes = {"test": node.test, "body": delay(node.body), "orelse": delay(node.orelse)}
    return quote_expression("ng.if_(test, body, orelse)", node, **holes)
