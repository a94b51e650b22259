"""Who can reach what a name of the user's function stands for, as far as the text tells."""

from __future__ import annotations

import ast
from typing import Any

from nbgraph.core.analysis.names import Function, names, parameters


def results_of(function: ast.AST) -> list[ast.AST]:
    """The tuples that a function returns, not those of functions inside it."""
    found: list[ast.AST] = []
    pending: list[ast.AST] = list(ast.iter_child_nodes(function))
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple):
            found.append(node.value)
        elif not isinstance(node, Function | ast.ClassDef):
            pending += ast.iter_child_nodes(node)
    return found


def scopes_of(node: ast.AST) -> list[Function]:
    """A function and the functions inside it."""
    return [part for part in ast.walk(node) if isinstance(part, Function)]


def classes_of(node: ast.AST) -> list[ast.AST]:
    """The classes inside a function."""
    return [part for part in ast.walk(node) if isinstance(part, ast.ClassDef)]


def bound_in(scope: Function) -> frozenset[str]:
    """The variables of one function."""
    body: list[ast.AST] = list(scope.body) if isinstance(scope.body, list) else [scope.body]
    inner = names(*body)
    return (inner.writes - inner.declared) | frozenset(parameters(scope))


def keeps(node: ast.AST, name: str, *, of_numbers: bool = False) -> bool:
    """Whether a node makes no second way to what a name stands for.

    >>> [keeps(part, "a") for part in (ast.parse("b = a").body[0], ast.parse("b = a.v + a[0]").body[0])]
    [False, True]

    Args:
        node: any node.
        name: the name.
        of_numbers: whether it stands for a list of numbers, which one may walk over without getting hold of it.
    """
    match node:
        case ast.Assign(targets=targets, value=value):
            if any(isinstance(target, ast.Name) and target.id == name for target in targets):
                if of_numbers and isinstance(value, ast.Subscript) and isinstance(value.slice, ast.Slice):
                    return len(targets) == 1  # a list of its own
                return len(targets) == 1 and not isinstance(value, ast.Name | ast.Subscript | ast.Attribute | ast.IfExp)
            return not hands_on(value, name)
        case ast.NamedExpr() | ast.keyword() | ast.Starred():
            return not hands_on(node.value, name)
        case ast.For(target=target, iter=items):
            bound = {part.id for part in ast.walk(target) if isinstance(part, ast.Name)}
            return name not in bound and (of_numbers or not hands_on(items, name))
        case ast.Call(func=function, args=arguments):
            kept = isinstance(function, ast.Name) and function.id in _LOOKING
            return kept or not any(hands_on(argument, name) for argument in arguments)
        case ast.List(elts=items) | ast.Tuple(elts=items) | ast.Set(elts=items):
            return not any(hands_on(item, name) and not isinstance(_context(node), ast.Store) for item in items)
        case ast.Dict(values=items):
            return not any(hands_on(item, name) for item in items)
    return True


def is_handed_over(function: ast.AST, name: str) -> bool:
    """Whether a list gets other names, or a name other lists, only by `a = b` at the end of blocks that make `b` anew.

    >>> is_handed_over(ast.parse("for i in v: b = []; b.append(i); a = b"), "a")
    True
    >>> is_handed_over(ast.parse("for i in v: a = b; b.append(i)"), "b")
    False

    Args:
        function: the user's function.
        name: one of the two names.
    """
    fine: set[ast.AST] = set()
    for block in _blocks(function):
        match block[-1]:
            case ast.Assign(targets=[ast.Name(id=new)], value=ast.Name(id=old)) as last if name in (new, old):
                if _makes(block[:-1], old) and not _changes(function, new) and _only_in(function, block, old):
                    fine.add(last)
    return all(keeps(node, name, of_numbers=True) for node in ast.walk(function) if node not in fine)


def _blocks(function: ast.AST) -> list[list[ast.stmt]]:
    return [node.body for node in ast.walk(function) if isinstance(node, ast.For | ast.While)]


def _makes(block: list[ast.stmt], name: str) -> bool:
    """Whether a block first of all makes a list and gives it a name."""
    for line in block:
        match line:
            case ast.Assign(targets=[ast.Name(id=id)], value=ast.List()) if id == name:
                return True
        if name in names(line).reads | names(line).writes:
            return False
    return False


def _changes(function: ast.AST, name: str) -> bool:
    """Whether something changes in place what a name stands for."""
    for node in ast.walk(function):
        match node:
            case ast.Attribute(value=ast.Name(id=id)) | ast.AugAssign(target=ast.Name(id=id)) if id == name:
                return True
            case ast.Subscript(value=ast.Name(id=id), ctx=ast.Store() | ast.Del()) if id == name:
                return True
    return False


def _only_in(function: ast.AST, block: list[ast.stmt], name: str) -> bool:
    inside = {node for line in block for node in ast.walk(line)}
    return all(node in inside for node in ast.walk(function) if isinstance(node, ast.Name) and node.id == name)


_LOOKING = frozenset(
    (
        *("len", "sum", "min", "max", "any", "all", "sorted", "list", "tuple", "set", "enumerate", "zip", "reversed"),
        *("print", "setattr"),
    )
)


def _context(node: ast.expr) -> Any:
    return getattr(node, "ctx", None)


def hands_on(value: ast.expr | None, name: str) -> bool:
    """Whether an expression's value may be what a name stands for, or hold it."""
    match value:
        case ast.Name(id=id):
            return id == name
        case ast.IfExp(body=body, orelse=orelse):
            return hands_on(body, name) or hands_on(orelse, name)
        case ast.BoolOp(values=parts):
            return any(hands_on(part, name) for part in parts)
        case ast.Starred(value=inner) | ast.NamedExpr(value=inner):
            return hands_on(inner, name)
    return False
