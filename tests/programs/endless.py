"""Iterators without an end."""
# ruff: noqa

import itertools

from tests.programs.pool import program


@program(10, 3, 0)
def count_until(n):
    s = 0
    for i in itertools.count():
        if i >= n: break
        s += i
    return s

@program(50, 3, 0)
def first_square_above(n):
    for i in itertools.count(2, 3):
        if i * i > n: return i

@program(5.0, 0.0, promotes=True)
def count_in_quarters(x):
    for y in itertools.count(0.5, 0.25):
        if y >= x: return y

@program(9, 14)
def count_from_a_run_time_value(n):
    for i in itertools.count(n):
        if i % 7 == 0: return i

@program(5, 0)
def nth_prime(n):
    found = 0
    for candidate in itertools.count(2):
        for d in range(2, candidate):
            if candidate % d == 0: break
        else: found += 1
        if found > n: return candidate

@program(20, 0)
def repeat_until(n):
    s = 0
    for step in itertools.repeat(3):
        s += step
        if s > n: break
    return s

@program(20, 0)
def zipped_and_mapped(n):
    s = 0
    for i, (a, b) in enumerate(zip(map(lambda k: k * k, itertools.count(1)), itertools.count())):
        s += i + a * b
        if s > n: break
    return s

@program(4, 0)
def known_end(n):
    for i in itertools.count():
        if i >= 3: break
        n += i
    return n

@program(4, expect="endless-loop")
def cycle_until(n):
    s = 0
    for step in itertools.cycle([1, 2, 3]):
        s += step
        if s > n: break
    return s

@program(4, expect="endless-loop")
def generated_until(n):
    def numbers():
        i = 0
        while True:
            yield i
            i += 1

    for i in numbers():
        if i > n: return i

@program(4, expect="endless-loop")
def counter_with_a_name(n):
    counter = itertools.count()
    for i in counter:
        if i >= n: break
    return i, next(counter)
