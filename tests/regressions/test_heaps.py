"""`heapq` and `bisect` on lists with items that only the run knows: what they give, and the order in the list."""

from __future__ import annotations

import bisect
import heapq
from heapq import heappop, heappush
from typing import Any

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng
from tests.core.printing.test_pasted import pasted
from tests.programs import oracle

BREAKS = [60, 70, 80, 90]


def heap_sort(v: Any) -> Any:
    heap: list[Any] = []
    for x in v:
        heappush(heap, x)
    return [heappop(heap) for _ in range(len(v))]


def smallest(v: Any, k: Any) -> Any:
    heap: list[Any] = []
    for x in v:
        heapq.heappush(heap, x)
    found: list[Any] = []
    while len(found) < k:
        found.append(heapq.heappop(heap))
    return found, heap


def dijkstra(start: Any) -> Any:
    graph = [[(1, 4), (2, 1)], [(0, 4), (2, 2)], [(0, 1), (1, 2)]]
    distance = [1000] * 3
    distance[start] = 0
    waiting = [(0, start)]
    while waiting:
        d, u = heappop(waiting)
        if d > distance[u]:
            continue
        for v, w in graph[u]:
            if d + w < distance[v]:
                distance[v] = d + w
                heappush(waiting, (distance[v], v))
    return distance


def huffman(n: Any) -> Any:
    heap: list[Any] = []
    for i in range(n):
        heapq.heappush(heap, ((i * 7) % 11, i))
    total = 0
    while len(heap) > 1:
        a, i = heapq.heappop(heap)
        b, _ = heapq.heappop(heap)
        total += a + b
        heapq.heappush(heap, (a + b, i))
    return total, len(heap)


def every_function(v: Any) -> Any:
    heap = list(v)
    heapq.heapify(heap)
    replaced, pushed = heapq.heapreplace(heap, 4), heapq.heappushpop(heap, 3)
    return heap, replaced, pushed, heapq.nlargest(2, v), heapq.nsmallest(3, v)


def pushed_and_popped(v: Any, n: Any) -> Any:
    heap: list[Any] = []
    for i in range(n):
        heapq.heappush(heap, v[i])
    return [heapq.heappushpop(heap, x) for x in v], heap


def wider(v: Any, n: Any) -> Any:
    heap = [7]
    for x in v:
        heapq.heappush(heap, x * n)
    return heapq.heappop(heap) * 1.0


def mark(score: Any) -> Any:
    return bisect.bisect(BREAKS, score)


def places(v: Any, x: Any) -> Any:
    return bisect.bisect_left(v, x), bisect.bisect_right(v, x)


def sorted_in(n: Any) -> Any:
    found: list[Any] = []
    for i in range(n):
        bisect.insort(found, (i * 7) % 11)
    return found


CASES = [
    (heap_sort, [([3, 1, 2, 5, 4],), ([9, 9, 1, 0, 7],)]),
    (smallest, [([3, 1, 2, 5, 4], 2), ([9, 9, 1, 0, 7], 5), ([9, 9, 1, 0, 7], 6)]),
    (dijkstra, [(0,), (2,)]),
    (huffman, [(5,), (12,), (0,), (1,)]),
    (every_function, [([5, 3, 8, 1, 9, 2, 7],), ([1, 1, 1, 0, 0, 0, 5],)]),
    (pushed_and_popped, [([5, 3, 8, 1, 9], 2), ([1, 1, 1, 0, 0], 0)]),
    (wider, [([5.5, 3.0, 8.0], 2), ([1.0, 1.0, 0.0], 3)]),
    (mark, [(55,), (60,), (85,), (99,)]),
    (places, [([1, 3, 5, 5, 7], 5), ([5, 5, 5, 5, 5], 5), ([9, 1, 7, 3, 5], 4)]),
    (sorted_in, [(5,), (12,), (0,)]),
]


@pytest.mark.parametrize(("function", "sets"), CASES, ids=lambda part: getattr(part, "__name__", ""))
def test_like_python(function: Any, sets: Any) -> None:
    graph = ng.function(function)
    for arguments in sets:
        python, outcome = oracle.in_python(function, arguments), oracle.observe(graph, arguments)
        assert oracle.disagreement(python, outcome) == "", arguments


def test_each_lane_has_a_heap() -> None:
    rows = jnp.array([[3, 1, 2, 5, 4], [9, 9, 1, 0, 7]])
    found = jax.vmap(ng.convert(lambda v: jnp.stack(heap_sort(list(v)))))(rows)
    assert found.tolist() == [sorted(row) for row in rows.tolist()]


def two_smallest(items: Any) -> Any:
    heap = list(items)
    heapq.heapify(heap)
    return [heapq.heappop(heap) for _ in range(2)]


def test_no_item_is_asked_for_that_is_not_there() -> None:
    found = ng.compare(two_smallest, [5, 1, 4, 2], check=True)
    assert found.verdict.equal
    assert not [sentence for sentence in found.sentences if "found what does not change the result" in sentence]


def test_printed_code_orders_a_heap() -> None:
    made = pasted(ng.to_code(huffman, 3), "huffman")
    for n in (3, 1, 6):
        assert tuple(map(int, made(n))) == huffman(n)
