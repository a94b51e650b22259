"""What one branch of an `if` sets and the other does not: where it gets its first value."""

from __future__ import annotations

import ast

from nbgraph.core.errors import NbgraphError
from nbgraph.core.executor.advice.scene import UNKNOWN, Advice, Scene


def of_branches(error: NbgraphError, scene: Scene) -> Advice | None:
    """Where to write a first value: in `__init__` of the object's class, or before the loops around; else None."""
    if "` exists on one path only" not in error.message:
        return None
    owner, _, name = (error.variable or "").rpartition(".")
    held = scene.value(ast.parse(owner or "None", mode="eval").body)
    value = error.remedy.partition(" = ")[2].partition("`")[0]
    if name.isidentifier() and held is not UNKNOWN and not isinstance(held, type):
        return Advice(
            "", f"`self.{name} = {value}` in `__init__` of {type(held).__name__}, which every object has then"
        )
    loops = (each for each in ast.walk(scene.function or ast.Pass()) if isinstance(each, ast.For | ast.While))
    around = [each.lineno for each in loops if each.lineno < scene.span.line <= (each.end_lineno or 0)]
    return Advice("", error.remedy.replace("this line", f"the loop in line {min(around)}")) if around else None
