"""Fibonacci: what does a loop carry from one iteration to the next?

>>> fibonacci(10)
55
"""


def fibonacci(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a
