"""`filter` by run-time values, lists of sequences of run-time length, comprehensions in lambdas."""
# ruff: noqa

import jax.numpy as jnp

from tests.programs.pool import SKIP, program

V, U = jnp.array([1, 5, 2, 8, 3]), jnp.array([0, 1, 0, 1, 0])


@program(V, U)
def filter_sum(v): return sum(filter(lambda x: x > 2, v)), sum(map(lambda x: x * x, filter(None, v)))

@program((V, 4), (U, 4), under_jit=SKIP)
def filter_list(v, k): return list(filter(lambda x: x > k, v))

@program(9, 1, 0, under_jit="list-needs-bound")
def filter_loop(n):
    s = 0
    for i, x in enumerate(filter(lambda x: x % 2, range(n))):
        if x > 6: break
        s += i + x
    return s

@program(jnp.arange(20), jnp.arange(20) % 3, under_jit="list-needs-bound")
def filter_long_array(v):
    kept = list(filter(lambda x: x % 3, v))
    return len(kept), max(kept), sorted(filter(lambda x: x > 1, v), reverse=True)[0]

@program(5, 0)
def filter_written_list(x): return sum(filter(lambda k: k > 2, [x, 1, 3]))

@program(5, 0, under_jit="list-needs-bound")
def filter_counts(n): return sum(1 for _ in filter(lambda k: k % 2, range(n)))

@program((V, 5), expect="traced-value-in-python")
def filter_next(v, k): return next(filter(lambda x: x > k, v))

@program(5, 0, under_jit=SKIP)
def list_of_range(n): return list(range(n)), list(map(lambda i: i * i, range(1, n)))

@program(5, 0)
def lambda_with_sum(n):
    total = lambda k: sum(i * i for i in range(k) if i % 2)
    return total(n) + (lambda v: sum([x for x in v if x > n]))(V)

@program(5, 0, under_jit="list-needs-bound")
def lambda_in_a_loop(n):
    k, s = 0, 0
    while (lambda m: sum(i for i in range(m)))(k) < n: k += 1
    for j in range(3):
        s += (lambda m: max([i * j for i in range(m)], default=-1))(n)
    return k, s

@program(5, 0, under_jit=SKIP)
def set_of_range(n): return len({i % 3 for i in range(n)})

@program(5, expect="range-of-float")
def range_of_promoted(n):
    b = 1
    b += min(n, 1, 2.5)
    s = 0
    for i in range(b): s += i
    return s


class Ticker:
    ticks = 0

    def tick(self):
        self.ticks += 1


@program(5, 0)
def attribute_from_the_class_in_a_loop(n):
    t = Ticker()
    for _ in range(n): t.tick()
    return t.ticks, Ticker.ticks

@program(5, 0)
def attribute_from_the_class_in_a_branch(n):
    t = Ticker()
    if n > 2: t.tick()
    return t.ticks

@program(5, 0)
def class_attribute_as_counter(n):
    class Made:
        count = 0

        def __init__(self):
            Made.count += 1

    for _ in range(n): Made()
    return Made.count
