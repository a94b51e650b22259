"""Print operations on whole arrays: shapes, reductions, products."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

import numpy as np

from nbgraph.core.printing.ir.program import Equation
from nbgraph.core.printing.text.code import (
    cast,
    dtype_name,
    expression,
    is_default,
    literal,
    slice_of,
    subscript,
    table,
)
from nbgraph.core.printing.text.values import Value

REDUCTIONS = table(
    "reduce_sum jnp.sum  reduce_max jnp.max  reduce_min jnp.min  reduce_prod jnp.prod  reduce_and jnp.all"
    " reduce_or jnp.any"
)
CUMULATIVE = table("cumsum jnp.cumsum  cumprod jnp.cumprod  cummax lax.cummax  cummin lax.cummin")


def broadcast(equation: Equation, operands: Sequence[Value]) -> Value:
    value, aval = operands[0], equation.results[0].aval
    dims, shape = equation.params["broadcast_dimensions"], tuple(aval.shape)
    if not value.shape:
        return _filled(value, aval)
    trailing = tuple(dims) == tuple(range(len(shape) - len(dims), len(shape)))
    if trailing:
        node = expression(f"jnp.broadcast_to(_0_, {shape})", value.node)
    else:
        index: list[ast.expr] = [ast.Slice() if k in dims else ast.Constant(None) for k in range(len(shape))]
        node = ast.Subscript(value.node, ast.Tuple(index, ast.Load()), ast.Load())
        if tuple(n if k in dims else 1 for k, n in enumerate(shape)) != shape:
            node = expression(f"jnp.broadcast_to(_0_, {shape})", node)
    is_column = shape == (*value.shape, 1)
    operation = "broadcast_in_dim" if trailing else "column" if is_column else ""
    return Value(node, aval, False, operation=operation, operands=(value,))


def _filled(value: Value, aval: Any) -> Value:
    """Return an array filled with one number."""
    size = literal(aval.shape[0] if len(aval.shape) == 1 else tuple(aval.shape))
    dtype = [] if aval.dtype == np.float32 else [expression(f"jnp.{dtype_name(aval.dtype)}")]
    if value.is_number(0) and not np.signbit(value.known):
        node = ast.Call(expression("jnp.zeros"), [size, *dtype], [])
    elif value.is_number(1):
        node = ast.Call(expression("jnp.ones"), [size, *dtype], [])
    else:
        more = dtype if value.known is not None and not is_default(aval.dtype) else []
        node = ast.Call(expression("jnp.full"), [size, value.node, *more], [])
    return Value(node, aval, False, operation="broadcast_in_dim", operands=(value,))


def reshape(equation: Equation, operands: Sequence[Value]) -> Value:
    value, aval = operands[0], equation.results[0].aval
    if value.operation == "item" and tuple(aval.shape) == value.shape[1:]:
        return value.also(aval=aval, operation="", weak=False)
    shape = literal(aval.shape[0] if len(aval.shape) == 1 else tuple(aval.shape))
    parts = shape.elts if isinstance(shape, ast.Tuple) and shape.elts else [shape]
    node = ast.Call(ast.Attribute(value.array(), "reshape", ast.Load()), list(parts), [])
    return Value(node, aval, False, operation="reshape", operands=(value,))


def squeeze(equation: Equation, operands: Sequence[Value]) -> Value:
    """Return a value without axes of size 1; an index right before drops them itself."""
    value, aval = operands[0], equation.results[0].aval
    dims = tuple(equation.params["dimensions"])
    if value.operation == "item" and dims == (0,):
        return value.also(aval=aval, operation="", weak=False)
    parts = _index_parts(value, dims)
    if parts is not None:
        return Value(subscript(value.operands[0].node, parts), aval, False)
    axis = literal(dims[0] if len(dims) == 1 else dims)
    return Value(expression("jnp.squeeze(_0_, _1_)", value.node, axis), aval, False)


def _index_parts(value: Value, dims: tuple[int, ...]) -> list[ast.expr] | None:
    if value.operation == "dynamic_slice":
        parts: list[ast.expr] = value.params
        is_index = [not isinstance(part, ast.Slice) for part in parts]
        return parts if is_index == [k in dims for k in range(len(parts))] else None
    if value.operation != "slice":
        return None
    found: list[ast.expr] = []
    for k, (start, stop, step) in enumerate(zip(*value.params, strict=True)):
        size = value.operands[0].shape[k]
        last = start == size - 1 and size > 1
        index: ast.expr = ast.UnaryOp(ast.USub(), ast.Constant(1)) if last else ast.Constant(start)
        found.append(index if k in dims else slice_of(start, stop, step, size))
    return found


def slice_(equation: Equation, operands: Sequence[Value]) -> Value:
    value, aval, params = operands[0], equation.results[0].aval, equation.params
    steps = params["strides"] or (1,) * len(aval.shape)
    return _sliced(value, (params["start_indices"], params["limit_indices"], steps), aval)


def _sliced(value: Value, bounds: tuple[Sequence[int], ...], aval: Any) -> Value:
    parts = [slice_of(*each) for each in zip(*bounds, value.shape, strict=True)]
    return Value(subscript(value.node, parts), aval, False, operation="slice", operands=(value,), params=bounds)


def python_slice(equation: Equation, operands: Sequence[Value]) -> Value:
    """Return a slice at a position that depends on a Python loop's counter."""
    array, *starts = operands
    if any(start.operation == "item" for start in starts):
        item = next(start for start in starts if start.operation == "item")
        return item.also(aval=equation.results[0].aval)
    aval, sizes, steps = equation.results[0].aval, equation.params["sizes"], equation.params["strides"]
    if all(start.known is not None for start in starts):
        known = [int(start.known) for start in starts]
        return _sliced(array, (known, [a + n for a, n in zip(known, sizes, strict=True)], steps), aval)
    found: list[ast.expr] = []
    for start, size, step, whole in zip(starts, sizes, steps, array.shape, strict=True):
        if start.known is not None:
            first = int(start.known)
            found.append(ast.Constant(first) if size == 1 < whole else slice_of(first, first + size, step, whole))
        elif size == 1:
            found.append(start.node)
        else:
            stop = expression(f"_0_ + {size}", start.node)
            found.append(ast.Slice(start.node, stop, ast.Constant(step) if step != 1 else None))
    plain = [part if isinstance(part, ast.Slice) else ast.Slice(part, expression("_0_ + 1", part)) for part in found]
    node = subscript(array.node, plain)
    return Value(node, aval, False, operation="dynamic_slice", operands=(array,), params=found)


def transpose(equation: Equation, operands: Sequence[Value]) -> Value:
    order = tuple(equation.params["permutation"])
    template = "_0_.T" if order == tuple(range(len(order)))[::-1] else f"jnp.transpose(_0_, {order})"
    return Value(expression(template, operands[0].node), equation.results[0].aval, False)


def expand_dims(equation: Equation, operands: Sequence[Value]) -> Value:
    axes = tuple(equation.params["dimensions"])
    return Value(expression(f"jnp.expand_dims(_0_, {axes})", operands[0].node), equation.results[0].aval, False)


def reduction(equation: Equation, operands: Sequence[Value]) -> Value:
    """Return `jnp.sum` or the like along some axes, converted back where `jax.numpy` would widen the dtype."""
    value, aval, axes = operands[0], equation.results[0].aval, equation.params["axes"]
    axis = "" if len(axes) == len(value.shape) else f", axis={axes[0] if len(axes) == 1 else tuple(axes)}"
    node = expression(f"{REDUCTIONS[equation.operation]}(_0_{axis})", value.node)
    widens = (
        equation.operation in ("reduce_sum", "reduce_prod") and value.dtype.kind in "biu" and value.dtype != np.int32
    )
    return Value(cast(node, aval) if widens and value.dtype != aval.dtype else node, aval, False)


def extreme_position(equation: Equation, operands: Sequence[Value]) -> Value:
    axis, function = equation.params["axes"][0], f"jnp.{equation.operation}"
    keyword = "" if len(operands[0].shape) == 1 else f", axis={axis}"
    return Value(expression(f"{function}(_0_{keyword})", operands[0].node), equation.results[0].aval, False)


def cumulative(equation: Equation, operands: Sequence[Value]) -> Value:
    axis, function = equation.params["axis"], CUMULATIVE[equation.operation]
    if equation.params.get("reverse"):
        function = function.replace("jnp.", "lax.")
        template = f"{function}(_0_, axis={axis}, reverse=True)"
    else:
        template = f"{function}(_0_)" if len(operands[0].shape) == 1 else f"{function}(_0_, axis={axis})"
    return Value(expression(template, operands[0].node), equation.results[0].aval, False)


def iota(equation: Equation, operands: Sequence[Value]) -> Value:
    aval, dtype = equation.results[0].aval, dtype_name(equation.results[0].aval.dtype)
    if len(aval.shape) == 1:
        more = "" if aval.dtype == np.int32 else f", dtype=jnp.{dtype}"
        return Value(expression(f"jnp.arange({aval.shape[0]}{more})"), aval, False)
    dimension = equation.params["dimension"]
    return Value(expression(f"lax.broadcasted_iota(jnp.{dtype}, {tuple(aval.shape)}, {dimension})"), aval, False)


def concatenate(equation: Equation, operands: Sequence[Value]) -> Value:
    """Return concatenated arrays; `jnp.stack` for scalars."""
    axis, aval = equation.params["dimension"], equation.results[0].aval
    ones = [each for each in operands if each.operation == "broadcast_in_dim" and each.shape == (1,)]
    if axis == 0 and len(ones) == len(operands) and all(each.operands[0].shape == () for each in ones):
        bases = tuple(value.operands[0] for value in operands)
        nodes: list[ast.expr] = [base.array() for base in bases]
        made = expression("jnp.stack(_0_)", ast.List(nodes, ast.Load()))
        return Value(made, aval, False, operation="stacked", operands=bases)
    more = "" if axis == 0 else f", axis={axis}"
    parts = ast.List([value.node for value in operands], ast.Load())
    return Value(expression(f"jnp.concatenate(_0_{more})", parts), aval, False)


def stack(equation: Equation, operands: Sequence[Value]) -> Value:
    axis = equation.params["axis"]
    more = "" if axis == 0 else f", axis={axis}"
    node = expression(f"jnp.stack(_0_{more})", ast.List([value.array() for value in operands], ast.Load()))
    made = Value(node, equation.results[0].aval, False)
    return made.also(operation="stacked", operands=tuple(operands)) if not operands[0].shape else made


def reverse(equation: Equation, operands: Sequence[Value]) -> Value:
    dims, value = tuple(equation.params["dimensions"]), operands[0]
    template = "_0_[::-1]" if len(value.shape) == 1 else f"lax.rev(_0_, {dims})"
    return Value(expression(template, value.node), equation.results[0].aval, False)


def sort(equation: Equation, operands: Sequence[Value]) -> ast.expr:
    """Return `jnp.sort`, or `lax.sort` of several arrays, which has several results."""
    axis, keys = equation.params["dimension"], equation.params["num_keys"]
    if len(operands) == 1:
        more = "" if len(operands[0].shape) == 1 else f", axis={axis}"
        return expression(f"jnp.sort(_0_{more})", operands[0].node)  # type: ignore[no-any-return]
    template = f"lax.sort(_0_, dimension={axis}, num_keys={keys})"
    if not equation.params["is_stable"]:
        template = template.replace(")", ", is_stable=False)")
    return expression(template, ast.Tuple([value.array() for value in operands], ast.Load()))  # type: ignore[no-any-return]


def top_k(equation: Equation, operands: Sequence[Value]) -> ast.expr:
    return expression(f"lax.top_k(_0_, {equation.params['k']})", operands[0].node)  # type: ignore[no-any-return]


def unstack(equation: Equation, operands: Sequence[Value]) -> ast.expr:
    """Return the items of an array along an axis, as the derivative of `jnp.stack` takes them."""
    axis = equation.params["axis"]
    return expression(f"jnp.unstack(_0_, axis={axis})" if axis else "jnp.unstack(_0_)", operands[0].node)  # type: ignore[no-any-return]


def pad(equation: Equation, operands: Sequence[Value]) -> Value:
    config = tuple(equation.params["padding_config"])
    node = expression(f"lax.pad(_0_, _1_, {config})", operands[0].node, operands[1].array())
    return Value(node, equation.results[0].aval, False)


def round_(equation: Equation, operands: Sequence[Value]) -> Value:
    to_even = int(equation.params["rounding_method"]) == 1
    template = "jnp.round(_0_)" if to_even else "lax.round(_0_)"
    return Value(expression(template, operands[0].node), equation.results[0].aval, operands[0].weak)


def power(equation: Equation, operands: Sequence[Value]) -> Value:
    node = expression(f"_0_ ** {equation.params['y']}", operands[0].node)
    return Value(node, equation.results[0].aval, operands[0].weak)


def product(equation: Equation, operands: Sequence[Value]) -> Value:
    """Return a product as `@` where it is one, else as `lax.dot_general`."""
    (first, second), (batch, _) = equation.params["dimension_numbers"]
    a, b = operands
    plain = tuple(first) == (len(a.shape) - 1,) and tuple(second) == (max(0, len(b.shape) - 2),)
    if plain and not batch and len(b.shape) <= 2:
        return Value(expression("_0_ @ _1_", a.node, b.node), equation.results[0].aval, False)
    numbers = tuple(tuple(tuple(map(int, axes)) for axes in pair) for pair in equation.params["dimension_numbers"])
    node = expression(f"lax.dot_general(_0_, _1_, {numbers!r})", a.node, b.node)
    return Value(node, equation.results[0].aval, False)
