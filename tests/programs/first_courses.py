"""Programs of a first and a second course that are hard for a graph: truths counted, bits, folds."""
# ruff: noqa

import math
from functools import reduce

import jax.numpy as jnp

from tests.programs.pool import program


def positive(x):
    return x > 0


@program((3, 5), (5, 3), (-1, 0))
def truths_counted(a, b):
    ok = a > 2
    seen = b > 4
    return ok + seen


@program((True, False), (True, True))
def truths_as_numbers(a, b):
    return a + b, a * b, ~a


@program((3, 5), (0, 5), strict=False)
def truths_of_calls(a, b):
    n = positive(a)
    n += positive(b)
    n *= positive(b)
    return n


@program(13, 0, 255, -1, -(2**31) + 1)
def bits(n):
    return n.bit_count(), n.bit_length()


@program((9, 14), (3, 3))
def hamming(a, b):
    d, x = 0, a ^ b
    while x:
        d += x & 1
        x >>= 1
    return d == (a ^ b).bit_count()


@program(3.0, 2.5, math.inf)
def whole(x):
    return x.is_integer()


class Bits:
    def __init__(self, n):
        self.n = n

    def bit_count(self):
        return self.n + 1


@program(3, -4)
def bits_of_an_object(n):
    return Bits(n).bit_count() + (7).bit_count()


@program(4, 1)
def folded_range(n):
    return reduce(lambda a, b: a * b, range(1, n + 1))


@program((jnp.array([3, 1, 4]),), (jnp.array([2, 0, 1]),))
def folded_list(v):
    return reduce(lambda a, b: 10 * a + b, [x for x in v if x > 1])
