"""Subscript assignment: `v[i] = x` rebinds `v`, so that arrays, which never change, can take part."""

from __future__ import annotations

import ast
from collections.abc import Callable

from nbgraph.core.normalise.rewriter import Node, replace
from nbgraph.core.normalise.template import quote, quote_expression


def lower_subscript(statement: ast.stmt, name: Callable[[str], str]) -> list[ast.stmt]:
    """Assignments to subscripts as calls that return the new container.

    >>> from nbgraph.core.normalise.example import example, show
    >>> from nbgraph.core.normalise.naming import Namer
    >>> for code in ("v[i] = x", "v[1:] += x", "v[0][1] = x", "v[f()] += x", "a, v[0] = x"):
    ...     show(lower_subscript(example(code), Namer(())))
    v = ng.set_item(v, i, x)
    v = ng.set_item(v, slice(1, None), v[1:] + x)
    v = ng.set_item(v, 0, ng.set_item(v[0], 1, x))
    index = f()
    v = ng.set_item(v, index, v[index] + x)
    a, item = x
    v = ng.set_item(v, 0, item)
    """
    match statement:
        case ast.Assign(targets=[ast.Subscript() as target], value=value):
            return _store(target, value, statement, name)
        case ast.AugAssign(target=ast.Subscript() as target, op=operator, value=value):
            before, target = _evaluate_once(target, name)
            read = ast.copy_location(ast.Subscript(target.value, target.slice, ast.Load()), target)
            result = ast.copy_location(ast.BinOp(read, operator, value), statement)
            return [*before, *_store(target, result, statement, name)]
        case ast.Assign(targets=targets, value=value) if any(_stores_item(t) for t in targets):
            return _spread(targets, value, statement, name)
    return [statement]


def _store(target: ast.Subscript, value: ast.expr, at: ast.stmt, name: Callable[[str], str]) -> list[ast.stmt]:
    container = target.value
    if not isinstance(container, ast.Name | ast.Attribute | ast.Subscript):
        return [ast.copy_location(ast.Assign([target], value), at)]
    before: list[ast.stmt] = []
    if isinstance(container, ast.Subscript):
        before, container = _evaluate_once(container, name)
    if before or _order_matters(target, value):
        value_name = name("value")
        before = [*quote("target = value", at, target=value_name, value=value), *before]
        value = ast.copy_location(ast.Name(value_name, ast.Load()), value)
    loaded = _with_context(container, ast.Load())
    new = quote_expression(
        "ng.set_item(container, index, value)", at, container=loaded, index=index(target), value=value
    )
    if isinstance(container, ast.Subscript):
        return [*before, *_store(container, new, at, name)]
    stored = _with_context(container, ast.Store())
    return [*before, ast.copy_location(ast.Assign([stored], new), at)]


def _order_matters(target: ast.Subscript, value: ast.expr) -> bool:
    """Whether it can be seen that Python evaluates the value before the index."""
    if any(isinstance(node, ast.NamedExpr) for node in ast.walk(value)):
        return True
    return all(any(isinstance(n, ast.Call) for n in ast.walk(side)) for side in (target.slice, value))


def index(target: ast.Subscript) -> ast.expr:
    """The subscript as an expression that stands by itself: slices become `slice(...)`.

    >>> from nbgraph.core.normalise.example import example, show
    >>> show(index(example("v[1:, i]")))
    (slice(1, None), i)
    """
    return _plain(target.slice)


def _plain(node: ast.expr) -> ast.expr:
    if isinstance(node, ast.Slice):
        none = ast.copy_location(ast.Constant(None), node)
        parts = {"start": node.lower or none, "stop": node.upper or none}
        if node.step is None:
            return quote_expression("slice(start, stop)", node, **parts)
        return quote_expression("slice(start, stop, step)", node, step=node.step, **parts)
    if isinstance(node, ast.Tuple) and any(isinstance(item, ast.Slice) for item in node.elts):
        return ast.copy_location(ast.Tuple([_plain(item) for item in node.elts], ast.Load()), node)
    return node


def _evaluate_once(target: ast.Subscript, name: Callable[[str], str]) -> tuple[list[ast.stmt], ast.Subscript]:
    """Name the index unless reading it twice is harmless."""
    if all(isinstance(node, _HARMLESS) for node in ast.walk(target.slice)):
        return [], target
    fresh = name("index")
    before = quote("target = value", target, target=fresh, value=index(target))
    read = ast.copy_location(ast.Name(fresh, ast.Load()), target.slice)
    return before, ast.copy_location(ast.Subscript(target.value, read, target.ctx), target)


_HARMLESS = (
    ast.Name,
    ast.Constant,
    ast.BinOp,
    ast.UnaryOp,
    ast.operator,
    ast.unaryop,
    ast.Tuple,
    ast.Slice,
    ast.expr_context,
)


def _stores_item(target: ast.expr) -> bool:
    return any(isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store) for node in ast.walk(target))


def _spread(targets: list[ast.expr], value: ast.expr, at: ast.stmt, name: Callable[[str], str]) -> list[ast.stmt]:
    """`a, v[0] = x` and `a = v[0] = x`: bind plain names first, in Python's order, then store the items."""
    late: list[tuple[ast.Subscript, str]] = []

    def renamed(node: ast.expr) -> ast.expr:
        if isinstance(node, ast.Subscript):
            fresh = name("item")
            late.append((node, fresh))
            return ast.copy_location(ast.Name(fresh, ast.Store()), node)
        if isinstance(node, ast.Tuple | ast.List):
            return ast.copy_location(type(node)([renamed(item) for item in node.elts], node.ctx), node)
        if isinstance(node, ast.Starred):
            return ast.copy_location(ast.Starred(renamed(node.value), node.ctx), node)
        return node

    assign = ast.copy_location(ast.Assign([renamed(target) for target in targets], value), at)
    stores: list[ast.stmt] = []
    for target, fresh in late:
        item = ast.copy_location(ast.Name(fresh, ast.Load()), target)
        stores += _store(target, item, at, name)
    return [assign, *stores]


def _with_context(node: Node, context: ast.expr_context) -> Node:
    return replace(node, ctx=context)
