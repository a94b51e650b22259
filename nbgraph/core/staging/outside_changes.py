"""Where a function changes what outlives its call, by its text."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from nbgraph.core.source.text import SourceText
from nbgraph.core.spans import Span

Sources = list[tuple[ast.AST, SourceText]]


def default_of(function: ast.AST, name: str) -> str | None:
    """The parameter whose default a place in the heap is; None for any other place.

    >>> default_of(ast.parse("def f(x, seen=[]): pass").body[0], "f.__defaults__[0]")
    'seen'
    """
    found = re.search(r"\.__defaults__\[(\d+)\]", name)
    if found is None or not isinstance(function, ast.FunctionDef | ast.Lambda):
        return None
    parameters = [*function.args.posonlyargs, *function.args.args][-len(function.args.defaults) :]
    return parameters[int(found.group(1))].arg if int(found.group(1)) < len(parameters) else None


def place_of_change(sources: Sources, name: str) -> Span | None:
    """The first place where one of some functions changes what a name stands for; None where the text shows none."""
    for function, source in sources:
        places = sorted(_changes(function, name), key=lambda node: (node.lineno, node.col_offset))
        if places:
            return source.node_span(places[0])
    return None


def _changes(function: ast.AST, name: str) -> Iterator[ast.expr | ast.stmt]:
    outer = [node for node in ast.walk(function) if isinstance(node, ast.Global | ast.Nonlocal)]
    declared = {each for node in outer for each in node.names}
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=targets) if any(_is_of(each, name, declared) for each in targets):
                yield node
            case ast.AugAssign(target=target) if _is_of(target, name, declared):
                yield node
            case ast.Delete(targets=targets) if any(_is_of(each, name, declared) for each in targets):
                yield node
            case ast.Call(func=ast.Attribute(value=owner, attr=method)) if _root(owner) == name and method in _CHANGING:
                yield node


_CHANGING = frozenset(("append", "extend", "insert", "pop", "remove", "clear", "sort", "reverse", "add", "discard")) | {
    "update",
    "setdefault",
    "popitem",
    "appendleft",
    "popleft",
}


def _is_of(target: ast.expr, name: str, declared: set[str]) -> bool:
    """Whether an assignment's target is the name, where it is one from outside, or something reached through it."""
    return _root(target) == name and (not isinstance(target, ast.Name) or name in declared)


def _root(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""
