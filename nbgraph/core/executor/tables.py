"""Pass many numbers in few arrays, since each input and each output of a graph costs time.

A list of dicts with equal keys is passed to JAX as an array for each key. In the graph it is a list of dicts in
buffers. If that is not enough, because the caller's dicts change or their identity matters, `GraphFunction` learns to
make each number an input. Numbers in a result are returned in an array for each dtype.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, groupby
from operator import countOf, itemgetter
from typing import Any

import jax
import numpy as np

from nbgraph.core._jax import weak
from nbgraph.core.staging.lists import Capacity, Growing, List
from nbgraph.core.staging.operators import column, origin
from nbgraph.core.staging.state import Record
from nbgraph.core.staging.values import type_of

MOST_ALONE = 8
"""The most numbers of a list that are separate inputs of a graph, or of a result that are separate outputs."""
Arrays = list[Any]


def array_of(numbers: list[Any]) -> Any:
    """Return numbers of one type as an array; None for others, or if no JAX array holds them exactly.

    >>> array_of([1, 2]), array_of([1, 2.5]), array_of([2**40])
    (array([1, 2], dtype=int32), None, None)
    """
    kind = type(numbers[0])  # each call pays for each number, so the following code has no Python loop
    if kind not in (bool, int, float) or countOf(map(type, numbers), kind) < len(numbers):
        return None
    try:
        return np.fromiter(numbers, jax.dtypes.canonicalize_dtype(kind), len(numbers))
    except OverflowError:
        return None


def together(arrays: Arrays) -> tuple[Arrays, Callable[[Arrays], Arrays] | None]:
    """Return what a graph returns in place of its results, and what makes these of it, with Python's numbers.

    The latter is None unless many are items of arrays: XLA would compile a number that is computed alone once more.
    """
    items, first = list[tuple[str, int, int, int]](), dict[int, int]()
    for at, array in enumerate(arrays):
        (whole, position), kind = origin(array), type_of(array)
        if whole is not None and kind.weak:
            items.append((str(kind.dtype), first.setdefault(id(whole), at), position, at))
    if len(items) <= MOST_ALONE:
        return arrays, None
    stacks = [[at for *_, at in each] for _, each in groupby(sorted(items), itemgetter(0))]
    alone = sorted({*range(len(arrays))}.difference(*stacks))
    order, count = [*alone, *chain(*stacks)], len(alone)
    in_order = itemgetter(*sorted(range(len(order)), key=order.__getitem__))

    def apart(returned: Arrays) -> Arrays:
        found = returned[:count]
        for stack in returned[count:]:
            found += np.asarray(stack).tolist()
        return list(in_order(found))

    return [*(arrays[at] for at in alone), *(column([arrays[at] for at in each]) for each in stacks)], apart


def as_read(array: Any) -> Any:
    """Return an input array whose items are Python numbers, with a weak type."""
    return array if array.dtype == bool else weak(array)


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
        """Return the columns of a list of dicts; None for any other value, or if one dict is in it twice."""
        if type(rows) is not list or not rows or type(rows[0]) is not dict or len(rows) * len(rows[0]) <= MOST_ALONE:
            return None
        names = tuple(rows[0])
        if set(map(type, names)) != {str} or set(map(type, rows)) != {dict} or set(map(tuple, rows)) != {names}:
            return None
        if len(set(map(id, rows))) < len(rows):
            return None
        columns = {name: array_of([row[name] for row in rows]) for name in names}
        return None if any(column is None for column in columns.values()) else cls(columns, names)

    def __getitem__(self, name: str) -> Any:
        """Return a column; printed code makes a dict of them."""
        return self.columns[name]

    @property
    def value(self) -> List:
        """Return the list in the graph."""
        columns = tuple(as_read(self.columns[name]) for name in self.names)
        made = List([Growing(Record(dict, self.names, columns), None, Capacity.exactly(len(columns[0])))])
        made.lasting = True
        return made


jax.tree_util.register_pytree_with_keys(  # the user's names for the arrays: the list's name and their keys
    Table,
    lambda table: ((("", table.columns),), table.names),
    lambda names, children: Table(next(iter(children)), names),
)
