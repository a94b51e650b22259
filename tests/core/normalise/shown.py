"""Code through the passes and back to text; a loop that may end early is shown as `for i in early(v, proceed)`."""

from __future__ import annotations

import ast
from collections.abc import Callable

from nbgraph.core.normalise.expressions.expressions import Expressions
from nbgraph.core.normalise.statements.break_ import GuardedFor
from nbgraph.core.normalise.statements.statements import normalise_body
from nbgraph.core.normalise.trees.naming import Namer, identifiers
from nbgraph.core.source.environment import Environment


def normalised(code: str) -> str:
    """The statements of a function body in normal form, without blank lines."""
    tree = ast.parse(code)
    return text(normalise_body(tree.body, tree.body[-1], Namer(identifiers(tree))))


def lowered(code: str, lower: Callable[[list[ast.stmt], Namer], list[ast.stmt]]) -> str:
    """The statements after a single pass."""
    tree = ast.parse(code)
    return text(lower(tree.body, Namer(identifiers(tree))))


def converted(code: str, **known: object) -> str:
    """An expression with every construct in it converted; `known` names stand for these values."""
    tree = ast.parse(code, mode="eval").body
    return ast.unparse(Expressions(Environment(known), Namer(identifiers(tree))).convert(tree))


def text(block: list[ast.stmt]) -> str:
    """Statements as code, one a line."""
    lines = [line for statement in block for line in ast.unparse(_Printable().visit(statement)).splitlines()]
    return "\n".join(line for line in lines if line)


class _Printable(ast.NodeTransformer):
    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        if not isinstance(node, GuardedFor):
            return node
        early = ast.Call(ast.Name("early", ast.Load()), [node.iter, node.proceed], [])
        plain = ast.For(node.target, early, node.body, node.orelse)
        return ast.fix_missing_locations(ast.copy_location(plain, node))
