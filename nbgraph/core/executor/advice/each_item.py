"""Advise on lists of numbers that the user computes with as with arrays: compute for each item."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

import jax
import numpy as np

from nbgraph.core.executor.advice.scene import Advice, Answers, Scene


def of_each_item(scene: Scene) -> Answers:
    """Suggest the expression at this place for each item of its lists, as `[x * n + 1 for x in xs]`."""
    match scene.tree:
        case ast.BinOp(left=ast.BinOp(left=ast.List() as one, op=ast.Mult(), right=times), op=ast.Add(), right=more):
            longer = f"`{scene.source(one)} * ({scene.source(times)} + {scene.source(more)})`, a longer list"
            yield Advice(f"`{scene.source(scene.tree.left)}` is a list", longer)
        case ast.BinOp(left=left, op=sign, right=right) | ast.AugAssign(target=left, op=sign, value=right):
            whole = _around(scene, ast.BinOp(left, sign, right))
        case _:
            return
    names = list(dict.fromkeys(e.id for e in _parts(whole) if isinstance(e, ast.Name) and _is_list(scene, e)))
    if not 1 <= len(names) <= 2 or not _is_of_numbers(scene, whole, names):
        return
    new = [name for name in ("x", "y", "a", "b", "u", "v") if name not in scene.names][: len(names)]
    of_one = ast.unparse(_renamed(whole, dict(zip(names, new, strict=True))))
    over = names[0] if len(names) == 1 else f"zip({', '.join(names)})"
    start = f"{names[0]} = " if isinstance(scene.tree, ast.AugAssign) else ""
    remedy = f"`{start}[{of_one} for {', '.join(new)} in {over}]`, for each item"
    if isinstance(sign, ast.Add) and len(names) == 1 and isinstance(left, ast.Name):
        remedy += f"; or `[{scene.source(right)}]`, a list of one item, to have it in the list"
    yield Advice(" and ".join(scene.described(ast.Name(name)) for name in names), remedy)


def is_number(value: Any) -> bool:
    return isinstance(value, int | float | np.number) or (isinstance(value, jax.Array) and value.ndim == 0)


def _is_list(scene: Scene, node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and isinstance(scene.value(node), list)


def _is_of_numbers(scene: Scene, whole: ast.expr, lists: list[str]) -> bool:
    """Whether all operands of an expression are numbers or non-repeated lists of numbers."""
    items = [item for name in lists for item in scene.value(ast.Name(name))]
    operands = (each for each in _parts(whole) if not isinstance(each, ast.BinOp | ast.UnaryOp))
    others = [scene.value(each) for each in operands if not _is_list(scene, each)]
    return all(map(is_number, [*items, *others]))


def _renamed(node: ast.expr, names: dict[str, str]) -> ast.expr:
    """Rename the operands that are names in an expression of operators."""
    match node:
        case ast.BinOp(left=left, op=sign, right=right):
            return ast.BinOp(_renamed(left, names), sign, _renamed(right, names))
        case ast.UnaryOp(op=sign, operand=operand):
            return ast.UnaryOp(sign, _renamed(operand, names))
        case ast.Name(id=name):
            return ast.Name(names.get(name, name))
    return node


def _around(scene: Scene, node: ast.BinOp) -> ast.expr:
    """Return the widest expression of operators that contains a node: `(xs - m) ** 2` for `xs - m`."""
    wanted = ast.dump(node)
    for each in scene.everywhere():
        if isinstance(each, ast.BinOp) and each.lineno == scene.span.line and wanted in map(ast.dump, _parts(each)):
            return each
    return node


def _parts(node: ast.expr) -> Iterator[ast.expr]:
    yield node
    match node:
        case ast.BinOp(left=left, right=right):
            yield from _parts(left)
            yield from _parts(right)
        case ast.UnaryOp(operand=operand):
            yield from _parts(operand)
