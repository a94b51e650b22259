"""Over the statements of a program, to find out where texts go."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from nbgraph.core.specialise.texts.kinds import Kind

if TYPE_CHECKING:
    from nbgraph.core.specialise.texts.walk import Walk


def block_kinds(walk: Walk, block: Sequence[ast.stmt]) -> None:
    """Go over some statements once."""
    for statement in block:
        statement_kinds(walk, statement)


def statement_kinds(walk: Walk, node: ast.stmt) -> None:
    match node:
        case ast.FunctionDef():
            own = walk.lookup(node.name)
            if own is None or walk.to.local.setdefault(own, node) is not node or node.decorator_list:
                walk.to.spoil_function(node)
            walk.to.function(node, walk.scopes)
        case ast.Return(value=value) if walk.function is not None:
            kind = walk.to.kind(walk.function)
            if value is None:
                walk.kinds.is_(kind, "none")
            else:
                walk.to.goes(value, kind, walk.value(value))
        case ast.Assign(targets=targets, value=value):
            kind = walk.value(value)
            for target in targets:
                walk.bind(target, kind)
                _goes_to(walk, value, target)
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            walk.bind(target, walk.value(value))
            _goes_to(walk, value, target)
        case ast.AugAssign(target=target, value=value):
            _augmented(walk, node)
        case ast.For(target=target, iter=items, body=body, orelse=orelse):
            walk.bind(target, walk.items(items))
            block_kinds(walk, [*body, *orelse])
        case ast.While(test=test, body=body, orelse=orelse) | ast.If(test=test, body=body, orelse=orelse):
            walk.truth(test)
            block_kinds(walk, [*body, *orelse])
        case ast.Assert(test=test, msg=message):
            walk.truth(test)
            if message is not None:
                walk.shown(message)
        case ast.Raise(exc=ast.Call(args=arguments)):
            for argument in arguments:
                walk.shown(argument)
        case ast.Expr(value=ast.Call(func=ast.Name(id="print"), args=arguments)) if walk.is_builtin("print"):
            for argument in arguments:
                walk.shown(argument)
        case ast.Expr(value=value):
            walk.value(value)
        case ast.Try(body=body, handlers=handlers, orelse=orelse, finalbody=finalbody):
            block_kinds(walk, [*body, *(line for each in handlers for line in each.body), *orelse, *finalbody])
        case ast.Match(subject=subject, cases=cases):
            _match(walk, walk.value(subject), cases)
        case ast.Pass() | ast.Break() | ast.Continue() | ast.Nonlocal() | ast.Global() | ast.Raise():
            pass
        case _:
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.stmt):
                    statement_kinds(walk, child)
                else:
                    walk.opaque(child)


def _goes_to(walk: Walk, value: ast.expr, target: ast.expr) -> None:
    if isinstance(target, ast.Name):
        walk.to.goes(value, walk.variable(target.id), walk.value(value))


def _augmented(walk: Walk, node: ast.AugAssign) -> None:
    value = walk.value(node.value)
    target = node.target
    if isinstance(target, ast.Name):
        load = walk.to.known.as_load(target)
        before = walk.value(load)
        is_text = isinstance(node.op, ast.Add) and "text" in (before.found().shape, value.found().shape)
        if is_text or before.may_be_itself or value.may_be_itself:
            whole = walk.to.known.added(node, load)
            walk.to.goes(whole, walk.variable(target.id), walk.value(whole))
            walk.bind(target, walk.value(whole))
        elif before.found().shape == "list":
            walk.kinds.same(before, value)
        elif value.found().shape:
            walk.kinds.spoil(value, "a text is part of a calculation")
            walk.kinds.spoil(before, "a text is part of a calculation")
    else:
        walk.kinds.spoil(value, "a text is added to an item")
        walk.stored(target)


def _match(walk: Walk, subject: Kind, cases: Sequence[ast.match_case]) -> None:
    for case in cases:
        _pattern(walk, subject, case.pattern)
        if case.guard is not None:
            walk.truth(case.guard)
        block_kinds(walk, case.body)


def _pattern(walk: Walk, subject: Kind, pattern: ast.pattern) -> None:
    match pattern:
        case ast.MatchValue(value=ast.Constant()):
            walk.kinds.same(subject, walk.value(pattern.value))
        case ast.MatchOr(patterns=patterns):
            for each in patterns:
                _pattern(walk, subject, each)
        case ast.MatchAs(pattern=inner, name=name):
            if name is not None:
                walk.kinds.same(subject, walk.variable(name))
            if inner is not None:
                _pattern(walk, subject, inner)
        case _:
            walk.kinds.spoil(subject, "a pattern takes a text apart")
            for part in ast.walk(pattern):
                bound = getattr(part, "name", None) or getattr(part, "rest", None)
                if bound and isinstance(part, ast.MatchAs | ast.MatchStar | ast.MatchMapping):
                    walk.kinds.is_(walk.variable(bound), "other")
