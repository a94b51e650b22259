"""The shapes that generated code is made of: block functions, loop tests, staging calls."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from nbgraph.core.normalise.template import quote_expression


def parameters(names: Sequence[str], at: ast.AST) -> ast.arguments:
    arguments = [ast.copy_location(ast.arg(name), at) for name in names]
    return ast.arguments(posonlyargs=[], args=arguments, kwonlyargs=[], kw_defaults=[], defaults=[])


def value_of(results: Sequence[ast.expr], at: ast.AST) -> ast.expr:
    """What a block hands back: one value as it is, several as a tuple, none as None."""
    if len(results) == 1:
        return results[0]
    if not results:
        return ast.copy_location(ast.Constant(None), at)
    return ast.copy_location(ast.Tuple(list(results), ast.Load()), at)


def block_function(
    name: str,
    operands: Sequence[str],
    block: list[ast.stmt],
    results: Sequence[ast.expr],
    declarations: list[ast.stmt],
    at: ast.AST,
) -> ast.FunctionDef:
    """`def name(operands): block; return results`; a last assignment to the only result is returned directly."""
    body = [*declarations, *block]
    last = body[-1] if body else None
    match results, last:
        case [ast.Name(id=only)], ast.Assign(targets=[ast.Name(id=target)], value=value) if only == target:
            body[-1:] = [ast.copy_location(ast.Return(value), last)]
        case [], _:
            body = body or [ast.copy_location(ast.Pass(), at)]
        case _:
            body.append(ast.copy_location(ast.Return(value_of(results, at)), last or at))
    function = ast.FunctionDef(name, parameters(operands, at), body, [], None, None)
    if "type_params" in ast.FunctionDef._fields:
        function.type_params = []
    return ast.copy_location(function, at)


def identity(operands: Sequence[str], results: Sequence[ast.expr], at: ast.AST) -> ast.expr:
    """The branch in which nothing happens: `lambda a: a`."""
    return ast.copy_location(ast.Lambda(parameters(operands, at), value_of(results, at)), at)


def loop_test(state: Sequence[str], test: ast.expr, at: ast.AST) -> ast.expr:
    """A loop's condition as a function of the loop's state: `lambda a, b: a < b`."""
    return ast.copy_location(ast.Lambda(parameters(state, at), test), at)


def call_statement(
    verb: str, arguments: list[ast.expr], keywords: list[ast.keyword], outputs: Sequence[str], at: ast.AST
) -> ast.stmt:
    """`a, b = ng.verb(...)`, or the bare call where nothing comes back."""
    call = ast.copy_location(ast.Call(quote_expression(verb, at), arguments, keywords), at)
    if not outputs:
        return ast.copy_location(ast.Expr(call), at)
    names = [ast.copy_location(ast.Name(name, ast.Store()), at) for name in outputs]
    target = names[0] if len(names) == 1 else ast.copy_location(ast.Tuple(names, ast.Store()), at)
    return ast.copy_location(ast.Assign([target], call), at)


def scope_declarations(nonlocals: list[str], globals_: list[str], block: Sequence[ast.stmt]) -> list[ast.stmt]:
    """`nonlocal` and `global` lines at the head of a block function."""
    found: list[ast.stmt] = []
    if nonlocals:
        found.append(ast.copy_location(ast.Nonlocal(nonlocals), block[0]))
    if globals_:
        found.append(ast.copy_location(ast.Global(globals_), block[0]))
    return found
