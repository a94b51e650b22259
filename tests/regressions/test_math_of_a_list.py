"""The functions of `math` take numbers: of a list Python raises, and the graph took it for an array."""

from __future__ import annotations

import math
from typing import Any

import pytest

import nbgraph as ng


@pytest.mark.parametrize("function", [math.sqrt, math.floor, math.gcd, math.log, math.isclose, math.atan2])
def test_a_list_is_no_number(function: Any) -> None:
    arguments = ([1, 4],) if function in (math.sqrt, math.floor, math.log) else ([1, 4], 2)
    with pytest.raises(TypeError) as pythons:
        function(*arguments)
    with pytest.raises(TypeError) as found:
        ng.function(lambda *given: function(*given))(*arguments)
    assert str(found.value) == str(pythons.value)


def test_functions_of_items_take_lists() -> None:
    assert float(ng.function(lambda xs: math.fsum(xs) + math.prod(xs) + math.dist(xs, xs))([1.0, 4.0])) == 9.0
