"""f-strings: a value that is known at run time only leaves a mark, which `print` and messages fill in."""

from __future__ import annotations

import ast

from nbgraph.core.normalise.rewriter import replace
from nbgraph.core.normalise.template import quote_expression


def convert_f_string(node: ast.FormattedValue) -> ast.FormattedValue:
    """`f"{x:.2f}"` becomes `f"{ng.shown(x):.2f}"`; constants stay."""
    if isinstance(node.value, ast.Constant):
        return node
    new: ast.FormattedValue = replace(node, value=quote_expression("ng.shown(value)", node.value, value=node.value))
    return new
