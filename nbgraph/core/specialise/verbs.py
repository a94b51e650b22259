"""The calls of general code that special code replaces."""

from __future__ import annotations

import ast


def verb_of(node: ast.AST) -> str | None:
    """The staging verb that an expression calls, or None.

    >>> from nbgraph.core.normalise.example import example
    >>> verb_of(example("ng.if_(p, a, b)")), verb_of(example("f(x)"))
    ('if_', None)
    """
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="ng"), attr=verb)):
            return verb
    return None


def undelay(node: ast.expr) -> ast.expr:
    """The expression behind `lambda: expression`; any other as it is."""
    return node.body if isinstance(node, ast.Lambda) and not node.args.args else node


def slice_code(index: ast.expr) -> ast.expr:
    """An index as it is written between brackets: `slice(a, b)` as `a:b`.

    >>> from nbgraph.core.normalise.example import example, show
    >>> show(slice_code(example("slice(a, None)")), slice_code(example("i")))
    a:
    i
    """
    match index:
        case ast.Call(func=ast.Name(id="slice"), args=[start, stop, *step]):
            parts = (start, stop, *step)
            bounds = [None if isinstance(part, ast.Constant) and part.value is None else part for part in parts]
            return ast.copy_location(ast.Slice(*bounds), index)
        case ast.Tuple(elts=items):
            return ast.copy_location(ast.Tuple([slice_code(item) for item in items], ast.Load()), index)
    return index
