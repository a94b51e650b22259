"""Python's builtins on numbers, on traced ones with Python's results."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np

from nbgraph.core.staging import effects
from nbgraph.core.staging.classes import asked_truth
from nbgraph.core.staging.recorder import calling_frame
from nbgraph.core.staging.values import any_traced, is_dynamic, is_traced, type_of


def int_(value: Any = 0, *base: Any) -> Any:
    """`int`: truncates towards zero."""
    if not is_traced(value) or base:
        return int(value, *base)
    return jnp.trunc(value).astype(int) if type_of(value).dtype.kind == "f" else value.astype(int)


def float_(value: Any = 0.0) -> Any:
    """`float`."""
    return value.astype(float) if is_traced(value) else float(value)


def bool_(value: Any = False) -> Any:
    """`bool`."""
    value = asked_truth(value)
    if not is_traced(value):
        return bool(value)
    return value if type_of(value).dtype == np.bool_ else value != 0


def abs_(value: Any) -> Any:
    """`abs`."""
    return abs(number(value))


def round_(value: Any, digits: Any = None) -> Any:
    """`round`: half to even; an int without digits."""
    if not any_traced(value):
        return round(value, digits) if digits is not None else round(value)
    if type_of(value).dtype.kind in "iub":
        return number(value) if digits is None or digits >= 0 else jnp.round(value, digits)
    rounded = jnp.round(value, 0 if digits is None else digits)
    return rounded.astype(int) if digits is None else rounded


def divmod_(a: Any, b: Any) -> Any:
    """`divmod`."""
    return (a // b, a % b) if any_traced(a, b) else divmod(a, b)


def pow_(base: Any, exponent: Any, modulus: Any = None) -> Any:
    """`pow`; of integers only to a power that is not negative, because the result's type must be known beforehand."""
    if modulus is not None:
        return pow(base, exponent, modulus)
    if any_traced(base, exponent) and _is_integer(base) and _is_integer(exponent):
        if not is_traced(exponent):
            return base**exponent if exponent >= 0 else float_(base) ** exponent
        effects.require(jnp.all(exponent >= 0), effects.Check(calling_frame(2).span, _negative_exponent))
    return number(base) ** exponent


def _is_integer(value: Any) -> bool:
    return is_dynamic(value) and type_of(value).dtype.kind in "iub"


def _negative_exponent() -> ArithmeticError:
    return ArithmeticError(
        "an integer to a negative power is a fraction in Python, and a graph must know beforehand: write float(...)"
    )


def number(value: Any) -> Any:
    """A value as Python's arithmetic takes it: a truth value counts as 0 or 1."""
    if is_traced(value) and type_of(value).dtype == np.bool_:
        return value.astype(int)
    return value
