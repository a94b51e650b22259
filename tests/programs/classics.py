"""The programs everybody knows."""
# ruff: noqa

import jax.numpy as jnp

from tests.programs.pool import program

delta = 1.0


@program(0.5, -0.5, 3.0, -3.0, 1.0)
def huber(a):
    if jnp.abs(a) <= delta:
        loss = a * a / 2
    else:
        loss = delta * (jnp.abs(a) - delta / 2)
    return loss


@program(27, 1, 2, 97)
def collatz(a):
    counter = 0
    while a != 1:
        if a % 2 == 0:
            a = a // 2
        else:
            a = 3 * a + 1
        counter = counter + 1
    return counter


@program(0, 3, 5, 9, -4)
def nested(n):
    if n >= 0:
        while n < 5:
            n += 1
    return n


@program(2, 7, 1)
def asserted(a):
    assert a > 0, "must be positive"
    return a * 2


@program((12, 18), (7, 0), (0, 7), (17, 5))
def gcd(a, b):
    while b:
        a, b = b, a % b
    return a


@program(10, 0, 1, 2)
def fibonacci(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


@program(2.0, 9.0, 0.25)
def newton(x):
    guess = x
    for _ in range(20):
        guess = 0.5 * (guess + x / guess)
    return guess


@program(1, 2, 9, 97, 91)
def is_prime(n):
    if n < 2:
        return False
    d = 2
    while d * d <= n:
        if n % d == 0:
            return False
        d += 1
    return True


@program((jnp.array([4, 2, 3, 1]),), (jnp.array([1, 2, 3, 4]),), (jnp.array([2, 2, 1, 1]),))
def bubble_sort(v):
    n = len(v)
    for i in range(n):
        for j in range(n - 1 - i):
            if v[j] > v[j + 1]:
                v[j], v[j + 1] = v[j + 1], v[j]
    return v


@program((jnp.arange(10), 7), (jnp.arange(10), 0), (jnp.arange(10), 9), (jnp.arange(10), 11))
def bisect(v, x):
    lo = 0
    hi = len(v)
    while lo < hi:
        mid = (lo + hi) // 2
        if v[mid] < x:
            lo = mid + 1
        else:
            hi = mid
    return lo


@program((2, 10), (3, 0), (5, 1), (2, 13))
def power(base, exponent):
    result = 1
    while exponent > 0:
        if exponent & 1:
            result = result * base
        base = base * base
        exponent >>= 1
    return result


@program(-0.5, 0.3, 2.0)
def mandelbrot(c):
    z = 0.0
    n = 0
    while n < 30 and z * z < 4.0:
        z = z * z + c
        n += 1
    return n


@program(15, 30, 7, 9, 10)
def fizzbuzz(n):
    if n % 15 == 0:
        code = 3
    elif n % 3 == 0:
        code = 1
    elif n % 5 == 0:
        code = 2
    else:
        code = 0
    return code


@program(12345, 0, 7)
def digit_sum(n):
    s = 0
    while n:
        n, digit = divmod(n, 10)
        s += digit
    return s


@program((jnp.array([1.0, -2.0, 3.0, -4.0]),), (jnp.array([-1.0, -2.0, -3.0, -4.0]),))
def kadane(v):
    best = v[0]
    current = v[0]
    for x in v[1:]:
        current = max(x, current + x)
        best = max(best, current)
    return best


@program((0.0, 2.0), (1.0, 1.5))
def bisection_root(lo, hi):
    while hi - lo > 1e-3:
        mid = (lo + hi) / 2
        if mid * mid > 2.0:
            hi = mid
        else:
            lo = mid
    return lo


@program(20, 1, 0)
def sieve_count(n):
    count = 0
    for i in range(2, n):
        prime = True
        for j in range(2, i):
            if i % j == 0:
                prime = False
                break
        if prime:
            count += 1
    return count
