"""Find the names that a function binds only to numbers, and never to a truth value, which counts differently."""

from __future__ import annotations

import ast
from collections.abc import Collection

from nbgraph.core.source import syntax
from nbgraph.core.source.environment import Environment

_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow)
_ASKING = syntax.kinds(ast.Attribute, ast.UnaryOp)  # without one of these, no number's type is needed
_ELSEWHERE = syntax.kinds(ast.Nonlocal, ast.Global)  # another function may bind the names, too
_MAKERS = (int, float, complex, abs, len)


def numbers_of(body: list[ast.stmt], given: Collection[str], environment: Environment) -> frozenset[str]:
    """Return the names that are bound to numbers only; those of `given` are bound by a call.

    >>> body = ast.parse("z = 0j; c = complex(x)\\nwhile p: z = z * z + c; n += 1; q = x > z.real").body
    >>> sorted(numbers_of(body, ["x", "n"], Environment({"complex": complex})))
    ['c', 'z']
    """
    if not syntax.any_holds(body, _ASKING) or syntax.any_holds(body, _ELSEWHERE):
        return frozenset()
    values: dict[str, list[ast.expr | None]] = {}
    pending: list[ast.AST] = list(body)
    while pending:
        node = pending.pop()
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                values.setdefault(name, []).append(value)
                pending.append(value)
                continue
            case ast.AugAssign(target=ast.Name(id=name), op=operator, value=value):
                stays = ast.Name(name, ast.Load()) if isinstance(operator, _ARITHMETIC) else None
                values.setdefault(name, []).append(stays)
                pending.append(value)
                continue
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                values.setdefault(name, []).append(None)
                continue
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                values.setdefault(name, []).append(None)
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                values.setdefault(name, []).append(None)
            case ast.MatchMapping(rest=str(name)):
                values.setdefault(name, []).append(None)
            case ast.alias(name=name, asname=other):
                values.setdefault(other or name.partition(".")[0], []).append(None)
        pending += syntax.children(node)
    found = frozenset(values.keys() - set(given))
    while True:
        left = frozenset(name for name in found if all(_is_number(each, found, environment) for each in values[name]))
        if left == found:
            return found
        found = left


def is_number(node: ast.expr, numbers: Collection[str]) -> bool:
    """Return whether an expression is a number by its form, and no truth value."""
    match node:
        case ast.Constant(value=value):
            return type(value) in (int, float, complex)
        case ast.Name(id=name):
            return name in numbers
        case ast.UnaryOp(op=ast.UAdd() | ast.USub()):
            return True
        case ast.BinOp(op=operator):
            return isinstance(operator, _ARITHMETIC)
    return False


def _is_number(node: ast.expr | None, numbers: Collection[str], environment: Environment) -> bool:
    if isinstance(node, ast.Call) and environment.resolve(node.func) in _MAKERS:
        return True
    return node is not None and is_number(node, numbers)
