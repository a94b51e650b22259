"""Divisions in blocks of the graph by numbers from around: of numbers of Python's, Python would divide at once."""

from __future__ import annotations

import ast
import enum
from collections.abc import Iterator, Sequence

from nbgraph.core.analysis.names import names, parameters
from nbgraph.core.normalise.rewriter import rebuild
from nbgraph.core.normalise.template import quote_expression
from nbgraph.core.specialise.operands import division_code


class Late(enum.IntEnum):
    """Where a division by a number from around is left to the graph."""

    NOWHERE = 0
    IN_BLOCKS = 1
    IN_CALLED = 2  # also in functions that a block may call


def divided_late(code: Sequence[ast.stmt], where: Late = Late.IN_BLOCKS) -> list[ast.stmt]:
    """Functions whose blocks divide where the graph runs them: a block not taken divides nothing.

    Args:
        code: the functions of special code.
        where: in which of them.

    >>> code = ast.parse("def g(a, b): return lax.cond(b != 0, lambda: a // b, lambda: a // 2)").body
    >>> print(ast.unparse(ast.Module(divided_late(code), [])))
    def g(a, b):
        return lax.cond(b != 0, lambda: jnp.floor_divide(a, b), lambda: a // 2)

    >>> code = ast.parse("f = lambda x: x // b; r = lax.cond(b != 0, lambda: f(a), lambda: a)").body
    >>> print(ast.unparse(ast.Module(divided_late(code, Late.IN_CALLED), [])))
    f = lambda x: jnp.floor_divide(x, b)
    r = lax.cond(b != 0, lambda: f(a), lambda: a)
    """
    blocks = [part for line in code for call in ast.walk(line) for part in _blocks(call)]
    staged = {id(part) for part in blocks}
    named = {part.id for part in blocks if isinstance(part, ast.Name)}
    called = _called(code, blocks, named) if where is Late.IN_CALLED else frozenset()

    def late(node: ast.AST, own: frozenset[str] | None) -> ast.AST:
        """A node, and inside of a block the names that are its own: what is made of them the graph divides anyway."""
        match node:
            case ast.Subscript():
                return node  # an index of Python's list has to be Python's number
            case ast.Lambda() if id(node) in staged or own is not None:
                own = (own or frozenset()) | set(parameters(node))
            case ast.FunctionDef(name=name) if name in named or own is not None:
                own = (own or frozenset()) | set(parameters(node)) | names(*node.body).writes
            case ast.FunctionDef(name=name) if name in called:
                own = frozenset()  # what it is called with may be a number of Python's
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Lambda()) if own is None and name in called:
                return rebuild(node, lambda part: rebuild(part, lambda inner: late(inner, frozenset())))
        node = rebuild(node, lambda child: late(child, own))
        if own is None or not isinstance(node, ast.BinOp | ast.Call) or not names(node).reads.isdisjoint(own):
            return node
        match node:
            case ast.BinOp() if names(node.right).reads:
                return division_code(node)
            case ast.Call(func=ast.Name(id="divmod"), args=[a, b]) if names(b).reads:
                return quote_expression("jnp.divmod(a, b)", node, a=a, b=b)
        return node

    return [new for line in code if isinstance(new := late(line, None), ast.stmt)]


def _called(code: Sequence[ast.stmt], blocks: Sequence[ast.expr], named: set[str]) -> frozenset[str]:
    """The names of functions that a block may call, also through others."""
    bodies: dict[str, list[ast.AST]] = {}
    for name, body in (found for line in code for part in ast.walk(line) for found in _defined(part)):
        bodies.setdefault(name, []).append(body)
    pending: list[ast.AST] = [*blocks, *(body for name in named for body in bodies.get(name, ()))]
    found: set[str] = set()
    while pending:
        here = {name for part in ast.walk(pending.pop()) for name in _asked(part)} & bodies.keys() - found - named
        found |= here
        pending += [body for name in here for body in bodies[name]]
    return frozenset(found)


def _defined(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    match node:
        case ast.FunctionDef(name=name) | ast.Assign(targets=[ast.Name(id=name)], value=ast.Lambda()):
            yield name, node


def _asked(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Name(id=name, ctx=ast.Load()) | ast.Attribute(attr=name):
            yield name


def _blocks(node: ast.AST) -> list[ast.expr]:
    """The functions that a call of `lax` is given."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="lax"))):
            return [part for part in node.args if isinstance(part, ast.Name | ast.Lambda)]
    return []
