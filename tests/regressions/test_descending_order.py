"""Numbers were put in descending order by their negatives: the least integer has none, nor has what has no sign."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import nbgraph as ng


def kept(xs: Any, least: Any) -> Any:
    out = []
    for x in xs:
        if x >= least:
            out.append(x)
    return sorted(out, reverse=True)


def kept_pairs(xs: Any, least: Any) -> Any:
    out = []
    for x in xs:
        if x >= least:
            out.append(x)
    out.sort(key=lambda x: (x > 2, x), reverse=True)
    return out


@pytest.mark.parametrize("function", [kept, kept_pairs])
@pytest.mark.parametrize(
    "numbers",
    [
        np.array([3, 0, 5, 1], np.uint8),
        np.array([3, -(2**31), 5, 2**31 - 1], np.int32),
        np.array([1.0, -0.0, np.inf, 0.0, -np.inf], np.float32),
    ],
)
def test_the_least_comes_last(function: Any, numbers: Any) -> None:
    found, wanted = ng.function(function)(numbers, numbers.min()), function(numbers, numbers.min())
    assert list(map(str, found)) == [str(number.item()) for number in wanted]
