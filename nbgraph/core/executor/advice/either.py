"""What the branches of an `if` leave in two ways: other lists, objects in other places, an attribute that one sets."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from nbgraph.core.errors import NbgraphError
from nbgraph.core.executor.advice.scene import UNKNOWN, Advice, Scene
from nbgraph.core.staging.state import attributes_of


def of_branches(error: NbgraphError, scene: Scene) -> Advice | None:
    """What to write where the branches of an `if` leave two things in one place; None where the error says all."""
    if "` exists on one path only" in error.message:
        return _from_the_start(error, scene)
    return _which_list(error, scene) or _exchanged(scene)


def _from_the_start(error: NbgraphError, scene: Scene) -> Advice | None:
    """Where to write a first value: in `__init__` of the object's class, or before the loops around."""
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


def _exchanged(scene: Scene) -> Advice | None:
    """Objects that change places in a list, in a branch: what is in them can, instead."""
    for block in (node for node in ast.walk(_if_at(scene) or ast.Pass()) if isinstance(node, ast.If)):
        for a, b in _exchanges(block.body):
            held = scene.value(a.value)
            names = list(attributes_of(list.__getitem__(held, 0))) if isinstance(held, list) else []
            left, right = ast.unparse(a), ast.unparse(b)
            swaps = [f"`{left}.{each}, {right}.{each} = {right}.{each}, {left}.{each}`" for each in names]
            if swaps:
                return Advice("", f"{' and '.join(swaps)}: the objects stay, and what is in them changes places")
    return None


def _exchanges(block: list[ast.stmt]) -> Iterator[tuple[ast.Subscript, ast.Subscript]]:
    """The pairs of items that statements exchange, at once or by a third name."""
    for at, node in enumerate(block):
        match node, *block[at + 1 : at + 3]:
            case ast.Assign(targets=[ast.Tuple(elts=[ast.Subscript() as a, ast.Subscript() as b])]), *_:
                yield a, b
            case ast.Assign(targets=[ast.Name(id=kept)]), ast.Assign(targets=[ast.Subscript() as a]), ast.Assign(
                targets=[ast.Subscript() as b], value=ast.Name(id=back)
            ) if kept == back:
                yield a, b


def _which_list(error: NbgraphError, scene: Scene) -> Advice | None:
    """What to write where the branches of an `if` leave two lists in one place; None for anything else."""
    part = re.match(r"`([^`]+)` is a list .* which of the two objects", error.message)
    choice = _if_at(scene)
    if part is None or choice is None:
        return None
    for node in (each for block in (choice.body, choice.orelse) for each in block):
        match node:
            case ast.Assign(targets=[target]) if kept := _in_place(target, node.value):
                return Advice("", f"`{kept}`: the lists stay, and what is in them changes")
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if name == re.split(r"\W", part[1])[0]:
                return Advice("", _new(name, value, choice, is_row=name != part[1]))
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="reverse"))):
                backwards = ast.parse(f"{name}[::-1]", mode="eval").body
                return Advice("", _new(name, backwards, choice, is_row=True))
    return None


def _if_at(scene: Scene) -> ast.If | None:
    for node in ast.walk(scene.function or ast.Pass()):
        if isinstance(node, ast.If) and node.lineno == scene.span.line:
            return node
    return None


def _in_place(target: ast.expr, value: ast.expr) -> str:
    """An assignment of lists to items of a list, as one to what is in these; "" for any other assignment."""
    targets = target.elts if isinstance(target, ast.Tuple) else [target]
    values = value.elts if isinstance(value, ast.Tuple) else [value]
    if not all(isinstance(each, ast.Subscript) and not isinstance(each.slice, ast.Slice) for each in targets):
        return ""
    cut = [f"{ast.unparse(each)}[:]" for each in targets]
    held = [ast.unparse(each) + "[:]" * isinstance(each, ast.Subscript | ast.Name) for each in values]
    return f"{', '.join(cut)} = {', '.join(held)}"


def _new(name: str, value: ast.expr, choice: ast.If, *, is_row: bool) -> str:
    """A list that is new on both paths, with rows of its own."""
    copied = "[list(row) for row in {}]" if is_row else "copy.deepcopy({})"
    given = ast.unparse(value)
    known = isinstance(value, ast.Name | ast.Subscript | ast.Attribute)
    first = f"`{name} = {copied.format(given)}`, and " if known else ""
    others = [each for each in choice.orelse if isinstance(each, ast.Assign) and ast.unparse(each.targets[0]) == name]
    other = ast.unparse(others[0].value) if others else name
    return f"{first}{'' if others else '`else:` with '}`{name} = {copied.format(other)}`, a new list on both paths"
