"""Advise on None where a value is needed: find where it comes from."""

from __future__ import annotations

import ast
import inspect
import re
import types

from nbgraph.core.executor.advice.scene import Advice, Answers, Scene
from nbgraph.core.source.function import parse_function
from nbgraph.core.staging.state import bound_by, change_taken_for_result


def none(scene: Scene, _: re.Match[str]) -> Answers:
    """Advise on None where another value is needed: where it comes from."""
    for node in (scene.tree, *scene.nodes(ast.expr)):
        if (changed := change_taken_for_result(node)) is not None:
            yield Advice(*changed)
        match node:
            case ast.Call(func=ast.Name() as func):
                yield from _without_return(scene, func)
            case ast.Name(id=name) if scene.value(node) is None:
                yield from _source_of_none(scene, name)
                yield _none_asked(scene, name)
    if isinstance(scene.tree, ast.BinOp) and any(map(_is_none, (scene.tree.left, scene.tree.right))):
        yield Advice("`None` is no number", "a number in place of `None`, as `0`")


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _none_asked(scene: Scene, name: str) -> Advice:
    if isinstance(scene.tree, ast.Compare):
        return Advice(f"`{name}` is None", f"`{name} is None or {scene.source(scene.tree)}`")
    return Advice(f"`{name}` is None", f"`if {name} is not None:` before this line")


def _source_of_none(scene: Scene, name: str) -> Answers:
    """Advise by the assignments that may have bound a name to None."""
    for value in bound_by(scene.function, name):
        if (found := change_taken_for_result(value)) is not None:
            yield Advice(*found)
        match value:
            case ast.Call(func=ast.Name() as func):
                yield from _without_return(scene, func)


def _without_return(scene: Scene, func: ast.Name) -> Answers:
    """Advise on a user's function that returns None on some path."""
    function = inspect.unwrap(scene.value(func))
    function = getattr(function, "python_function", function)
    if not isinstance(function, types.FunctionType):
        return
    node = parse_function(function).node
    if isinstance(node, ast.Lambda):
        return
    if any(isinstance(each, ast.Return) and each.value is not None and _is_none(each.value) for each in ast.walk(node)):
        return
    if any(isinstance(each, ast.Return) and each.value is not None for each in ast.walk(node)):
        detail = f"on a path to its end `{func.id}` meets no `return`, so `{func.id}(...)` is None"
        yield Advice(detail, f"`return ...` at the end of `{func.id}`")
    detail = f"`{func.id}` has no `return`, so `{func.id}(...)` is None"
    match node.body[-1]:
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AugAssign(target=ast.Name(id=name)):
            yield Advice(detail, f"`return {name}` at the end of `{func.id}`")
        case ast.Expr(value=ast.Call(func=ast.Name(id="print"), args=[printed]) as value):
            yield Advice(detail, f"`return {ast.unparse(printed)}` in place of `{ast.unparse(value)}`")
        case ast.Expr(value=value) if not isinstance(value, ast.Call | ast.Constant):
            yield Advice(detail, f"`return {ast.unparse(value)}` at the end of `{func.id}`")
    yield Advice(detail, f"`return ...` at the end of `{func.id}`")
