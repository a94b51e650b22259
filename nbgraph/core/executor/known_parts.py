"""Strings and the like in the lists, tuples and dicts that a graph is given: known at trace time, beside its numbers.

No array can hold a string. JAX compares the structures of arguments, the keys of dicts among them, and has a program
for each: so where an argument holds what cannot be traced, that goes to JAX as a part of the structure.
"""

from __future__ import annotations

import datetime
import enum
import types
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import jax

from nbgraph.core.executor.told_apart import differences
from nbgraph.core.staging.values import key_orders, leaf_names, leaves_of, with_leaves

_KNOWN = (
    *(str, bytes, enum.Enum, type, types.FunctionType, Decimal, Fraction),
    *(datetime.date, datetime.time, datetime.timedelta),
)


@jax.tree_util.register_pytree_node_class
class Known:
    """A value on its way through JAX as a part of the structure of an argument."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def tree_flatten(self) -> tuple[tuple[()], tuple[Any, ...]]:
        """No leaves; and what tells the value from others, equal ones included."""
        return (), (type(self.value), self.value, differences(self.value))

    @classmethod
    def tree_unflatten(cls, apart: tuple[Any, ...], children: tuple[()]) -> Known:
        """The value that `tree_flatten` took apart."""
        return cls(apart[1])


class Frozen:
    """A static argument that nobody can look up, as a list or a dict: a copy of it, which can be.

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
        """A static argument that can be looked up; the argument itself where it can, or where nothing helps."""
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
        """The argument, which the function may change."""
        return _copy(self._value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Frozen) and self._key == other._key

    def __hash__(self) -> int:
        return self._hash


def thawed(value: Any) -> Any:
    """A static argument as it was given."""
    return value.value if isinstance(value, Frozen) else value


def is_known(leaf: Any) -> bool:
    """Whether a leaf of an argument has its value at trace time, because no array can hold it.

    >>> is_known("a"), is_known(3), is_known(len), is_known({1}), is_known(None)
    (True, False, True, False, False)
    """
    if isinstance(leaf, types.BuiltinFunctionType):  # a method of a list holds what may change
        return isinstance(leaf.__self__, types.ModuleType | None)
    return isinstance(leaf, _KNOWN) or hasattr(type(leaf), "__nbgraph_inline__")


def with_known(value: Any) -> Any:
    """An argument whose strings JAX takes for a part of its structure.

    >>> jax.tree_util.tree_leaves(with_known([("ann", 3), ("bob", 5)]))
    [3, 5]
    """
    return jax.tree_util.tree_map(lambda leaf: Known(leaf) if is_known(leaf) else leaf, value, is_leaf=_is_whole)


def without_known(value: Any) -> Any:
    """The argument as it was given.

    >>> without_known(with_known({"name": "ann", "age": 3}))
    {'age': 3, 'name': 'ann'}
    """
    return jax.tree_util.tree_map(_value, value, is_leaf=lambda part: isinstance(part, Known) or _is_whole(part))


def holds_known(values: Iterable[Any]) -> bool:
    """Whether there are strings or the like in one of some lists, tuples or dicts."""
    for value in values:
        try:
            leaves = leaves_of(value)[0]
        except ValueError:  # a dict whose keys JAX cannot sort
            continue
        if any(leaf is not value and is_known(leaf) for leaf in leaves):
            return True
    return False


def traced_leaves(name: str, value: Any) -> list[tuple[str, Any]]:
    """The leaves of an argument that are inputs of a graph, each with how the user would write it.

    >>> traced_leaves("people", [("ann", 3), ("bob", None)])
    [('people[0][1]', 3)]
    """
    pairs = zip(leaf_names(name, value), leaves_of(value)[0], strict=True)
    return [(part, leaf) for part, leaf in pairs if leaf is not None and not is_known(leaf)]


def known_sentence(name: str, value: Any) -> str:
    """What in an argument is part of the graph, and why; "" where nothing is.

    >>> print(known_sentence("people", [("ann", 3), ("bob", 5)]))
    The strings in `people` are part of the graph, because no array can hold them: others make another graph.
    """
    kinds = dict.fromkeys(type(leaf) for leaf in leaves_of(value)[0] if is_known(leaf))
    if not kinds:
        return ""
    words = " and ".join("strings" if kind is str else f"values of type `{kind.__name__}`" for kind in kinds)
    return f"The {words} in `{name}` are part of the graph, because no array can hold them: others make another graph."


def _copy(value: Any) -> Any:
    return with_leaves(lambda leaf: leaf, value)


def _value(part: Any) -> Any:
    return part.value if isinstance(part, Known) else part


def _is_whole(part: Any) -> bool:
    return hasattr(type(part), "__next__")  # JAX warns of an iterator unless it is told that it is none of its own
