"""Each call has arguments of its own, but for those of which a copy would be another program."""

from __future__ import annotations

import time

import jax
import jax.monitoring
import jax.numpy as jnp
import pytest

import nbgraph as ng
from nbgraph.core.timing.arguments import bind


class Config:
    """An object that is equal to itself alone, so each is a static argument of its own."""

    def __init__(self, n: int) -> None:
        self.n = n


def activated(items, act):
    return [act(each) for each in items]


def doubled(x, config):
    for _ in range(config.n):
        x = x * 2
    return x


@pytest.mark.parametrize("act", [jnp.tanh, jax.nn.relu, jax.jit(lambda x: x + 1.0), jnp.add])
def test_a_function_of_jax_is_handed_over_as_it_is(act) -> None:
    items = [1.0]
    held = bind(activated, (items, [act]), {}, ()).call(activated).args
    assert held[0] is not items and held[1][0] is act
    assert bind(activated, (2.0, act), {}, ()).unchanging


def test_the_time_of_a_graph_is_that_of_a_compiled_one() -> None:
    """A copied static argument is another one, for which each run would compile again."""
    function, config = ng.function(doubled, static_argnames="config"), Config(3)
    begin = time.perf_counter()
    function(2.0, config)
    compiled = time.perf_counter() - begin
    sample = ng.compare(function, 2.0, config).baseline("graph").sample
    assert sample is not None and sample.median < compiled / 20


@pytest.mark.parametrize("number", [True, 3, 2.5, 1j])
def test_a_number_becomes_an_array_of_jax_without_a_program_compiled_for_it(number) -> None:
    compiled = []

    def hear(event: str, seconds: float, *, fun_name: str = "", **_: object) -> None:
        compiled.append(fun_name)

    expected = jnp.asarray(number)
    jax.clear_caches()
    jax.monitoring.register_event_duration_secs_listener(hear)
    try:
        (found,) = bind(doubled, (number,), {}, ()).of_eager().args
    finally:
        jax.monitoring.unregister_event_duration_listener(hear)
    assert not compiled and (found.dtype, found.weak_type) == (expected.dtype, expected.weak_type)
