"""A recursion that asks several run-time questions a call is refused as a recursion, not as a nest of conditions."""

from __future__ import annotations

import pytest

import nbgraph as ng


def search(items, wanted, low, high):
    if low > high:
        return -1
    middle = (low + high) // 2
    if items[middle] == wanted:
        return middle
    if items[middle] < wanted:
        return 0 + search(items, wanted, middle + 1, high)
    return search(items, wanted, low, middle - 1)


def test_the_recursion_is_named():
    assert search([1, 4, 6, 9], 6, 0, 3) == 2
    with pytest.raises(ng.NbgraphError, match="`search` calls itself") as caught:
        ng.function(search)([1, 4, 6, 9], 6, 0, 3)
    assert caught.value.id == "traced-recursion"
    assert "while" in str(caught.value)
