"""Advise on Python lists from outside that change at a run-time index: change a copy, which a graph can do."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from nbgraph.core.executor.advice.scene import Advice, Scene
from nbgraph.core.source.support.table import CHANGING
from nbgraph.core.staging.lists import List
from nbgraph.core.staging.state import copied_first

K = "__counter__"  # in a remedy, for the name of its loop variable


def with_counter(remedy: str, scene: Scene) -> str:
    """Give the loop variable of a remedy a name that the function does not use."""
    used = {node.id for node in scene.everywhere(ast.Name)} | {node.arg for node in scene.everywhere(ast.arg)}
    return remedy.replace(K, next(name for name in ("k", "j", "m", "place", "each_place") if name not in used))


def loop_over(places: str, index: str, changed: str) -> str:
    """Return a loop over all positions of a list or dict that changes the one with the index."""
    return f"`for {K} in {places}:`, in it `if {K} == {index}:`, and in that `{changed}`"


def own_copy(scene: Scene) -> Advice:
    """Suggest to copy what a statement changes; empty if no list in it is Python's."""
    statement = statement_at(scene)
    for target in (*changed_in(statement), *_by_methods(statement)):
        held = scene.value(target.value) if isinstance(target, ast.Subscript) else None
        if isinstance(held, tuple | str) and not any(isinstance(part, list) for part in held):
            name = ast.unparse(owners(target)[-1])
            kind = "tuple" if isinstance(held, tuple) else "string"
            return Advice(f"`{name}` is a {kind}, which never changes", f"`{name} = list({name})` before this line")
        for owner in (*owners(target), target):
            if _is_pythons(value := scene.value(owner)):
                detail = f"`{ast.unparse(owner)}` is a list from outside or out of a library, and what changes in it"
                loop = _of_each_row(statement, target, owner, value)
                instead = with_counter(_instead(scene, owner, value, loop), scene)
                return Advice(f"{detail} is only known at run time", instead)
    return Advice()


def statement_at(scene: Scene) -> ast.AST:
    """Return the statement at this place; else the node there."""
    for node in scene.everywhere():
        if isinstance(node, ast.Assign | ast.AugAssign | ast.Delete | ast.Expr) and node.lineno == scene.span.line:
            return node
    return scene.tree or ast.Pass()


def changed_in(statement: ast.AST) -> Iterator[ast.expr]:
    """Yield the items that a statement assigns or deletes, or changes by a method."""
    targets = statement.targets if isinstance(statement, ast.Assign | ast.Delete) else []
    for target in [statement.target] if isinstance(statement, ast.AugAssign) else targets:
        yield from (part for part in getattr(target, "elts", [target]) if isinstance(part, ast.Subscript))
    yield from (owner for owner in _by_methods(statement) if isinstance(owner, ast.Subscript))


def _by_methods(statement: ast.AST) -> Iterator[ast.expr]:
    for node in ast.walk(statement):
        match node:
            case ast.Call(func=ast.Attribute(value=owner, attr=method)) if method in CHANGING:
                yield owner


def is_bound(scene: Scene, name: str) -> bool:
    """Whether a name is a parameter of the function, or assigned in it."""
    return scene.assigns(name) or any(node.arg == name for node in scene.everywhere(ast.arg))


def owners(item: ast.expr) -> list[ast.expr]:
    """Return the expressions that lead to an item, outermost first: `a`, `a.b` and `a.b[i]` for `a.b[i][j]`."""
    if not isinstance(item, ast.Subscript | ast.Attribute):
        return []
    return [*owners(item.value), item.value]


def _is_pythons(value: Any) -> bool:
    if type(value) in (list, tuple):
        return type(value) is list or any(map(_is_pythons, value))
    return isinstance(value, List) and any(type(row) is list for row in list.__iter__(value))


def _of_each_row(statement: ast.AST, item: ast.expr, owner: ast.expr, value: Any) -> str:
    """Return a loop over all rows for a change of one row's length; "" for any other change."""
    if not isinstance(item, ast.Subscript) or ast.dump(item.value) != ast.dump(owner):
        return ""
    grows = isinstance(statement, ast.AugAssign) and any(isinstance(row, list) for row in list.__iter__(value))
    if not (grows or isinstance(statement, ast.Expr)):
        return ""
    place, outer = ast.unparse(item), ast.unparse(owner)
    changed = ast.unparse(statement).replace(place, f"{outer}[{K}]")
    return loop_over(f"range(len({outer}))", ast.unparse(item.slice), changed)


def _instead(scene: Scene, owner: ast.expr, value: Any, loop: str) -> str:
    name = ast.unparse(owner)
    copied = _copied(name, value)
    if is_bound(scene, ast.unparse((*owners(owner), owner)[0])):
        return f"`{name} = {copied}` before this line, lists of its own" + (f", and here {loop}" if loop else "")
    return copied_first(name, copied, getattr(scene.function, "name", scene.called), loop)


def _copied(name: str, value: Any) -> str:
    """Return the code that copies lists as deeply as they are nested."""
    rows = list(list.__iter__(value) if isinstance(value, list) else value)
    if not any(isinstance(row, list | dict | tuple) for row in rows):
        return f"list({name})"
    flat = all(isinstance(row, list) and not any(isinstance(each, list | dict) for each in row) for row in rows)
    return f"[list(row) for row in {name}]" if flat else f"copy.deepcopy({name})"
