"""Make fresh names that read as if chosen by hand."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from nbgraph.core.source import syntax


class Namer:
    """Gives out names that the user's code does not use.

    >>> name = Namer({"did_break"})
    >>> name("did_break"), name("did_break"), name("loop_body")
    ('did_break_1', 'did_break_2', 'loop_body')
    """

    def __init__(self, taken: Iterable[str]) -> None:
        self.taken = set(taken)  # names that are not free any more
        self.given: set[str] = set()  # those of them that were made here

    def __call__(self, wish: str) -> str:
        """Return a name like `wish` that is not in use."""
        name, count = wish, 0
        while name in self.taken:
            count += 1
            name = f"{wish}_{count}"
        self.taken.add(name)
        self.given.add(name)
        return name


def identifiers(tree: ast.AST) -> set[str]:
    """Return every identifier in a tree.

    >>> sorted(identifiers(ast.parse("def f(a): return b.c")))
    ['a', 'b', 'f']
    """
    found = set()
    for node in syntax.walk(tree):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Global | ast.Nonlocal):
            found.update(node.names)
        elif isinstance(node, ast.MatchAs | ast.MatchStar | ast.ExceptHandler):
            found.add(node.name or "_")
        elif isinstance(node, ast.MatchMapping):
            found.add(node.rest or "_")
        elif isinstance(node, ast.alias):
            found.add(node.asname or node.name)
    return found
