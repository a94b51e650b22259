"""Convert reading an item of a list or tuple by an index that may be data-dependent."""

from __future__ import annotations

import ast
from collections.abc import Collection

import numpy as np

from nbgraph.core.normalise.expressions.subscript import plain_index
from nbgraph.core.normalise.trees.template import quote_expression
from nbgraph.core.source import syntax
from nbgraph.core.source.environment import UNKNOWN, Environment

_TUPLES = syntax.kinds(ast.Tuple)


def convert_item(node: ast.Subscript, environment: Environment, tuples: Collection[str] = ()) -> ast.expr:
    """Return an item by a computed index as a call, where its container may be a list or a tuple.

    >>> from nbgraph.core.normalise.trees.example import example, show
    >>> environment = Environment({"TABLE": [1, 2], "GRID": np.ones((2, 2))})
    >>> for code in ("(a, b)[i]", "TABLE[i]", "self.table[i]", "GRID[i, :]", "v[i]", "TABLE[0]", "GRID[0, 1]"):
    ...     show(convert_item(example(code), environment))
    ng.item((a, b), i)
    ng.item(TABLE, i)
    ng.item(self.table, i)
    ng.item(GRID, (i, slice(None, None)))
    v[i]
    TABLE[0]
    GRID[0, 1]

    JAX's arrays take such an index themselves, and so do the lists that converted code makes.

    Args:
        environment: what names outside the function stand for.
        tuples: names that are bound to tuples only.
    """
    if not isinstance(node.ctx, ast.Load):
        return node
    place = node.lineno, node.end_lineno, node.col_offset, node.end_col_offset
    if place not in environment.items:
        known = _is_known(node.slice, numpy=isinstance(environment.resolve(node.value), np.ndarray))
        if known or not _may_be_sequence(node.value, environment, tuples):
            return node
    return quote_expression("ng.item(items, index)", node, items=node.value, index=plain_index(node.slice))


def _is_known(index: ast.expr, *, numpy: bool) -> bool:
    if isinstance(index, ast.UnaryOp):
        return _is_known(index.operand, numpy=numpy)
    if isinstance(index, ast.Tuple) and numpy:
        return all(_is_known(part, numpy=numpy) for part in index.elts)
    return isinstance(index, ast.Constant | ast.Slice | ast.Tuple)


def _may_be_sequence(node: ast.expr, environment: Environment, tuples: Collection[str]) -> bool:
    if isinstance(node, ast.Tuple | ast.List) or (isinstance(node, ast.Constant) and isinstance(node.value, str)):
        return True
    if isinstance(node, ast.Name) and node.id in tuples:
        return True
    while isinstance(node, ast.Subscript) or _is_item(node):
        node = node.value if isinstance(node, ast.Subscript) else node.args[0]  # type: ignore[attr-defined]
    found = environment.resolve(node)
    if found is UNKNOWN:
        return isinstance(node, ast.Attribute)
    return isinstance(found, list | tuple | dict | np.ndarray)


def _is_item(node: ast.expr) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="ng"), attr="item")):
            return True
    return False


def tuples_of(body: list[ast.stmt]) -> frozenset[str]:
    """Return the names that a function binds only to tuple displays.

    >>> sorted(tuples_of(ast.parse("a = (1, 2); b = (1, 2)\\nif p: b = 0\\nfor c in a: pass").body))
    ['a']
    """
    bound: dict[str, bool] = {}
    pending: list[ast.AST] = list(body)
    if not syntax.any_holds(body, _TUPLES):
        return frozenset()
    while pending:
        node = pending.pop()
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                bound[node.name] = False
                continue
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Tuple()):
                bound.setdefault(name, True)
                continue
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                bound[name] = False
        pending += syntax.children(node)
    return frozenset(name for name, only in bound.items() if only)
