"""Divisions in blocks of the graph by numbers from around: of numbers of Python's, Python would divide at once."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from nbgraph.core.analysis.names import names, parameters
from nbgraph.core.normalise.rewriter import rebuild
from nbgraph.core.specialise.operands import division_code


def divided_late(body: Sequence[ast.stmt]) -> list[ast.stmt]:
    """The statements of a function whose blocks divide where the graph runs them: a block not taken divides nothing.

    >>> code = "return lax.cond(b != 0, lambda: a // b, lambda: a // 2)"
    >>> print(ast.unparse(ast.Module(divided_late(ast.parse(code).body), [])))
    return lax.cond(b != 0, lambda: jnp.floor_divide(a, b), lambda: a // 2)
    """
    staged = {id(part) for line in body for call in ast.walk(line) for part in _blocks(call)}
    named = {
        part.id for line in body for call in ast.walk(line) for part in _blocks(call) if isinstance(part, ast.Name)
    }

    def late(node: ast.AST, own: frozenset[str] | None) -> ast.AST:
        """A node, and inside of a block the names that are its own: what is made of them the graph divides anyway."""
        match node:
            case ast.Subscript():
                return node  # an index of Python's list has to be Python's number
            case ast.Lambda() if id(node) in staged or own is not None:
                own = (own or frozenset()) | set(parameters(node))
            case ast.FunctionDef(name=name) if name in named or own is not None:
                own = (own or frozenset()) | set(parameters(node)) | names(*node.body).writes
        node = rebuild(node, lambda child: late(child, own))
        if own is None or not isinstance(node, ast.BinOp) or not names(node).reads.isdisjoint(own):
            return node
        return division_code(node) if names(node.right).reads else node

    return [new for line in body if isinstance(new := late(line, None), ast.stmt)]


def _blocks(node: ast.AST) -> list[ast.expr]:
    """The functions that a call of `lax` is given."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="lax"))):
            return [part for part in node.args if isinstance(part, ast.Name | ast.Lambda)]
    return []
