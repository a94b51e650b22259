"""None where a value is needed: where it comes from."""

from __future__ import annotations

import ast
import inspect
import re
import types

from nbgraph.core.executor.advice.model import Advice
from nbgraph.core.executor.advice.scene import Scene
from nbgraph.core.source.function import parse_function


def none(scene: Scene, _: re.Match[str]) -> Advice | None:
    """None where something else is needed: where it comes from."""
    for node in (scene.tree, *scene.nodes(ast.expr)):
        match node:
            case ast.Call(func=ast.Name() as func) if (told := _without_return(scene, func)) is not None:
                return told
            case ast.Name(id=name) if scene.value(node) is None:
                return _source_of_none(scene, name) or _none_asked(scene, name)
    return None


def _none_asked(scene: Scene, name: str) -> Advice:
    if isinstance(scene.tree, ast.Compare):
        return Advice(f"`{name}` is None", f"`{name} is None or {scene.source(scene.tree)}`")
    return Advice(f"`{name}` is None", f"`if {name} is not None:` before this line")


def _source_of_none(scene: Scene, name: str) -> Advice | None:
    """What has made a name None, by the assignments to it."""
    for node in ast.walk(scene.function) if scene.function is not None else ():
        match node:
            case ast.Assign(targets=[ast.Name(id=target)], value=ast.Call(func=func) as call) if target == name:
                told = _without_return(scene, func) if isinstance(func, ast.Name) else in_place(call)
                if told is not None:
                    return told
    return None


_IN_PLACE = frozenset(("append", "extend", "insert", "remove", "sort", "reverse", "clear", "update", "add", "discard"))


def in_place(call: ast.AST | None) -> Advice | None:
    """What is said of the result of a method that changes its owner and returns None.

    >>> in_place(ast.parse("xs.append(3)", mode="eval").body).remedy
    '`xs.append(3)` as a statement of its own, without `=`'
    """
    match call:
        case ast.Call(func=ast.Attribute(value=owner, attr=name)) if name in _IN_PLACE:
            remedy = f"`{ast.unparse(call)}` as a statement of its own, without `=`"
            if name == "sort":
                remedy += f"; or `sorted({ast.unparse(owner)})`"
            return Advice(f"`{name}` changes `{ast.unparse(owner)}` and returns None", remedy)
    return None


def _without_return(scene: Scene, func: ast.Name) -> Advice | None:
    """What is said of a function of the user's that returns nothing."""
    function = inspect.unwrap(scene.value(func))
    function = getattr(function, "python_function", function)
    if not isinstance(function, types.FunctionType):
        return None
    node = parse_function(function).node
    if isinstance(node, ast.Lambda) or any(isinstance(x, ast.Return) and x.value is not None for x in ast.walk(node)):
        return None
    detail = f"`{func.id}` has no `return`, so `{func.id}(...)` is None"
    match node.body[-1]:
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AugAssign(target=ast.Name(id=name)):
            return Advice(detail, f"`return {name}` at the end of `{func.id}`")
        case ast.Expr(value=value) if not isinstance(value, ast.Call | ast.Constant):
            return Advice(detail, f"`return {ast.unparse(value)}` at the end of `{func.id}`")
    return Advice(detail, f"`return ...` at the end of `{func.id}`")
