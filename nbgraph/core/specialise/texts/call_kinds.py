"""What calls make of texts, and of lists of texts."""

from __future__ import annotations

import ast
import types
from typing import TYPE_CHECKING

from nbgraph.core.source.ownership import is_user_function
from nbgraph.core.specialise.texts.kinds import Kind, Shown

if TYPE_CHECKING:
    from nbgraph.core.specialise.texts.walk import Walk

_WHY = "a text is used where it must be known"


def call_kind(walk: Walk, node: ast.Call, kind: Kind) -> None:
    match node.func:
        case ast.Name(id=name):
            function = walk.function_named(name)
            if function is not None:
                _of_users(walk, node, kind, function)
                return
            if walk.is_builtin(name) and not node.keywords and _builtin(walk, node, kind, name):
                return
        case ast.Attribute(value=owner, attr=method):
            found = walk.value(owner).found()
            if found.shape == "":
                return
            if found.shape == "list" and _method(walk, node, kind, found, method):
                return
            if found.shape == "other" and method == "get" and node.args and not node.keywords:
                first = walk.value(node.args[0]).found()
                if first.shape == "text":
                    for argument in node.args[1:]:
                        walk.kinds.spoil(walk.value(argument), _WHY)
                    walk.kinds.is_(kind, "other")
                    walk.kinds.spoil(kind, "it comes from outside")
                    return
            walk.kinds.spoil(found, _WHY) if found.shape != "other" else None
        case other:
            walk.kinds.spoil(walk.value(other), _WHY)
    for argument in (*node.args, *(keyword.value for keyword in node.keywords)):
        walk.kinds.spoil(walk.opaque(argument) if isinstance(argument, ast.Starred) else walk.value(argument), _WHY)
    walk.kinds.is_(kind, "other")
    walk.kinds.spoil(kind, "it comes from outside")


def _of_users(walk: Walk, node: ast.Call, kind: Kind, function: ast.FunctionDef) -> None:
    """A call of one of the user's functions."""
    arguments = function.args
    named = [arg.arg for arg in (*arguments.posonlyargs, *arguments.args)]
    scope = walk.to.scope(function)
    plain = not any(isinstance(argument, ast.Starred) for argument in node.args) and len(node.args) <= len(named)
    plain = plain and all(keyword.arg in scope for keyword in node.keywords)
    if not plain or arguments.vararg or arguments.kwarg:
        walk.opaque(node)
        walk.to.spoil_function(function)
        return
    for name, argument in zip(named, node.args, strict=False):
        walk.to.goes(argument, scope[name], walk.value(argument))
    for keyword in node.keywords:
        walk.to.goes(keyword.value, scope[keyword.arg or ""], walk.value(keyword.value))
    walk.kinds.same(kind, walk.to.kind(function))


def _builtin(walk: Walk, node: ast.Call, kind: Kind, name: str) -> bool:
    """Whether a builtin is one that knows what to do with lists of texts, and with numbers to be shown."""
    if name == "print":
        for argument in node.args:
            walk.shown(argument)
        walk.kinds.is_(kind, "none")
        return True
    if len(node.args) != 1:
        return False
    found = walk.value(node.args[0]).found()
    if found.shape == "":
        return True
    if name == "str" and found.shape == "other":
        walk.kinds.add(kind, (Shown(node.args[0]),))
        return True
    if found.shape != "list":
        return False
    if name == "len":
        walk.kinds.is_(kind, "other")
    elif name in ("sorted", "list", "tuple"):
        walk.kinds.same(kind, found)
    elif name in ("max", "min"):
        walk.kinds.same(kind, found.parts[0])
    else:
        return False
    found.parts[0].found().is_ordered |= name in ("sorted", "max", "min")
    return True


def _method(walk: Walk, node: ast.Call, kind: Kind, owner: Kind, method: str) -> bool:
    """Whether a method of lists is one that knows what to do with numbers in the place of texts."""
    item = owner.parts[0].found()
    match method, node.args:
        case (("append" | "remove" | "index" | "count"), [value]):
            walk.to.goes(value, item, walk.value(value))
            walk.kinds.is_(kind, "none" if method in ("append", "remove") else "other")
        case "pop", _:
            for argument in node.args:
                walk.value(argument)
            walk.kinds.same(kind, item)
        case "extend", [value]:
            walk.kinds.same(owner, walk.value(value))
            walk.kinds.is_(kind, "none")
        case "sort", [] if all(keyword.arg == "reverse" for keyword in node.keywords):
            item.is_ordered = True
            walk.kinds.is_(kind, "none")
        case "reverse", []:
            walk.kinds.is_(kind, "none")
        case "copy", []:
            walk.kinds.same(kind, owner)
        case _:
            return False
    return True


def user_function(value: object) -> types.FunctionType | None:
    """A plain function of the user's; None for anything else."""
    return value if isinstance(value, types.FunctionType) and is_user_function(value) else None
