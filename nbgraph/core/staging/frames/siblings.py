"""Run independent calls of the same program as one loop over the calls, since XLA copies the code of each call."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from nbgraph.core import _jax

_MOST_ITEMS = 1 << 16  # of an array in one kernel, which runs on one thread
# What one kernel computes as several do: no product of floats, which it may join with a sum; and no `abs`, which LLVM
# gets wrong behind a `min`.
_IN_KERNEL = frozenset((
    "add", "and", "broadcast_in_dim", "clamp", "concatenate", "cond", "convert_element_type", "copy", "dynamic_slice",
    "dynamic_update_slice", "eq", "expand_dims", "ge", "gt", "iota", "jit", "le", "lt", "max", "min", "mul", "ne",
    "neg", "not", "or", "pad", "reshape", "scan", "select_n", "slice", "squeeze", "stack", "sub", "while", "xor",
))  # fmt: skip


def has_loop(jaxpr: Any) -> bool:
    """Whether a program has a loop at any depth."""
    return any(each.primitive.name in ("while", "scan") for each in _jax.every_equation(jaxpr.eqns))


def together(program: Any, called: Collection[int]) -> Any:
    """Return a closed program in which independent calls of the same program are one loop.

    Args:
        called: the ids of the programs that may be joined; their first argument only tells that no loop need run.
    """
    jaxpr = program.jaxpr
    if not called or sum(_program(each) in called for each in jaxpr.eqns) < 2 or jaxpr.effects:
        return program

    def run(*arguments: Any) -> list[Any]:
        values = dict(zip((*jaxpr.constvars, *jaxpr.invars), (*program.consts, *arguments), strict=True))
        _stage(jaxpr.eqns, called, values)
        return [_jax.value_of(each, values) for each in jaxpr.outvars]

    types = (each.aval for each in jaxpr.invars)
    return _jax.traced_program(run, [jax.ShapeDtypeStruct(t.shape, t.dtype, weak_type=t.weak_type) for t in types])


def _program(equation: Any) -> int:
    return id(equation.params.get("jaxpr"))


def _stage(equations: Sequence[Any], called: Collection[int], values: dict[Any, Any]) -> None:
    """Stage the equations before the first call, then this call and those like it, then the remaining ones."""
    parts = before, calls, behind = list[Any](), list[Any](), list[Any]()
    needs = set[Any]()
    for equation in equations:
        alike = _program(equation) == _program(calls[0]) if calls else _program(equation) in called
        waits = not needs.isdisjoint(filter(_jax.is_variable, equation.invars[alike:]))
        parts[2 if waits else alike].append(equation)
        needs.update(equation.outvars if waits or alike else ())
    _jax.stage_equations(before, values)
    if calls:
        (_stage_loop if len(calls) > 1 else _jax.stage_equations)(calls, values)
        _stage(behind, called, values)


def _stage_loop(calls: Sequence[Any], values: dict[Any, Any]) -> None:
    first, operands = calls[0], [[_jax.value_of(each, values) for each in call.invars[1:]] for call in calls]

    def loop(leading: Any, *columns: Any) -> Sequence[Any]:
        return tuple(jax.lax.map(lambda row: _jax.bound(first, (leading, *row)), columns))

    with _jax.placed(first):
        given = [_jax.value_of(first.invars[0], values), *map(jnp.stack, zip(*operands, strict=True))]
        kernel = jax.default_backend() == "cpu" and all(map(_fits, _jax.every_equation([first])))
        found = _jax.in_one_kernel(loop, given) if kernel else loop(*given)
        for place, call in enumerate(calls):
            values.update(zip(call.outvars, (each[place] for each in found), strict=True))


def _fits(equation: Any) -> bool:
    """Whether XLA may compute an equation in one kernel with those around it, which compiles in less time."""
    name, made = equation.primitive.name, [each.aval for each in equation.outvars]
    if name == "mul" and any(each.dtype.kind not in "iub" for each in made):
        return False
    return name in _IN_KERNEL and all(np.prod(each.shape) <= _MOST_ITEMS for each in made)
