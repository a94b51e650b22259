"""Where a function changes what outlives its call, by its text."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from nbgraph.core.source.support.table import CHANGING
from nbgraph.core.source.text import SourceText
from nbgraph.core.spans import Span

Sources = list[tuple[ast.AST, SourceText]]


def default_of(function: ast.AST, name: str) -> str | None:
    """The parameter whose default a place in the heap is; None for any other place.

    >>> default_of(ast.parse("def f(x, seen=[]): pass").body[0], "f.__defaults__[0]")
    'seen'
    """
    found = re.search(r"\.__defaults__\[(\d+)\]", name)
    if found is None or not isinstance(function, ast.FunctionDef | ast.Lambda):
        return None
    parameters = [*function.args.posonlyargs, *function.args.args][-len(function.args.defaults) :]
    return parameters[int(found.group(1))].arg if int(found.group(1)) < len(parameters) else None


def place_of_change(sources: Sources, name: str) -> Span | None:
    """The first place where one of some functions changes what a name stands for; None where the text shows none.

    A place that hands the name to something else, which then changes it, comes after all that change it themselves.
    """
    for find in (_changes, _changes_by_text, _hands_over):
        for function, source in sources:
            places = sorted(find(function, name), key=lambda node: (node.lineno, node.col_offset))
            if places:
                return source.node_span(places[0])
    return None


def _changes(function: ast.AST, name: str) -> Iterator[ast.expr | ast.stmt]:
    outer = [node for node in ast.walk(function) if isinstance(node, ast.Global | ast.Nonlocal)]
    declared = {each for node in outer for each in node.names}
    also = {name, *_other_names(function, name)}
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=targets) | ast.Delete(targets=targets):
                pass
            case ast.AugAssign(target=target) | ast.NamedExpr(target=target) | ast.For(target=target):
                targets = [target]
            case ast.Call(func=ast.Attribute(value=owner, attr=method)) if method in CHANGING:
                targets = [ast.Attribute(owner, method)]
            case ast.Call(func=ast.Name(id="setattr" | "delattr"), args=[owner, *_]):
                targets = [ast.Attribute(owner, "")]
            case _:
                continue
        if any(_is_of(each, also, declared) for each in targets):
            yield node


def _changes_by_text(function: ast.AST, name: str) -> Iterator[ast.expr | ast.stmt]:
    """Where the name is a string: `vars(module)["name"] = x`, `setattr(module, "name", x)`."""
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=[ast.Subscript(slice=ast.Constant(value=text))]):
                pass
            case ast.AugAssign(target=ast.Subscript(slice=ast.Constant(value=text))):
                pass
            case ast.Call(func=ast.Name(id="setattr" | "delattr"), args=[_, ast.Constant(value=text), *_]):
                pass
            case _:
                continue
        if text == name:
            yield node


def _other_names(function: ast.AST, name: str) -> Iterator[str]:
    """Names that a function gives to what a name stands for, or to a part of it: `g = globals()`."""
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=[ast.Name(id=other)], value=value) if _root(value) == name:
                yield other


def _hands_over(function: ast.AST, name: str) -> Iterator[ast.expr]:
    """Calls that get what a name stands for: as an argument, or as the object of a method."""
    for node in ast.walk(function):
        if isinstance(node, ast.Call):
            given = [*node.args, *(keyword.value for keyword in node.keywords)]
            given += [node.func.value] if isinstance(node.func, ast.Attribute) else []
            if any(_root(each) == name for each in given):
                yield node


def _is_of(target: ast.expr, names: set[str], declared: set[str]) -> bool:
    """Whether an assignment's target is a name, where it is one from outside, or something reached through it."""
    if isinstance(target, ast.Tuple | ast.List):
        return any(_is_of(each, names, declared) for each in target.elts)
    return _root(target) in names and (not isinstance(target, ast.Name) or target.id in declared)


def _root(node: ast.expr) -> str:
    """The name that something is reached through; of an item of `globals()` the item's."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Starred):
        match node:
            case ast.Subscript(value=ast.Call(func=ast.Name(id="globals")), slice=ast.Constant(value=str(name))):
                return name
        node = node.value
    match node:
        case ast.Call(func=ast.Name(id="globals")):
            return "globals()"
    return node.id if isinstance(node, ast.Name) else ""
