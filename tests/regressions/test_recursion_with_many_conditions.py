"""A recursion that asks several run-time questions a call is refused as a recursion, not as a nest of conditions."""

from __future__ import annotations

import pytest

import nbgraph as ng
from nbgraph.core.staging.frames import frame


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


def quick_sort(items):
    """The first quicksort of most courses: which half an item is in, and so each length, is known at run time only."""
    if len(items) <= 1:
        return items
    pivot = items[len(items) // 2]
    left = [x for x in items if x < pivot]
    right = [x for x in items if x > pivot]
    return quick_sort(left) + [x for x in items if x == pivot] + quick_sort(right)


def test_the_refusal_traces_the_recursion_once(monkeypatch):
    """Each half was tried as a program of its own first, down to the limit: 50 calls were traced, in 6.5 s."""
    entered, active = [], frame.active
    monkeypatch.setattr(frame, "active", lambda *given: entered.append(given) or active(*given))
    with pytest.raises(ng.NbgraphError, match="`quick_sort` calls itself") as caught:
        ng.function(quick_sort)([5, 2, 9, 1, 5, 6, -3, 8, 0, 7])
    assert caught.value.id == "traced-recursion"
    assert len(entered) <= frame.MOST_RECURSIONS + 4


def test_a_recursion_on_known_lengths_has_programs_of_its_own():
    assert [int(x) for x in ng.function(halves)([5, 2, 9, 1, 5, 6, -3, 8])] == halves([5, 2, 9, 1, 5, 6, -3, 8])


def halves(items):
    if len(items) <= 1:
        return items
    left, right = halves(items[: len(items) // 2]), halves(items[len(items) // 2 :])
    return left + right if left[0] < right[0] else right + left
