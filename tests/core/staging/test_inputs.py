"""What Python asks of the world is refused in a graph: each call would get the answer of the first."""

from __future__ import annotations

import datetime
import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import nbgraph as ng
from tests.programs import oracle

GENERATOR = random.Random(1)


def of_random(x: Any) -> Any:
    return x + random.random()


def of_numpy(x: Any) -> Any:
    return x + np.random.rand()


def in_a_loop(n: Any) -> Any:
    hits = 0
    for _ in range(n):
        a, b = random.uniform(-1, 1), random.uniform(-1, 1)
        if a * a + b * b <= 1:
            hits += 1
    return 4 * hits / n


def shuffled(x: Any) -> Any:
    items = [1, 2, 3]
    random.shuffle(items)
    return items[0] + x


def without_a_seed(x: Any) -> Any:
    return x + np.random.default_rng().integers(6)


def of_the_clock(x: Any) -> Any:
    start = time.perf_counter()
    return x, time.perf_counter() - start


def of_the_calendar(x: Any) -> Any:
    return x + datetime.datetime.now().year


def from_outside(x: Any) -> Any:
    return x + GENERATOR.random()


ASKING = (of_random, of_numpy, in_a_loop, shuffled, without_a_seed, of_the_clock, of_the_calendar)


@pytest.mark.parametrize("function", ASKING)
def test_it_is_refused_in_its_line(function: Callable[..., Any]) -> None:
    assert oracle.fault(oracle.observe(ng.function(function), (3,)).error, "asked-once") == ""


def test_a_generator_from_outside_is_refused() -> None:
    assert oracle.fault(oracle.observe(ng.function(from_outside), (3,)).error, "iterator-advanced") == ""


@pytest.mark.parametrize("function", ASKING)
def test_on_plain_values_python_asks(function: Callable[..., Any]) -> None:
    ng.convert(function)(3)


def test_sleep_waits_at_each_call() -> None:
    def waits(n: Any) -> Any:
        for _ in range(n):
            time.sleep(0.01)
        return n

    compiled = ng.function(waits)
    compiled(0)
    start = time.perf_counter()
    assert compiled(5) == 5
    assert time.perf_counter() - start > 0.05
