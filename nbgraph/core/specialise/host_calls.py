"""What only Python can do, in special code: done on the host, with the values of the run. Texts above all."""

from __future__ import annotations

import ast

from nbgraph.core.analysis.names import names
from nbgraph.core.functionalise.blocks import load, parameters
from nbgraph.core.normalise.rewriter import rebuild
from nbgraph.core.normalise.template import quote_expression
from nbgraph.core.specialise.plan import Plan
from nbgraph.core.specialise.verbs import verb_of


def host_call(plan: Plan, call: ast.Call) -> ast.expr:
    """`on_host(lambda x: print(...), x)`, the call as the user wrote it.

    Raises:
        NoSpecialFormError: it is more than an expression of Python's.
    """
    code = plainly(plan, call)
    own = {name for name in names(code).reads if plan.is_own(name)}
    held = sorted(own & plan.lists.active.keys())
    if held:
        raise plan.refuse(call, f"the list `{held[0]}` is used as a whole where it is an array")
    used = sorted(own)
    function = ast.copy_location(ast.Lambda(parameters(used, call), code), call)
    made = quote_expression("on_host(function)", call, function=function)
    assert isinstance(made, ast.Call)
    return ast.copy_location(ast.Call(made.func, [function, *(load(name, call) for name in used)], []), call)


def plainly(plan: Plan, node: ast.expr) -> ast.expr:
    """An expression of general code as the user wrote it.

    Raises:
        NoSpecialFormError: it calls what has no such form.
    """
    found = _plain(plan, node)
    assert isinstance(found, ast.expr)
    return found


def plain_statement(plan: Plan, node: ast.stmt) -> ast.stmt:
    """A statement of general code as the user wrote it.

    Raises:
        NoSpecialFormError: it calls what has no such form.
    """
    found = _plain(plan, node)
    assert isinstance(found, ast.stmt)
    return found


def _plain(plan: Plan, node: ast.AST) -> ast.AST:

    def plain(part: ast.AST) -> ast.AST:
        match verb_of(part), part:
            case None, _:
                return rebuild(part, plain)
            case "call", ast.Call(args=[function, *arguments], keywords=keywords):
                return rebuild(ast.copy_location(ast.Call(function, arguments, keywords), part), plain)
            case (("text" | "shown" | "list_" | "defined"), ast.Call(args=[inner])):
                return plain(inner)
            case "percent", ast.Call(args=[text, values]):
                return rebuild(ast.copy_location(ast.BinOp(text, ast.Mod(), values), part), plain)
            case "repeated", ast.Call(args=[text, times]):
                return rebuild(ast.copy_location(ast.BinOp(text, ast.Mult(), times), part), plain)
        raise plan.refuse(part, "this acts on what is only known at run time, and decides something on the way")

    return plain(node)
