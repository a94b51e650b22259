"""Sieve of Eratosthenes: can a graph cross out the items of a list?

>>> sieve(30)
[2, 3, 5, 7, 11, 13, 17, 19, 23, 29]
"""


def sieve(n):
    prime = [True] * (n + 1)
    for i in range(2, n + 1):
        if prime[i]:
            for multiple in range(i * i, n + 1, i):
                prime[multiple] = False
    return [i for i in range(2, n + 1) if prime[i]]
