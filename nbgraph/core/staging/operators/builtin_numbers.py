"""Implement Python's builtins on numbers for traced ones, with Python's results."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from nbgraph.core.errors import StagingError
from nbgraph.core.source.text import SourceText
from nbgraph.core.spans import Span
from nbgraph.core.staging.effects import effects
from nbgraph.core.staging.frames.classes import asked_truth
from nbgraph.core.staging.frames.conversion import callback
from nbgraph.core.staging.trace.kind_questions import may_be_of_array, of_python, refuse_round, refuse_truth_of_array
from nbgraph.core.staging.trace.recorder import calling_frame
from nbgraph.core.staging.values.values import any_traced, is_dynamic, is_traced, type_of


def int_(value: Any = 0, *base: Any) -> Any:
    """Return `int(value)`, truncated towards zero."""
    if not is_traced(value) or base:
        return int(value, *base)
    if type_of(value).shape:
        raise TypeError("only 0-dimensional arrays can be converted to Python scalars, not a Tracer of more")
    _require_real(value, "int")
    is_float = type_of(value).dtype_kind == "f"
    return of_python(lambda number: (jnp.trunc(number) if is_float else number).astype(int), value)


def float_(value: Any = 0.0) -> Any:
    if not is_traced(value):
        return float(value)
    if type_of(value).shape:
        return float(value)  # JAX's error
    _require_real(value, "float")
    return of_python(lambda number: number.astype(float), value)


def complex_(*parts: Any, **named: Any) -> Any:
    """Return `complex` of one number, or of a real and an imaginary part."""
    if not any_traced(*parts, *named.values()):
        return complex(*parts, **named)
    real = named.get("real", parts[0] if parts else 0.0)
    imaginary = named.get("imag", parts[1] if len(parts) > 1 else None)
    whole = jnp.asarray(real).astype(complex)
    return whole if imaginary is None else whole + jnp.asarray(imaginary) * 1j


def _require_real(value: Any, kind: str) -> None:
    """Refuse a complex number as Python does; JAX would take its real part."""
    if type_of(value).dtype_kind == "c":
        text = "a string, a bytes-like object or" if kind == "int" else "a string or"
        raise TypeError(f"{kind}() argument must be {text} a real number, not 'complex'")


def bool_(value: Any = False) -> Any:
    value = asked_truth(value)
    if not is_traced(value):
        return bool(value)
    return of_python(lambda number: number if type_of(value).dtype == np.bool_ else number != 0, value)


def abs_(value: Any) -> Any:
    """Return `abs(value)`; a truth value counts as a number."""
    refuse_truth_of_array("`abs`", value)
    return abs(number(value))


def round_(value: Any, digits: Any = None) -> Any:
    """Round half to even; without `digits` to an int."""
    if not any_traced(value):
        return round(value, digits) if digits is not None else round(value)
    refuse_truth_of_array("`round`", value)
    refuse_round(value)
    if type_of(value).dtype_kind in "iub":
        return number(value) if digits is None else _rounded_integer(number(value), digits)
    rounded = jnp.round(value, 0 if digits is None else digits)
    return rounded.astype(int) if digits is None else rounded


def _rounded_integer(value: Any, digits: int) -> Any:
    """Round to tens, hundreds and so on; half to even."""
    if digits >= 0:
        return value
    unit = 10**-digits
    down = value // unit
    rest = 2 * (value % unit)
    return (down + ((rest > unit) | ((rest == unit) & (down % 2 == 1)))) * unit


def divmod_(a: Any, b: Any) -> Any:
    return (a // b, a % b) if any_traced(a, b) else divmod(a, b)


def pow_(base: Any, exponent: Any, modulus: Any = None) -> Any:
    """Return `pow(...)`; a negative power of an integer is refused, as the result's type must be known."""
    if modulus is not None:
        traced = any_traced(base, exponent, modulus)
        return _modular_power(base, exponent, modulus) if traced else pow(base, exponent, modulus)
    if any_traced(base, exponent) and _is_integer(base) and _is_integer(exponent):
        here = calling_frame(2).span
        if not is_traced(exponent):
            if exponent >= 0:
                return base**exponent
            if isinstance(exponent, np.generic | jax.Array) or type_of(base).shape or may_be_of_array(base):
                raise _negative_exponent(here, "integers of NumPy and JAX have no negative powers")()
            return base.astype(float) ** exponent
        effects.require(jnp.all(exponent >= 0), effects.Check(here, _negative_exponent(here)))
    return number(base) ** exponent


def _modular_power(base: Any, exponent: Any, modulus: Any) -> Any:
    """Compute by squaring; a negative exponent, which needs an inverse, is refused at run time."""
    if not (_is_integer(base) and _is_integer(exponent) and _is_integer(modulus)):
        raise TypeError("pow() 3rd argument not allowed unless all arguments are integers")
    here = calling_frame(3).span
    effects.require(jnp.all(exponent >= 0), effects.Check(here, _negative_exponent(here)))
    modulus = jnp.asarray(modulus)

    def step(state: tuple[Any, Any, Any]) -> tuple[Any, Any, Any]:
        power, square, left = state
        power = jnp.where(left & 1 == 1, power * square % modulus, power)
        return power, square * square % modulus, left >> 1

    start = jnp.broadcast_arrays(jnp.ones_like(modulus) % modulus, base % modulus, exponent)
    going_on: Any = lambda state: jnp.any(state[2] > 0)  # noqa: E731
    return jax.lax.while_loop(going_on, step, (start[0], start[1], start[2]))[0]


def _is_integer(value: Any) -> bool:
    return is_dynamic(value) and type_of(value).dtype_kind in "iub"


def _bit_length(value: Any) -> Any:
    value = number(value)
    return 8 * value.dtype.itemsize - jax.lax.clz(abs(value))


def _method(name: str, kinds: str, of_number: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return a method of numbers: `of_number` for a traced one, the object's own for a user's object."""

    def run(value: Any) -> Any:
        traced = is_traced(value) and not type_of(value).shape and type_of(value).dtype_kind in kinds
        return of_number(value) if traced else callback(getattr(value, name))()

    return run


def methods_of_numbers() -> dict[Any, Callable[[Any], Any]]:
    """Return the functions that replace methods of `int` and `float`."""
    return {
        int.bit_count: _method("bit_count", "iub", lambda value: jax.lax.population_count(abs(number(value)))),
        int.bit_length: _method("bit_length", "ib", _bit_length),
        float.is_integer: _method("is_integer", "f", lambda value: value % 1 == 0),
    }


class NegativeExponentError(StagingError, ArithmeticError):
    """An integer is raised to a power that turns out negative at run time. This is also an `ArithmeticError`.

    Python returns a float then, and an integer for other powers; in a graph the type is fixed before the run.
    """

    id = "negative-exponent"


_FRACTION = "an integer to a negative power is a fraction in Python, and this graph was made for whole numbers"


def _negative_exponent(span: Span, message: str = _FRACTION) -> Callable[[], NegativeExponentError]:
    source, written = SourceText.of_file(span.file), "float(x) ** n"
    if source is not None and (power := re.fullmatch(r"(\w+) ?\*\* ?(-?\w+)", source.segment(span))):
        written = f"float({power[1]}) ** {power[2]}"
    return lambda: NegativeExponentError(message, span=span, remedy=f"`{written}`, or an array of floats")


def counted(*parts: Any) -> Any:
    """Apply a unary or binary operator to operands that may be truth values, as `(x > 1) + (x > 2)`.

    Python counts with its truth values. Array libraries apply logic to theirs, if all operands are truth values.
    """
    *left, sign, right = parts
    operands = (*left, right)
    truths = [each for each in operands if is_traced(each) and _is_truth(each)]
    if len(truths) < len(operands) or not any(map(may_be_of_array, truths)):
        operands = tuple(number(each) if any(each is truth for truth in truths) else each for each in operands)
    elif (*left, sign) == ("+",):
        refuse_truth_of_array("`+`", right)
    apply: Callable[..., Any] = (_BINARY if left else _UNARY)[sign]
    return apply(*operands)


def _is_truth(value: Any) -> bool:
    return not type_of(value).shape and type_of(value).dtype == np.bool_


_UNARY: dict[str, Callable[..., Any]] = {"-": operator.neg, "+": operator.pos, "~": operator.invert}
_BINARY: dict[str, Callable[..., Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,
    "%": operator.mod,
}
_BINARY |= {"**": operator.pow, "<<": operator.lshift, ">>": operator.rshift}


def number(value: Any) -> Any:
    """Return a value as Python's arithmetic uses it: a truth value counts as 0 or 1."""
    if is_traced(value) and type_of(value).dtype == np.bool_:
        return value.astype(int)
    return value
