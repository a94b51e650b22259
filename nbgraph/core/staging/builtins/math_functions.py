"""Map Python's `math` functions to counterparts for traced values, with results of Python's types."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp

from nbgraph.core.source.support.table import FUNCTIONS, objects_of
from nbgraph.core.staging.effects import effects
from nbgraph.core.staging.operators.builtin_numbers import number
from nbgraph.core.staging.trace.recorder import calling_frame
from nbgraph.core.staging.values.values import type_of

_LARGEST_FACTORIAL = 12  # the largest in int32; 20 in int64


def _real(value: Any) -> Any:
    """Return a number as `math` uses it, a Python float; a truth value counts as 0.0 or 1.0."""
    value = jnp.asarray(value)
    return value if value.dtype.kind == "f" and value.dtype.itemsize > 2 else value.astype(float)


def _whole(value: Any) -> Any:
    value = jnp.asarray(number(value))
    if value.dtype.kind not in "iub":
        raise TypeError(f"'float' object cannot be interpreted as an integer: {type_of(value)}")
    return value.astype(int) if value.dtype.kind == "b" else value


def _of_reals(function: Callable[..., Any]) -> Callable[..., Any]:
    def run(*values: Any) -> Any:
        return function(*map(_real, values))

    return run


def _rounded(function: Callable[..., Any]) -> Callable[..., Any]:
    """Let `floor`, `ceil` and `trunc` return an int."""

    def run(value: Any) -> Any:
        value = number(value)
        return value if type_of(value).dtype_kind in "iu" else function(value).astype(int)

    return run


def _valid(holds: Any, message: str) -> None:
    """Stage Python's check of an argument."""
    frame, depth = calling_frame(1), 1
    while frame.owner is None and frame.file == __file__:
        frame, depth = calling_frame(depth + 1), depth + 1
    frame = calling_frame(depth + 1) if frame.owner is None else frame  # `ng.call` is in between
    effects.require(jnp.all(holds), effects.Check(frame.span, functools.partial(ValueError, message)))


def _log(value: Any, *base: Any) -> Any:
    top = jnp.log(_real(value))
    return top / jnp.log(_real(base[0])) if base else top


def _isqrt(value: Any) -> Any:
    value = _whole(value)
    _valid(value >= 0, "isqrt() argument must be nonnegative")
    root = jnp.sqrt(value.astype(float)).astype(value.dtype)
    most = {4: 46340, 8: 3037000499}.get(value.dtype.itemsize, 255)  # the largest root whose square fits
    root = jnp.minimum(root, most)
    root = jnp.where(root * root > value, root - 1, root)  # a float's root may be one off
    return jnp.where((root < most) & ((root + 1) * (root + 1) <= value), root + 1, root)


def _of_wholes(function: Callable[..., Any], neutral: int) -> Callable[..., Any]:
    def run(*values: Any) -> Any:
        return functools.reduce(function, map(_whole, values), jnp.asarray(neutral, int)) if values else neutral

    return run


def _factorial(value: Any) -> Any:
    value = _whole(value)
    _valid(value >= 0, "factorial() not defined for negative values")
    most = _LARGEST_FACTORIAL if value.dtype.itemsize <= 4 else 20
    table = jnp.array([math.factorial(n) for n in range(most + 1)], value.dtype)
    return jnp.where(value > most, _falling(value, value), table[jnp.clip(value, 0, most)])


def _falling(n: Any, k: Any) -> Any:
    one = jnp.ones((), n.dtype)
    return jax.lax.fori_loop(0, jnp.maximum(k, 0), lambda i, product: product * (n - i), one)


def _perm(n: Any, k: Any = None) -> Any:
    n = _whole(n)
    if k is None:
        return _factorial(n)
    k = _whole(k)
    _valid(n >= 0, "n must be a non-negative integer")
    _valid(k >= 0, "k must be a non-negative integer")
    return jnp.where(k > n, 0, _falling(n, jnp.where(k > n, 0, k)))


def _comb(n: Any, k: Any) -> Any:
    n, k = _whole(n), _whole(k)
    _valid(n >= 0, "n must be a non-negative integer")
    _valid(k >= 0, "k must be a non-negative integer")
    fewer = jnp.maximum(jnp.minimum(k, n - k), 0)

    def step(i: Any, found: Any) -> Any:  # found * (n - i) / (i + 1), cancelled first so that it does not overflow
        divisor = jnp.gcd(found, i + 1)
        return (found // divisor) * ((n - i) // ((i + 1) // divisor))

    return jnp.where(k > n, 0, jax.lax.fori_loop(0, fewer, step, jnp.ones((), n.dtype)))


def _remainder(a: Any, b: Any) -> Any:
    """Return the IEEE remainder: the quotient is rounded half to even."""
    a, b = _real(a), _real(b)
    rest = jnp.fmod(a, b)  # exact
    half = jnp.abs(b) / 2
    odd = jnp.fmod(jnp.trunc((a - rest) / b), 2) != 0
    over = (jnp.abs(rest) > half) | ((jnp.abs(rest) == half) & odd)
    result = jnp.where(over, rest - jnp.copysign(b, rest), rest)
    return jnp.where(jnp.isinf(b) & jnp.isfinite(a), a, result)


def _isclose(a: Any, b: Any, *, rel_tol: Any = 1e-09, abs_tol: Any = 0.0) -> Any:
    a, b = _real(a), _real(b)
    near = jnp.abs(a - b) <= jnp.maximum(rel_tol * jnp.maximum(jnp.abs(a), jnp.abs(b)), abs_tol)
    return (a == b) | (near & jnp.isfinite(a) & jnp.isfinite(b))


def _items(values: Any) -> list[Any]:
    return [values[index] for index in range(values.shape[0])] if hasattr(values, "shape") else list(values)


def _prod(values: Any, *, start: Any = 1) -> Any:
    if hasattr(values, "shape"):
        return jnp.prod(number(values), axis=0) * start
    return functools.reduce(lambda product, item: product * number(item), _items(values), start)


def _hypot(*values: Any) -> Any:
    return functools.reduce(jnp.hypot, map(_real, values), jnp.asarray(0.0))


def _sumprod(p: Sequence[Any], q: Sequence[Any]) -> Any:
    return sum(number(a) * number(b) for a, b in zip(_items(p), _items(q), strict=True))


def _modf(value: Any) -> tuple[Any, Any]:
    value = _real(value)
    whole = jnp.trunc(value)
    return jnp.copysign(jnp.where(jnp.isinf(value), 0.0, value - whole), value), whole


def _frexp(value: Any) -> tuple[Any, Any]:
    mantissa, exponent = jnp.frexp(_real(value))
    return mantissa, exponent.astype(int)


_CONTAINERS: tuple[type, ...] = (list, tuple, dict, set)


def _of_numbers(function: Callable[..., Any], counterpart: Callable[..., Any]) -> Callable[..., Any]:
    """Let a counterpart refuse containers, which JAX would take for arrays, with Python's error."""

    def run(*values: Any, **keywords: Any) -> Any:
        alike: list[Any] = [next((kind() for kind in _CONTAINERS if isinstance(each, kind)), 1) for each in values]
        if any(each != 1 for each in alike):
            function(*alike)
        return counterpart(*values, **keywords)

    return run


_COUNTERPARTS: dict[Callable[..., Any], Callable[..., Any]] = {
    **{
        function: (_rounded if row.result == "integer" else _of_reals)(getattr(jnp, row.jax))
        for row in FUNCTIONS.values()
        if row.jax
        for function in objects_of(row)
    },
    math.log: _log,
    math.isqrt: _isqrt,
    math.gcd: _of_wholes(jnp.gcd, 0),
    math.lcm: _of_wholes(jnp.lcm, 1),
    math.factorial: _factorial,
    math.perm: _perm,
    math.comb: _comb,
    math.remainder: _remainder,
    math.isclose: _isclose,
    math.prod: _prod,
    math.fsum: lambda values: sum(map(_real, _items(values)), 0.0),
    math.hypot: _hypot,
    math.dist: lambda p, q: _hypot(*(_real(a) - _real(b) for a, b in zip(_items(p), _items(q), strict=True))),
    math.modf: _modf,
    math.frexp: _frexp,
    math.ldexp: lambda value, exponent: jnp.ldexp(_real(value), exponent),
    math.gamma: _of_reals(lambda value: jax.scipy.special.gamma(value)),  # JAX imports that module when it is named
    math.lgamma: _of_reals(lambda value: jax.scipy.special.gammaln(value)),
    math.erf: _of_reals(jax.lax.erf),
    math.erfc: _of_reals(jax.lax.erfc),
    **({math.sumprod: _sumprod} if hasattr(math, "sumprod") else {}),
}
_OF_ITEMS = (math.prod, math.fsum, math.dist, getattr(math, "sumprod", None))
COUNTERPARTS = {
    function: made if function in _OF_ITEMS else _of_numbers(function, made) for function, made in _COUNTERPARTS.items()
}
