"""NumPy takes the place of XLA, and XLA the place of NumPy where that has no answer."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import nbgraph as ng
from tests import sample
from tests.pool.by_numpy import Runs, by_numpy
from tests.programs.pool import load_all


def halvings(n):
    count = 0
    while n > 1:
        n = n // 2
        count = count + 1
    return count


def told(n):
    if n > 5:
        print("large")
    return halvings(n) + 1


def test_numpy_runs_a_loop_and_nothing_is_compiled():
    function, runs = ng.function(halvings), Runs()
    with by_numpy(runs):
        assert [int(function(n)) for n in (1, 2, 1000)] == [0, 1, 9]
    assert runs == Runs(numpy=3)
    assert function.traces[0].compile_seconds is None
    assert int(function(1000)) == 9
    assert function.traces[0].compile_seconds is not None


def test_what_calls_back_in_a_run_is_left_to_xla(capsys):
    function, runs = ng.function(told), Runs()
    with by_numpy(runs):
        assert int(function(4)) == 3
        assert runs == Runs(numpy=1)
        assert int(function(8)) == 4
        assert runs == Runs(numpy=1, xla=1)
    jax.effects_barrier()
    assert capsys.readouterr().out == "large\n"


def test_random_keys_are_left_to_xla():
    runs = Runs()
    with by_numpy(runs):
        drawn = jax.random.uniform(jax.random.key(3), (2,))
    assert runs.xla > 0
    assert np.array_equal(drawn, jax.random.uniform(jax.random.key(3), (2,)))


def test_a_loop_of_many_rounds_is_left_to_xla():
    flips = jax.jit(lambda n: jax.lax.fori_loop(0, n, lambda i, s: 1 - s, 0))
    runs = Runs()
    with by_numpy(runs):
        assert flips(3_000_001).item() == 1
    assert runs.xla == 1


@pytest.mark.parametrize("value", [2, 2.5, True, jnp.arange(3), jnp.float16(1.5), jnp.ones((2, 0))])
def test_results_are_of_the_type_that_xla_gives(value):
    runs = Runs()
    with by_numpy(runs):
        ours = jax.jit(lambda x: x)(value)
    theirs = jax.jit(lambda x: x)(value)
    assert runs == Runs(numpy=1)
    assert (jax.typeof(ours), ours.weak_type) == (jax.typeof(theirs), theirs.weak_type)


def test_xla_again_runs_all_once_the_block_ends():
    with by_numpy(Runs()), pytest.raises(ZeroDivisionError):
        raise ZeroDivisionError
    runs = Runs()
    with by_numpy(runs):
        pass
    assert jax.jit(lambda x: x + 1)(1) == 2
    assert runs == Runs()


@pytest.mark.parametrize("seed", ["d714d80", "1", "2"])
def test_a_sample_is_an_eighth_and_the_same_again(monkeypatch, seed):
    monkeypatch.setenv(sample.VARIABLE, seed)
    sample.seed.cache_clear()
    taken = [name for name in load_all() if sample.is_in_sample(name)]
    assert 0.08 < len(taken) / len(load_all()) < 0.17
    assert taken == [name for name in load_all() if sample.is_in_sample(name)]
    monkeypatch.setenv(sample.VARIABLE, sample.ALL)
    sample.seed.cache_clear()
    assert all(map(sample.is_in_sample, load_all()))
    monkeypatch.undo()
    sample.seed.cache_clear()
