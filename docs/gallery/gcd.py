"""Greatest common divisor: is a swap an operation?

>>> gcd(1071, 462)
21
"""


def gcd(a, b):
    while b:
        a, b = b, a % b
    return a
