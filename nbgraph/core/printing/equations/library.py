"""Print calls of library functions by name, where the public function traces to the same program."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from nbgraph.core.printing.equations import elementwise
from nbgraph.core.printing.equations.context import Context
from nbgraph.core.printing.equivalence.same import difference
from nbgraph.core.printing.ir.program import Atom, Block, Equation, read_program
from nbgraph.core.printing.text.code import expression
from nbgraph.core.printing.text.values import Value, settings

_MODULES = (("jnp", jnp), ("jax.nn", jax.nn), ("lax", lax), ("jnp.linalg", jnp.linalg), ("jax.random", jax.random))


def library_call(context: Context, equation: Equation, operands: Sequence[Value]) -> Value | None:
    """Return the call that an equation stands for; None where no public function is known to give it."""
    name, block = equation.params["name"], equation.blocks[0]
    if len(equation.results) != 1:
        return None
    aval = equation.results[0].aval
    if name in ("_where", "where") and len(operands) == 3 and _is_choice(block):
        which, yes, no = operands
        return elementwise.select(context, [which, no, yes], aval)
    if name == "_roll_static" and (rolled := _roll(block, operands[0], aval)) is not None:
        return rolled
    may_be = name in elementwise.OPERATORS and len(operands) == 2
    if may_be and _gives(_operator(elementwise.OPERATORS[name]), equation.blocks[0]):
        return elementwise.binary(context, name, operands, aval)
    for module, owner in _MODULES:
        function = getattr(owner, name.lstrip("_"), None)
        if callable(function) and _gives(function, block):
            return elementwise.of_several(context, f"{module}.{name.lstrip('_')}", operands, aval)
    return None


def _is_choice(block: Block) -> bool:
    return {equation.operation for equation in block.equations} <= {
        "select_n",
        "broadcast_in_dim",
        "convert_element_type",
    }


def _roll(block: Block, array: Value, aval: Any) -> Value | None:
    """Return `jnp.roll` by known shifts, if it gives the same program; else None.

    The program cuts the array in two along each axis and joins the parts in reverse order.
    """
    starts: dict[Atom, Any] = {
        e.results[0]: e.params["start_indices"] for e in block.equations if e.operation == "slice"
    }
    joined = [e for e in block.equations if e.operation == "concatenate"]
    if any(e.operands[0] not in starts for e in joined):
        return None
    axes = [int(e.params["dimension"]) for e in joined]
    first = [int(starts[e.operands[0]][axis]) for e, axis in zip(joined, axes, strict=True)]
    shifts = [-at if 2 * at < aval.shape[axis] else aval.shape[axis] - at for at, axis in zip(first, axes, strict=True)]
    if not joined or not _gives(functools.partial(jnp.roll, shift=tuple(shifts), axis=tuple(axes)), block):
        return None
    given = [repr(each[0] if len(axes) == 1 else tuple(each)) for each in (shifts, axes)]
    if len(aval.shape) == 1:
        given.pop()
    return Value(expression(f"jnp.roll(_0_, {', '.join(given)})", array.node), aval, False)


@functools.cache  # there are only few signs
def _operator(sign: str) -> Any:
    return eval(f"lambda a, b: a {sign} b")


def _gives(function: Any, block: Block) -> bool:
    avals = tuple((tuple(v.aval.shape), v.aval.dtype) for v in block.parameters)
    made = _trace(function, avals, settings())
    return made is not None and not difference(block, made)


@functools.lru_cache(maxsize=256)
def _trace(function: Any, avals: tuple[Any, ...], settings: tuple[Any, ...]) -> Block | None:
    try:
        traced = jax.make_jaxpr(function)(*(jax.ShapeDtypeStruct(shape, dtype) for shape, dtype in avals))
    except Exception:  # it does not accept these arguments
        return None
    return read_program(traced.jaxpr, traced.consts)
