"""Whether a local variable can take the place of a path in a block, and the block in which it does."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from nbgraph.core.normalise.rewriter import rebuild, replace


def mentions(block: Sequence[ast.stmt], path: ast.expr) -> bool:
    """Whether a block names the variable at the root of a path."""
    root = root_of(path)
    return any(
        (isinstance(node, ast.Name) and node.id == root) or (isinstance(node, ast.Nonlocal) and root in node.names)
        for statement in block
        for node in ast.walk(statement)
    )


def has_calls(block: Sequence[ast.stmt]) -> bool:
    """Whether a block calls what may be the user's."""
    return any(isinstance(node, ast.Call) and not _is_library(node) for s in block for node in ast.walk(s))


def may_be_renamed(block: Sequence[ast.stmt], place: ast.expr, *, is_items: bool) -> bool:
    """Whether a local variable can take the place of the path in a block: nobody else looks there meanwhile."""
    root, path = root_of(place), ast.dump(place)
    defined = {node.name for s in block for node in ast.walk(s) if isinstance(node, ast.FunctionDef)}

    def fine(node: ast.AST) -> bool:
        if _is_path(node, path):
            return True
        match node:
            case ast.Name(id=name):
                return name != root
            case ast.Nonlocal() | ast.Global():
                return isinstance(place, ast.Name) and not is_items
            case ast.ClassDef():
                return False
            case ast.Call(func=ast.Attribute(value=receiver)) if is_items and _is_path(receiver, path):
                return all(fine(argument) for argument in [*node.args, *node.keywords])
            case ast.Call(func=ast.Name(id=name)) if name in defined:
                return False
            case ast.Call() if not _is_library(node):
                return False
        return all(fine(child) for child in ast.iter_child_nodes(node))

    return all(fine(statement) for statement in block)


def renamed(block: list[ast.stmt], place: ast.expr, name: str) -> list[ast.stmt]:
    """A block with a local variable in place of the path."""
    path = ast.dump(place)

    def new(node: ast.AST) -> ast.AST:
        if _is_path(node, path):
            if isinstance(node, ast.Name) and node.id == name:
                return node
            return ast.copy_location(ast.Name(name, getattr(node, "ctx", ast.Load())), node)
        return rebuild(node, new)

    return [found for statement in block if isinstance(found := new(statement), ast.stmt)]


def _is_path(node: ast.AST, path: str) -> bool:
    if not isinstance(node, ast.Name | ast.Attribute | ast.Subscript):
        return False
    return ast.dump(node if isinstance(node.ctx, ast.Load) else replace(node, ctx=ast.Load())) == path


def root_of(path: ast.expr) -> str:
    """The variable at the root of a path."""
    return next(node.id for node in ast.walk(path) if isinstance(node, ast.Name))


_LIBRARIES = ("jnp", "lax", "jax", "math", "np")
_BUILTINS = (
    "len",
    "abs",
    "range",
    "enumerate",
    "zip",
    "reversed",
    "divmod",
    "pow",
    "isinstance",
    "list",
    "tuple",
    "dict",
)


def _is_library(call: ast.Call) -> bool:
    """Whether a call runs no code of the user's."""
    match call.func:
        case ast.Name(id=name):
            return name in _BUILTINS
        case ast.Attribute(value=inner):
            while isinstance(inner, ast.Attribute):
                inner = inner.value
            if isinstance(inner, ast.Name):
                return inner.id in _LIBRARIES
            # `v.at[i].set(x)`
            return (
                isinstance(inner, ast.Subscript) and isinstance(inner.value, ast.Attribute) and inner.value.attr == "at"
            )
    return False
