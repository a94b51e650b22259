"""How the code of a running function would write a place in the heap, found by looking and not by guessing."""

from __future__ import annotations

import ast
import types
from typing import Any

from nbgraph.core.staging.location import Location


def path_to(location: Location, frame: types.FrameType | None) -> str:
    """An expression that, in a function that runs now, stands for a location; "" where it has none.

    The location's own name may come from another function that changed it: then the name is not this function's, or
    means something else there.

    >>> import sys
    >>> members = {"total": object()}
    >>> path_to(Location(members, "total", "members['total']"), sys._getframe())
    "members['total']"
    >>> path_to(Location(members, "total", "others['total']"), sys._getframe())
    ''
    """
    if frame is None:
        return ""
    try:
        tree = ast.parse(location.name, mode="eval").body
    except SyntaxError:
        return ""
    owner, key = location.owner, location.key
    if isinstance(owner, types.CellType) or owner is frame.f_globals:
        return location.name if _found(tree, frame) is location.get() else ""
    if key is None:
        return location.name if _found(tree, frame) is owner else ""
    if not isinstance(tree, ast.Attribute | ast.Subscript):
        return ""
    holder = _found(tree.value, frame)
    return location.name if holder is owner or getattr(holder, "__dict__", None) is owner else ""


def _found(node: ast.expr, frame: types.FrameType) -> Any:
    """What a path of names, attributes and constant items leads to; a fresh object where it leads nowhere."""
    match node:
        case ast.Name(id=name):
            return _variable(name, frame)
        case ast.Attribute(value=inner, attr=name):
            owner = _found(inner, frame)
            members = getattr(owner, "__dict__", {})
            return members[name] if name in members else getattr(owner, name, object())
        case ast.Subscript(value=inner, slice=ast.Constant(value=key)):
            container: Any = _found(inner, frame)
            index: Any = key
            try:
                return container[index] if isinstance(container, dict | list | tuple) else object()
            except (KeyError, IndexError):
                return object()
    return object()


def _variable(name: str, frame: types.FrameType) -> Any:
    """What a name means in the running code: blocks see the names of the function they stand in, which runs, too."""
    around: types.FrameType | None = frame
    while around is not None:
        if around.f_code.co_filename == frame.f_code.co_filename and name in around.f_locals:
            return around.f_locals[name]
        around = around.f_back
    return frame.f_globals.get(name, object())
