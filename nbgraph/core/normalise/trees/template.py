"""Write code as quoted templates with named holes, at the user's positions."""

from __future__ import annotations

import ast
import contextvars
import functools
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from nbgraph.core.source.syntax import parsed

Hole = ast.expr | str | Sequence[ast.stmt]


# Names that templates write in another way, because a variable of the user's has them.
renamed: contextvars.ContextVar[Mapping[str, str]] = contextvars.ContextVar(
    "nbgraph_renamed", default=MappingProxyType({})
)


@functools.cache
def _parse(code: str) -> tuple[ast.stmt, ...]:
    return tuple(parsed(code).body)


def quote(code: str, at: ast.AST, **holes: Hole) -> list[ast.stmt]:
    """Return the statements of `code` with its holes filled, every new node at the position of `at`.

    A hole is a name in the template. An expression replaces the name wherever it is read, a string renames it, and a
    list of statements replaces an expression statement that consists of the name alone.

    >>> at = ast.parse("x", mode="eval").body
    >>> print(ast.unparse(quote("if not flag: rest", at, flag="done", rest=ast.parse("x = 1; y = 2").body)[0]))
    if not done:
        x = 1
        y = 2

    Args:
        code: the template; parsed once, however often it is filled.
        at: a node whose position the copied nodes take; what fills a hole keeps its own.
    """
    filler = _Filler(holes, at)
    return [new for statement in _parse(code) for new in filler.statement(statement)]


def quote_expression(code: str, at: ast.AST, **holes: Hole) -> ast.expr:
    """Return the one expression of `code` with its holes filled.

    >>> at = ast.parse("x", mode="eval").body
    >>> ast.unparse(quote_expression("ng.not_(value)", at, value=at))
    'ng.not_(x)'
    """
    (statement,) = quote(code, at, **holes)
    assert isinstance(statement, ast.Expr)
    return statement.value


class _Filler:
    """Copies a template, filling holes and placing every copied node at one position."""

    def __init__(self, holes: Mapping[str, Hole], at: ast.AST) -> None:
        self.holes, self.renamed = holes, renamed.get()
        self.place = {name: getattr(at, name) for name in ("lineno", "col_offset", "end_lineno", "end_col_offset")}

    def statement(self, node: ast.stmt) -> list[ast.stmt]:
        """Return a copy of one statement, or the statements that fill it."""
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Name):
            hole = self.holes.get(node.value.id)
            if isinstance(hole, list | tuple):
                return list(hole)
        return [self.copy(node)]

    def copy(self, node: ast.AST) -> Any:
        """Return a copy of a template's node with its holes filled; an expression may replace a name."""
        if isinstance(node, ast.Name):
            hole = self.holes.get(node.id)
            if isinstance(hole, ast.expr):
                return hole
            if isinstance(hole, str):
                return ast.Name(hole, node.ctx, **self.place)
            if node.id in self.renamed:
                return ast.Name(self.renamed[node.id], node.ctx, **self.place)
        fields = {name: self.field(value) for name, value in ast.iter_fields(node)}
        place = self.place if "lineno" in node._attributes else {}
        if isinstance(node, ast.Attribute) and place["lineno"] != place["end_lineno"]:
            # Python reports a method call at its last line if the method's name seems to end there.
            place = place | {"end_lineno": place["lineno"], "end_col_offset": place["col_offset"] + 1}
        return type(node)(**fields, **place)

    def field(self, value: Any) -> Any:
        """Return a copy of a node's field; a string that names a hole is renamed."""
        if isinstance(value, list):
            if value and isinstance(value[0], ast.stmt):
                return [new for item in value for new in self.statement(item)]
            return [self.field(item) for item in value]
        if isinstance(value, ast.AST):
            return self.copy(value)
        if isinstance(value, str) and isinstance(self.holes.get(value), str):
            return self.holes[value]
        return value


def load(name: str, at: ast.AST) -> ast.Name:
    return ast.copy_location(ast.Name(name, ast.Load()), at)
