"""Implement functions and methods of arrays for the items that a mask selects, `a[a > 0].mean()`."""

from __future__ import annotations

import builtins
import operator
from collections.abc import Callable, Hashable
from functools import partial
from typing import Any, NoReturn

import jax
import jax.numpy as jnp
import numpy as np

from nbgraph.core.staging.builtins.array_functions import counterpart
from nbgraph.core.staging.builtins.builtin_iterables import list_of
from nbgraph.core.staging.builtins.builtin_reductions import all_, any_, max_, min_, sorted_, sum_, true_items
from nbgraph.core.staging.effects import effects
from nbgraph.core.staging.lists.contents import growing_of
from nbgraph.core.staging.lists.selections import Selection, each_by
from nbgraph.core.staging.sequences.sequences import Items
from nbgraph.core.staging.values.kinds import Kind, register
from nbgraph.core.staging.values.values import is_dynamic


def _reduced(name: str, value: Selection, axis: Any = None, **options: Any) -> Any:
    """Reduce with `sum`, `mean` or another function that needs no initial value."""
    axes, masked = value.along(axis)
    reduce = getattr(jnp, name)
    if options.pop("keepdims", False):
        value.refuse("`keepdims`")
    if not masked:
        return Selection(reduce(value.values, axis=axes, **options), value.mask)
    return reduce(value.values, axis=axes, where=value.where, **options)


def _truths(name: str, value: Selection, axis: Any = None) -> Any:
    axes, masked = value.along(axis)
    holds, decide = true_items(value.values), getattr(jnp, name)
    if not masked:
        return Selection(decide(holds, axis=axes), value.mask)
    return decide(holds & value.where if name == "any" else holds | ~value.where, axis=axes)


def _extreme(name: str, value: Selection, axis: Any = None, **others: Any) -> Any:
    """Reduce with `max` or `min`; items that are not selected count as the extreme of the dtype.

    Raises:
        ValueError: nothing is selected, at run time.
    """
    if others:
        value.refuse(f"`{next(iter(others))}`")
    axes, masked = value.along(axis)
    reduce = getattr(jnp, name)
    if not masked:
        return Selection(reduce(value.values, axis=axes), value.mask)
    word = {"max": "maximum", "min": "minimum"}[name]
    error = ValueError(f"zero-size array to reduction operation {word} which has no identity")
    effects.raise_unless(jnp.any(value.mask), error)
    return reduce(jnp.where(value.where, value.values, _first(value.dtype, largest=name == "min")), axis=axes)


def _first(dtype: Any, *, largest: bool) -> Any:
    if dtype == np.bool_:
        return largest
    if dtype.kind in "iu":
        return np.iinfo(dtype).max if largest else np.iinfo(dtype).min
    return np.inf if largest else -np.inf


def _place_of_extreme(name: str, value: Selection, axis: Any = None) -> Any:
    """Return `argmax` or `argmin`, counted among the selected items."""
    if axis not in (None, 0) or value.ndim > 1:
        value.refuse(f"`{name}` along an axis")
    effects.raise_unless(jnp.any(value.mask), ValueError(f"attempt to get {name} of an empty sequence"))
    found = value.compact()
    last = _first(found.buffers.dtype, largest=name == "argmin")
    return getattr(jnp, name)(jnp.where(found.valid(), found.buffers, last))


def _median(value: Selection, axis: Any = None) -> Any:
    if axis is not None or value.ndim > 1:
        value.refuse("`median` along an axis")
    count, numbers = value.shape[0], value.values.astype(float)
    ordered = jnp.sort(jnp.where(value.mask, numbers, np.inf).ravel())
    middle = (ordered[(count - 1) // 2] + ordered[count // 2]) / 2
    unknown = (count == 0) | jnp.any(jnp.isnan(numbers), where=value.mask)
    return jnp.where(unknown, np.nan, middle)


def _cumulated(name: str, value: Selection, axis: Any = None) -> Selection:
    if axis not in (None, 0) or value.ndim > 1:
        value.refuse(f"`{name}` along an axis")
    found = value.compact()
    return Selection(getattr(jnp, name)(found.buffers), found.valid())


def _sorted(value: Selection, axis: Any = -1) -> Selection:
    if axis not in (0, -1) or value.ndim > 1:
        value.refuse("`sort` along an axis")
    found = value.compact()
    rest = jnp.nan if found.buffers.dtype.kind == "f" else _first(found.buffers.dtype, largest=True)
    return Selection(jnp.sort(jnp.where(found.valid(), found.buffers, rest)), found.valid())


def _array(value: Selection, dtype: Any = None, *, copy: Any = None, **others: Any) -> Selection:
    if others:
        value.refuse(f"`{next(iter(others))}`")
    return value if dtype is None else value.astype(dtype)


def _stacked(value: Selection, axis: int = 0) -> Selection:
    if axis:
        value.refuse("`stack` along another axis")
    effects.raise_unless(jnp.any(value.mask), ValueError("Need at least one array to stack."))
    return value


_METHODS: dict[str, Callable[..., Any]] = {
    **{name: partial(_reduced, name) for name in ("sum", "prod", "mean", "std", "var")},
    **{name: partial(_truths, name) for name in ("any", "all")},
    **{name: partial(_extreme, name) for name in ("max", "min")},
    **{name: partial(_place_of_extreme, name) for name in ("argmax", "argmin")},
    **{name: partial(_cumulated, name) for name in ("cumsum", "cumprod")},
    "copy": lambda value: Selection(jnp.copy(value.values), value.mask),
    "tolist": Selection.listed,
    "round": lambda value, decimals=0: each_by(lambda part: jnp.round(part, decimals), value, total=True),
    "astype": lambda value, dtype: each_by(lambda part: part.astype(dtype), value, total=True),
}
for _name, _runs in _METHODS.items():
    setattr(Selection, _name, lambda value, *rest, runs=_runs, **options: runs(value, *rest, **options))

_FUNCTIONS: dict[str, Callable[..., Any]] = {
    **_METHODS,
    "amax": _METHODS["max"],
    "amin": _METHODS["min"],
    "median": _median,
    "sort": _sorted,
    "size": lambda value: value.size,
    "array": lambda value, *dtype, **options: _array(value.copy(), *dtype, **options),
    "asarray": _array,
    "stack": _stacked,
    "count_nonzero": lambda value: _reduced("sum", each_by(operator.ne, value, 0, total=True)),
}
_VERSIONS: dict[Any, Callable[..., Any]] = {
    **{
        getattr(module, name): runs
        for module in (np, jnp)
        for name, runs in _FUNCTIONS.items()
        if hasattr(module, name)
    },
    builtins.round: _METHODS["round"],
}
_OF_LISTS_TOO = {getattr(np, name) for name in _FUNCTIONS if hasattr(np, name)} | {jnp.array, jnp.asarray, jnp.stack}


def with_array(function: Hashable, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the arguments with an array in place of a list of run-time length, for a function that takes lists."""
    growing = growing_of(arguments[0]) if arguments and function in _OF_LISTS_TOO else None
    if growing is None or growing.capacity.length is not None or not is_dynamic(growing.buffers):
        return arguments
    return Selection(growing.buffers, growing.valid()), *arguments[1:]


_OF_LISTS: dict[Any, Callable[..., Any]] = {
    list: list_of,
    sorted: sorted_,
    sum: sum_,
    max: max_,
    min: min_,
    any: any_,
    all: all_,
}


def _where(test: Any, *sides: Any) -> Any:
    return jnp.where(test, *sides) if sides else _places(test)


def _places(test: Any) -> tuple[Selection, ...]:
    """Return `nonzero`: the indices, along each axis, of the items that are not zero."""
    mask = true_items(jnp.asarray(test))
    places = (jax.lax.broadcasted_iota(np.int32, mask.shape, axis) for axis in range(mask.ndim))
    return tuple(Selection(each, mask) for each in places)


COUNTERPARTS: dict[Any, Callable[..., Any]] = {
    np.where: _where,
    np.nonzero: _places,
    np.flatnonzero: lambda test: _places(jnp.ravel(test))[0],
}
"""Replacements of functions whose number of results depends on an array's values."""


def _by_lists(runs: Callable[..., Any]) -> Callable[..., Any]:
    def run(*arguments: Any, **options: Any) -> Any:
        return runs(*(each.listed() if isinstance(each, Selection) else each for each in arguments), **options)

    return run


def _of_each(function: Any) -> Callable[..., Any] | None:
    """Return JAX's function for an elementwise one of NumPy or JAX; None for any other function."""
    numbers = vars(np).get(str(getattr(function, "__name__", "")))
    if not isinstance(numbers, np.ufunc) or numbers.nout != 1:
        return None
    found = counterpart(numbers)
    return found if function is numbers or function is getattr(jnp, numbers.__name__, None) else None


def _refused(name: str, *arguments: Any, **_: Any) -> NoReturn:
    next(each for each in arguments if isinstance(each, Selection)).refuse(f"`{name}`")


class _Selections(Kind):
    """Selections are values like numbers, since NumPy copies what a mask selects."""

    by_value = True

    def parts(self, value: Selection) -> dict[str, Any]:
        return {"values": value.values, "mask": value.mask}

    def remade(self, value: Selection, parts: Any) -> Selection:
        return Selection(**parts)

    def length(self, value: Selection) -> Any:
        return value.shape[0]

    def holds(self, value: Selection, item: Any) -> Any:
        return _truths("any", each_by(operator.eq, value, item, total=True))

    def sequence(self, value: Selection) -> Items:
        return Items(value.compact())

    def described(self, value: Selection) -> str:
        return "an array of run-time length"

    def version(self, function: Any) -> Callable[..., Any] | None:
        if (found := _of_each(function)) is not None:
            return partial(each_by, found)
        if not isinstance(function, Hashable):
            return None
        if (runs := _OF_LISTS.get(function)) is not None:
            return _by_lists(runs)
        library = str(getattr(function, "__module__", "")).partition(".")[0] in ("numpy", "jax")
        if function not in _VERSIONS and (library or function in (isinstance, type, tuple)):
            return partial(_refused, getattr(function, "__name__", "this"))
        return _VERSIONS.get(function)


register(Selection, _Selections())
