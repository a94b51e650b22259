"""Lift a lambda with a comprehension that becomes a loop: only a named function can contain a loop."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from nbgraph.core.analysis.names import COMPREHENSIONS, names, parameters
from nbgraph.core.normalise.expressions.reductions import mark_reductions
from nbgraph.core.normalise.trees.rewriter import SCOPES, map_statements, rebuild
from nbgraph.core.source import syntax
from nbgraph.core.source.environment import Environment

_LAMBDAS = syntax.kinds(ast.Lambda)


def lift_lambdas(block: Sequence[ast.stmt], environment: Environment, name: Callable[[str], str]) -> Sequence[ast.stmt]:
    """Return a block in which each such lambda is a function defined right before; the same block if there is none.

    >>> from nbgraph.core.normalise.trees.example import show
    >>> from nbgraph.core.normalise.trees.naming import Namer
    >>> block = ast.parse("f = lambda v: sum(x for x in v if x > 0)\\ng = lambda v: v + 1").body
    >>> show(lift_lambdas(block, Environment(vars(__import__("builtins"))), Namer(())))
    def function(v):
        return sum((x for x in v if x > 0))
    f = function
    g = lambda v: v + 1
    """
    if not syntax.any_holds(block, _LAMBDAS):
        return block
    lifted = map_statements(block, lambda statement: _lifted(statement, environment, name))
    return block if len(lifted) == len(block) and all(a is b for a, b in zip(lifted, block, strict=True)) else lifted


def as_function(node: ast.Lambda, name: str) -> ast.FunctionDef:
    """Return a lambda as a definition, at its position."""
    result = ast.copy_location(ast.Return(node.body), node.body)
    fields: dict[str, Any] = {"type_params": []} if "type_params" in ast.FunctionDef._fields else {}
    return ast.copy_location(ast.FunctionDef(name, node.args, [result], [], None, None, **fields), node)


def needs_function(node: ast.Lambda, environment: Environment) -> bool:
    """Return whether a lambda has a comprehension that becomes a loop."""
    inside = environment.within(names(node.body).writes | frozenset(parameters(node)))
    return mark_reductions(node.body, inside) is not node.body


def _lifted(statement: ast.stmt, environment: Environment, name: Callable[[str], str]) -> list[ast.stmt]:
    """Return a statement preceded by the definitions it needs; the blocks in it are left alone."""
    if isinstance(statement, SCOPES):
        return [statement]
    before: list[ast.FunctionDef] = []

    def part(node: ast.AST) -> ast.AST:
        if isinstance(node, (ast.stmt, ast.ExceptHandler, ast.match_case, *COMPREHENSIONS)):
            return node  # a comprehension's names are not the function's
        if not isinstance(node, ast.Lambda):
            return rebuild(node, part)
        if node.args.defaults or any(node.args.kw_defaults) or not needs_function(node, environment):
            return node
        before.append(as_function(node, name("function")))
        return ast.copy_location(ast.Name(before[-1].name, ast.Load()), node)

    new = rebuild(statement, part)
    return [*before, new]
