"""Random numbers from a seed, known times, files."""
# ruff: noqa

import datetime
import os
import random
import time

import numpy as np

from tests.programs.pool import program


@program(3, expect="iterator-advanced")
def a_generator_in_a_loop(n):
    generator, total = np.random.default_rng(1), 0.0
    for _ in range(n): total += generator.random()
    return total

@program(3, -3)
def generators_with_a_seed(x):
    generator = random.Random(1)
    first, second = generator.random(), generator.random()
    items = [1, 2, 3]
    generator.shuffle(items)
    return x + first - second if x > 0 else items[0] * x + np.random.default_rng(7).random()

@program(3, -3)
def a_year(x):
    return x + datetime.date(2024, 2, 29).year if x > 0 else time.gmtime(0).tm_year

@program(3, expect="asked-once")
def a_file(x):
    with open(os.devnull) as file:
        return x + len(file.read())

@program(2, 0)
def sleeps(n):
    for i in range(n): time.sleep(0.001)
    return n
