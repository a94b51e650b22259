"""Calls with too few or too many arguments."""

from __future__ import annotations

import ast
import inspect
import re
import types
from typing import Any

from nbgraph.core.executor.advice.model import Advice
from nbgraph.core.executor.advice.scene import Scene


def missing(scene: Scene, found: re.Match[str]) -> Advice | None:
    names = re.findall(r"'(\w+)'", found.string)
    for node in scene.nodes(ast.Call):
        arguments = [scene.source(part) for part in (*node.args, *node.keywords)]
        call = ", ".join([*arguments, *(f"{name}=..." for name in names)])
        return Advice("", f"`{scene.source(node.func)}({call})`")
    return None


def _by_name_only(function: Any, takes: int, given: int) -> str | None:
    """The parameter that a positional argument too many was meant for; None where there is no such."""
    if not isinstance(function, types.FunctionType) or given != takes + 1:
        return None
    parameters = inspect.signature(function).parameters.values()
    return next((each.name for each in parameters if each.kind is each.KEYWORD_ONLY), None)


def surplus(scene: Scene, found: re.Match[str]) -> Advice | None:
    """More arguments than parameters: often a method without `self`."""
    function, takes = found.group(1).rpartition(".")[2], int(found.group(2))
    for node in scene.nodes(ast.Call):
        if (only := _by_name_only(scene.value(node.func), takes, len(node.args))) is not None:
            given = ", ".join(scene.source(part) for part in node.args[:takes])
            return Advice("", f"`{scene.source(node.func)}({given}, {only}=...)`, by name")
        if isinstance(node.func, ast.Attribute) and takes == len(node.args):
            return Advice("Python passes the object itself first", f"`self` as the first parameter of `{function}`")
        if len(node.args) > takes:
            kept = ", ".join(scene.source(part) for part in node.args[:takes])
            return Advice("", f"`{scene.source(node.func)}({kept})`; or more parameters for `{function}`")
    return None
