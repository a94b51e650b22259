"""`self.__v[i] += self.f()`: the new array went to an attribute `__v`, so that the next line was refused."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np

import nbgraph as ng


class Table:
    def __init__(self, v):
        self.__v = v
        self.calls = 0

    def called(self):
        self.calls = self.calls + 1
        return self.calls

    def changed(self, i):
        self.__v[i] += self.called()
        self.__v[self.called() - 1] = self.called()
        return self.__v


def both(v, i):
    return Table(v).changed(i)


def test_the_private_attribute_is_the_one_that_changes() -> None:
    for i in (0, 2):
        python = both(np.arange(4), i)
        assert np.asarray(ng.function(both)(jnp.arange(4), i)).tolist() == python.tolist()
