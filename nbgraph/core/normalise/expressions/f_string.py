"""Convert f-strings: a run-time value leaves a placeholder, which `print` and messages fill in."""

from __future__ import annotations

import ast

from nbgraph.core.normalise.trees.rewriter import replace
from nbgraph.core.normalise.trees.template import quote_expression


def convert_f_string(node: ast.JoinedStr) -> ast.expr:
    """Return a string whose values leave placeholders; one without values stays.

    >>> from nbgraph.core.normalise.trees.example import example, show
    >>> show(convert_f_string(example("f'{x:.2f} m'")), convert_f_string(example("f'{x!a}'")))
    ng.text(f'{ng.shown(x):.2f} m')
    ng.text(f'{ng.call(ascii, x)}')
    """
    parts = [_shown(part) if isinstance(part, ast.FormattedValue) else part for part in node.values]
    if all(new is old for new, old in zip(parts, node.values, strict=True)):
        return node
    return quote_expression("ng.text(string)", node, string=replace(node, values=parts))


def _shown(part: ast.FormattedValue) -> ast.FormattedValue:
    if isinstance(part.value, ast.Constant):
        return part
    if part.conversion == ord("a"):  # `ascii` would escape a placeholder
        value = quote_expression("ng.call(ascii, value)", part.value, value=part.value)
        return replace(part, value=value, conversion=-1)
    return replace(part, value=quote_expression("ng.shown(value)", part.value, value=part.value))
