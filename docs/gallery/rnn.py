"""Recurrent network: how does the state go through the loop?

>>> rnn(INPUTS, WEIGHTS)
Array([0.6409213, 0.6911729], dtype=float32)
"""

import jax.numpy as jnp

INPUTS = jnp.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
WEIGHTS = jnp.array([[0.5, 0.1], [0.1, 0.5]])


def rnn(inputs, weights):
    state = jnp.zeros(2)
    for x in inputs:
        state = jnp.tanh(x @ weights + 0.5 * state)
    return state
