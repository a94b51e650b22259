"""Items of a container that change places in one statement: `m[i], m[j] = m[j], m[i]`."""

from __future__ import annotations

import ast
import functools

from nbgraph.core.source import syntax


def exchanges(statement: ast.stmt) -> bool:
    """Whether a statement only puts items of one container into each other's places, so that each is there once.

    >>> codes = ("m[i], m[j] = m[j], m[i]", "m[i], m[j] = m[j], m[j]", "m[f()], m[0] = m[0], m[f()]")
    >>> [exchanges(ast.parse(code).body[0]) for code in codes]
    [True, False, False]
    """
    match statement:
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
            places = sorted(map(_written, targets))
            return (
                bool(places[0]) and len({place[0] for place in places}) == 1 and places == sorted(map(_written, values))
            )
    return False


@functools.lru_cache(maxsize=64)
def spans_of_exchanges(function: ast.AST) -> tuple[tuple[tuple[int, int], tuple[int, int]], ...]:
    """Where such statements of a function begin and end: lines and columns."""
    return tuple(
        ((node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0))
        for node in syntax.walk(function, _ASSIGNMENTS)
        if isinstance(node, ast.Assign) and exchanges(node)
    )


def _written(node: ast.expr) -> tuple[str, ...]:
    """The container and the index of an item as they are written; nothing for what may be another one each time."""
    match node:
        case ast.Subscript(value=ast.Name(id=container), slice=index) if not syntax.any_holds([index], _CALLS):
            return container, ast.unparse(index)
    return ()


_ASSIGNMENTS = syntax.kinds(ast.Assign)
_CALLS = syntax.kinds(ast.Call, ast.NamedExpr, ast.Slice)
