"""Training loop: can a whole training be one graph?

>>> train(3.0, 200)
Array(3., dtype=float32, weak_type=True)
"""

import jax


def loss(w, slope):
    return (w * 2.0 - slope * 2.0) ** 2


def train(slope, steps):
    w = 0.0
    for _ in range(steps):
        w = w - 0.1 * jax.grad(loss)(w, slope)
    return w
