"""Huber loss: which of the two sides is computed?

>>> huber(0.5)
0.125
"""


def huber(x, delta=1.0):
    size = abs(x)
    if size <= delta:
        return 0.5 * size**2
    return delta * (size - 0.5 * delta)
