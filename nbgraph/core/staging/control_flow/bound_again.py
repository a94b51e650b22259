"""Tell from a loop's source which names each iteration binds itself before it reads them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from nbgraph.core.source.support.rows import Fact
from nbgraph.core.source.support.table import builtins_that
from nbgraph.core.source.text import SourceText
from nbgraph.core.spans import Span

_LOOPS = (ast.For, ast.While)


def is_bound_again(place: Span, name: str, other: str) -> bool:
    """Whether no code can observe that the graph has two lists where Python has one with two names.

    Each iteration that reads `name` must have bound it itself: each assignment to it is in a block that leaves the
    loop, or the first statement of the body that mentions it is an assignment. No code after the loop may change either
    list.

    Args:
        place: the position of the loop, which begins where its statement does.
        name: a variable, or the converter's own for what a function returns.
    """
    if name == "return_value":
        return True
    source = SourceText.of_file(place.file) or SourceText(place.file, ())
    around = [
        node for node in ast.walk(source.tree) if isinstance(node, (ast.FunctionDef, *_LOOPS)) and _holds(node, place)
    ]
    match around:
        case [*_, ast.FunctionDef() as function, ast.For() | ast.While() as loop]:
            bound = _binds_first(loop, name) or _binds_last(loop, name)
            return bound and not any(_may_change(part, {name, other}) for part in _behind(function, loop))
    return False


def _holds(node: ast.stmt, place: Span) -> bool:
    return node.lineno <= place.line <= (node.end_lineno or 0)


def _behind(function: ast.FunctionDef, loop: ast.stmt) -> Iterator[ast.stmt]:
    """Yield the statements that run after a loop: those behind it in the function, and its own `else`."""
    for node in ast.walk(function):
        if isinstance(node, ast.stmt) and (node.lineno > (loop.end_lineno or 0) or node in getattr(loop, "orelse", ())):
            yield node


def _may_change(statement: ast.stmt, names: set[str]) -> bool:
    """Whether a statement does more with one of the lists than read its items or return it."""
    harmless, parts_of = set[ast.AST](), set[ast.AST]()
    for node in ast.walk(statement):
        match node:
            case ast.Attribute(value=ast.Subscript() as part) | ast.Subscript(value=ast.Subscript() as part):
                parts_of.add(part)  # `rows[0].append(1)`
            case ast.Subscript(value=ast.Name() as read, ctx=ast.Load()) if node not in parts_of:
                harmless.add(read)
            case ast.Call(func=ast.Name(id=function), args=arguments) if function in _READING:
                harmless.update(arguments)
            case ast.Return(value=ast.Tuple(elts=parts)):
                harmless.update(parts)
            case ast.Return(value=ast.Name() as read):
                harmless.add(read)
    return any(isinstance(node, ast.Name) and node.id in names and node not in harmless for node in ast.walk(statement))


_READING = (builtins_that(Fact.LOOKS) | builtins_that(Fact.CONSUMES)) - builtins_that(Fact.LAZY)


def _binds_first(loop: ast.For | ast.While, name: str) -> bool:
    if isinstance(loop, ast.While) and _mentions(loop.test, name):
        return False
    first = next((statement for statement in loop.body if _mentions(statement, name)), None)
    is_plain = isinstance(first, ast.Assign) and not _mentions(first.value, name)
    return is_plain and first is not None and _binds(first, name)


def _mentions(node: ast.AST, name: str) -> bool:
    return any(isinstance(each, ast.Name) and each.id == name for each in ast.walk(node))


def _binds_last(loop: ast.For | ast.While, name: str) -> bool:
    blocks = _blocks(loop, leaves=(ast.Break, ast.Return, ast.Raise))
    binding = [is_left for statements, is_left in blocks if any(_binds(each, name) for each in statements)]
    return bool(binding) and all(binding)


def _blocks(node: ast.AST, leaves: tuple[type, ...]) -> Iterator[tuple[list[ast.stmt], bool]]:
    """Yield each block of statements in a node, and whether its end leaves the loop."""
    for field, value in ast.iter_fields(node):
        inner = value if isinstance(value, list) else []
        if inner and isinstance(inner[0], ast.stmt):
            yield inner, isinstance(inner[-1], leaves)
        for part in inner:
            is_loop = isinstance(part, _LOOPS) and field != "orelse"
            if isinstance(part, ast.stmt | ast.ExceptHandler | ast.match_case):
                yield from _blocks(part, (ast.Return, ast.Raise) if is_loop else leaves)


def _binds(statement: ast.stmt, name: str) -> bool:
    """Whether a statement itself, and not one in its blocks, binds a name."""
    match statement:
        case ast.Assign(targets=targets):
            pass
        case ast.AnnAssign(target=target) | ast.AugAssign(target=target) | ast.For(target=target):
            targets = [target]
        case ast.With(items=items):
            targets = [item.optional_vars for item in items if item.optional_vars is not None]
        case _:
            targets = [node.target for node in _expressions(statement) if isinstance(node, ast.NamedExpr)]
    return any(isinstance(node, ast.Name) and node.id == name for target in targets for node in ast.walk(target))


def _expressions(statement: ast.stmt) -> Iterator[ast.AST]:
    for value in ast.iter_child_nodes(statement):
        if isinstance(value, ast.expr):
            yield from ast.walk(value)
