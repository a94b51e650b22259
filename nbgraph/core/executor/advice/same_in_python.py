"""Raise Python's own error for a mistake that Python refuses for all run-time values."""

from __future__ import annotations

import ast
import builtins
import operator
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from nbgraph.core.errors import steps_of
from nbgraph.core.executor.advice.scene import UNKNOWN, Scene
from nbgraph.core.source.support.rows import Fact
from nbgraph.core.source.support.table import builtins_that
from nbgraph.core.staging.effects import raised_at
from nbgraph.core.staging.lists import List, growing_of
from nbgraph.core.staging.trace import owner_of
from nbgraph.core.staging.values import is_traced

_STAND_INS = {"b": True, "i": 1, "u": 1, "f": 1.5, "c": 1j}
_PLAIN = (bool, int, float, complex, str, bytes, list, tuple, dict, set, range, type(None))
_BINARY: dict[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.MatMult: operator.matmul,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: lambda item, items: item in items,
}
_IN_PLACE: dict[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Add: operator.iadd,
    ast.Sub: operator.isub,
    ast.Mult: operator.imul,
    ast.Div: operator.itruediv,
}


def refused_by_python(error: BaseException, scene: Scene, *, surely: bool = True) -> Exception | None:
    """Return Python's own error for an operation on these operand types; None if Python accepts it.

    Return None, too, if a `try` around it may catch the error, or a branch or loop may not reach it.

    Args:
        error: what was raised while the graph was made.
        surely: whether Python must reach the expression, with no handler for its error.
    """
    if not isinstance(error, TypeError | AttributeError | IndexError):
        return None
    if surely and (_may_be_caught(scene) or _is_in_block(raised_at(error))):
        return None
    try:
        attempt = _attempt(scene)
        if attempt is not None:
            attempt()
    except (TypeError, AttributeError) as found:
        return type(found)(*found.args).with_traceback(raised_at(error))
    except Exception:
        return None
    return None


def _may_be_caught(scene: Scene) -> bool:
    tries = (node for node in scene.everywhere(ast.Try) if node.handlers)
    line = scene.span.line
    return any(node.body[0].lineno <= line <= (node.body[-1].end_lineno or line) for node in tries)


def _is_in_block(trace: types.TracebackType | None) -> bool:
    """Whether a traceback leads through a branch or a loop body, a separate function in converted code."""
    codes = [step.tb_frame.f_code for step in steps_of(trace)]
    owned = [(code, owner) for code in codes if (owner := owner_of(code)) is not None]
    return any(code.co_name not in (owner.parsed.name, owner.original.__name__) for code, owner in owned)


def _attempt(scene: Scene) -> Callable[[], Any] | None:
    """Return the one operation of an expression, on samples in place of run-time values; None if it has none."""
    match scene.tree:
        case ast.BinOp(left=left, op=sign, right=right) | ast.Compare(left=left, ops=[sign], comparators=[right]):
            return _on(_BINARY.get(type(sign)), scene, left, right)
        case ast.AugAssign(target=target, op=sign, value=value):
            return _on(_IN_PLACE.get(type(sign)), scene, target, value)
        case ast.Subscript(value=owner, slice=key):
            return _on(operator.getitem, scene, owner, key)
        case ast.Assign(targets=[ast.Subscript(value=owner)]) if type(scene.value(owner)) in (tuple, str):
            return _on(lambda value: operator.setitem(value, 0, 0), scene, owner)
        case ast.For(iter=items) | ast.comprehension(iter=items):
            return _on(iter, scene, items)
        case ast.Attribute(value=owner, attr=name) if _is_weak(scene.value(owner)):
            return _on(lambda value: getattr(value, name), scene, owner)
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]) if name in builtins_that(Fact.PURE):
            return _on(getattr(builtins, name), scene, *arguments)
        case ast.Call(func=ast.Name() as func) if is_traced(scene.value(func)):
            return _on(lambda number: number(), scene, func)
        case ast.Tuple() if (given := scene.unpacked()) is not None:
            return _on(_unpack, scene, given)
    return None


def _on(function: Callable[..., Any] | None, scene: Scene, *parts: ast.AST) -> Callable[[], Any] | None:
    held = [scene.value(part) for part in parts]
    by_type = len(held) == 2 and sum(isinstance(value, list | tuple) for value in held) == 1
    values = [_plain_value(scene, part, by_type=by_type) for part in parts]
    if function is None or any(value is UNKNOWN for value in values):
        return None
    return lambda: function(*values)


def _unpack(value: Any) -> None:
    _first, *_ = value


def _is_weak(value: Any) -> bool:
    """Whether a value represents a Python number, not an array library's."""
    return not is_traced(value) or bool(getattr(value, "weak_type", False))


def _plain_value(scene: Scene, node: ast.AST, *, by_type: bool = False) -> Any:
    match node:
        case ast.BinOp(left=left, op=sign, right=right):
            values = _plain_value(scene, left), _plain_value(scene, right)
            return UNKNOWN if any(value is UNKNOWN for value in values) else _BINARY[type(sign)](*values)
    return _plain(scene.value(node), by_type=by_type)


def _plain(value: Any, *, by_type: bool = False) -> Any:
    """Return a value as Python has it, with a sample of its type for a run-time number; else `UNKNOWN`.

    Args:
        by_type: whether items may be samples: a list and a number are refused whatever the list holds.
    """
    if is_traced(value):
        return _STAND_INS.get(value.dtype.kind, UNKNOWN) if value.shape == () else UNKNOWN
    if isinstance(value, List) and growing_of(value) is not None:
        return [1]
    if type(value) in (List, list, tuple):  # their order depends on all items
        items = [UNKNOWN if is_traced(item) and not by_type else _plain(item) for item in value]
        return UNKNOWN if any(item is UNKNOWN for item in items) else (tuple if type(value) is tuple else list)(items)
    if isinstance(value, np.generic):
        return value.item()
    return value if type(value) in _PLAIN else UNKNOWN
