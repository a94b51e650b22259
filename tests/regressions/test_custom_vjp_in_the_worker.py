"""A function with a backward rule of its own could not be sent to the worker: it ran in the notebook's process."""

from __future__ import annotations

import pickle
from typing import Any

import jax

from nbgraph.core.worker.jobs import pickled


@jax.custom_vjp
def tripled(x):
    return 3 * x


tripled.defvjp(lambda x: (3 * x, None), lambda _, slope: (7 * slope,))


def test_it_travels_with_its_rule() -> None:
    sent: Any = pickle.loads(pickled(tripled))
    assert (sent(2.0), float(jax.grad(sent)(2.0))) == (6.0, 7.0)
