"""Turn a function that calls itself only in `return f(...)` into a loop: the call's arguments are the next iteration's.

Python needs no loop for numbers that it knows. So this is done once a trace has found that the calls have no known end.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from nbgraph.core.analysis.liveness import block_effect
from nbgraph.core.analysis.names import Function, names, parameters
from nbgraph.core.normalise.expressions.local_names import LOOKING
from nbgraph.core.normalise.trees.rewriter import map_blocks, replace
from nbgraph.core.normalise.trees.template import quote
from nbgraph.core.source import syntax

TAIL = (0, 0, 0, 4)  # among the places that traces have found: the function as a whole
_OWN_SCOPE = syntax.kinds(ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef, ast.GeneratorExp, ast.Yield)


def loop_tail_calls(function: Function) -> Function:
    """Return a function without calls of itself; the same one unless all of them are tail calls.

    >>> from nbgraph.core.normalise.trees.example import example, show
    >>> show(loop_tail_calls(example('''
    ... def power(b, n, acc=1):
    ...     if n == 0:
    ...         return acc
    ...     return power(b, n - 1, acc=acc * b)
    ... ''')))
    def power(b, n, acc=1):
        while True:
            if n == 0:
                return acc
            n, acc = (n - 1, acc * b)

    What a call binds is its own: a function is left alone that may read a name which only an earlier call has bound,
    or whose names an inner function sees.
    """
    if not isinstance(function, ast.FunctionDef):
        return function
    start = 1 if ast.get_docstring(function, clean=False) is not None else 0
    tail = _Tail(function)
    body = [new for statement in function.body[start:] for new in tail.statement(statement)]
    found, given = names(*function.body), {*parameters(function)}
    bound = found.writes - found.declared
    stale = (block_effect(body).needs & bound) - given
    mentions = sum(isinstance(n, ast.Name) and n.id == function.name for n in syntax.walk(function))
    is_own = function.name in given | bound | found.declared
    hides = syntax.any_holds(function.body, _OWN_SCOPE) or LOOKING & found.reads
    if not tail.calls or mentions != len(tail.calls) or stale or is_own or hides:
        return function
    end = [] if _leaves(body) else quote("return None", function.body[-1])
    loop = ast.While(ast.Constant(True), _going_on([*body, *end]), [])
    return replace(function, body=[*function.body[:start], _at(tail.calls[0], loop)])


class _Tail:
    """Replaces a function's tail calls of itself by assignments for the next iteration."""

    def __init__(self, function: ast.FunctionDef) -> None:
        self.name, self.given, self.parameters = function.name, function.args, parameters(function)
        self.calls: list[ast.Call] = []

    def statement(self, statement: ast.stmt) -> list[ast.stmt]:
        match statement:
            case ast.If() | ast.Match():
                return [map_blocks(statement, self.statement)]
            case ast.Return(value=ast.IfExp(test=test, body=body, orelse=orelse)):
                branches = [self.statement(_at(each, ast.Return(each))) for each in (body, orelse)]
                chosen = _at(statement, ast.If(test, *branches))
                return [chosen] if any(isinstance(b[-1], ast.Continue | ast.If) for b in branches) else [statement]
            case ast.Return(value=ast.Call(func=ast.Name(id=self.name)) as call):
                bound = self._bound(call)
                if sorted(name for name, _ in bound) == sorted(self.parameters):
                    self.calls.append(call)
                    return [*_assigned(bound, statement), _at(statement, ast.Continue())]
        return [statement]

    def _bound(self, call: ast.Call) -> list[tuple[str, ast.expr]]:
        """Return the parameters with their values in a call, in the order of evaluation; [] where that is not known."""
        given, positional = self.given, (*self.given.posonlyargs, *self.given.args)
        if any(isinstance(each, ast.Starred) for each in call.args) or len(call.args) > len(positional):
            return []
        bound = [(each.arg, value) for each, value in zip(positional, call.args, strict=False)]
        bound += [(each.arg or "", each.value) for each in call.keywords]
        last = positional[len(positional) - len(given.defaults) :]
        defaults = [*zip(last, given.defaults, strict=True), *zip(given.kwonlyargs, given.kw_defaults, strict=True)]
        known = {each.arg: value for each, value in defaults if isinstance(value, ast.Constant)}
        return bound + [(name, value) for name, value in known.items() if name not in dict(bound)]


def _assigned(bound: list[tuple[str, ast.expr]], at: ast.stmt) -> list[ast.stmt]:
    pairs = {name: value for name, value in bound if not (isinstance(value, ast.Name) and value.id == name)}
    targets: list[ast.expr] = [_at(at, ast.Name(name, ast.Store())) for name in pairs]
    values = list(pairs.values())
    if len(pairs) > 1:
        targets, values = [_at(at, ast.Tuple(targets, ast.Store()))], [_at(at, ast.Tuple(values, ast.Load()))]
    return [_at(at, ast.Assign(targets, values[0]))] if pairs else []


def _going_on(body: list[ast.stmt]) -> list[ast.stmt]:
    return body[:-1] if isinstance(body[-1], ast.Continue) else body


def _leaves(body: Sequence[ast.stmt]) -> bool:
    """Return whether no code after a block is reached."""
    last = body[-1]
    both = isinstance(last, ast.If) and bool(last.orelse) and _leaves(last.body) and _leaves(last.orelse)
    return both or isinstance(last, ast.Return | ast.Continue | ast.Raise)


def _at(at: ast.AST, made: Any) -> Any:
    return ast.copy_location(made, at)
