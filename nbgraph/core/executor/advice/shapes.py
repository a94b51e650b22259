"""Advise on shapes and dtypes that JAX refuses: name the operands, and suggest ones that fit."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Sequence
from typing import Any

import jax
import numpy as np

from nbgraph.core.executor.advice.items import other_slice, pairs
from nbgraph.core.executor.advice.library import immutable, in_one, in_place, key, repeated
from nbgraph.core.executor.advice.operand_types import one_number, whole_number
from nbgraph.core.executor.advice.scene import UNKNOWN, Advice, Answers, Scene, best

Shape = tuple[int, ...]
_PRODUCTS = ("dot", "matmul")


def shape_advice(text: str, scene: Scene) -> Advice:
    """Return the advice on an operation that an array library refuses; empty if its own message is enough."""
    for words, ask in _TABLE:
        if words in text and (advice := best(ask, scene, text)) is not None:
            return advice
    return Advice()


def _arrays(scene: Scene) -> list[tuple[str, Shape]]:
    found: dict[str, Shape] = {}
    for node in scene.nodes(ast.Name, ast.Attribute):
        value = scene.value(node)
        if isinstance(value, jax.Array | np.ndarray):
            found.setdefault(scene.source(node), tuple(value.shape))
    return [(name, shape) for name, shape in found.items() if not name.endswith((".T", ".shape"))]


def operands(scene: Scene) -> str:
    """Describe all arrays in the expression: "`a` is a float32 array of shape (2, 3) and `b` is an int32 scalar"."""
    arrays = [node for node in scene.nodes(ast.Name) if isinstance(scene.value(node), jax.Array | np.ndarray)]
    return " and ".join(dict.fromkeys(map(scene.described, arrays)))


def _shapes(scene: Scene) -> str:
    return " and ".join(f"`{name}` has shape {shape}" for name, shape in _arrays(scene))


def _shape(scene: Scene, node: ast.expr) -> Shape | None:
    value = scene.value(node)
    match node:
        case ast.Call(func=ast.Attribute(attr="array" | "asarray"), args=[ast.List(elts=parts)]) if value is UNKNOWN:
            inner = {_shape(scene, part) for part in parts}
            return None if None in inner or len(inner) != 1 else (len(parts), *(inner.pop() or ()))
    return None if value is UNKNOWN else tuple(np.shape(value))


def _product(scene: Scene, _: str) -> Answers:
    """Advise on a matrix product whose inner lengths differ: suggest a transposition that fits."""
    match scene.tree:
        case ast.BinOp(left=left, op=ast.MatMult(), right=right):
            written = "{} @ {}"
        case ast.Call(func=ast.Attribute(attr=name) as func, args=[left, right]) if name in _PRODUCTS:
            written = f"{scene.source(func)}({{}}, {{}})"
        case ast.Call(func=ast.Attribute(value=left, attr="dot"), args=[right]):
            written = "{}.dot({})"
        case _:
            return
    a, b = _shape(scene, left), _shape(scene, right)
    if a is None or b is None or not a or not b:
        return
    x, y = scene.source(left), scene.source(right)
    inner = b[-2] if len(b) > 1 else b[0]
    detail = (
        f"`{x}` has shape {a} and `{y}` shape {b}: the {a[-1]} of the one and the {inner} of the other must be equal"
    )
    turned = [(x, f"{y}.T", a, b[::-1]), (f"{x}.T", y, a[::-1], b), (f"{x}.T", f"{y}.T", a[::-1], b[::-1])]
    for first, second, left_shape, right_shape in turned:
        if len(a) <= 2 and len(b) == 2 and left_shape[-1] == right_shape[0] and (len(a) == 2 or first == x):
            yield Advice(detail, f"`{written.format(first, second)}`, whose inner lengths are equal")
    rows = (*b[:-2], a[-1], b[-1]) if len(b) > 1 else (a[-1],)
    yield Advice(detail, f"arrays that fit: {_fits(y, rows)}, or {_fits(x, (*a[:-1], inner))}")


def _broadcast(scene: Scene, _: str) -> Answers:
    """Advise on shapes that do not broadcast: suggest an axis or a transposition that fits."""
    match scene.tree:
        case ast.BinOp(left=left, right=right) | ast.Compare(left=left, comparators=[right]):
            pass
        case _:
            yield Advice(_shapes(scene), _one_shape(scene))
            return
    a, b = _shape(scene, left), _shape(scene, right)
    if a is None or b is None:
        yield Advice(_shapes(scene))
        return
    x, y = scene.source(left), scene.source(right)
    detail = f"`{x}` has shape {a} and `{y}` shape {b}"
    for name, shape, other in ((x, a, b), (y, b, a)):
        if name.isidentifier() and len(shape) == 1 and len(other) == 2 and shape[0] == other[0]:
            yield Advice(detail, f"`{name}[:, None]`, one value for each row")
        if name.isidentifier() and len(shape) == 2 and shape[::-1] == other:
            yield Advice(detail, f"`{name}.T`, which has the shape {other}")
    yield Advice(detail, f"arrays that fit: {_fits(y, a)}, or {_fits(x, b)}")


def _fits(name: str, shape: Shape) -> str:
    return f"for `{name}` one of shape {shape}"


def _one_shape(scene: Scene) -> str:
    arrays = _arrays(scene)
    return f"arrays of one shape: {_fits(arrays[-1][0], arrays[0][1])}" if len(arrays) > 1 else ""


def _reshape(scene: Scene, text: str) -> Answers:
    """Advise on a reshape to another number of items."""
    for node in scene.nodes(ast.Call):
        if not isinstance(node.func, ast.Attribute):
            continue
        method = node.func.attr == "reshape" and isinstance(scene.value(node.func.value), jax.Array | np.ndarray)
        array, *wanted = [node.func.value, *node.args] if method else node.args
        if len(wanted) == 1 and isinstance(wanted[0], ast.Tuple):
            wanted = wanted[0].elts
        shape, sizes = _shape(scene, array), [scene.value(part) for part in wanted]
        if shape is None or not all(isinstance(size, int) for size in sizes):
            return
        detail = f"`{scene.source(array)}` has {math.prod(shape)} items, and the new shape {abs(math.prod(sizes))}"
        for place in reversed(range(len(sizes))):
            others = math.prod(sizes[:place] + sizes[place + 1 :])
            if others > 0 and math.prod(shape) % others == 0:
                parts = [scene.source(part) for part in wanted]
                parts[place] = "-1"
                yield Advice(detail, f"`{scene.source(array)}.reshape({', '.join(parts)})`, where -1 is what is left")
        yield Advice(detail)


def _stack(scene: Scene, _: str) -> Answers:
    for node in scene.nodes(ast.Call):
        if isinstance(node.func, ast.Attribute) and node.args and all(len(s) == 1 for _, s in _arrays(scene)):
            yield Advice(
                operands(scene), f"`{scene.source(node.func.value)}.concatenate({scene.source(node.args[0])})`"
            )
    yield Advice(_shapes(scene), _one_shape(scene))


def _concatenate(scene: Scene, _: str) -> Answers:
    """Advise on joining a number with arrays, or arrays that differ along another axis."""
    for node in scene.nodes(ast.Call):
        parts = getattr(node.args[0], "elts", []) if node.args else []
        if number := next((part for part in parts if _shape(scene, part) == ()), None):
            written = scene.source(number)
            detail = f"`{written}` is a number, and only arrays with items are joined"
            yield Advice(detail, f"`jnp.array([{written}])`, an array of one item, in its place")
    shapes = [shape for _, shape in _arrays(scene)]
    for node in scene.nodes(ast.Call):
        if len(shapes) == 2 and node.args and len(shapes[0]) == len(shapes[1]) > 1:
            equal = [k for k, (a, b) in enumerate(zip(*shapes, strict=True)) if a == b]
            differ = [k for k, (a, b) in enumerate(zip(*shapes, strict=True)) if a != b]
            if len(differ) == 1 and equal:
                call = f"`{scene.source(node.func)}({scene.source(node.args[0])}, axis={differ[0]})`"
                yield Advice(_shapes(scene), f"{call}: along that axis they may differ")
    yield Advice(_shapes(scene), _one_shape(scene))


def _too_many(scene: Scene, _: str) -> Answers:
    for node in scene.nodes(ast.Subscript):
        shape = _shape(scene, node.value)
        if shape is not None and isinstance(node.slice, ast.Tuple) and len(node.slice.elts) > len(shape):
            name = scene.source(node.value)
            kept = ", ".join(scene.source(part) for part in node.slice.elts[: len(shape)])
            detail = f"`{name}` has shape {shape}, which takes {len(shape)} indices, not {len(node.slice.elts)}"
            yield Advice(detail, f"`{name}[{kept}]`" if shape else f"`{name}` itself")


_NOT_WHOLE = "an index is a whole number, and `{}` is a float"


def _float_index(scene: Scene, _: str) -> Answers:
    for node in scene.nodes(ast.Subscript):
        yield Advice(_NOT_WHOLE.format(scene.source(node.slice)), whole_number(scene, node.slice))


def _item(scene: Scene, _: str) -> Answers:
    """Advise on assigning several items to one position."""
    match scene.tree:
        case ast.Assign(targets=[ast.Subscript(value=array) as target], value=value):
            shapes = _shape(scene, array), _shape(scene, value)
            if None not in shapes:
                place, name = scene.source(target), scene.source(value)
                detail = f"`{scene.source(array)}` has shape {shapes[0]}, and `{name}` has shape {shapes[1]}"
                yield Advice(detail, f"one number for `{place}`")


def _axis(scene: Scene, _: str) -> Answers:
    """Advise on an axis that an array does not have."""
    for node in scene.nodes(ast.Call):
        wanted: Any = next((scene.value(each.value) for each in node.keywords if each.arg == "axis"), None)
        for name, shape in _arrays(scene) if isinstance(wanted, int) else ():
            if not -len(shape) <= wanted < len(shape):
                detail = f"`{name}` has shape {shape}, whose last axis is {len(shape) - 1}, and no axis {wanted}"
                yield Advice(detail, f"`axis={len(shape) - 1}`, or one before it")


def _derivative(scene: Scene, text: str) -> Answers:
    """Advise on a gradient of an integer, or of a function that returns several numbers."""
    for node in scene.nodes(ast.Call):
        match node:
            case ast.Call(func=ast.Call(func=ast.Attribute(attr="grad"), args=[function, *_]), args=[x, *_]):
                of, at = scene.source(function), scene.source(x)
                if "Output was" in text:
                    only = f"`jax.grad({of}, has_aux=True)({at})[0]`, the derivative of the first"
                    yield Advice(f"`{of}` returns several values", only)
                if "scalar-output" in text:
                    every = f"`jax.jacobian({of})({at})`, all derivatives"
                    yield Advice(f"`{of}` returns several numbers", f"{every}; or one number, as by `.sum()`")
                phrase = scene.described(x) or f"`{at}` is an int"
                yield Advice(f"{phrase}, and only floats have derivatives", f"`float({at})`")


def _rows(scene: Scene, _: str) -> Answers:
    """Advise on an array of rows of different lengths."""
    for node in scene.nodes(ast.Call):
        rows = scene.value(node.args[0]) if node.args else UNKNOWN
        if isinstance(rows, list | tuple) and all(isinstance(row, list | tuple) for row in rows):
            lengths = sorted({len(row) for row in rows})
            if len(lengths) < 2:
                continue
            written, most = scene.source(node.args[0]), lengths[-1]
            detail = f"the rows of `{written}` have {' and '.join(map(str, lengths))} items"
            yield Advice(detail, f"`[row + [0] * ({most} - len(row)) for row in {written}]`, rows of one length")


def _truth_value(scene: Scene, _: str) -> Answers:
    for node in scene.nodes(ast.Subscript):
        if _is_truth(scene.value(node.value)) and not isinstance(node.slice, ast.Slice | ast.Tuple):
            item = scene.source(node)
            yield Advice(f"`{item}` is a truth value and no number", f"`int({item})`")
    for node in scene.nodes(ast.Name):
        if _is_truth(value := scene.value(node)):
            name = scene.source(node)
            remedy = f"`{name}.astype(int)`" if np.shape(value) else f"`int({name})`"
            yield Advice(f"{scene.described(node)}, a truth value and no number", remedy)


def _is_truth(value: Any) -> bool:
    return bool(getattr(value, "dtype", None) == np.bool_)


_TABLE: Sequence[tuple[str, Callable[[Scene, str], Answers]]] = (
    ("for *: 'list' and", repeated),
    ("PRNG key", key),
    ("iteration over a 0-d array", pairs),
    ("arrays can be converted to a scalar index", in_one),
    ("Zero-dimensional arrays cannot be concatenated", in_one),
    ("Only scalar arrays can be converted to Python scalars", one_number),
    ("Cannot interpret", in_one),
    ("immutable", immutable),
    ("Cannot cast ufunc", in_place),
    ("contracting dimensions", _product),
    ("matmul", _product),
    ("not aligned", _product),
    ("inhomogeneous", _rows),
    ("Cannot concatenate", _rows),
    ("axis", _axis),
    ("tuple index out of range", _axis),
    ("ncompatible shapes for broadcasting", _broadcast),
    ("not be broadcast together", _broadcast),
    ("reshape", _reshape),
    ("must have the same shape", _stack),
    ("Cannot concatenate", _concatenate),
    ("Too many indices", _too_many),
    ("Indexer must have integer", _float_index),
    ("only integers, slices", _float_index),
    ("too many indices", _too_many),
    ("array element with a sequence", _item),
    ("broadcast to shape with fewer dimensions", _item),
    ("Incompatible shapes for broadcasting", _item),
    ("Incompatible types for broadcasting", other_slice),
    ("does not accept dtype bool", _truth_value),
    ("implicit dtype promotion", _truth_value),
    ("grad requires real", _derivative),
    ("Gradient only defined for scalar", _derivative),
)
