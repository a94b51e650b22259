"""Estimate the cost of programs, and recognise those that compute each number by itself.

A cheap branch is better computed always, and its result selected, than run under a `cond`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from jax import lax

from nbgraph.core import _jax

MOST_OPERATIONS = 4
LEAST_CALLED = 5  # equations of a program that is called; a shorter one is inlined
_UPDATE = 12  # equations that compile in the time of one that changes an item of an array
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
    """Whether a branch is at most `MOST_OPERATIONS` cheap equations without effects, on small values."""
    return not program.effects and are_cheap(program.jaxpr.eqns)


def are_cheap(equations: Sequence[Any]) -> bool:
    """Whether these are at most `MOST_OPERATIONS` cheap equations on small values."""
    if len(equations) > MOST_OPERATIONS:
        return False
    return all(equation.primitive.name in _CHEAP and _is_small(equation) for equation in equations)


def is_plain(equation: Any) -> bool:
    """Whether an equation computes a scalar from scalars and may run even where no code needs the result."""
    if any(getattr(each.aval, "shape", None) != () for each in (*equation.invars, *equation.outvars)):
        return False
    name, called = equation.primitive.name, equation.params.get("jaxpr")
    inner = called is not None and name == "jit" and _jax.library_made(called.jaxpr)
    return name in _CHEAP or name in ("mul", "rem", "div") or (inner and all(map(is_plain, called.jaxpr.eqns)))


def _is_small(equation: Any) -> bool:
    return all(getattr(var.aval, "size", 1) <= 64 for var in equation.outvars)


def time_to_compile(equations: Sequence[Any]) -> int:
    """Estimate the time to trace and compile equations, in that of an addition: XLA joins updates with all reads."""
    updates = sum("update" in str(each.params.get("name", each.primitive.name)) for each in equations)
    return len(equations) + _UPDATE * updates + sum(size_of(part) for one in equations for part, _ in _jax.bodies(one))


def size_of(jaxpr: Any) -> int:
    """Count the equations of a program, those of its inner programs included."""
    return _size(jaxpr, {})


def _size(jaxpr: Any, known: dict[int, int]) -> int:
    if id(jaxpr) not in known:
        inner = (body for equation in jaxpr.eqns for body, _ in _jax.bodies(equation))
        known[id(jaxpr)] = len(jaxpr.eqns) + sum(_size(body, known) for body in inner)
    return known[id(jaxpr)]


_MOST_EQUATIONS = 200  # the most equations of a program that becomes one kernel
_NAMES = frozenset((
    "abs", "acos", "acosh", "add", "and", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "ceil", "clamp",
    "convert_element_type", "copy", "cos", "cosh", "div", "eq", "erf", "erfc", "erf_inv", "exp", "exp2", "expm1",
    "floor", "ge", "gt", "integer_pow", "is_finite", "le", "log", "log1p", "logistic", "lt", "max", "min", "mul",
    "ne", "neg", "nextafter", "not", "or", "population_count", "clz", "pow", "rem", "round", "rsqrt", "select_n",
    "shift_left", "shift_right_arithmetic", "shift_right_logical", "sign", "sin", "sinh", "sqrt", "square",
    "stop_gradient", "sub", "tan", "tanh", "xor",
))  # fmt: skip
_DIVISIONS = ("remainder", "floor_divide")
_CALLS = {"jit": "jaxpr", "pjit": "jaxpr", "custom_jvp_call": "call_jaxpr"}


def is_elementwise(*jaxprs: Any) -> bool:
    """Whether programs compute each number alone, in at most `_MOST_EQUATIONS` equations together."""
    return all(map(_fits, jaxprs)) and sum(map(_count, jaxprs)) <= _MOST_EQUATIONS


def _fits(jaxpr: Any) -> bool:
    return are_elementwise(jaxpr.eqns)


def are_elementwise(equations: Sequence[Any]) -> bool:
    """Whether equations compute each number alone."""
    return all(_inner_of(each) is not None and all(map(_fits, _inner_of(each) or ())) for each in equations)


def _count(jaxpr: Any) -> int:
    return len(jaxpr.eqns) + sum(_count(inner) for each in jaxpr.eqns for inner in _inner_of(each) or ())


def _inner_of(equation: Any) -> list[Any] | None:
    """Return the programs in an equation; None for a primitive that is not elementwise."""
    name, found = equation.primitive.name, [inner for inner, constants in _jax.bodies(equation) if not len(constants)]
    if name in _NAMES:
        return []
    if len(found) == len(_jax.bodies(equation)) and (name == "cond" or name in _CALLS) and not equation.effects:
        return found
    return None


def computed(jaxpr: Any, arguments: Sequence[Any]) -> list[Any]:
    """Run an elementwise program: compute all branches of a `cond`, divide by powers of two with shifts."""
    values = dict(zip(jaxpr.invars, arguments, strict=True))
    for equation in jaxpr.eqns:
        operands = [_jax.value_of(each, values) for each in equation.invars]
        values.update(zip(equation.outvars, _results(equation, operands), strict=True))
    return [_jax.value_of(each, values) for each in jaxpr.outvars]


def _results(equation: Any, operands: list[Any]) -> Sequence[Any]:
    name = equation.primitive.name
    if name == "cond":
        return _selected(operands[0], [computed(each.jaxpr, operands[1:]) for each in equation.params["branches"]])
    if name not in _CALLS:
        return _jax.bound(equation, operands)
    bits = _in_bits(equation, operands)
    return computed(equation.params[_CALLS[name]].jaxpr, operands) if bits is None else [bits]


def _selected(index: Any, results: list[list[Any]]) -> list[Any]:
    taken = lax.gt(index, lax.full_like(index, 0)) if len(results) == 2 else lax.clamp(0, index, len(results) - 1)
    return [lax.select_n(taken, *each) for each in zip(*results, strict=True)]


def may_divide(equations: Sequence[Any]) -> bool:
    """Whether an equation at the top level divides integers."""
    return any(each.params.get("name") in _DIVISIONS for each in equations)


def dividing(positive: Collection[Any] = ()) -> Callable[[Any, list[Any]], Sequence[Any] | None]:
    """Return a function that stages a division of integers in fewer operations; it returns None for other equations."""
    rests: dict[int, Any] = {}  # by the id of what Python's `%` gives, that of `rem`, which is 0 where it is

    def staged(equation: Any, operands: list[Any]) -> Sequence[Any] | None:
        if equation.primitive.name in ("eq", "ne") and id(operands[0]) in rests and _is_zero(equation.invars[1]):
            return _jax.bound(equation, [rests[id(operands[0])], operands[1]])
        made = _in_bits(equation, operands, positive, rests) if equation.primitive.name in _CALLS else None
        return None if made is None else [made]

    return staged


def _is_zero(atom: Any) -> bool:
    is_known, number = _jax.literal_value(atom)
    return is_known and number == 0


def _in_bits(
    equation: Any, operands: list[Any], positive: Collection[Any] = (), rests: dict[int, Any] | None = None
) -> Any:
    """Stage Python's `%` and `//` by a power of two as `&` and `>>`, also for negative numbers; None for others.

    A `%` by a divisor in `positive` becomes `rem`, corrected by the sign of its result.
    """
    name, divisor = equation.params.get("name"), equation.invars[-1]
    if name not in _DIVISIONS or not _jax.library_made(equation.params["jaxpr"].jaxpr):
        return None
    kind, (is_known, by) = equation.invars[0].aval.dtype, _jax.literal_value(divisor)
    if kind.kind != "i" or equation.outvars[0].aval.dtype != kind:
        return None
    number = operands[0]
    alike = equation.invars[0].aval.shape == divisor.aval.shape and divisor.aval.dtype == kind
    if not is_known and name == "remainder" and alike and divisor in positive:
        left = lax.rem(number, operands[1])
        made = lax.select(lax.lt(left, lax.full_like(left, 0)), lax.add(left, operands[1]), left)
        if rests is not None:
            rests[id(made)] = left
        return made
    by = int(by) if is_known else 0
    if by <= 0 or by & (by - 1):  # not a power of two
        return None
    if name == "remainder":
        return lax.bitwise_and(number, lax.full_like(number, by - 1))
    return lax.shift_right_arithmetic(number, lax.full_like(number, by.bit_length() - 1))
