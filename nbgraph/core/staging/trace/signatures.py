"""Compute the signature of a call: the types of its traced arguments, and the values of the known ones."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import jax

from nbgraph.core import _jax
from nbgraph.core.records import dataclass
from nbgraph.core.staging.trace import context
from nbgraph.core.staging.trace.implications import is_flag
from nbgraph.core.staging.values.values import is_traced, leaves_of, rebuilt

_NUMBERS = (bool, int, float, complex)
_CONSTANTS = (*_NUMBERS, str, bytes, type(None), type(...))
_BY_IDENTITY = (types.FunctionType, types.BuiltinFunctionType, types.ModuleType, type)


@dataclass(frozen=True)
class Given:
    """The arguments of a call whose result depends on nothing else."""

    function: Callable[..., Any]  # what is called
    arguments: tuple[Any, ...]  # its arguments
    keywords: dict[str, Any]  # its arguments by name
    traced: tuple[Any, ...]  # the traced values among them, each once
    key: tuple[Any, ...]  # the signature
    has_checks: bool = False  # whether its program may have run-time checks

    @classmethod
    def of(cls, function: Callable[..., Any], arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Given | None:
        """Make the signature of a call; None if an argument may have aliases, or facts are known about it.

        Dicts of the graph's values are allowed: the function gets a copy, and has no program if it changes that.
        """
        traced: dict[int, Any] = {}
        seen: set[int] = set()
        parts = [_part(value, traced, seen) for value in (*arguments, *keywords.values())]
        if None in parts or not traced:
            return None
        here = context.here()
        where = (function, id(here.effects), here.effects is not None and is_traced(here.effects.failed))
        key = (*where, len(arguments), tuple(keywords), tuple(parts))
        return cls(function, arguments, keywords, tuple(traced.values()), key)

    @classmethod
    def of_lists(cls, function: Callable[..., Any], handed: Any, options: Any) -> Given | None:
        """Make the signature of a call with flat lists or arrays, which gets copies; None if it has none."""
        every, (leaves, tree) = (*handed[0], *handed[1].values()), leaves_of(handed)
        given = cls.of(function, tuple(leaves), {})
        is_large = any(isinstance(each, list) or getattr(each, "shape", ()) for each in every)
        if given is None or not is_large or any(type(each) in (dict, tuple) for each in every):
            return None
        key = (function, str(tree), options, *given.key[3:])
        return cls(function, handed[0], handed[1], given.traced, key, has_checks=True)

    @property
    def handed(self) -> tuple[Any, ...]:
        """The arguments, positional ones first."""
        return (*self.arguments, *self.keywords.values())

    def filled(self, tracers: Sequence[Any]) -> Any:
        """Return the arguments with `tracers` in place of the traced values; each dict is a new one."""
        others = dict(zip(map(id, self.traced), tracers, strict=True))
        leaves, tree = leaves_of((self.arguments, self.keywords))
        filled = [others.get(id(each), each) if is_traced(each) else each for each in leaves]
        return rebuilt(tree, filled, (self.arguments, self.keywords))


def containers_in(value: Any) -> Iterator[Any]:
    """Yield the dicts and lists in tuples and dicts, at any depth."""
    if isinstance(value, dict | list):
        yield value
    for part in value.values() if type(value) is dict else value if type(value) is tuple else ():
        yield from containers_in(part)


def contents(value: Any) -> Any:
    """Return the identities of all items in containers: equal before and after a call that changes no container."""
    parts = list(value.items()) if type(value) is dict else value
    if isinstance(parts, tuple | list):
        return tuple(map(contents, list.__iter__(parts) if isinstance(parts, list) else parts))
    return [*map(id, leaves_of(value)[0]), leaves_of(value)[1]]


def _part(value: Any, traced: dict[int, Any], seen: set[int]) -> Any:
    """Return an argument's part of a signature; None if it has none.

    Args:
        traced: by id, the traced values so far.
        seen: the ids of the dicts so far; a dict that occurs twice has no signature.
    """
    if is_traced(value):
        if _jax.is_reference(value) or is_of_interest(value):
            return None
        number = list(traced).index(id(value)) if id(value) in traced else len(traced)
        traced[id(value)] = value
        return ("traced", number, jax.typeof(value))
    if type(value) is tuple:
        parts = tuple(_part(part, traced, seen) for part in value)
        return None if None in parts else ("tuple", parts)
    if type(value) is dict and id(value) not in seen and all(type(key) is str for key in value):
        seen.add(id(value))
        parts = tuple(_part(part, traced, seen) for part in value.values())
        return ("dict", tuple(value), parts) if None not in parts and any(map(_is_of_graph, parts)) else None
    if type(value) in _CONSTANTS:
        return (type(value), repr(value) if isinstance(value, _NUMBERS) else value)  # 0.0 is not -0.0
    return ("object", id(value)) if isinstance(value, _BY_IDENTITY) else None


def _is_of_graph(part: Any) -> bool:
    return part[0] == "traced" or (part[0] in ("tuple", "dict") and any(map(_is_of_graph, part[-1])))


def is_of_interest(value: Any) -> bool:
    """Whether facts are noted about a truth value, which a separate trace would not know."""
    here = context.here()
    follows = here.follows or {}
    known = any((id(value), truth) in follows for truth in (True, False))
    return is_flag(value) and (known or any(value is assumed for assumed, _ in here.assumed))


def is_plain(result: Any, given: Given) -> bool:
    """Whether a result holds only arrays and constants, in tuples and dicts that the call has made."""
    own = set(map(id, _tuples((*given.arguments, *given.keywords.values()))))
    return _is_plain(result, own)


def _is_plain(result: Any, own: set[int]) -> bool:
    if type(result) is tuple:
        return bool(not result or id(result) not in own) and all(_is_plain(part, own) for part in result)
    if type(result) is dict:
        return all(type(key) is str for key in result) and all(_is_plain(part, own) for part in result.values())
    if is_traced(result):
        return not (_jax.is_reference(result) or is_of_interest(result))
    return type(result) in _CONSTANTS or isinstance(result, type | types.ModuleType | types.BuiltinFunctionType)


def _tuples(values: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    for value in values:
        if type(value) is tuple:
            yield value
            yield from _tuples(value)
