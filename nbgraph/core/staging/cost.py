"""When choosing between two computed values is better than choosing which to compute."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nbgraph.core import _jax

MOST_OPERATIONS = 4
LEAST_CALLED = 5  # equations of a program that is called; what is shorter is written out
LEAST_SHARED = 100  # equations of a program that is called once for both branches

# Linear, or without derivative: computing the untaken side can neither fail nor put a nan into a gradient, which
# multiplying, dividing and every transcendental function can (0 * inf).
_CHEAP = frozenset(
    [
        *("add", "sub", "neg", "abs", "max", "min", "sign", "floor", "ceil", "round"),
        *("eq", "ne", "lt", "le", "gt", "ge", "and", "or", "not", "xor"),
        *("select_n", "convert_element_type", "broadcast_in_dim", "reshape", "squeeze", "copy"),
    ]
)


def is_cheap(program: Any, predicate: Any) -> bool:
    """Whether a branch is a handful of pure, cheap operations on values as small as its predicate."""
    return not program.effects and are_cheap(program.jaxpr.eqns)


def are_cheap(equations: Sequence[Any]) -> bool:
    """Whether equations are a handful of pure, cheap operations."""
    if len(equations) > MOST_OPERATIONS:
        return False
    return all(equation.primitive.name in _CHEAP and _is_small(equation) for equation in equations)


def _is_small(equation: Any) -> bool:
    return all(getattr(var.aval, "size", 1) <= 64 for var in equation.outvars)


def size_of(jaxpr: Any) -> int:
    """How many equations a program has, written out."""
    return _size(jaxpr, {})


def _size(jaxpr: Any, known: dict[int, int]) -> int:
    if id(jaxpr) not in known:
        inner = (body for equation in jaxpr.eqns for body, _ in _jax.bodies(equation))
        known[id(jaxpr)] = len(jaxpr.eqns) + sum(_size(body, known) for body in inner)
    return known[id(jaxpr)]
