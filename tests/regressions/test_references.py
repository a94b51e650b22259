"""The record of a run with references failed: NumPy has no such thing; and the code was said to hold a callback."""

from __future__ import annotations

import jax
import jax.numpy as jnp

import nbgraph as ng
from nbgraph.core.examine.reporting import report_call


def three_or_seven(a, b):
    cell = jax.new_ref(a)
    c = cell[...] + b
    cell[...] = 5
    return c, cell[...]


def even_sum(n):
    total = jax.new_ref(0)
    for i in range(n):
        if i % 2 == 0:
            total[...] += i
    return total[...]


def doubled(cell):
    cell[...] = cell[...] * 2
    return cell[...]


def doubled_rows(v, n):
    cell = jax.new_ref(v)
    for i in range(n):
        cell[i] = cell[i] * 2
    return cell[...]


def test_the_record_reads_and_writes_them() -> None:
    said = str(ng.trace_values(three_or_seven, 1, 2))
    assert "cell = 1" in said
    assert "c = 3" in said
    assert str(ng.trace_values(even_sum, 5)).startswith("even_sum(5) = 6: ")


def test_what_it_cannot_run_by_itself_leaves_the_rest() -> None:
    cell = jax.new_ref(jnp.int32(3))
    for call in ((doubled, (cell,)), (doubled_rows, (jnp.arange(4.0), 2))):
        report = report_call(*call, timing=False)
        assert report.notes == ()
        assert report.verdict is not None
        assert report.verdict.equal
    assert cell[...] == 3


def test_pure_jax_has_none_for_a_reference() -> None:
    assert ng.to_code(three_or_seven, 1, 2).startswith("# No pure JAX code: a reference")
