"""Collatz: how many steps lead from 27 to 1?

>>> collatz(27)
111
"""


def collatz(a):
    steps = 0
    while a != 1:
        if a % 2 == 0:
            a = a // 2
        else:
            a = 3 * a + 1
        steps = steps + 1
    return steps
