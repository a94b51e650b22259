"""Lists of lists of which a branch makes another one: how to leave the same lists, or new ones, on both paths."""

from __future__ import annotations

import ast
import re

from nbgraph.core.errors import NbgraphError
from nbgraph.core.executor.advice.scene import Advice, Scene


def which_list(error: NbgraphError, scene: Scene) -> Advice | None:
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
