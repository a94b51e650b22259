"""What a staged `for` runs over: its length and the item of trip `k`."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import pytest

from nbgraph.core.staging.sequences.derived_sequences import Enumerate, Map, Reversed, Zip
from nbgraph.core.staging.sequences.sequences import Range, Rows, Sequence, sequence_of


def rows(*values: int) -> Rows:
    return Rows(jnp.array(values))


CASES: dict[str, tuple[Sequence, list[Any]]] = {
    "range": (Range(0, 3, 1), [0, 1, 2]),
    "range with a start and a step": (Range(2, 9, 3), [2, 5, 8]),
    "range that counts down": (Range(3, 0, -2), [3, 1]),
    "range of nothing": (Range(3, 0, 1), []),
    "rows": (rows(4, 5), [4, 5]),
    "enumerate": (Enumerate(rows(4, 5)), [(0, 4), (1, 5)]),
    "enumerate from 3": (Enumerate(rows(4, 5), 3), [(3, 4), (4, 5)]),
    "zip is as long as the shortest": (Zip((rows(4, 5, 6), Range(7, 9, 1))), [(4, 7), (5, 8)]),
    "reversed rows": (Reversed(rows(4, 5, 6)), [6, 5, 4]),
    "reversed range": (Reversed(Range(1, 9, 3)), [7, 4, 1]),
    "reversed enumerate": (Reversed(Enumerate(rows(4, 5), 1)), [(2, 5), (1, 4)]),
    "enumerated zip": (Enumerate(Zip((rows(4, 5), rows(6, 7)))), [(0, (4, 6)), (1, (5, 7))]),
    "map": (Map(lambda a, b: a * b, Zip((rows(4, 5), rows(6, 7)))), [24, 35]),
}


@pytest.mark.parametrize(("sequence", "items"), CASES.values(), ids=CASES.keys())
def test_items(sequence: Sequence, items: list[Any]) -> None:
    assert sequence.length == len(items)
    assert jax.tree.map(int, list(sequence)) == items


@pytest.mark.parametrize("bounds", [(0, 5, 1), (2, 9, 3), (9, 2, -3), (5, 0, 1), (0, -5, -2), (1, 2, 7)])
def test_traced_range_counts_as_python_does(bounds: tuple[int, int, int]) -> None:
    length, last = jax.jit(lambda *b: (Range(*b).length, Range(*b).at(Range(*b).length - 1)))(*bounds)
    expected = range(*bounds)
    assert int(length) == len(expected)
    if expected:
        assert int(last) == expected[-1]


@pytest.mark.parametrize(
    ("sequence", "counted"),
    [
        (Range(0, 3, 1), True),
        (rows(1), False),
        (Enumerate(rows(1)), True),
        (Zip((rows(1), rows(2))), False),
        (Zip((rows(1), Range(0, 1, 1))), True),
        (Reversed(rows(1)), False),
    ],
)
def test_who_needs_the_trip_number(sequence: Sequence, counted: bool) -> None:
    assert sequence.counted is counted


def test_what_python_must_walk_itself() -> None:
    assert sequence_of([1, 2]) is None
    assert sequence_of(jnp.array(3)) is None
    assert isinstance(sequence_of(range(3)), Range)
    assert isinstance(sequence_of(jnp.zeros(3)), Rows)
    assert isinstance(sequence_of(jax.random.split(jax.random.key(0), 2)), Rows)
