"""Loops of 8 in one another were repeated where they append to lists, whatever they computed: 4,312 operations.

So were those around a `while`, each of which JAX traces and XLA compiles.
"""

from __future__ import annotations

import copy
from functools import partial

import jax
import numpy as np
import pytest

import nbgraph as ng
from bench.list_programs import life, merge_sort
from nbgraph.core._jax import every_equation

BOARD = np.random.default_rng(0).integers(0, 2, (8, 8))


def test_the_board_is_a_loop_in_the_graph() -> None:
    program = jax.make_jaxpr(ng.convert(partial(life, steps=4)))(BOARD)
    (loop,) = (each for each in program.eqns if each.primitive.name == "scan")
    assert loop.params["length"] == 4


@pytest.mark.parametrize("size", [7, 8])
def test_the_result_is_pythons(size: int) -> None:
    board = BOARD[:size, :size]
    assert int(ng.function(partial(life, steps=3))(board)) == life(board, 3)


def test_several_merges_are_one_loop() -> None:
    items = [5, 3, 8, 3, 9, 1, 7, 2, 6, 0, 4, 8, 5, 5, 1, 3]
    function = ng.function(merge_sort)
    assert [int(each) for each in function(np.array(items))] == sorted(items)
    program = function.trace(np.array(items)).jaxpr
    assert [each.params["length"] for each in program.eqns if each.primitive.name == "scan"] == [16, 8, 4]


def dijkstra(graph, start):
    """Course code with two tests, of two and three parts, in each innermost loop."""
    n = len(graph)
    dist = [10**6] * n
    done = [False] * n
    dist[start] = 0
    for _ in range(n):
        u = -1
        for v in range(n):
            if not done[v] and (u == -1 or dist[v] < dist[u]):
                u = v
        done[u] = True
        for v in range(n):
            if graph[u][v] > 0 and dist[u] + graph[u][v] < dist[v]:
                dist[v] = dist[u] + graph[u][v]
    return dist


ROADS = [[int(each) for each in row] for row in np.random.default_rng(1).integers(0, 9, (5, 5))]


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_many_tests_in_few_iterations_are_loops_of_the_graph(size: int) -> None:
    """The depth alone decided: 4 x 4 iterations with 5 tests in each were 80 branches, 5 x 5 were a few loops."""
    roads = [row[:size] for row in ROADS[:size]]
    function = ng.function(dijkstra)
    assert [int(each) for each in function(roads, 0)] == dijkstra(roads, 0)
    names = {each.primitive.name for each in function.trace(roads, 0).jaxpr.eqns}
    assert bool(names & {"scan", "while"}) is (size > 2)


def sort_between(xs, lo, hi):
    if hi - lo <= 1:
        return
    mid = (lo + hi) // 2
    sort_between(xs, lo, mid)
    sort_between(xs, mid, hi)
    left, right = xs[lo:mid], xs[mid:hi]
    i = j = 0
    for k in range(lo, hi):
        if j >= len(right) or (i < len(left) and left[i] <= right[j]):
            xs[k] = left[i]
            i += 1
        else:
            xs[k] = right[j]
            j += 1


def in_order(xs):
    xs = list(xs)
    sort_between(xs, 0, len(xs))
    return xs


def test_a_recursion_repeats_the_loops_in_it() -> None:
    """Each of its calls has loops of a few iterations, and there are as many calls as items: 111 tests for 16 items."""
    xs = [(7 * i * i + 3) % 23 for i in range(16)]
    assert ng.function(in_order)(xs) == in_order(xs)
    equations = list(every_equation(ng.function(in_order).trace(xs).jaxpr.jaxpr.eqns))
    assert sum(equation.primitive.name == "cond" for equation in equations) <= 45


def product(a, b):
    """Course code: three loops in one another, without a test."""
    n = len(a)
    out = [[0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            for k in range(n):
                out[i][j] += a[i][k] * b[k][j]
    return out


def shortest(d):
    n = len(d)
    for k in range(n):
        for i in range(n):
            for j in range(n):
                d[i][j] = min(d[i][j], d[i][k] + d[k][j])
    return d


def in_a_ragged_list(a):
    """Rows of different lengths, which a loop of the graph makes no more of than Python."""
    n, sums, places = len(a), [], {}
    for i in range(n):
        row = []
        for j in range(i + 1):
            row.append(sum(a[i][k] * a[k][j] for k in range(n)))
        sums.append(row)
        places[i * i] = row[-1]
    return sums, places


SQUARE = [[int(each) for each in row] for row in np.random.default_rng(2).integers(0, 9, (8, 8))]


@pytest.mark.parametrize("size", [3, 4, 5, 8])
@pytest.mark.parametrize("program", [product, shortest])
def test_a_nest_without_tests_is_repeated_only_while_it_is_small(program, size: int) -> None:
    """Nests of up to 8 x 8 x 8 iterations were repeated in the graph: 14,342 operations, 37 s to compile."""
    square = [row[:size] for row in SQUARE[:size]]
    arguments = [square, square[::-1]] if program is product else [square]
    function = ng.function(program)
    equations = list(every_equation(function.trace(*copy.deepcopy(arguments)).jaxpr.jaxpr.eqns))
    assert len(equations) < 700
    result = function(*copy.deepcopy(arguments))
    assert jax.tree.map(int, result) == program(*copy.deepcopy(arguments))


def test_a_nest_that_only_python_can_run_is_still_repeated() -> None:
    square = [row[:5] for row in SQUARE[:5]]
    assert jax.tree.map(int, ng.function(in_a_ragged_list)(square)) == in_a_ragged_list(square)


def test_a_small_product_is_repeated() -> None:
    square = [row[:4] for row in SQUARE[:4]]
    names = {each.primitive.name for each in ng.function(product).trace(square, square).jaxpr.eqns}
    assert not names & {"scan", "while"}


def product_by_while(a, b):
    n = len(a)
    out = [[0] * n for _ in range(n)]
    i = 0
    while i < n:
        j = 0
        while j < n:
            k = 0
            while k < n:
                out[i][j] += a[i][k] * b[k][j]
                k += 1
            j += 1
        i += 1
    return out, i, j, k


@pytest.mark.parametrize("size", [3, 5, 8])
def test_a_nest_of_while_is_repeated_only_while_it_is_small(size: int) -> None:
    square = [row[:size] for row in SQUARE[:size]]
    function = ng.function(product_by_while)
    assert len(list(every_equation(function.trace(square, square).jaxpr.jaxpr.eqns))) < 700
    assert jax.tree.map(int, function(square, square)) == product_by_while(square, square)
