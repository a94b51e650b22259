"""Rebuild trees without changing them: a node whose children stay the same stays the same object.

By that identity later stages know which parts of the code are still the user's own.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from nbgraph.core.source import syntax
from nbgraph.core.source.syntax import FIELDS

Node = TypeVar("Node", bound=ast.AST)
SCOPES = syntax.SCOPES


def rebuild(node: Node, convert: Callable[[ast.AST], ast.AST]) -> Node:
    """Return `node` with `convert` applied to its children; the same object if none of them changed.

    >>> tree = ast.parse("a + b", mode="eval").body
    >>> rebuild(tree, lambda child: child) is tree
    True
    """
    changed: dict[str, Any] = {}
    for name in FIELDS[type(node)]:
        value = getattr(node, name, None)
        if isinstance(value, ast.AST):
            new = convert(value)
            if new is not value:
                changed[name] = new
        elif type(value) is list:
            items = [convert(item) if isinstance(item, ast.AST) else item for item in value]
            if any(new is not old for new, old in zip(items, value, strict=True)):
                changed[name] = items
    return replace(node, **changed) if changed else node


def replace(node: Node, **fields: Any) -> Node:
    """Return a copy of `node` with some fields replaced, at the same position.

    >>> tree = ast.parse("a + b", mode="eval").body
    >>> ast.unparse(replace(tree, op=ast.Sub()))
    'a - b'
    """
    old = {name: value for name, value in ast.iter_fields(node) if name not in fields}
    new = type(node)(**old, **fields)
    return ast.copy_location(new, node)


def map_statements(block: Sequence[ast.stmt], convert: Callable[[ast.stmt], list[ast.stmt]]) -> list[ast.stmt]:
    """Apply `convert` to every statement of a block, inner statements first; inner functions are left alone.

    >>> block = ast.parse("if p: a\\nb").body
    >>> print(ast.unparse(ast.Module(map_statements(block, lambda s: [s, s] if isinstance(s, ast.Expr) else [s]), [])))
    if p:
        a
        a
    b
    b
    """

    def inner_first(statement: ast.stmt) -> list[ast.stmt]:
        return convert(statement if isinstance(statement, SCOPES) else map_blocks(statement, inner_first))

    return [new for statement in block for new in inner_first(statement)]


def map_blocks(node: Node, convert: Callable[[ast.stmt], list[ast.stmt]]) -> Node:
    """Apply `convert` to every statement of a node's own blocks; return the same object if none changed."""
    changed: dict[str, list[Any]] = {}
    for field in FIELDS[type(node)]:
        old = getattr(node, field, None)
        if type(old) is not list or not old:
            continue
        new: list[Any]
        if isinstance(old[0], ast.stmt):
            new = [part for item in old for part in convert(item)]
        elif isinstance(old[0], ast.ExceptHandler | ast.match_case):
            new = [map_blocks(part, convert) for part in old]
        else:
            continue
        if len(new) != len(old) or any(a is not b for a, b in zip(old, new, strict=True)):
            changed[field] = new
    return replace(node, **changed) if changed else node
