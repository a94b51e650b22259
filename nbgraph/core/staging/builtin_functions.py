"""Python's builtins on traced values: the same results, staged."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from nbgraph.core._jax import under_trace
from nbgraph.core.staging import effects, texts
from nbgraph.core.staging.conversion import converted_callable
from nbgraph.core.staging.recorder import calling_frame
from nbgraph.core.staging.sequences import Enumerate, Map, Range, Reversed, Sequence, Zip, staged_over
from nbgraph.core.staging.values import any_traced, is_dynamic, is_traced, type_of


def range_(*arguments: Any) -> Any:
    """`range`; with traced bounds a sequence whose trip count is known at run time."""
    if not any_traced(*arguments):
        return range(*(int(a) if hasattr(a, "dtype") else a for a in arguments))
    start, stop, step = (0, arguments[0], 1) if len(arguments) == 1 else (*arguments, 1)[:3]
    for bound in (start, stop, step):
        if type_of(bound).dtype.kind not in "iu":
            raise TypeError(f"range() needs integers, not {type_of(bound)}")
    return Range(start, stop, step)


def enumerate_(items: Any, start: Any = 0) -> Any:
    """`enumerate`."""
    parts = staged_over(items)
    return Enumerate(parts[0], start) if parts else enumerate(items, start)


def zip_(*items: Any, strict: bool = False) -> Any:
    """`zip`; over traced iterables as long as the shortest."""
    parts = staged_over(*items)
    if not parts:
        return zip(*items, strict=strict)
    lengths = [part.length for part in parts]
    if strict and all(isinstance(n, int) for n in lengths) and len(set(lengths)) > 1:
        raise ValueError("zip() arguments have different lengths")
    return Zip(parts)


def reversed_(items: Any) -> Any:
    """`reversed`."""
    parts = staged_over(items)
    return Reversed(parts[0]) if parts else reversed(items)


def map_(function: Callable[..., Any], *items: Any) -> Any:
    """`map`, with the function converted."""
    function = converted_callable(function)
    parts = staged_over(*items)
    return Map(function, Zip(parts)) if parts else map(function, *items)


def len_(items: Any) -> Any:
    """`len`; of a staged sequence its trip count."""
    return items.length if isinstance(items, Sequence) else len(items)


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
    if not is_traced(value):
        return bool(value)
    return value if type_of(value).dtype == np.bool_ else value != 0


def abs_(value: Any) -> Any:
    """`abs`."""
    return abs(_number(value))


def round_(value: Any, digits: Any = None) -> Any:
    """`round`: half to even; an int without digits."""
    if not any_traced(value):
        return round(value, digits) if digits is not None else round(value)
    if type_of(value).dtype.kind in "iub":
        return _number(value) if digits is None or digits >= 0 else jnp.round(value, digits)
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
    return _number(base) ** exponent


def _is_integer(value: Any) -> bool:
    return is_dynamic(value) and type_of(value).dtype.kind in "iub"


def _negative_exponent() -> ArithmeticError:
    return ArithmeticError(
        "an integer to a negative power is a fraction in Python, and a graph must know beforehand: write float(...)"
    )


def sum_(items: Any, start: Any = 0) -> Any:
    """`sum` along the first axis."""
    if isinstance(items, jax.Array) and items.ndim:
        return jnp.sum(_number(items), axis=0) + start
    total = start
    for item in _items(items):
        total = total + _number(item)
    return total


def _number(value: Any) -> Any:
    """Python's arithmetic takes True for 1."""
    if is_traced(value) and type_of(value).dtype == np.bool_:
        return value.astype(int)
    return value


def _items(items: Any) -> Any:
    return list(items)


def _extreme(name: str, better: Callable[[Any, Any], Any], whole: Callable[..., Any]) -> Callable[..., Any]:
    python = getattr(builtins, name)

    def extreme(*arguments: Any, key: Any = None, **default: Any) -> Any:
        items = arguments[0] if len(arguments) == 1 else arguments
        if isinstance(items, jax.Array) and items.ndim == 1 and key is None and items.shape[0]:
            return whole(items)
        items = _items(items)
        if not any_traced(*items) and key is None:
            return python(items, **default)
        if not items:
            return python(items, **default)

        measure = converted_callable(key) if key is not None else (lambda item: item)
        best, measured = items[0], measure(items[0])
        for item in items[1:]:
            candidate = measure(item)
            if not any_traced(candidate, measured):
                if python(measured, candidate) is candidate and candidate != measured:
                    best, measured = item, candidate
                continue
            wins = better(candidate, measured)
            best, measured = choose(wins, item, best), choose(wins, candidate, measured)
        return best

    extreme.__name__ = name
    return extreme


def choose(condition: Any, true: Any, false: Any) -> Any:
    """A value per leaf by a traced condition, promoting dtypes."""
    return jax.tree_util.tree_map(lambda a, b: jnp.where(condition, a, b), true, false)


max_ = _extreme("max", lambda new, old: new > old, lambda array: jnp.max(array))
min_ = _extreme("min", lambda new, old: new < old, lambda array: jnp.min(array))


def _truths(array: jax.Array) -> jax.Array:
    return array if array.dtype == np.bool_ else array != 0


def any_(items: Any) -> Any:
    """`any`."""
    if isinstance(items, jax.Array) and items.ndim == 1:
        return jnp.any(_truths(items))
    return _fold(items, stop_at=True)


def all_(items: Any) -> Any:
    """`all`."""
    if isinstance(items, jax.Array) and items.ndim == 1:
        return jnp.all(_truths(items))
    return _fold(items, stop_at=False)


def _fold(items: Any, *, stop_at: bool) -> Any:
    result: Any = not stop_at
    for item in items:
        if is_traced(item):
            truth = item != 0 if type_of(item).dtype != np.bool_ else item
            result = (result | truth) if stop_at else (result & truth)
        elif bool(item) is stop_at:
            return stop_at
    return result


def sorted_(items: Any, *, key: Any = None, reverse: Any = False) -> Any:
    """`sorted`: a list, ascending, stable."""
    items = _items(items)
    if not any_traced(*items):
        return sorted(items, key=key, reverse=reverse)

    measured = items if key is None else [converted_callable(key)(item) for item in items]
    keys = jnp.stack([jnp.asarray(part) for part in measured])
    order = jnp.argsort(-keys if reverse else keys, stable=True)
    stacked = jax.tree_util.tree_map(lambda *parts: jnp.stack([jnp.asarray(p) for p in parts]), *items)
    chosen = jax.tree_util.tree_map(lambda array: array[order], stacked)
    return [jax.tree_util.tree_map(lambda array, i=i: array[i], chosen) for i in range(len(items))]


def print_(*values: Any, sep: str | None = " ", end: str | None = "\n", file: Any = None, flush: bool = False) -> None:
    """`print`: inside a graph it acts at run time, in order, on the taken path only."""
    if not under_trace():
        print(*values, sep=sep, end=end, file=file, flush=flush)
        return
    leaves, tree = jax.tree_util.tree_flatten(values, is_leaf=lambda leaf: leaf is None)
    parts = [texts.traced_in(leaf) if texts.holds_mark(leaf) else [leaf] if is_traced(leaf) else [] for leaf in leaves]

    def on_host(*known: Any) -> None:
        fresh = iter(known)
        full = [_at_run_time(leaf, [next(fresh) for _ in part]) for leaf, part in zip(leaves, parts, strict=True)]
        print(*jax.tree_util.tree_unflatten(tree, full), sep=sep, end=end, file=file, flush=flush)

    jax.debug.callback(on_host, *(value for part in parts for value in part), ordered=True)


def _at_run_time(leaf: Any, values: list[Any]) -> Any:
    if texts.holds_mark(leaf):
        return texts.filled(leaf, values)
    return texts.plain(values[0]) if values else leaf


def type_(value: Any, *rest: Any) -> Any:
    """`type`: for a traced scalar the Python number it stands for."""
    if rest or not is_traced(value) or type_of(value).shape:
        return type(value, *rest)
    return {"b": bool, "i": int, "u": int, "f": float, "c": complex}.get(type_of(value).dtype.kind, type(value))


def isinstance_(value: Any, kinds: Any) -> bool:
    """`isinstance`: a traced scalar counts as the Python number it stands for."""
    if not is_traced(value):
        return isinstance(value, kinds)
    kind = type_of(value)
    stands_for = {"b": bool, "i": int, "u": int, "f": float, "c": complex}.get(kind.dtype.kind)
    if kind.shape == () and stands_for is not None:
        wanted = kinds if isinstance(kinds, tuple) else (kinds,)
        if any(isinstance(want, type) and issubclass(stands_for, want) for want in wanted):
            return True
    return isinstance(value, kinds)


TABLE: dict[Any, Callable[..., Any]] = {
    range: range_,
    enumerate: enumerate_,
    zip: zip_,
    reversed: reversed_,
    map: map_,
    len: len_,
    int: int_,
    float: float_,
    bool: bool_,
    abs: abs_,
    round: round_,
    divmod: divmod_,
    pow: pow_,
    sum: sum_,
    max: max_,
    min: min_,
    any: any_,
    all: all_,
    sorted: sorted_,
    print: print_,
    isinstance: isinstance_,
    str: texts.text_of,
    repr: texts.text_of,
    type: type_,
}
