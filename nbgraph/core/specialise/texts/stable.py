"""Whether what names from outside stand for stays what it is while a program runs."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from nbgraph.core.specialise.texts.known import Known, is_constant

_LOOKS = ("get", "index", "count", "keys", "values", "items")
_LOOKING = ("len", "max", "min", "sorted", "sum", "enumerate", "list", "tuple", "reversed")


def stays_as_it_is(nodes: Iterable[ast.AST], known: Known) -> bool:
    """Whether functions bind no global name, and only look at the containers of texts and numbers that these name.

    >>> known = Known({"PRICES": {"a": 1}}, frozenset(), frozenset())
    >>> [stays_as_it_is([ast.parse(code)], known) for code in ("x = PRICES['a']", "PRICES['a'] = 2", "p = PRICES")]
    [True, False, False]
    """
    parts = [part for node in nodes for part in ast.walk(node)]
    if any(isinstance(part, ast.Global) for part in parts):
        return False
    looked_at = {id(name) for part in parts for name in _looked_at(part)}
    return all(id(part) in looked_at or not _is_container(part, known) for part in parts)


def _looked_at(node: ast.AST) -> list[ast.expr]:
    """What a node only looks at."""
    match node:
        case ast.Subscript(value=owner, ctx=ast.Load()) | ast.For(iter=owner) | ast.comprehension(iter=owner):
            return [owner]
        case ast.Call(func=ast.Attribute(value=owner, attr=method)) if method in _LOOKS:
            return [owner]
        case ast.Call(func=ast.Name(id=name), args=args) if name in _LOOKING:
            return list(args)
        case ast.Compare(left=left, comparators=others):
            return [left, *others]
    return []


def _is_container(node: ast.AST, known: Known) -> bool:
    value = known.value(node.id) if isinstance(node, ast.Name) else None
    return isinstance(value, list | dict | set) and is_constant(value)
