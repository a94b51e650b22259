"""Comparisons that Python makes of others, with `not`: special code says them, because `not` asks for a known truth."""

from __future__ import annotations

import ast
from collections.abc import Set

from nbgraph.core.normalise.rewriter import replace
from nbgraph.core.normalise.template import quote

_NOT_EQUAL = "def __ne__(self, other): return jnp.logical_not(self == other)"
_ORDERED = {
    "__le__": (ast.LtE, "jnp.logical_or(self < other, self == other)"),
    "__gt__": (ast.Gt, "jnp.logical_not(jnp.logical_or(self < other, self == other))"),
    "__ge__": (ast.GtE, "jnp.logical_not(self < other)"),
}


def with_comparisons(
    node: ast.ClassDef, took_part: Set[str], asked: Set[type[ast.cmpop]]
) -> tuple[ast.ClassDef, list[ast.stmt]]:
    """A class without `functools.total_ordering`, and the comparisons that it gets in place of Python's own.

    Args:
        node: the class.
        took_part: the names of its methods that were traced.
        asked: the comparisons that the traced functions make.
    """
    own = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
    more: list[ast.stmt] = []
    if "__eq__" in took_part and "__ne__" not in own and ast.NotEq in asked:
        more += quote(_NOT_EQUAL, node)
    ordering = [each for each in node.decorator_list if ast.unparse(each).endswith("total_ordering")]
    if ordering and "__lt__" in took_part:
        for name, (operator, value) in _ORDERED.items():
            if name not in own and operator in asked:
                more += quote(f"def {name}(self, other): return {value}", node)
        node = replace(node, decorator_list=[each for each in node.decorator_list if each not in ordering])
    return node, more
