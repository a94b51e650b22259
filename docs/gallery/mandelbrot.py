"""Mandelbrot set: how many iterations does a point need to escape?

>>> escape(0.3, 0.6, 50)
15
"""


def escape(a, b, limit):
    c = complex(a, b)
    z = 0j
    for n in range(limit):
        if abs(z) > 2:
            return n
        z = z * z + c
    return limit
