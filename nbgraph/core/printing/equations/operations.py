"""Print single operations from their operands' code: slices at run-time positions, `v[i]`, `v.at[i].set(x)`."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from nbgraph.core.printing.equations import elementwise, random_keys, shapes
from nbgraph.core.printing.equations.context import Context
from nbgraph.core.printing.equivalence.terms import constant, made
from nbgraph.core.printing.ir.program import Equation, NoFormError
from nbgraph.core.printing.text.code import call, dtype_name, expression, literal, slice_of, subscript, table
from nbgraph.core.printing.text.values import Value, known_value
from nbgraph.core.staging.lists import indexed_axes

_UPDATES = table(
    "scatter set  scatter-add add  scatter_add add  scatter-mul multiply  scatter_mul multiply  scatter-min min"
    " scatter_min min  scatter-max max  scatter_max max"
)
UPDATES = frozenset(_UPDATES)


def dynamic_slice(equation: Equation, operands: Sequence[Value]) -> Value:
    """Return a slice at a run-time position; it becomes `v[i]` once the axis of one item is squeezed."""
    array, *starts = operands
    if equation.in_list:
        starts = [_in_range(start).also(operation="position") if start.known is None else start for start in starts]
    sizes = tuple(equation.params["slice_sizes"])
    node = expression(f"lax.dynamic_slice(_0_, _1_, {sizes}{_plain(starts)})", array.node, _positions(starts))
    parts = [_part(*each) for each in zip(starts, sizes, array.shape, strict=True)]
    made = Value(node, equation.results[0].aval, False)
    if any(part is None for part in parts):
        return made
    return made.also(operation="dynamic_slice", operands=(array,), params=parts)


def _plain(starts: Sequence[Value]) -> str:
    """Return the option that stops JAX from wrapping negative positions: the program does that itself."""
    return "" if all(start.known is not None for start in starts) else ", allow_negative_indices=False"


def _positions(starts: Sequence[Value]) -> ast.expr:
    return ast.Tuple([start.typed() for start in starts], ast.Load())


def _part(start: Value, size: int, whole: int) -> ast.expr | None:
    if size == whole and start.known is not None:
        return ast.Slice()
    if size == 1 and start.operation == "index" and start.params == whole:
        return start.operands[0].node
    if size == 1 and start.operation == "position":
        return start.node
    return start.node if size == 1 and start.known is not None else None


def dynamic_update(equation: Equation, operands: Sequence[Value]) -> Value:
    """Return an array with a slice replaced at a run-time position; a row of a list's buffer is replaced by `at`."""
    array, update, *starts = operands
    aval = equation.results[0].aval
    begins = [start.is_number(0) for start in starts]
    count = indexed_axes(array.shape, update.shape, begins)
    item = _item_of(update, count) if count else None
    if item is None and count and equation.in_list:  # a run of one item, as `a + b[i:]` adds where `b` has one
        shape = update.shape[count:]
        item = Value(expression(f"_0_.reshape({shape})", update.node), aval.update(shape=shape), False)
    if item is not None and equation.in_list:
        where = subscript(expression("_0_.at", array.node), [_in_range(start).node for start in starts[:count]])
        return Value(expression("_0_.set(_1_)", where, item.node), aval, False)
    if item is not None and count == 1:
        template = "lax.dynamic_update_index_in_dim(_0_, _1_, _2_, 0)"
        return Value(expression(template, array.node, item.array(), starts[0].typed()), aval, False)
    template = f"lax.dynamic_update_slice(_0_, _1_, _2_{_plain(starts)})"
    node = expression(template, array.node, update.node, _positions(starts))
    return Value(node, aval, False)


def _item_of(update: Value, axes: int) -> Value | None:
    shape = update.shape[axes:]
    while update.operation in ("broadcast_in_dim", "reshape") and update.shape[:1] == (1,) and update.shape != shape:
        update = update.operands[0]
    return update if update.shape == shape else None


def _in_range(index: Value) -> Value:
    """Return an index without the select that wraps a negative one."""
    while index.operation == "index":
        index = index.operands[0]
    return index


def indices_of(index: Value) -> list[Value] | None:
    """Return the indices in an array of indices, each unwrapped as `v[i]` takes it; None for other arrays."""
    if index.operation == "stacked":
        parts: Sequence[Value] = index.operands
    elif index.operation in ("broadcast_in_dim", "reshape", "column"):
        parts = index.operands[:1]
    else:
        return None
    found = [part.operands[0] if part.operation == "convert_element_type" else part for part in parts]
    if not all(part.operation in ("index", "count") or part.known is not None for part in found):
        return None
    return [part.operands[0] if part.operation == "index" else part for part in found]


def gather(equation: Equation, operands: Sequence[Value]) -> Value:
    """Return a gather as `v[i]`, `m[i, j]` or `v[indices]` where it is one, else as `lax.gather`."""
    array, index = operands
    numbers, sizes = equation.params["dimension_numbers"], equation.params["slice_sizes"]
    axes, aval = tuple(numbers.start_index_map), equation.results[0].aval
    whole = all(size == n for k, (size, n) in enumerate(zip(sizes, array.shape, strict=True)) if k not in axes)
    if not whole or axes != tuple(numbers.collapsed_slice_dims) or numbers.operand_batching_dims:
        return _whole_gather(equation, operands)
    if "CLIP" in str(equation.params["mode"]) and len(axes) == 1 and index.operation in ("column", "broadcast_in_dim"):
        more = "" if len(array.shape) == 1 else f", axis={axes[0]}"
        node = expression(f"jnp.take(_0_, _1_{more}, mode='clip')", array.node, index.operands[0].node)
        return Value(node, aval, False)
    parts = indices_of(index)
    if parts is None or len(parts) != len(axes):
        return _whole_gather(equation, operands)
    by = dict(zip(axes, parts, strict=True))
    found = [by[k].node if k in by else ast.Slice() for k in range(len(array.shape))]
    return Value(subscript(array.node, found), aval, False)


def scatter(equation: Equation, operands: Sequence[Value]) -> Value:
    """Return a scatter as `v.at[i].set(x)` or the like where it is one, else as `lax.scatter`."""
    array, index, update = operands
    numbers = equation.params["dimension_numbers"]
    axes = tuple(numbers.scatter_dims_to_operand_dims)
    if tuple(numbers.inserted_window_dims) != axes or numbers.operand_batching_dims:
        return _slice_update(equation, operands) or _whole_scatter(equation, operands)
    parts = indices_of(index)
    if parts is None or len(parts) != len(axes):
        return _whole_scatter(equation, operands)
    by = dict(zip(axes, parts, strict=True))
    found = [by[k].node if k in by else ast.Slice() for k in range(len(array.shape))]
    where: Any = subscript(expression("_0_.at", array.node), found)
    return _updated(equation, where, update)


def _updated(equation: Equation, where: ast.expr, update: Value) -> Value:
    """Return `v.at[i].set(x)` or the like, from `v.at[i]`."""
    spread = update.operation == "broadcast_in_dim" and update.operands[0].shape == ()
    item = update.operands[0] if spread else update
    mode = _mode(str(equation.params["mode"]))
    node = expression(f"_0_.{_UPDATES[equation.operation]}(_1_)", where, item.node)
    node.keywords = [ast.keyword("mode", literal(mode))] if mode else []
    return Value(node, equation.results[0].aval, False)


def _slice_update(equation: Equation, operands: Sequence[Value]) -> Value | None:
    """Return `v.at[2:5].set(x)` for a known slice of the first axis; None for other scatters."""
    array, index, update = operands
    numbers = equation.params["dimension_numbers"]
    axes = tuple(numbers.scatter_dims_to_operand_dims)
    start = index.operands[0].known if index.operation in ("broadcast_in_dim", "reshape") else None
    if axes != (0,) or numbers.inserted_window_dims or start is None or update.shape[1:] != array.shape[1:]:
        return None
    place = slice_of(int(start), int(start) + update.shape[0], 1, array.shape[0])
    return _updated(equation, expression("_0_.at[_1_]", array.node, place), update)


def _numbers(kind: str, numbers: Any) -> Any:
    """Return the code that makes dimension numbers."""
    given = {
        name: literal(tuple(map(int, value)))
        for name, value in numbers._asdict().items()
        if value != () or "batching" not in name
    }
    return call(f"lax.{kind}DimensionNumbers", (), **given)


def _whole_gather(equation: Equation, operands: Sequence[Value]) -> Value:
    """Return `lax.gather` with all its parameters."""
    params = equation.params
    made = call(
        "lax.gather",
        [operands[0].node, operands[1].array(), _numbers("Gather", params["dimension_numbers"])],
        slice_sizes=literal(tuple(map(int, params["slice_sizes"]))),
        mode=_named_mode(params["mode"]),
    )
    return Value(made, equation.results[0].aval, False)


def _whole_scatter(equation: Equation, operands: Sequence[Value]) -> Value:
    """Return `lax.scatter` or the like with all its parameters."""
    params = equation.params
    function = equation.operation.replace("-", "_")
    given = [operands[0].node, operands[1].array(), operands[2].array()]
    numbers = _numbers("Scatter", params["dimension_numbers"])
    made = call(f"lax.{function}", [*given, numbers], mode=_named_mode(params["mode"]))
    return Value(made, equation.results[0].aval, False)


def _named_mode(mode: object) -> ast.expr:
    return expression(f"lax.GatherScatterMode.{str(mode).rpartition('.')[2].split(':')[0]}")  # type: ignore[no-any-return]


def _mode(name: str) -> str:
    if "FILL_OR_DROP" in name:
        return ""
    return "clip" if "CLIP" in name else "promise_in_bounds"


_BY_NAME: dict[str, Callable[[Equation, Sequence[Value]], Value]] = {
    "broadcast_in_dim": shapes.broadcast,
    "reshape": shapes.reshape,
    "squeeze": shapes.squeeze,
    "slice": shapes.slice_,
    "python_slice": shapes.python_slice,
    "transpose": shapes.transpose,
    "expand_dims": shapes.expand_dims,
    "iota": shapes.iota,
    "concatenate": shapes.concatenate,
    "stack": shapes.stack,
    "rev": shapes.reverse,
    "pad": shapes.pad,
    "round": shapes.round_,
    "integer_pow": shapes.power,
    "dot_general": shapes.product,
    "argmax": shapes.extreme_position,
    "argmin": shapes.extreme_position,
    "gather": gather,
    "dynamic_slice": dynamic_slice,
    "dynamic_update_slice": dynamic_update,
    **dict.fromkeys(random_keys.OPERATIONS, random_keys.operation),
    **dict.fromkeys(shapes.REDUCTIONS, shapes.reduction),
    **dict.fromkeys(shapes.CUMULATIVE, shapes.cumulative),
    **dict.fromkeys(UPDATES, scatter),
}


def operation(context: Context, equation: Equation, operands: Sequence[Value]) -> Value:
    """Return the value of an operation; raise `NoFormError` where no public JAX function is known for it."""
    name = equation.operation
    folded = _known(equation, operands)
    if folded is not None:
        return folded
    if name in _BY_NAME:
        return _BY_NAME[name](equation, operands)
    return by_item(context, name, operands, equation.results[0].aval)


def _known(equation: Equation, operands: Sequence[Value]) -> Value | None:
    """Return the constant result of an operation on known numbers; None where it is not known."""
    aval = equation.results[0].aval
    if getattr(aval, "shape", None) != () or not operands or any(each.known is None for each in operands):
        return None
    terms = tuple(constant(each.known, each.aval) for each in operands)
    found = made(equation.operation, (), terms, aval)
    return None if found.value is None else known_value(found.value, aval)


def by_item(context: Context, name: str, operands: Sequence[Value], aval: Any) -> Value:
    """Return the value of an elementwise operation."""
    if (
        name in ("and", "or")
        and aval.dtype == np.bool_
        and all(value.known is not None or value.shape == aval.shape for value in operands)
    ):
        return elementwise.logical(name, operands[0], operands[1], aval)
    if name in elementwise.OPERATORS:
        return elementwise.binary(context, name, operands, aval)
    if name in elementwise.EXACT:
        return elementwise.exact(elementwise.EXACT[name], operands, aval)
    if name in elementwise.OF_TWO:
        return elementwise.of_several(context, elementwise.OF_TWO[name], operands, aval)
    if name in elementwise.OF_ONE:
        return elementwise.of_one(elementwise.OF_ONE[name], operands[0], aval)
    match name:
        case "neg":
            return elementwise.negated(operands[0], aval)
        case "not":
            return elementwise.inverted(operands[0], aval)
        case "convert_element_type":
            return elementwise.converted(operands[0], aval)
        case "own_turn":
            return known_value(np.True_, aval)
        case "select_n":
            chosen = elementwise.select(context, operands, aval)
            if chosen is not None:
                return chosen
        case "empty" | "empty2":
            return Value(expression(f"jnp.zeros({tuple(aval.shape)}, jnp.{dtype_name(aval.dtype)})"), aval, False)
        case _:
            pass
    raise NoFormError(f"the operation `{name}`")
