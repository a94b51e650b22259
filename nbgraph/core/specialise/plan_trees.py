"""Places and names in the tree of a function, as the decisions about it are looked up."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from nbgraph.core.functionalise.sites import Place, place_of


def as_python_says(verb: str, call: ast.Call) -> Place:
    """Where Python says that a call of `ng.verb` over several lines is: its last line, as wide as the verb."""
    _, line, _, column = place_of(call)
    return line, line, column - len(verb), column


def targets_of(node: ast.AST) -> list[ast.expr]:
    """What a node binds in some other way than by `=`."""
    match node:
        case ast.AugAssign() | ast.AnnAssign() | ast.NamedExpr() | ast.For() | ast.comprehension():
            return [node.target]
    return []


def in_order(node: ast.AST) -> Iterator[ast.AST]:
    """Every node of a tree, in the order in which it is written."""
    yield node
    for child in ast.iter_child_nodes(node):
        yield from in_order(child)
