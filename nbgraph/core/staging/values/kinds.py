"""Kinds of staged values: of each kind one object, which knows what a walk over values must know of it.

Branches, loops and results walk over values in the same few ways. A walk asks the kind of what it meets, and names no
kind itself; a kind is registered by the file that defines its class, for that class and those derived from it.

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

A list and a string whose length is known at run time only have items in buffers, which grow in a loop and are brought
to one size behind a branch: `buffers`, `with_buffers`, `adopted`. A loop walks over their `sequence`, and `finished` is
Python's own value of what a run returns.
"""

from __future__ import annotations

import copy
import weakref
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeGuard

from nbgraph.core.spans import Span

Watch = Callable[..., None]
"""Raises Python's error where a container no longer has its size; given a truth value, only where that holds."""


class Kind:
    """What is true of a value that has no parts, and that a block hands on as it is."""

    by_value = False  # whether it is a value as numbers are, of which a block may leave a copy: nobody can change it
    is_container = False  # whether it is one that others may know, and which a block changes in place
    has_own_lists = False  # whether the lists in it are its own: they stay as long as they are where loops begin

    def parts(self, value: Any) -> Mapping[Any, Any]:
        """What is in a value, by index, key or attribute."""
        return {}

    def part_name(self, value: Any, name: str, key: Any) -> str:
        """How the user would write a part of what stands under a name."""
        return f"{name}.{key}"

    def remade(self, value: Any, parts: Mapping[Any, Any]) -> Any:
        """The value with other parts, which are all of its own."""
        return value

    def is_alike(self, value: Any, other: Any) -> bool:
        """Whether each part of a value stands where the other one has one, too."""
        return type(value) is type(other) and self.parts(value).keys() == self.parts(other).keys() != set()

    def is_same(self, value: Any, other: Any) -> bool:
        """Whether nobody can tell a value from another one, whatever becomes of either."""
        return value is other

    def refuse_to_travel(self, value: Any, name: str, span: Span) -> None:
        """Refuse a value that a loop would have to hand on by what is in it, where that would be another one."""

    def closed(self, value: Any) -> Any:
        """The value as the code behind a block has it, made of what has left the block."""
        return changed(value, closed) if self.by_value else value

    def truth(self, value: Any) -> Any:
        """What a condition asks of the value: a truth value, or the value where Python's own answer is right."""
        return value

    def length(self, value: Any) -> Any:
        """What `len` says of it where that is no number of Python's; None where Python's own answer is right."""
        return None

    def holds(self, value: Any, item: Any) -> Any:
        """What `item in value` says where Python cannot ask; None where it can."""
        return None

    def walked(self, value: Any) -> Any:
        """What a loop over the value walks over."""
        return value

    def watched(self, value: Any) -> Watch | None:
        """What raises Python's error in an iteration over the value once its size is another one; None if nothing."""
        return None

    def in_any_order(self, value: Any) -> Any:
        """What a function walks over to which the order of the items makes no difference."""
        return self.walked(value)

    def asked_of_own(self, value: Any, function: Any) -> Any:
        """What is called in place of a function with what the value walks over, as in `max(d, key=d.get)`."""
        return function

    def finished(self, value: Any) -> Any:
        """The value as Python's own object, once the run is over and its parts are Python's own."""
        return value

    def stands_for(self, value: Any) -> type | None:
        """The class of the user's that the value is one of to the user; None for its own."""
        return None

    def described(self, value: Any) -> str:
        """The value in a few words, for messages; "" for one that says nothing of itself."""
        return ""

    def buffers(self, value: Any) -> Any:
        """The buffers that hold the items of the value; None for one that has its items itself, or none."""
        return None

    def with_buffers(self, value: Any, growing: Any) -> Any:
        """The value with other buffers."""
        raise NotImplementedError

    def adopted(self, value: Any) -> Any:
        """A value of another kind as one of this kind, where that can stand for it; else the value."""
        return value

    def sequence(self, value: Any) -> Any:
        """What a staged `for` runs over; None where Python walks over the value."""
        return None

    def called(self, value: Any, *arguments: Any, **keywords: Any) -> Any:
        """What a call of the value returns, of a kind whose calls a graph stages."""
        raise NotImplementedError

    def version(self, function: Any) -> Callable[..., Any] | None:
        """What answers in the place of a builtin or an operator that is given such a value; None for the same."""
        return None


class _Tuple(Kind):
    by_value = True

    def parts(self, value: Any) -> Mapping[Any, Any]:
        return dict(enumerate(tuple.__iter__(value)))

    def remade(self, value: Any, parts: Mapping[Any, Any]) -> Any:
        return tuple.__new__(type(value), parts.values())  # a named one, too, whatever its constructor does


class ListKind(Kind):
    """Lists: who they are matters, and so a walk that wants to change one makes another."""

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
PLAIN = frozenset((bool, int, float))  # which a table holds by the thousand


def register(cls: type, kind: Kind) -> None:
    """Let a kind speak for the values of a class, and of those derived from it that have no kind of their own."""
    _KINDS[cls] = kind
    _found.clear()


def kind_of(value: Any) -> Kind:
    """The kind of a value.

    >>> kind_of((1, 2)).by_value, kind_of([1, 2]).by_value, kind_of(3).by_value
    (True, False, False)
    """
    cls: type = type(value)
    kind = _KINDS.get(cls) or _found.get(cls)
    if kind is None:
        kind = _found[cls] = next(_KINDS[each] for each in cls.__mro__ if each in _KINDS)
    return kind


_found: weakref.WeakKeyDictionary[type, Kind] = weakref.WeakKeyDictionary()  # for classes that none is registered for


def is_container(value: Any) -> bool:
    """Whether a value is a container that others may know, and which a block changes in place."""
    return isinstance(value, _CONTAINERS) or kind_of(value).is_container


_CONTAINERS = (list, dict, set, deque, bytearray)


def buffers_of(value: Any) -> Any:
    """The buffers that hold the items of a value; None for any other value."""
    return kind_of(value).buffers(value)


def adopted(left: Any, right: Any) -> tuple[Any, Any]:
    """Two values as two of one kind, where the kind of one can stand for the other."""
    return kind_of(right).adopted(left), kind_of(left).adopted(right)


def version(function: Any, arguments: tuple[Any, ...]) -> Callable[..., Any] | None:
    """What answers in the place of a function that is given values of some kinds; None for the function itself."""
    versions = (kind_of(value).version(function) for value in arguments)
    return next((found for found in versions if found is not None), None)


def is_of_numbers(value: Any) -> TypeGuard[list[Any]]:
    """Whether a value is a list of Python's numbers: there is nothing to look for in any of thousands.

    >>> is_of_numbers([1, 2.5, True]), is_of_numbers([[1]]), is_of_numbers(1)
    (True, False, False)
    """
    return type(value) is list and PLAIN.issuperset(map(type, value))


def parts_of(value: Any) -> list[Any]:
    """What a value holds; nothing of a number.

    >>> parts_of([1, 2]), parts_of({"a": 3}), parts_of(4)
    ([1, 2], [3], [])
    """
    if type(value) in PLAIN:
        return []
    return list(kind_of(value).parts(value).values())


def every_part(value: Any) -> Iterator[Any]:
    """A value and all that is in it, what is outside before what is in it.

    >>> list(every_part([(1, 2)]))
    [[(1, 2)], (1, 2), 1, 2]
    """
    waiting = [value]
    while waiting:
        yield (part := waiting.pop())
        if type(part) not in PLAIN and (inside := kind_of(part).parts(part)):
            waiting += [*inside.values()][::-1]


def in_same_places(left: Any, right: Any) -> Iterator[tuple[Any, Any]]:
    """The parts of two values of one kind that stand in the same place, whatever else either holds.

    >>> list(in_same_places([1, 2, 3], [4, 5])), list(in_same_places([1], (2,)))
    ([(1, 4), (2, 5)], [])
    """
    if (kind := kind_of(left)) is kind_of(right):
        mine, yours = kind.parts(left), kind.parts(right)
        yield from ((mine[key], yours[key]) for key in mine if key in yours)


def remade(value: Any, parts: Mapping[Any, Any]) -> Any:
    """A value with other parts; the very value where they are those that it has."""
    kind = kind_of(value)
    old = kind.parts(value)
    return value if all(parts[key] is old[key] for key in old) else kind.remade(value, parts)


def changed(value: Any, change: Callable[[Any], Any]) -> Any:
    """A value with each of its parts changed; the very value where no part is another one then.

    >>> changed({"b": 1, "a": 2}, lambda part: part + 1), changed((1, 2), abs)
    ({'b': 2, 'a': 3}, (1, 2))
    """
    parts = kind_of(value).parts(value)
    return remade(value, {key: change(part) for key, part in parts.items()}) if parts else value


def side_by_side(left: Any, right: Any, join: Callable[[Any, Any], tuple[Any, Any]]) -> tuple[Any, Any]:
    """Two values that are alike with each two of their parts joined; any other two as they are.

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
    """A value with each of its parts fitted to that of another one that is alike; any other as it is."""
    return side_by_side(value, like, lambda part, other: (fit(part, other), other))[0]


def closed(value: Any) -> Any:
    """A value that has left a block, as the code behind the block has it: records are objects again."""
    return kind_of(value).closed(value)
