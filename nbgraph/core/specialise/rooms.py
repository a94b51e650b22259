"""Functions that call themselves again where a list turned out too long for its array: with more room for it."""

from __future__ import annotations

import ast
import contextlib
from collections.abc import Iterator

from nbgraph.core.analysis.names import Function, names, parameters
from nbgraph.core.functionalise.blocks import load
from nbgraph.core.normalise.naming import identifiers
from nbgraph.core.normalise.rewriter import replace
from nbgraph.core.normalise.template import quote, quote_expression
from nbgraph.core.specialise.plan import Plan
from nbgraph.core.specialise.privacy import bound_in, scopes_of
from nbgraph.core.specialise.standing import ROOM


def again(plan: Plan, at: ast.AST) -> ast.expr:
    """A call of the function itself with the same arguments and more room for its lists.

    Raises:
        NoSpecialFormError: it cannot be called again just like that.
    """
    node, lists = _function(plan), plan.lists
    arguments = node.args
    if lists.local > lists.inner or isinstance(node, ast.Lambda) or arguments.vararg or arguments.kwarg:
        raise plan.refuse(at, "how long a list becomes in here is only known at run time")
    if ROOM in identifiers(plan.converted.parsed.node):
        raise plan.refuse(at, f"a variable is called `{ROOM}`, as the parameter for the length of lists would be")
    rebound = names(*node.body).writes
    lists.has_room = True

    def given(argument: ast.arg) -> str:
        if argument.arg not in rebound:
            return argument.arg
        if argument.arg not in lists.given:
            lists.given.append(argument.arg)
        return plan.variable_for(f"{argument.arg}_given")

    positional = [given(argument) for argument in (*arguments.posonlyargs, *arguments.args)]
    named = [ast.keyword(argument.arg, load(given(argument), at)) for argument in arguments.kwonlyargs]
    more = ast.keyword(ROOM, quote_expression("2 * room", at, room=ROOM))
    own = lists.function.name if lists.function is not None else plan.name
    call = ast.Call(load(own, at), [load(name, at) for name in positional], [*named, more])
    return ast.copy_location(call, at)


def with_room(plan: Plan, arguments: ast.arguments) -> tuple[ast.arguments, list[ast.stmt]]:
    """A function's parameters, and the lines that keep those for another call which are bound anew.

    Raises:
        NoSpecialFormError: the function does something that it would do twice.
    """
    if not plan.lists.has_room:
        return arguments, []
    node = _function(plan)
    what = acts(plan, plan.scope)
    if what:
        raise plan.refuse(node, f"this {what}, and would do so again where it runs again with more room for a list")
    room = ast.copy_location(ast.arg(ROOM), node)
    rows = ast.copy_location(ast.Constant(plan.lists.rows), node)
    if arguments.kwonlyargs:
        new = replace(arguments, kwonlyargs=[*arguments.kwonlyargs, room], kw_defaults=[*arguments.kw_defaults, rows])
    else:
        new = replace(arguments, args=[*arguments.args, room], defaults=[*arguments.defaults, rows])
    given = {name: plan.variable_for(f"{name}_given") for name in plan.lists.given}
    return new, [line for name, kept in given.items() for line in quote("kept = name", node, kept=kept, name=name)]


def grown_size(plan: Plan, name: str, rows: int, at: ast.AST) -> ast.expr | None:
    """How many rows a list needs that has got more room than at first, perhaps; None for any other.

    Args:
        plan: the decisions.
        name: the list.
        rows: how many it needs where it has not.
        at: where new nodes stand.
    """
    if name not in plan.lists.grown or not plan.lists.has_room:
        return None
    more = rows - plan.lists.grown[name]
    return quote_expression(f"room + {more}" if more > 0 else "room", at, room=ROOM)


@contextlib.contextmanager
def local_function(plan: Plan, node: ast.FunctionDef) -> Iterator[None]:
    """The code that is made inside is that of a function inside the function, which makes room for its own lists."""
    lists = plan.lists
    before = lists.local, lists.inner, lists.function, lists.has_room, lists.rows, lists.given, lists.goes_back
    lists.local += 1
    if not lists.staged:
        lists.inner, lists.function, lists.goes_back = lists.local, node, False
        lists.has_room, lists.rows, lists.given = False, 0, []
    yield
    lists.local, lists.inner, lists.function, lists.has_room, lists.rows, lists.given, lists.goes_back = before


def _function(plan: Plan) -> Function:
    return plan.converted.parsed.node if plan.lists.function is None else plan.lists.function


def acts(plan: Plan, node: Function) -> str:
    """What a function does besides computing its result; "" for nothing."""
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and part.id == "print":
            return "prints"
        if isinstance(part, ast.Global):
            return "changes names from outside"
    if plan.lists.function is None and plan.lists.is_main:
        return ""  # a graph leaves nothing behind but its result: that is refused
    body = node.body if isinstance(node.body, list) else [node.body]
    own = names(*body).writes - set(parameters(node))
    around = {name for scope in scopes_of(plan.converted.parsed.node) for name in bound_in(scope)} - own
    around = around if plan.lists.function is not None else set(parameters(node))
    in_loops = {part for line in body if isinstance(line, ast.For | ast.While) for part in ast.walk(line)}
    for part in ast.walk(node):
        match part:
            case ast.Nonlocal():
                return "changes names of the function around"
            case ast.Attribute(value=ast.Name(id=name), ctx=ast.Store()) if name in around:
                return f"changes `{name}`"
            case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store() | ast.Del()) if name in around:
                return f"changes `{name}`"
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name))) if name in around and part not in in_loops:
                return f"may change `{name}`"
            case ast.Call(func=ast.Name(id=name)) if name in around:
                return f"calls `{name}`"
    return ""
