"""Lower a `raise` inside a `try` that catches it: a flag, and the handler's body under a condition after the block."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Sequence
from typing import Any

from nbgraph.core.normalise.statements.break_ import flagged_break
from nbgraph.core.normalise.statements.handlers import Raised, UndecidedError, caught_in, is_movable, is_plain
from nbgraph.core.normalise.statements.jumps import LOOPS, Jump, negated, pass_at
from nbgraph.core.normalise.trees.rewriter import SCOPES, Node, map_blocks, map_statements, rebuild, replace
from nbgraph.core.normalise.trees.template import quote, quote_expression
from nbgraph.core.source import syntax
from nbgraph.core.source.environment import Environment

_TRIES = syntax.kinds(ast.Try)


class _Left(ast.Pass):
    """The end of a block whose exception was noted in a flag."""

    _fields = ("flag",)
    flag: str


def lower_raise(block: Sequence[ast.stmt], environment: Environment, name: Callable[[str], str]) -> list[ast.stmt]:
    """Return a block in which no `try` catches a conditional `raise` of its own body, if the handler is known.

    >>> from nbgraph.core.normalise.trees.example import show
    >>> from nbgraph.core.normalise.trees.naming import Namer
    >>> block = ast.parse('''
    ... try:
    ...     if x > 9:
    ...         raise ValueError("large")
    ...     y = f(x)
    ... except ValueError:
    ...     y = 9
    ... ''').body
    >>> show(lower_raise(block, Environment({"ValueError": ValueError}), Namer(())))
    did_raise = False
    try:
        if x > 9:
            did_raise = True
        else:
            y = f(x)
    except ValueError:
        y = 9
    else:
        if did_raise:
            y = 9

    The handler itself stays for what Python code raises while the graph is made. A raise inside a loop leaves the
    loop by a break. A `try` whose handlers are only known at run time is left as it is.
    """

    if not syntax.any_holds(block, _TRIES):
        return list(block)

    def lowered(statement: ast.stmt) -> list[ast.stmt]:
        if not isinstance(statement, ast.Try) or not statement.handlers:
            return [statement]
        try:
            raised = caught_in(statement, environment)
            if not any(each.conditional for each in raised):
                return [statement]
            for index in {each.handler for each in raised}:
                _check(statement.handlers[index], [each for each in raised if each.handler == index], block)
        except UndecidedError:
            return [statement]
        return _lower(statement, raised, name)

    return map_statements(block, lowered)


def _check(handler: ast.ExceptHandler, raised: list[Raised], function: Sequence[ast.stmt]) -> None:
    """Refuse a handler whose body would mean something else after the block."""
    if not is_movable(handler) or (handler.name and is_mentioned(handler.name, function)):
        raise UndecidedError
    if not _reads(handler):
        return
    inner = [node for statement in handler.body for node in ast.walk(statement)]
    for node in inner:
        own = isinstance(node, ast.Name) and node.id == handler.name and not isinstance(node.ctx, ast.Load)
        looked_into = isinstance(node, ast.Attribute) and _is_name(node.value, handler.name) and node.attr != "args"
        if own or looked_into or isinstance(node, SCOPES):
            raise UndecidedError
    if not all(isinstance(each.statement, ast.Raise) and is_plain(each.statement, each.kind) for each in raised):
        raise UndecidedError


def _lower(statement: ast.Try, raised: list[Raised], name: Callable[[str], str]) -> list[ast.stmt]:
    """Return the flag's statement, and the `try` with its handlers' bodies in its `else`."""
    cases: dict[tuple[int, str], int] = {}  # one for each handler, and for each exception that a handler reads
    chosen: list[Raised] = []
    for each in raised:
        if cases.setdefault(_case(statement, each), len(cases)) == len(chosen):
            chosen.append(each)
    flag = name("did_raise")
    number = name("handler") if len(chosen) > 1 else ""
    leaving = {id(each.statement): _noted(each, flag, number, cases[_case(statement, each)]) for each in raised}
    body = without_leaving(
        [new for inner in statement.body for new in _leave(inner, flag, leaving, inside=False)], flag
    )
    then = _moved(statement, chosen[-1], name)
    for index, each in reversed([*enumerate(chosen[:-1])]):
        moved, at = _moved(statement, each, name), each.statement
        test = quote_expression("number == index", at, number=number, index=_number(index, each))
        then = [ast.copy_location(ast.If(test, moved, then), at)]
    (caught,) = quote("if flag: then", raised[0].statement, flag=flag, then=then)
    before = quote("flag = False", statement, flag=flag)
    if number:
        before += quote("number = 0", statement, number=number)
    orelse = [replace(caught, orelse=statement.orelse)]
    return [*before, replace(statement, body=body or [pass_at(statement)], orelse=orelse)]


def _case(statement: ast.Try, raised: Raised) -> tuple[int, str]:
    """Return a key that is equal for raises that are handled alike."""
    return raised.handler, ast.dump(_made(raised)) if _reads(statement.handlers[raised.handler]) else ""


def _leave(statement: ast.stmt, flag: str, leaving: dict[int, list[ast.stmt]], *, inside: bool) -> list[ast.stmt]:
    """Return a statement whose raises set the flag and leave the block, and loops in it by a break."""
    if id(statement) in leaving:
        then = [*leaving[id(statement)], leave(flag, statement, inside=inside)]
        if isinstance(statement, ast.Assert):
            return quote("if test: then", statement, test=negated(statement.test), then=then)
        return then
    if isinstance(statement, SCOPES):
        return [statement]
    is_loop = isinstance(statement, LOOPS)
    new = map_blocks(statement, lambda inner: _leave(inner, flag, leaving, inside=inside or is_loop))
    if not is_loop or new is statement:
        return [new]
    origin = next(node for node in ast.walk(statement) if id(node) in leaving)
    return [new, *quote("if flag: leave", origin, flag=flag, leave=[leave(flag, origin, inside=inside)])]


def leave(flag: str, at: ast.AST, *, inside: bool) -> ast.stmt:
    """Return what ends a block, or a loop inside of it, after the flag for its exception was set."""
    fields: dict[str, Any] = {"flag": flag}
    return flagged_break(flag, at) if inside else ast.copy_location(_Left(**fields), at)


def without_leaving(block: list[ast.stmt], flag: str) -> list[ast.stmt]:
    """Return a block in which what follows such an end is under a test of the flag."""
    return Jump(lambda inner: isinstance(inner, _Left) and inner.flag == flag, lambda _: [], flag).lower(block).block


def _made(raised: Raised) -> ast.expr:
    """The expression that makes an exception."""
    statement = raised.statement
    if isinstance(statement, ast.Assert):
        return statement.msg or ast.copy_location(ast.Constant(None), statement)
    assert statement.exc is not None
    if isinstance(statement.exc, ast.Call):
        return statement.exc
    return ast.copy_location(ast.Call(statement.exc, [], []), statement.exc)


def _noted(raised: Raised, flag: str, number: str, index: int) -> list[ast.stmt]:
    """Return the replacement of a raise: it evaluates the arguments if that has an effect, and sets the flag."""
    at = raised.statement
    made = [] if is_plain(at, raised.kind) else [ast.copy_location(ast.Expr(_made(raised)), at)]
    which = quote("number = index", at, number=number, index=_number(index, raised)) if index else []
    return [*made, *quote("flag = True", at, flag=flag), *which]


def _number(index: int, raised: Raised) -> ast.expr:
    return ast.copy_location(ast.Constant(index), raised.statement)


def _moved(statement: ast.Try, raised: Raised, name: Callable[[str], str]) -> list[ast.stmt]:
    """Return a copy of a handler's body for an exception that is never raised."""
    handler = statement.handlers[raised.handler]
    body = copy.deepcopy(handler.body)
    if not _reads(handler) or handler.name is None:
        return body
    own = name(handler.name)
    body = [with_name(inner, handler.name, own) for inner in body]
    return [*quote("target = value", raised.statement, target=own, value=copy.deepcopy(_made(raised))), *body]


def with_name(node: Node, old: str, new: str) -> Node:
    if isinstance(node, ast.Name) and node.id == old:
        return replace(node, id=new)
    return rebuild(node, lambda child: with_name(child, old, new))


def _reads(handler: ast.ExceptHandler) -> bool:
    return any(_is_name(node, handler.name) for statement in handler.body for node in ast.walk(statement))


def _is_name(node: ast.AST, name: str | None) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def is_mentioned(name: str, block: Sequence[ast.stmt]) -> bool:
    """Return whether a name occurs outside the handlers that bind it, where it would be unbound."""
    pending: list[ast.AST] = list(block)
    while pending:
        node = pending.pop()
        if isinstance(node, ast.ExceptHandler) and node.name == name:
            continue
        declared = node.names if isinstance(node, ast.Global | ast.Nonlocal) else ()
        if name in (getattr(node, "id", None), getattr(node, "name", None), getattr(node, "rest", None), *declared):
            return True
        pending.extend(ast.iter_child_nodes(node))
    return False
