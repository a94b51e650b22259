"""Calls that never end, and calls that end everything."""

from __future__ import annotations

import ast
import re

from nbgraph.core.executor.advice.model import Advice
from nbgraph.core.executor.advice.scene import UNKNOWN, Scene


def recursion(scene: Scene, _: re.Match[str]) -> Advice | None:
    """A function that calls itself until Python has enough."""
    if not isinstance(scene.function, ast.FunctionDef):
        return None
    if not any(isinstance(node, ast.If | ast.IfExp | ast.While | ast.BoolOp) for node in ast.walk(scene.function)):
        return Advice(f"`{scene.called}` calls itself whatever its arguments are", _base_case(scene.function))
    tests = [node.test for node in ast.walk(scene.function) if isinstance(node, ast.If | ast.IfExp)]
    for test in tests:
        match test:
            case ast.Compare(left=ast.Name() as left, ops=[ast.Eq()], comparators=[right]):
                if (value := scene.value(left)) is not UNKNOWN:
                    name, end = left.id, scene.source(right)
                    detail = f"`{name} == {end}` never becomes true: `{name}` is {value!r} by now"
                    return Advice(detail, f"`{name} <= {end}`, which is true beyond it, too")
    return Advice(f"no call of `{scene.called}` is the last", f"a condition in `{scene.called}` that becomes true")


def _base_case(function: ast.FunctionDef) -> str:
    name = function.args.args[0].arg if function.args.args else "n"
    static = f'`static_argnames="{name}"` (`--static {name}` in a cell)'
    return f"`if {name} <= 1:` with `return 1` first in `{function.name}`, a case that needs no call; and {static}"


def exit_of_python(scene: Scene, _: re.Match[str]) -> Advice | None:
    for node in scene.nodes(ast.Call):
        return Advice(f"`{scene.source(node)}` ends Python itself", "`return ...`, which ends the function alone")
    return None
