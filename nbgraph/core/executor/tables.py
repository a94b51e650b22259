"""A list of dicts with equal keys on its way through JAX: an array for each key, for each input of a graph costs time.

The graph has it as a list of dicts that has grown. Where that is not enough, because the caller's dicts change or have
to be told from one another, `GraphFunction` learns to make each number an input.
"""

from __future__ import annotations

from operator import countOf
from typing import Any

import jax
import numpy as np

from nbgraph.core._jax import weak
from nbgraph.core.staging.lists import Capacity, Growing, List
from nbgraph.core.staging.state import Record

MOST_ALONE = 8
"""Numbers of a list that are inputs of a graph one by one; lists that are longer are arrays."""


def array_of(numbers: list[Any]) -> Any:
    """Numbers of one type as an array; None for others, and for those that no array of JAX's holds alike.

    >>> array_of([1, 2]), array_of([1, 2.5]), array_of([2**40])
    (array([1, 2], dtype=int32), None, None)
    """
    kind = type(numbers[0])  # each call pays for each number: so no loop of ours is among what follows
    if kind not in (bool, int, float) or countOf(map(type, numbers), kind) < len(numbers):
        return None
    try:
        return np.fromiter(numbers, jax.dtypes.canonicalize_dtype(kind), len(numbers))
    except OverflowError:
        return None


def as_read(array: Any) -> Any:
    """An array of an input whose items are Python's numbers, the types of which give way."""
    return array if array.dtype == bool else weak(array)


@jax.tree_util.register_pytree_with_keys_class
class Table:
    """A list of dicts as a dict of arrays, `columns`, whose keys are in the order of `names`.

    >>> Table.of([{"x": 1, "y": 2.5}] * 9), Table.of([{"x": k, "y": "k"} for k in range(9)])
    (None, None)
    >>> Table.of([{"x": k, "y": 2.5} for k in range(9)]).columns["x"].shape
    (9,)
    """

    def __init__(self, columns: dict[str, Any], names: tuple[str, ...]) -> None:
        self.columns = columns
        self.names = names

    def __repr__(self) -> str:
        return f"list of dicts as {self.columns}"

    @classmethod
    def of(cls, rows: Any) -> Table | None:
        """The columns of a list of dicts; None for any other value, and where one dict is there twice."""
        if type(rows) is not list or not rows or type(rows[0]) is not dict or len(rows) * len(rows[0]) <= MOST_ALONE:
            return None
        names = tuple(rows[0])
        if set(map(type, names)) != {str} or set(map(type, rows)) != {dict} or set(map(tuple, rows)) != {names}:
            return None
        if len(set(map(id, rows))) < len(rows):
            return None
        columns = {name: array_of([row[name] for row in rows]) for name in names}
        return None if any(column is None for column in columns.values()) else cls(columns, names)

    def tree_flatten_with_keys(self) -> tuple[tuple[tuple[str, Any]], tuple[str, ...]]:
        """The arrays, which the user knows by the list's name and their keys."""
        return (("", self.columns),), self.names

    @classmethod
    def tree_unflatten(cls, names: tuple[str, ...], children: tuple[Any]) -> Table:
        return cls(*children, names)

    def __getitem__(self, name: str) -> Any:
        """A column, for printed code, which makes a dict of them."""
        return self.columns[name]

    @property
    def value(self) -> List:
        """The list in the graph."""
        columns = tuple(as_read(self.columns[name]) for name in self.names)
        made = List([Growing(Record(dict, self.names, columns), None, Capacity.exactly(len(columns[0])))])
        made.lasting = True
        return made
