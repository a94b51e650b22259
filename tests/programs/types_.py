"""Kinds of numbers: promotion, casts, Python's arithmetic."""
# ruff: noqa

import jax.numpy as jnp

from tests.programs.pool import SKIP, program


@program(3, -3, promotes=True)
def int_or_float(x): return 1 if x > 0 else 1.5

@program(3, -3, promotes=True)
def bool_or_int(x): return True if x > 0 else 2

@program(3, -3, promotes=True)
def bool_or_float(x):
    y = False
    if x > 0: y = 2.5
    return y

@program(3, -3, promotes=True)
def one_of_tuple(x):
    t = (1, 2)
    if x > 0: t = (1.5, 2)
    return t

@program(3, -3, promotes=True)
def one_of_dict(x):
    d = {'a': 1}
    if x > 0: d['a'] = 0.5
    return d

@program(4, 0, promotes=True)
def in_while(n):
    y = 0
    while n > 0:
        y += 0.25
        n -= 1
    return y

@program(4, 0, promotes=True)
def in_for_array(n):
    y = 1
    for i in range(20): y = y * (0.5 if i > n else 1)
    return y

@program(4, 0)
def float_stays(n):
    y = 0.0
    for i in range(n): y += i
    return y

@program(4, 0)
def int_stays(n):
    y = 0
    for i in range(n): y += int(i * 1.5)
    return y

@program((7, 2), (-7, 2), (7, -2), (-7, -2))
def floor_and_mod(a, b): return a // b, a % b, divmod(a, b)

@program((7.5, 2.0), (-7.5, 2.0), (7.5, -2.0), (-7.5, -2.0))
def float_floor_and_mod(a, b): return a // b, a % b, divmod(a, b)

@program((7, 2), (-7, 2))
def true_division(a, b): return a / b

@program((7, 2.0), (-7, 0.5))
def mixed(a, b): return a + b, a * b, a - b, a / b, a // b

@program(3, 0, -4)
def powers(x): return x ** 2, x ** 3, 2.0 ** x, (-x) ** 2

@program(2.5, 3.5, -2.5, 0.4)
def rounding(x): return round(x), int(x), round(x, 1)

@program(2, -3)
def casts(x): return float(x), int(x), bool(x), abs(x), -x, +x

@program(2.7, -2.7)
def float_casts(x): return float(x), int(x), bool(x), abs(x), -x, +x

@program(True, False)
def bool_casts(x): return int(x), float(x), bool(x), not x, abs(int(x))

@program(True, False, expect="refused-by-jax")
def bool_arithmetic(x): return x + 1, x * 2, x + True, 3 - x

@program(3, 0)
def isinstance_int(x): return isinstance(x, int), isinstance(x, float), isinstance(x, (str, int))

@program(2.5, 0.0)
def isinstance_float(x): return isinstance(x, float), isinstance(x, int)

@program(True, False)
def isinstance_bool(x): return isinstance(x, bool), isinstance(x, int)

@program(3, -3)
def complex_numbers(x):
    z = 1j * x
    if x > 0: z = z + 2
    return z * z

@program((3, 2.5), (0, -1.0), promotes=True)
def maximum_of_mixed(a, b): return max(a, b), min(a, b)

@program((jnp.array([1, 2, 3]),), (jnp.array([0, 0, 0]),), strict=False)
def array_times_float(v): return v * 0.5

@program((jnp.array([1.0, 2.0]), 2), (jnp.array([1.0, 2.0]), 0))
def array_and_int(v, n):
    s = 0.0
    for x in v: s += x * n
    return s

@program((jnp.array([1, 2]), 2), (jnp.array([1, 2]), 0))
def int_array_state(v, n):
    while n > 0:
        v = v + 1
        n -= 1
    return v

@program((jnp.array([1, 2]), 2), (jnp.array([1, 2]), -2), promotes=True, strict=False)
def array_promoted(v, n):
    if n > 0: v = v * 0.5
    return v

@program(5, 0, promotes=True)
def int_float_accumulate(n):
    total = 0
    for i in range(n):
        if i % 2: total += 0.5
        else: total += 1
    return total

@program((3, 4), (0, 0))
def hypot(a, b): return (a * a + b * b) ** 0.5

@program(10, 3)
def mean_of_range(n):
    s = 0
    for i in range(n): s += i
    return s / n

@program((2, -1), expect="negative-exponent", under_jit=SKIP)
def negative_exponent(x, n): return x ** n
