"""The code of one operation from the code of its operands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from nbgraph.core.printing import elementwise, indexing, random_keys, shapes
from nbgraph.core.printing.code import dtype_name, expression
from nbgraph.core.printing.context import Context
from nbgraph.core.printing.program import Equation, NoFormError
from nbgraph.core.printing.terms import constant, made
from nbgraph.core.printing.values import Value, known_value

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
    "gather": indexing.gather,
    "dynamic_slice": indexing.dynamic_slice,
    "dynamic_update_slice": indexing.dynamic_update,
    **dict.fromkeys(random_keys.OPERATIONS, random_keys.operation),
    **dict.fromkeys(shapes.REDUCTIONS, shapes.reduction),
    **dict.fromkeys(shapes.CUMULATIVE, shapes.cumulative),
    **dict.fromkeys(indexing.UPDATES, indexing.scatter),
}


def operation(context: Context, equation: Equation, operands: Sequence[Value]) -> Value:
    """The value of an operation.

    Raises:
        NoFormError: nothing public of JAX's is known that gives this operation.
    """
    name = equation.operation
    folded = _known(equation, operands)
    if folded is not None:
        return folded
    if name in _BY_NAME:
        return _BY_NAME[name](equation, operands)
    return by_item(context, name, operands, equation.results[0].aval)


def _known(equation: Equation, operands: Sequence[Value]) -> Value | None:
    """The number that an operation on known numbers gives."""
    aval = equation.results[0].aval
    if getattr(aval, "shape", None) != () or not operands or any(each.known is None for each in operands):
        return None
    terms = tuple(constant(each.known, each.aval) for each in operands)
    found = made(equation.operation, (), terms, aval)
    return None if found.value is None else known_value(found.value, aval)


def by_item(context: Context, name: str, operands: Sequence[Value], aval: Any) -> Value:
    """An operation item by item."""
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
