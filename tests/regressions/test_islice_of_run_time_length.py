"""`islice` with a number of items that only the run knows is refused where it stands."""

from __future__ import annotations

from itertools import islice

import pytest

import nbgraph as ng
from nbgraph.core.errors import NbgraphError


def numbers():
    number = 0
    while True:
        yield number
        number += 1


def total(n):
    return sum(islice(numbers(), n))


def test_the_number_is_said_to_be_of_run_time() -> None:
    with pytest.raises(NbgraphError) as found:
        ng.function(total)(3)
    assert found.value.id == "traced-value-in-python"
    assert 'static_argnames="n"' in str(found.value)


def test_the_remedy_works() -> None:
    assert ng.function(total, static_argnames=("n",))(4) == total(4)
