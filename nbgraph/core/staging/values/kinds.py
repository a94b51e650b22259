"""Define a `Kind` for each type of staged value: what branches, loops and results must know to walk over it.

A walk asks the `Kind` of each value that it meets and names no type itself. The file that defines a class registers
its `Kind`, for that class and its subclasses.

====================  ==================  ==============  =============  ===================  ==============
asked                 tuple               list, dict      record         perhaps unbound      anything else
====================  ==================  ==============  =============  ===================  ==============
`parts`, `remade`     items               items           attributes     the value            none, itself
`is_alike`            class and length    class and keys  class, names   always               never
`by_value`            yes                 no              yes            yes                  no
`has_own_lists`       no                  no              yes            no                   no
`closed`              part by part        itself          an object      the value            itself
`truth`               itself              any item?       itself         itself               itself, text: any?
`described`           -                   -               the class      -                    in its own words
====================  ==================  ==============  =============  ===================  ==============

A list or a string of run-time length keeps its items in buffers. They grow in a loop, and branches join them with one
capacity: `buffers`, `with_buffers`, `adopted`. A loop runs over their `sequence`, and `finished` returns Python's own
value when a run returns one.
"""

from __future__ import annotations

import copy
import weakref
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeGuard

from nbgraph.core._jax import DynamicJaxprTracer
from nbgraph.core.spans import Span

Watch = Callable[..., None]
"""Raise Python's error if a container has changed size; given a truth value, only where that is true."""


class Kind:
    """Answer a walk for one type of value; these defaults are for a value without parts."""

    by_value = False  # whether it is a value like a number: it cannot change, so a block may return a copy
    is_container = False  # whether it is a mutable container that may have aliases
    has_own_lists = False  # whether it owns the lists in it: a loop keeps their lengths

    def parts(self, value: Any) -> Mapping[Any, Any]:
        """Return the parts of the value, by index, key or attribute name."""
        return {}

    def part_name(self, value: Any, name: str, key: Any) -> str:
        """Return the expression for the part `key` of the variable `name`, as the user would write it."""
        return f"{name}.{key}"

    def remade(self, value: Any, parts: Mapping[Any, Any]) -> Any:
        """Return the value with other parts; `parts` has one for each of its own."""
        return value

    def is_alike(self, value: Any, other: Any) -> bool:
        """Whether both values have the same structure: a part of one for each part of the other."""
        return type(value) is type(other) and self.parts(value).keys() == self.parts(other).keys() != set()

    def is_same(self, value: Any, other: Any) -> bool:
        """Whether one value can replace the other unnoticed, whatever code does to either later."""
        return value is other

    def refuse_to_travel(self, value: Any, name: str, span: Span) -> None:
        """Refuse a value that a loop can carry only as a copy of its contents, where a copy is not the same object."""

    def closed(self, value: Any) -> Any:
        """Return the value for the code after a block, built from what left the block."""
        return changed(value, closed) if self.by_value else value

    def truth(self, value: Any) -> Any:
        """Return what a condition tests: a truth value, or the value itself where Python's own test is right."""
        return value

    def length(self, value: Any) -> Any:
        """Return the traced `len` of the value; None where Python's own `len` is right."""
        return None

    def holds(self, value: Any, item: Any) -> Any:
        """Return the traced `item in value`; None where Python's own test is right."""
        return None

    def walked(self, value: Any) -> Any:
        """Return what a loop over the value iterates over."""
        return value

    def watched(self, value: Any) -> Watch | None:
        """Return a function that raises Python's error once the container changes size in a loop, or None."""
        return None

    def in_any_order(self, value: Any) -> Any:
        """Return what a function iterates over if the order of the items does not change its result."""
        return self.walked(value)

    def asked_of_own(self, value: Any, function: Any) -> Any:
        """Return the function to call with the items of `walked`, as for `max(d, key=d.get)`."""
        return function

    def finished(self, value: Any) -> Any:
        """Return the value as Python's own object, once the run is over and its parts are Python's own."""
        return value

    def stands_for(self, value: Any) -> type | None:
        """Return the user's class that the value represents; None where it represents only itself."""
        return None

    def described(self, value: Any) -> str:
        """Describe the value briefly for a message; "" if there is nothing to add."""
        return ""

    def buffers(self, value: Any) -> Any:
        """Return the buffers that hold the items; None for a value without buffers."""
        return None

    def with_buffers(self, value: Any, growing: Any) -> Any:
        """Return the value with other buffers."""
        raise NotImplementedError

    def adopted(self, value: Any) -> Any:
        """Convert a value of another type to this type where that is possible; else return it unchanged."""
        return value

    def sequence(self, value: Any) -> Any:
        """Return the sequence that a staged `for` runs over; None where Python iterates."""
        return None

    def called(self, value: Any, *arguments: Any, **keywords: Any) -> Any:
        """Return the result of calling the value, for a type whose calls are staged."""
        raise NotImplementedError

    def version(self, function: Any) -> Callable[..., Any] | None:
        """Return the function that replaces a builtin or an operator for such a value; None if none does."""
        return None


class _Tuple(Kind):
    by_value = True

    def parts(self, value: Any) -> Mapping[Any, Any]:
        return dict(enumerate(tuple.__iter__(value)))

    def remade(self, value: Any, parts: Mapping[Any, Any]) -> Any:
        return tuple.__new__(type(value), parts.values())  # a named one, too, whatever its constructor does


class ListKind(Kind):
    """Lists: their identity matters, so a changed list is a new object."""

    def parts(self, value: Any) -> Mapping[Any, Any]:
        return dict(enumerate(list.__iter__(value)))

    def remade(self, value: Any, parts: Mapping[Any, Any]) -> Any:
        return list(parts.values()) if type(value) is list else type(value)(parts.values())


class _Dict(Kind):
    def parts(self, value: Any) -> Mapping[Any, Any]:
        parts: dict[Any, Any] = value
        return parts

    def remade(self, value: Any, parts: Mapping[Any, Any]) -> Any:
        if type(value) is dict:
            return dict(parts)
        made = copy.copy(value)  # of its class, with what makes its missing items
        for key, part in parts.items():
            made[key] = part
        return made


_KINDS: dict[type, Kind] = {object: Kind(), tuple: _Tuple(), list: ListKind(), dict: _Dict()}
_NUMBERS = frozenset((bool, int, float))
PLAIN = _NUMBERS | {DynamicJaxprTracer}  # types without parts: a table may hold thousands of these, and most loops


def register(cls: type, kind: Kind) -> None:
    """Register a `Kind` for a class and for its subclasses that have none of their own."""
    _KINDS[cls] = kind
    _found.clear()


def kind_of(value: Any) -> Kind:
    """Return the `Kind` of a value.

    >>> kind_of((1, 2)).by_value, kind_of([1, 2]).by_value, kind_of(3).by_value
    (True, False, False)
    """
    cls: type = type(value)
    kind = _KINDS.get(cls) or _LEAVES.get(cls) or _found.get(cls)
    if kind is None:
        kind = _found[cls] = next(_KINDS[each] for each in cls.__mro__ if each in _KINDS)
    return kind


_LEAVES = dict.fromkeys((*PLAIN, str, type(None)), _KINDS[object])  # asked about most
_found: weakref.WeakKeyDictionary[type, Kind] = weakref.WeakKeyDictionary()  # for classes without a registered one


def is_container(value: Any) -> bool:
    """Whether a value is a mutable container that may have aliases."""
    return isinstance(value, _CONTAINERS) or kind_of(value).is_container


_CONTAINERS = (list, dict, set, deque, bytearray)


def buffers_of(value: Any) -> Any:
    """Return the buffers that hold the items of a value; None for a value without buffers."""
    return None if type(value) in PLAIN else kind_of(value).buffers(value)


def adopted(left: Any, right: Any) -> tuple[Any, Any]:
    """Return both values in one type, where one type can represent both; else both unchanged."""
    return kind_of(right).adopted(left), kind_of(left).adopted(right)


def version(function: Any, arguments: tuple[Any, ...]) -> Callable[..., Any] | None:
    """Return the function that replaces `function` for arguments of these types; None to call `function` itself."""
    versions = (kind_of(value).version(function) for value in arguments)
    return next((found for found in versions if found is not None), None)


def is_of_numbers(value: Any) -> TypeGuard[list[Any]]:
    """Whether a value is a list of Python numbers only, so that a walk need not look at its items.

    >>> is_of_numbers([1, 2.5, True]), is_of_numbers([[1]]), is_of_numbers(1)
    (True, False, False)
    """
    return type(value) is list and _NUMBERS.issuperset(map(type, value))


def parts_of(value: Any) -> list[Any]:
    """Return the parts of a value in a list; empty for a number.

    >>> parts_of([1, 2]), parts_of({"a": 3}), parts_of(4)
    ([1, 2], [3], [])
    """
    if type(value) in PLAIN:
        return []
    return list(kind_of(value).parts(value).values())


def every_part(value: Any) -> Iterator[Any]:
    """Yield a value and all that is in it, each container before its parts.

    >>> list(every_part([(1, 2)]))
    [[(1, 2)], (1, 2), 1, 2]
    """
    waiting = [value]
    while waiting:
        yield (part := waiting.pop())
        if type(part) not in PLAIN and (inside := kind_of(part).parts(part)):
            waiting += [*inside.values()][::-1]


def in_same_places(left: Any, right: Any) -> Iterator[tuple[Any, Any]]:
    """Pair the parts of two values of one type that are at the same index, key or attribute.

    >>> list(in_same_places([1, 2, 3], [4, 5])), list(in_same_places([1], (2,)))
    ([(1, 4), (2, 5)], [])
    """
    if (kind := kind_of(left)) is kind_of(right):
        mine, yours = kind.parts(left), kind.parts(right)
        yield from ((mine[key], yours[key]) for key in mine if key in yours)


def remade(value: Any, parts: Mapping[Any, Any]) -> Any:
    """Return a value with other parts; the same object if all parts are the same objects."""
    kind = kind_of(value)
    old = kind.parts(value)
    return value if all(parts[key] is old[key] for key in old) else kind.remade(value, parts)


def changed(value: Any, change: Callable[[Any], Any]) -> Any:
    """Apply a function to each part of a value; return the same object if no part changes.

    >>> changed({"b": 1, "a": 2}, lambda part: part + 1), changed((1, 2), abs)
    ({'b': 2, 'a': 3}, (1, 2))
    """
    parts = () if type(value) in PLAIN else kind_of(value).parts(value)
    return remade(value, {key: change(part) for key, part in parts.items()}) if parts else value


def side_by_side(left: Any, right: Any, join: Callable[[Any, Any], tuple[Any, Any]]) -> tuple[Any, Any]:
    """Join the parts of two values of the same structure pairwise; return other values unchanged.

    >>> side_by_side((1, 2), (3, 0), lambda a, b: (min(a, b), max(a, b)))
    ((1, 0), (3, 2))
    """
    kind = kind_of(left)
    if not kind.is_alike(left, right):
        return left, right
    mine, yours = kind.parts(left), kind.parts(right)
    pairs = {key: join(mine[key], yours[key]) for key in mine}
    return remade(left, {key: pairs[key][0] for key in mine}), remade(right, {key: pairs[key][1] for key in yours})


def fitted_parts(value: Any, like: Any, fit: Callable[[Any, Any], Any]) -> Any:
    """Fit each part of a value to the part of `like`, if both have the same structure; else return the value."""
    return side_by_side(value, like, lambda part, other: (fit(part, other), other))[0]


def closed(value: Any) -> Any:
    """Return a value that has left a block as the code after the block uses it: records become objects again."""
    return kind_of(value).closed(value)
