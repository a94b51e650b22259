"""Newton's method: how does a loop know that it is near enough?

>>> root(2.0)
1.4142135623746899
"""


def root(a, tolerance=1e-6):
    x = a
    while abs(x * x - a) > tolerance:
        x = (x + a / x) / 2
    return x
