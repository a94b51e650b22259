"""What Python cannot order beside a number raises Python's own error, in a graph as well."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import nbgraph as ng
from nbgraph.core.examine.failures import errors_of

UNORDERED: dict[str, Callable[[Any], Any]] = {
    "a list in a list": lambda n: [n] > [[n]],
    "a number in a list": lambda n: [[n]] <= [n],
    "a string": lambda n: n > "a",
    "sorted": lambda n: sorted([[1], n]),
    "sorted backwards": lambda n: sorted([[1], n], reverse=True),
}


@pytest.mark.parametrize("function", UNORDERED.values(), ids=UNORDERED)
def test_the_error_is_pythons(function: Callable[[Any], Any]) -> None:
    with pytest.raises(TypeError) as expected:
        function(3)
    with pytest.raises(TypeError) as found:
        ng.function(function)(3)
    assert str(found.value).splitlines()[0] == str(expected.value)


@pytest.mark.parametrize("function", UNORDERED.values(), ids=UNORDERED)
def test_the_page_has_it_in_pythons_words(function: Callable[[Any], Any]) -> None:
    """What stands in the lists is not known any more when the page explains the error: nothing is guessed for it."""
    with pytest.raises(TypeError) as expected:
        function(3)
    [found] = errors_of(ng.compare(function, 3))
    assert f"both raised TypeError: {expected.value}" in found.message


def test_lists_that_have_an_order_keep_it() -> None:
    assert ng.function(lambda n: sorted([(n, 1), (2, 3), (1, n)]))(3) == [(1, 3), (2, 3), (3, 1)]
