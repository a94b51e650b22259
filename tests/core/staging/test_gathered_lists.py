"""Lists to which each iteration appends once: what a scan gathers, with no buffer and no length in the graph."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.inspect import trace_values

XS = jnp.arange(1.0, 11.0)


def outputs(xs, h):
    out = []
    for x in xs:
        h = h * 0.5 + x
        out.append(h)
    return jnp.stack(out)


def rows(xs, h):
    table, flat = [], []
    for x in xs:
        row = []
        for k in range(9):
            row.append(x * k + h)
            flat.append(k)
        table.append(row)
    return table, flat, table[2][-1]


def table(xs, h):
    return [[x * k + h for k in range(9)] for x in xs]


def read(xs, h):
    seen = [h]
    for x in xs:
        seen.append(seen[-1] + x)
    return seen


def popped(xs, h):
    seen = [h, h]
    for x in xs:
        seen.append(x)
        seen.pop(0)
    return seen


def measured(xs, h):
    seen = []
    for x in xs:
        seen.append(x)
        h = h + len(seen)
    return seen, h


def chosen(xs, h):
    seen = []
    for x in xs:
        if x > 4:
            seen.append(x)
        else:
            seen.append(h)
    return seen


def some(xs, h):
    seen = []
    for x in xs:
        if x > 4:
            seen.append(x)
    return seen, h


def twice(xs, h):
    seen = [h]
    for x in xs:
        seen.append(x)
        seen.append(x * x)
    return seen


def two_names(xs, h):
    seen = []
    other = seen
    for x in xs:
        seen.append(x + h)
    return len(other), other[0], seen


def filled_again(xs, h):
    seen = []
    for x in xs:
        seen.append(x)
    for x in xs:
        seen.append(x + h)
    return seen


def scans(jaxpr: Any) -> Iterator[Any]:
    for equation in jaxpr.eqns:
        if equation.primitive.name == "scan":
            yield equation
        for value in equation.params.values():
            for inner in value if isinstance(value, tuple) else (value,):
                if hasattr(inner, "jaxpr") or hasattr(inner, "eqns"):
                    yield from scans(getattr(inner, "jaxpr", inner))


def as_numbers(value: Any) -> list[Any]:
    return [np.asarray(leaf).tolist() for leaf in jax.tree_util.tree_leaves(value)]


PROGRAMS = [
    *(outputs, rows, table, read, popped, measured, chosen, some, twice, two_names, filled_again),
]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_the_list_is_what_python_has(program: Callable[..., Any]) -> None:
    found, wanted = ng.function(program)(XS, 2.0), program([float(x) for x in XS], 2.0)
    np.testing.assert_allclose(np.hstack(as_numbers(found)), np.hstack(as_numbers(wanted)), rtol=1e-6)
    assert type(found) is type(wanted) or program is outputs


def test_a_scan_gathers_what_is_appended() -> None:
    program = jax.make_jaxpr(ng.convert(outputs))(XS, 2.0)
    (scan,) = scans(program.jaxpr)
    assert scan.params["num_carry"] == 1 and len(scan.outvars) == 2
    assert program.jaxpr.eqns[-1] is scan, "the stacked list is what the scan gathers"
    for program in (table, filled_again, two_names):
        for scan in scans(jax.make_jaxpr(ng.convert(program))(XS, 2.0).jaxpr):
            assert "dynamic_update" not in str(scan)


def test_rows_are_gathered_beside_a_list_that_the_inner_loop_appends_to() -> None:
    outer, inner = scans(jax.make_jaxpr(ng.convert(rows))(XS, 2.0).jaxpr)
    assert [result.aval.shape for result in outer.outvars[outer.params["num_carry"] :]] == [(10, 9)]
    assert [result.aval.shape for result in inner.outvars[inner.params["num_carry"] :]] == [(9,)]
    carried = [each.aval.shape for each in (*outer.outvars[:3], *inner.outvars[:4]) if each.aval.shape]
    assert carried == [(90,), (90,)], "the flat list is the only buffer, as long as it becomes"
    assert str(inner.params["jaxpr"]).count("dynamic_update_slice ") == 1, "an iteration stores one item of it"


def test_the_derivative_is_the_scans() -> None:
    def by_hand(xs, h):
        return jax.lax.scan(lambda h, x: (h * 0.5 + x,) * 2, h, xs)[1]

    ours, hand = (jax.make_jaxpr(jax.grad(lambda h, f=f: f(XS, h).sum()))(2.0) for f in (ng.convert(outputs), by_hand))
    assert "dynamic_update" not in str(ours)
    assert len(list(scans(ours.jaxpr))) == len(list(scans(hand.jaxpr)))


def test_the_record_shows_the_list_after_each_append() -> None:
    steps = str(trace_values(outputs, XS, 2.0)).splitlines()
    appends = [line for line in steps if "out.append(" in line]
    assert "out = [2.0, 3.0, 4.5]" in appends[2] and not any("Python alone" in line for line in appends)
