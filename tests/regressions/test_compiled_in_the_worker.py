"""What `jax.jit` made lost the function behind it on its way to the worker: `%%autograph f(3)` could not read it."""

from __future__ import annotations

import pickle
from functools import partial

import jax

from nbgraph.core.worker.jobs import pickled
from nbgraph.core.worker.reports import report


@jax.jit
def one_more(x):
    if x.ndim > 2:
        return x
    return x + 1


@partial(jax.jit, static_argnames="n")
def power(x, n):
    return x**n


def test_a_compiled_function_is_shown_by_the_worker():
    found = report(one_more, (3,))
    assert (found.errors, found.value) == ((), 4)
    assert found.title == "jax.jit(one_more)(3)"


def test_it_arrives_with_its_name_its_function_and_its_options():
    arrived = pickle.loads(pickled(power))
    assert (arrived.__name__, arrived.__wrapped__.__name__) == ("power", "power")
    assert arrived(2, n=3) == 8
    assert arrived.lower(2.0, n=3).out_info.shape == ()
