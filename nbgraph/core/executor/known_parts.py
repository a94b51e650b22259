"""Pass strings and objects of the user's among the arguments of a graph as values known at trace time.

No array can hold a string. JAX compares the structures of arguments, dict keys included, and has a program for each: so
an argument's part that cannot be traced is passed to JAX in the structure. An object of a user's class is passed as its
attributes, and the function gets an object made of them.

JAX has one program for equal values of one type. `(1,)`, `(1.0,)` and `(True,)` are equal, and so are `0.0` and `-0.0`,
but a function may return different results. So a call's key includes what equality ignores.
"""

from __future__ import annotations

import datetime
import enum
import types
from collections.abc import Iterable, Iterator
from decimal import Decimal
from fractions import Fraction
from itertools import chain
from operator import countOf
from typing import Any

import jax
import numpy as np

from nbgraph.core._jax import Array
from nbgraph.core.executor.tables import MOST_ALONE, Table, array_of, as_read
from nbgraph.core.source.ownership import is_user_class
from nbgraph.core.staging.lists import Growing, List, adopted, growing_of
from nbgraph.core.staging.state import Record
from nbgraph.core.staging.values import (
    changed,
    closed,
    is_record_like,
    key_orders,
    leaf_names,
    leaves_of,
    slots_of,
    with_leaves,
)

_KNOWN = (
    *(str, bytes, enum.Enum, type, types.FunctionType, Decimal, Fraction),
    *(datetime.date, datetime.time, datetime.timedelta),
)
_USUAL = frozenset({Array, np.ndarray, bool, int, float, complex, type(None)})


class Known:
    """A value that JAX gets as a part of an argument's structure."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __repr__(self) -> str:
        return repr(self.value)


jax.tree_util.register_pytree_node(  # no leaves, and a key that distinguishes the value even from equal ones
    Known, lambda known: ((), (type(known.value), known.value, differences(known.value))), lambda key, _: Known(key[1])
)


class Numbers:
    """A long list of numbers of one type that JAX gets as one array, since each input of a graph costs time.

    A list of lists or tuples of one length is passed so, too.

    >>> Numbers.of([0.5] * MOST_ALONE), Numbers.of([1, 2.5] * MOST_ALONE), Numbers.of([2**40] * (MOST_ALONE + 1))
    (None, None, None)
    >>> Numbers.of(list(range(MOST_ALONE + 1))).array.shape, Numbers.of([[0] * 9 for _ in range(60)]).array.shape
    ((9,), (60, 9))
    >>> Numbers.of([(0, 1)] * MOST_ALONE).array.shape
    (8, 2)
    """

    def __init__(self, array: Any, kind: type = list) -> None:
        self.array = array
        self.kind = kind  # the type of the rows

    @classmethod
    def of(cls, value: Any) -> Numbers | None:
        """Return the numbers of a list; None for any other value, or if no JAX array holds them exactly."""
        if type(value) is not list or not value:
            return None
        nested = type(value[0]) in (list, tuple)
        rows = value if nested else [value]
        of, count, columns = type(rows[0]), len(rows), len(rows[0])
        if count * columns <= MOST_ALONE or countOf(map(type, rows), of) < count:
            return None
        if countOf(map(len, rows), columns) < count:
            return None
        numbers = list(chain.from_iterable(rows)) if nested else value
        array = array_of(numbers)
        if array is None or (of is list and len(set(map(id, rows))) < count):
            return None  # two references to one row change together
        return cls(array.reshape(count, columns) if nested else array, of)

    def __jax_array__(self) -> Any:
        """Convert to an array, as printed code does."""
        return self.array

    def __repr__(self) -> str:
        return f"list as {self.array}"

    @property
    def value(self) -> List:
        """Return the list in the graph; its items are Python numbers, with weak types."""
        made = List([Growing.of_array(as_read(self.array), List() if self.kind is list else ())])
        made.lasting = True
        return made


jax.tree_util.register_pytree_with_keys(
    Numbers,
    lambda numbers: ((("", numbers.array),), numbers.kind),  # the user's name for the array is that of the list
    lambda kind, children: Numbers(next(iter(children)), kind),
    lambda numbers: ((numbers.array,), numbers.kind),  # for calls, faster than with keys
)


class Frozen:
    """A hashable copy of a static argument that has no hash, such as a list or a dict.

    >>> Frozen([1, [2]]) == Frozen([1, [2]]), Frozen([1]) == Frozen([True]), Frozen([1]) == Frozen((1,))
    (True, False, False)
    """

    def __init__(self, value: Any) -> None:
        self._value = _copy(value)
        leaves, tree = leaves_of(self._value)
        parts = tuple((type(leaf), leaf, differences(leaf)) for leaf in leaves)
        self._key = tree, tuple(map(tuple, key_orders(value))), parts
        self._hash = hash(self._key)

    @staticmethod
    def of(value: Any) -> Any:
        """Return a static argument in a hashable form; the argument itself if it has a hash, or cannot get one."""
        try:
            hash(value)
        except TypeError:
            try:
                return Frozen(value) if leaves_of(value)[0] != [value] else value
            except (TypeError, ValueError):  # an array in it, or keys that JAX cannot sort
                return value
        return value

    @property
    def value(self) -> Any:
        """Return a copy of the argument, which the function may change."""
        return _copy(self._value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Frozen) and self._key == other._key

    def __hash__(self) -> int:
        return self._hash


def is_known(leaf: Any) -> bool:
    """Whether a leaf of an argument is known at trace time, because no array can hold it.

    >>> is_known("a"), is_known(3), is_known(len), is_known({1}), is_known(None)
    (True, False, True, False, False)
    """
    if isinstance(leaf, types.BuiltinFunctionType):  # a method of a list refers to mutable state
        return isinstance(leaf.__self__, types.ModuleType | None)
    return isinstance(leaf, _KNOWN) or hasattr(type(leaf), "__nbgraph_inline__")


def is_opened(value: Any) -> bool:
    """Whether a value is an object of the user's that JAX gets as its attributes.

    >>> class Point:
    ...     def __init__(self, x):
    ...         self.x = x
    >>> is_opened(Point(1.0)), is_opened(Point), is_opened({})
    (True, False, False)
    """
    kind: type = type(value)
    if not is_record_like(value) or not hasattr(value, "__dict__") or any(slots_of(kind)):
        return False
    return not (callable(value) or hasattr(kind, "__next__") or hasattr(kind, "__del__"))


def as_taken(value: Any, seen: dict[int, Any], *, tables: bool) -> Any:
    """Convert an argument by `with_known`; a list of dicts to a `Table`, unless each number is to be an input."""
    if type(value) in _USUAL:  # each call pays for the way to numbers and to lists of them
        return value
    if (packed := Numbers.of(value) or (Table.of(value) if tables else None)) is not None:
        return packed
    if is_known(value):
        return Known(value)
    if not is_opened(value):
        return changed(value, lambda part: with_known(part, seen))
    if id(value) in seen:
        return value
    seen[id(value)] = value
    attributes = vars(value)
    return Record(type(value), tuple(attributes), tuple(with_known(part, seen) for part in attributes.values()))


def with_known(value: Any, seen: dict[int, Any] | None = None) -> Any:
    """Convert an argument: its strings become parts of its structure for JAX, and its objects their attributes.

    >>> jax.tree_util.tree_leaves(with_known([("ann", 3), ("bob", 5)]))
    [3, 5]

    Args:
        seen: the objects so far; a second reference to one stays unconverted.
    """
    return as_taken(value, {} if seen is None else seen, tables=False)


def without_known(value: Any) -> Any:
    """Return an argument with its strings as they were given.

    >>> without_known(with_known({"name": "ann", "age": 3}))
    {'name': 'ann', 'age': 3}
    """
    return value.value if isinstance(value, Known | Frozen | Numbers | Table) else changed(value, without_known)


def with_arrays(value: Any) -> Any:
    """Return the types of an argument with one array for a list in buffers, as JAX gets it."""
    growing = growing_of(value) if isinstance(value, List) else None
    if growing is None:
        return changed(value, with_arrays)
    leaves, rows = leaves_of(growing.buffers)[0], type(growing.buffers)
    if isinstance(growing.buffers, Record):
        types = [jax.ShapeDtypeStruct(leaf.shape, leaf.dtype) for leaf in leaves]
        return Table(dict(zip(growing.buffers.names, types, strict=True)), growing.buffers.names)
    is_apart = rows in (list, tuple, List) and len(leaves[0].shape) == 1
    shape = (*leaves[0].shape, len(leaves)) if is_apart else leaves[0].shape
    return Numbers(jax.ShapeDtypeStruct(shape, leaves[0].dtype), tuple if rows is tuple else list)


def with_objects(value: Any) -> Any:
    """Return an argument with the user's objects rebuilt; the lists in them are those of converted code."""
    made = changed(value, with_objects)
    return closed(changed(made, adopted)) if isinstance(made, Record) else made


def holds_known(values: Iterable[Any]) -> bool:
    """Whether some arguments contain strings, objects or other known values."""
    seen = dict[int, Any]()
    return any(as_taken(value, seen, tables=True) is not value for value in values)


def holds_numbers(value: Any) -> bool:
    """Whether a value is or contains a long list of numbers of one type."""
    if type(value) not in (tuple, list, dict):
        return False
    parts = value.values() if isinstance(value, dict) else value
    return Numbers.of(value) is not None or any(map(holds_numbers, parts))


def holds_tables(arguments: Iterable[Any]) -> bool:
    """Whether some arguments are lists of dicts that are passed as tables."""
    return any(Table.of(value) is not None for value in arguments)


def leaves_as_given(given: Iterable[tuple[str, Any]], *, tables: bool = True) -> Iterator[tuple[str, str, Any]]:
    """Yield the leaves of arguments as JAX gets them: argument name, user's expression and leaf.

    >>> list(leaves_as_given([("people", [("ann", 3), ("bob", None)])]))
    [('people', 'people[0][1]', 3)]
    """
    seen = dict[int, Any]()
    for name, value in given:
        wrapped = as_taken(value, seen, tables=tables)
        for part, leaf in zip(leaf_names(name, wrapped), leaves_of(wrapped)[0], strict=True):
            if leaf is not None:
                yield name, part, leaf


def traced_leaves(name: str, value: Any, *, tables: bool) -> list[tuple[str, Any]]:
    """Return the leaves of an argument that are inputs of a graph, each with the user's expression."""
    return [(part, leaf) for _, part, leaf in leaves_as_given([(name, value)], tables=tables)]


def known_sentence(name: str, value: Any) -> str:
    """Return a sentence on what in an argument is part of the graph; "" if nothing is.

    >>> print(known_sentence("people", [("ann", 3), ("bob", 5)]))
    The strings in `people` are part of the graph, because no array can hold them: others make another graph.
    """
    parts = jax.tree_util.tree_leaves(with_known(value), is_leaf=lambda part: isinstance(part, Known))
    kinds = dict.fromkeys(type(part.value) for part in parts if isinstance(part, Known))
    if not kinds:
        return ""
    words = " and ".join("strings" if kind is str else f"values of type `{kind.__name__}`" for kind in kinds)
    return f"The {words} in `{name}` are part of the graph, because no array can hold them: others make another graph."


def _copy(value: Any) -> Any:
    return with_leaves(lambda leaf: leaf, value)


_SAME = frozenset({str, bytes, int, bool, type(None), type, types.FunctionType})  # equal values do not differ
# their `repr` shows differences: the sign of zero, the end of a range, a time zone, trailing zeros
_WRITTEN = (complex, np.generic, range, datetime.datetime, datetime.time, Decimal)


def differences(value: Any, outer: frozenset[int] = frozenset()) -> Any:
    """Return a hashable key of what may differ between equal values of one type; None if nothing may.

    >>> differences((1,)) == differences((1.0,)), differences(0.0), differences("text")
    (False, '0.0', None)

    Args:
        outer: the ids of the objects around it.
    """
    kind = type(value)
    by_identity = kind.__eq__ is object.__eq__  # type: ignore[comparison-overlap]
    if kind in _SAME or by_identity or id(value) in outer:
        return None
    if isinstance(value, float):
        return None if value else repr(value)
    if isinstance(value, _WRITTEN):
        return repr(value)
    outer |= {id(value)}
    if isinstance(value, frozenset):
        return tuple((part, type(part), differences(part, outer)) for part in value)  # in its order of iteration
    if isinstance(value, tuple):
        return tuple((type(part), differences(part, outer)) for part in value)
    if not is_user_class(kind):
        return None
    parts = {name: getattr(value, name, None) for name in slots_of(kind)} | getattr(value, "__dict__", {})
    return tuple((name, type(part), differences(part, outer)) for name, part in parts.items())
