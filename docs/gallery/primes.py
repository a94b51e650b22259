"""Primes: what does `for ... else` become?

>>> primes(20)
[2, 3, 5, 7, 11, 13, 17, 19]
"""


def primes(limit):
    found = []
    for n in range(2, limit + 1):
        for p in found:
            if n % p == 0:
                break
        else:
            found.append(n)
    return found
