"""How often the innermost body of nested loops is traced: counted, so that it stays linear in the depth."""

from __future__ import annotations

import itertools
import linecache
import textwrap
from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.staging.trace.cost import size_of

_files = itertools.count()
DEPTHS = (1, 2, 5)

# Each construct: the lines before it, its head, the first and the last lines of its body; {i} is its own counter.
CONSTRUCTS: dict[str, tuple[str, str, str, str]] = {
    "while": ("{i} = 0", "while {i} < n:", "", "{i} = {i} + 1"),
    "for": ("", "for {i} in range(n):", "", ""),
    "array": ("", "for {i} in v:", "", ""),
    "break": ("", "for {i} in range(n):", "if {i} > 5: break", ""),
    "late break": ("", "for {i} in range(n):", "", "if {i} > 5: break"),
    "continue": ("", "for {i} in range(n):", "if {i} == 5: continue", ""),
    "return": ("", "for {i} in range(n):", "if {i} == 5: return s, t, m.total", ""),
    "while break": ("{i} = 0", "while {i} < n:", "{i} = {i} + 1", "if {i} > 5: break"),
    "while true": ("{i} = 0", "while True:", "if {i} >= n: break", "{i} = {i} + 1"),
    "if": ("", "if n > {depth}:", "", ""),
}
LATE = ("{i} = 0", "while True:", "", "{i} = {i} + 1\nif {i} >= n: break")
BODIES = {
    "plain": "s = s + 1",
    "promoted": "s = s + 0.5",
    "object": "m.total = m.total + 1",
    "object promoted": "m.total = m.total + 0.5",
    "cell": "add()",
    "checked": "assert s < 1000, s\ns = s + 1",
}


class Meter:
    """Something that is changed in place."""

    def __init__(self) -> None:
        self.total = 0


def source(constructs: Sequence[tuple[str, str, str, str]], body: str) -> str:
    """A function of these constructs, one inside the other."""
    text = f"tick()\n{body}"
    for depth in reversed(range(len(constructs))):
        before, head, first, last = (part.format(i=f"i{depth}", depth=depth) for part in constructs[depth])
        inside = "\n".join(part for part in (first, text, last) if part)
        text = "\n".join(part for part in (before, head, textwrap.indent(inside, "    ")) if part)
    start = "s, t, m = 0, 0, Meter()\ndef add():\n    nonlocal t\n    t = t + 1"
    whole = "\n".join((start, text, "return s, t, m.total"))
    return f"def f(n, v):\n{textwrap.indent(whole, '    ')}\n"


def function(text: str) -> tuple[Callable[..., Any], Callable[[], int]]:
    """The function of a source, and how often its `tick()` has run."""
    ticks = itertools.count()
    file = f"<nests-{next(_files)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    namespace: dict[str, Any] = {"__name__": "nests", "Meter": Meter, "tick": ticks.__next__}
    exec(compile(text, file, "exec"), namespace)
    return namespace["f"], lambda: next(ticks)


def traces(constructs: Sequence[tuple[str, str, str, str]], body: str) -> int:
    """How often tracing runs the innermost body; two levels must also give what Python gives."""
    plain, _ = function(source(constructs, body))
    converted, count = function(source(constructs, body))
    graph = ng.function(converted)
    graph.trace(2, jnp.arange(9.0))
    found = count()
    for trips in (2, 0) if len(constructs) == 2 else ():
        np.testing.assert_allclose(graph(trips, jnp.arange(9.0)), plain(trips, np.arange(9.0)))
    return found


@pytest.mark.parametrize("construct", sorted(CONSTRUCTS.keys() - {"return", "while true"}))
def test_a_nest_whose_types_fit_is_traced_once(construct: str) -> None:
    assert [traces([CONSTRUCTS[construct]] * depth, BODIES["plain"]) for depth in DEPTHS] == [1, 1, 1]


@pytest.mark.parametrize("body", ["promoted", "object", "object promoted", "cell", "checked"])
@pytest.mark.parametrize("construct", ["while", "for", "late break", "while break"])
def test_a_nest_that_widens_is_traced_once_more(construct: str, body: str) -> None:
    assert max(traces([CONSTRUCTS[construct]] * depth, BODIES[body]) for depth in DEPTHS) <= 2


@pytest.mark.parametrize("body", ["plain", "promoted", "object"])
def test_a_returned_value_has_its_type_only_after_a_trace(body: str) -> None:
    assert max(traces([CONSTRUCTS["return"]] * depth, BODIES[body]) for depth in DEPTHS) <= 3


@pytest.mark.parametrize("body", ["plain", "promoted", "object", "checked"])
def test_mixed_constructs_are_traced_twice_at_most(body: str) -> None:
    mixture = [CONSTRUCTS[name] for name in ("while", "if", "break", "late break", "if", "continue", "while break")]
    assert max(traces(mixture[:depth], BODIES[body]) for depth in (2, 5, 7)) <= 2


@pytest.mark.parametrize("body", sorted(BODIES))
def test_levels_whose_flags_turn_out_to_be_traced_are_run_once_and_then_staged(body: str) -> None:
    assert max(traces([LATE] * depth, BODIES[body]) for depth in DEPTHS) <= (3 if body == "checked" else 2)


def test_a_first_iteration_that_cannot_stand_for_all_is_run_again_for_good() -> None:
    text = """
def f(n, v):
    last, seen, t, i = None, 0, "", 0
    while True:
        j = 0
        while True:
            tick()
            if last is None:
                seen = seen + 1
            last, t = j, "odd" if j % 2 else "even"
            j = j + 1
            if j >= n:
                break
        i = i + 1
        if i >= n:
            break
    return last, seen, t
"""
    plain, graph = function(text)[0], ng.function(function(text)[0])
    assert [graph(n, 0) for n in (1, 2, 3)] == [plain(n, 0) for n in (1, 2, 3)]


@pytest.mark.parametrize("construct", [*CONSTRUCTS.values(), LATE], ids=[*CONSTRUCTS, "left late"])
def test_a_level_adds_as_much_to_the_graph_as_the_level_before(construct: tuple[str, str, str, str]) -> None:
    sizes = []
    for depth in (2, 3, 4, 5):
        nest = ng.convert(function(source([construct] * depth, BODIES["plain"]))[0])
        sizes.append(size_of(jax.make_jaxpr(nest)(2, jnp.arange(9.0)).jaxpr))
    assert sizes[3] - sizes[2] <= sizes[1] - sizes[0] + 8  # the flags of the loops around are known in it


def test_promotions_on_every_level_are_found_by_one_more_trace() -> None:
    text = """
def f(n, v):
    a = 0
    for i in range(n):
        b = 0
        for j in range(n):
            c = 0
            for k in range(n):
                d = 0
                for l in range(n):
                    tick()
                    d = d + 0.5
                c = c + d
            b = b + c
        a = a + b
    return a
"""
    plain, _ = function(text)
    converted, count = function(text)
    assert ng.function(converted)(3, 0) == plain(3, 0)
    assert count() == 2


def test_rows_that_a_loop_carries_make_the_loops_over_them_loops_of_the_graph() -> None:
    text = """
def f(steps, n):
    grid = [[i * j % 3 for j in range(n)] for i in range(n)]
    for _ in range(steps):
        new = [[0] * n for _ in range(n)]
        for i in range(n):
            for j in range(n):
                tick()
                new[i][j] = grid[(i + 1) % n][j] + grid[i][j - 1]
        grid = new
    return grid
"""
    converted, count = function(text)
    graph = ng.function(converted, static_argnames="n")
    graph.trace(2, 9)
    assert count() == 4
    assert graph(2, 9) == function(text)[0](2, 9)


@pytest.mark.parametrize(
    "rows",
    ["grid = [[tick() * 0 + i * j + grid[j][i] for j in range(9)] for i in range(9)]",
     """
        new = []
        for i in range(9):
            row = []
            for j in range(9):
                row.append(tick() * 0 + i * j + grid[j][i])
            new.append(row)
        grid = new"""],
    ids=["comprehension", "append"],
)  # fmt: skip
def test_rows_that_a_loop_makes_have_their_length_before_they_are_collected(rows: str) -> None:
    text = f"""
def f(steps):
    grid = [[k + j for j in range(9)] for k in range(9)]
    for _ in range(steps):
        {rows}
    return grid
"""
    converted, count = function(text)
    graph = ng.function(converted)
    graph.trace(2)
    assert count() <= 4
    assert graph(2) == function(text)[0](2)


def test_a_table_of_the_caller_keeps_its_length_in_a_loop_that_makes_another() -> None:
    def turned(grid: list[list[int]], steps: int) -> list[list[int]]:
        for _ in range(steps):
            new = [[] for _ in range(len(grid))]
            for i in range(len(grid)):
                for j in range(len(grid)):
                    new[i].append(grid[j][i] - 1)
            grid = new
        return grid

    grid = [[i * j for j in range(40)] for i in range(40)]
    graph = ng.function(turned)
    assert str(graph.trace(grid, 2).jaxpr).count("length=40") == 2
    assert graph(grid, 2) == turned(grid, 2)


def test_a_loop_that_carries_its_checks_learns_from_one_trace_to_the_next() -> None:
    """What carries checks from the start was taken for another loop: each trace began with nothing, four times."""
    text = """
def f(xs):
    out = []
    for i in range(len(xs) - 2):
        l, r = i + 1, len(xs) - 1
        while l < r:
            s = xs[i] + xs[l] + xs[r]
            if s < 0:
                l += 1
            elif s > 0:
                r -= 1
            else:
                out.append([xs[i], xs[l]])
                l += 1
                while l < r and xs[l] == xs[l - 1]:
                    tick()
                    l += 1
    return out
"""
    converted, count = function(text)
    given = [-4, -1, -1, 0, 1, 2]
    assert ng.function(converted)(given) == function(text)[0](given)
    assert count() <= 9
