"""f-strings: a value that is known at run time only leaves a mark, which `print` and messages fill in."""

from __future__ import annotations

import ast

from nbgraph.core.normalise.rewriter import replace
from nbgraph.core.normalise.template import quote_expression


def convert_f_string(node: ast.JoinedStr) -> ast.expr:
    """`f"{x:.2f}"` becomes `ng.text(f"{ng.shown(x):.2f}")`; one without values stays."""
    parts = [_shown(part) if isinstance(part, ast.FormattedValue) else part for part in node.values]
    if all(new is old for new, old in zip(parts, node.values, strict=True)):
        return node
    return quote_expression("ng.text(string)", node, string=replace(node, values=parts))


def _shown(part: ast.FormattedValue) -> ast.FormattedValue:
    if isinstance(part.value, ast.Constant):
        return part
    new: ast.FormattedValue = replace(part, value=quote_expression("ng.shown(value)", part.value, value=part.value))
    return new
