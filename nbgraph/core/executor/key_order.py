"""Pass the key order of dicts among a call's arguments to JAX, which sorts keys.

Python iterates over a dict in the order of insertion. To JAX a dict is a tree with sorted keys, and so are the keyword
arguments of a function with `**`. If the order differs, a call passes it as an additional static argument, so that each
order has its own program. The argument also has what equality ignores in keys and static arguments, such as the types
of `1`, `1.0` and `True`.
"""

from __future__ import annotations

import inspect
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import jax
import numpy as np

from nbgraph.core._jax import BY_POSITION, Array
from nbgraph.core.executor.known_parts import Frozen, Known, Numbers, as_taken, differences, without_known
from nbgraph.core.executor.tables import Table
from nbgraph.core.staging.trace import JAX

ORDER = "_nbgraph_key_order"  # the name of the additional argument
_SORTED = frozenset({dict, defaultdict})  # JAX sorts their keys, but not those of an `OrderedDict`
_LEAVES = frozenset({Array, bool, int, float, complex, str, type(None), np.ndarray, Numbers, Table, Known})

# the keys of each dict, outer ones first; and at the end the differences that equality ignores, if any
Order = tuple[tuple[Any, ...], ...]
SCALARS = "_nbgraph_scalars"  # the name of the additional argument
PYTHONS = frozenset({int, float, bool, complex, str, type(None)})
Scalars = tuple[tuple[int, str], ...]
"""Which leaves of the arguments are of arrays, with how: "changes" for a NumPy array without axes, which may change,
and JAX for an array of JAX's that is like a number, or where keys are asked for any."""


class KeyOrder:
    """The key orders of one function's calls."""

    def __init__(
        self,
        function: Callable[..., Any],
        static: tuple[str, ...],
        *,
        opens: bool = False,
        keys: bool = False,
        tables: bool = True,
    ) -> None:
        """Inspect the function's parameters.

        Args:
            static: the static parameters.
            opens: whether some of these cannot be looked up, or others hold strings and the like, which JAX takes for
                parts of their structure.
            keys: whether a trace has asked which keys are JAX's.
            tables: whether lists of dicts are passed as tables.
        """
        self.opens, self.keys, self.tables = opens, keys, tables
        self.asks = True  # whether a trace asks where its scalars come from, see `scalars`; so may one that is not made
        given = inspect.signature(function)
        parameters = list(given.parameters.values())
        self._named = frozenset(p.name for p in parameters if p.kind in _BY_NAME)
        self._static = frozenset(static)
        places = [(None if p.kind is inspect.Parameter.KEYWORD_ONLY else at, p) for at, p in enumerate(parameters)]
        self._static_at = [(at, p.name) for at, p in places if p.name in static]
        self._static_positions = frozenset(at for at, _ in self._static_at)
        self._known: dict[Order, Order] = {}  # because sorting would cost each call some microseconds
        self._takes_others = any(p.kind is inspect.Parameter.VAR_KEYWORD for p in parameters)
        if self._takes_others:  # an argument by name may be called as one by position, which JAX takes for the same
            parameters = [p if p.kind not in _BY_POSITION else p.replace(name=p.name + BY_POSITION) for p in parameters]
        more = [inspect.Parameter(each, inspect.Parameter.KEYWORD_ONLY, default=()) for each in STATIC]
        at = len(parameters) - self._takes_others
        # the function's signature, with the additional parameters
        self.signature = given.replace(parameters=[*parameters[:at], *more, *parameters[at:]])

    def of(self, arguments: tuple[Any, ...], keywords: Mapping[str, Any]) -> Order:
        """Return the order of all keys in a call, () if it is JAX's."""
        order = tuple(self._orders(arguments, keywords))
        if apart := (*self._static_differences(arguments, keywords), *_key_differences(order)):
            return (*order, apart)
        known = self._known.get(order)
        if known is None:
            known = self._known[order] = () if all(map(_is_sorted, order)) else order
        return known

    def given(self, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Return a call's arguments in JAX's form, with the order among the keywords if it is not JAX's."""
        if ORDER not in keywords:
            arguments, keywords = self._ordered(arguments, keywords)
        if self.asks and SCALARS not in keywords and (found := self.scalars(arguments, keywords)):
            keywords = {**keywords, SCALARS: found}
        return arguments, keywords

    def scalars(self, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Scalars:
        return scalars_among(arguments, keywords, keys=self.keys)

    def stays(self, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> bool:
        """Whether a call's arguments are in JAX's form."""
        return self.given(arguments, keywords)[1] is keywords

    def _ordered(self, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        if self.opens:
            static, known = self._static_positions, partial(as_taken, seen={}, tables=self.tables)
            if not keywords and not self._static:
                arguments = tuple(map(known, arguments))
                if _LEAVES.issuperset(map(type, arguments)):
                    return arguments, keywords  # the most frequent case: numbers, arrays and lists of numbers
            else:
                places = enumerate(arguments)
                arguments = tuple([Frozen.of(each) if at in static else known(each) for at, each in places])
            keywords = {
                name: Frozen.of(each) if name in self._static else known(each) for name, each in keywords.items()
            }
        order = self.of(arguments, keywords)
        return arguments, {**keywords, ORDER: order} if order else keywords

    def matters(self, arguments: tuple[Any, ...], keywords: Mapping[str, Any]) -> bool:
        """Whether equal arguments may come in another key order, or with parts of other types."""
        orders = self._orders(arguments, keywords)
        if any(len(keys) > 1 or not all(isinstance(key, str) for key in keys) for keys in orders):
            return True
        return any(True for _ in self._static_differences(arguments, keywords))

    def restored(
        self, order: Order, arguments: tuple[Any, ...], keywords: dict[str, Any]
    ) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Return arguments from JAX with their keys in the order of the call."""
        orders = iter(order)
        if self._takes_others:
            others = next(orders, tuple(name for name in keywords if name not in self._named))
            names = [*(name for name in keywords if name in self._named), *others]
            keywords = {name: keywords[name] for name in names}
        if order:
            arguments = _restored(arguments, orders)
            keywords |= {name: _restored(keywords[name], orders) for name in self._traced(keywords)}
        return (without_known(arguments), without_known(keywords)) if self.opens else (arguments, keywords)

    def in_order(self, run: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function of the user's arguments that passes their key order to `run`."""

        def ordered(*arguments: Any, **keywords: Any) -> Any:
            __tracebackhide__ = True
            given, named = self.given(arguments, keywords)
            return run(*given, **named)

        return ordered

    def _static_differences(self, arguments: tuple[Any, ...], keywords: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        for at, name in self._static_at:
            value = keywords.get(name) if at is None or at >= len(arguments) else arguments[at]
            if (apart := differences(value)) is not None:
                yield name, apart

    def _traced(self, keywords: Mapping[str, Any]) -> list[str]:
        return sorted(name for name in keywords if name not in self._static)

    def _orders(self, arguments: tuple[Any, ...], keywords: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        others = [name for name in keywords if name not in self._named] if self._takes_others else []
        orders = [tuple(others)] if self._takes_others else []
        _add_orders(arguments, orders)
        if keywords:
            for name in self._traced(keywords):
                _add_orders(keywords[name], orders)
        return orders


class OrderedProgram:
    """A jitted function that gets the key order of its arguments."""

    def __init__(self, jitted: Any, key_order: KeyOrder, trace: Callable[..., Any]) -> None:
        """Wrap it; `trace` takes the user's arguments, and repeats a trace that has learned something."""
        self.__wrapped__ = jitted.__wrapped__.__wrapped__  # the user's function, for its signature
        self.trace = trace
        self.lower = key_order.in_order(jitted.lower)
        self._run = key_order.in_order(jitted)

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        return self._run(*arguments, **keywords)


def unordered(keywords: dict[str, Any]) -> dict[str, Any]:
    """Return the user's keyword arguments, without the additional ones."""
    ours = not keywords.keys().isdisjoint(STATIC)
    return {name: value for name, value in keywords.items() if name not in STATIC} if ours else keywords


STATIC = (ORDER, SCALARS)  # the additional parameters
_BY_NAME = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
_BY_POSITION = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.VAR_POSITIONAL)


def _is_dict(value: Any) -> bool:
    return type(value) in _SORTED


def _add_orders(value: Any, orders: list[tuple[Any, ...]]) -> None:
    """Append the keys of each dict in a value; most frequent types first, as each call pays for it."""
    kind = type(value)
    if kind in _LEAVES:
        return
    if kind in _SORTED:
        orders.append(tuple(value))
        value = value.values()
    elif kind is not tuple and kind is not list:
        value = [leaf for leaf in jax.tree_util.tree_leaves(value, is_leaf=_is_dict) if _is_dict(leaf)]
    for part in value:
        if type(part) not in _LEAVES:
            _add_orders(part, orders)


def _restored(value: Any, orders: Iterator[tuple[Any, ...]]) -> Any:
    leaves, tree = jax.tree_util.tree_flatten(value, is_leaf=_is_dict)
    if not any(map(_is_dict, leaves)):
        return value
    return jax.tree_util.tree_unflatten(tree, [_dict(leaf, orders) if _is_dict(leaf) else leaf for leaf in leaves])


def _dict(value: Any, orders: Iterator[tuple[Any, ...]]) -> Any:
    parts = [(key, value[key]) for key in next(orders)]
    made = _restored([part for _, part in parts], orders)
    entries = {key: part for (key, _), part in zip(parts, made, strict=True)}
    return defaultdict(value.default_factory, entries) if isinstance(value, defaultdict) else entries


def _key_differences(order: Order) -> Iterator[tuple[int, Any]]:
    """Yield what distinguishes equal keys of dicts; most keys are integers or strings, which need nothing."""
    for at, keys in enumerate(order):
        if not _USUAL_KEYS.issuperset(map(type, keys)):
            yield at, differences(keys)


_USUAL_KEYS = frozenset({str, int})


def _is_sorted(keys: tuple[Any, ...]) -> bool:
    try:
        return sorted(keys) == list(keys)
    except TypeError:
        return False  # JAX cannot sort them either, and raises


def scalars_among(arguments: tuple[Any, ...], keywords: Mapping[str, Any], *, keys: bool = False) -> Scalars:
    """Return which leaves of the arguments are scalars of arrays, in JAX's form, with their origin.

    Args:
        keys: whether the function uses some as keys.

    >>> scalars_among((1.0, np.float64(1.0), np.True_, [np.array(2)]), {})
    ((2, 'bool'), (3, 'changes'))
    """
    if not keywords and PYTHONS.issuperset(map(type, arguments)):
        return ()
    return tuple((at, of) for at, leaf in enumerate(_leaves(arguments, keywords)) if (of := _of_array(leaf, keys)))


def traced_scalars(scalars: Scalars, arguments: tuple[Any, ...], keywords: Mapping[str, Any]) -> list[tuple[Any, str]]:
    leaves = _leaves(arguments, keywords)
    return [(leaves[at], of) for at, of in scalars]


def _leaves(arguments: tuple[Any, ...], keywords: Mapping[str, Any]) -> list[Any]:
    named = {name: value for name, value in keywords.items() if not name.startswith("_nbgraph_")}
    return jax.tree_util.tree_leaves((arguments, named))


def _of_array(leaf: Any, keys: bool) -> str:
    kind = type(leaf)
    if kind in PYTHONS:
        return ""
    if isinstance(leaf, jax.Array):
        if keys or (not leaf.shape and getattr(leaf, "weak_type", False)):
            return JAX
        return "bool" if not leaf.shape and leaf.dtype == bool else ""
    if kind is np.ndarray and not leaf.ndim:
        return "changes"
    return "bool" if kind is np.bool_ else ""
