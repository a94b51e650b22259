"""Programs as students write them, whose records are held against plain Python's lines."""

# ruff: noqa: B007, B905, SIM109, C417, RET504

from __future__ import annotations

import jax.numpy as jnp


def gcd(a, b):
    while b:
        a, b = b, a % b
    return a


def gcd_sub(a, b):
    while a != b:
        if a > b:
            a -= b
        else:
            b -= a
    return a


def lcm(a, b):
    return a * b // gcd(a, b)


def newton_sqrt(a):
    x = a
    for _ in range(20):
        x = 0.5 * (x + a / x)
    return x


def newton_tol(a, tol=1e-5):
    x = a
    steps = 0
    while abs(x * x - a) > tol:
        x = x - (x * x - a) / (2 * x)
        steps += 1
    return x, steps


def bisection(lo, hi):
    for _ in range(10):
        mid = (lo + hi) / 2
        if mid * mid * mid - mid - 2 > 0:
            hi = mid
        else:
            lo = mid
    return mid


def huber(x, delta=1.0):
    a = abs(x)
    if a <= delta:
        return 0.5 * x * x
    return delta * (a - 0.5 * delta)


def is_prime(n):
    if n < 2:
        return False
    i = 2
    while i * i <= n:
        if n % i == 0:
            return False
        i += 1
    return True


def count_primes(n):
    count = 0
    for k in range(2, n):
        if is_prime(k):
            count += 1
    return count


def while_else(n):
    i = 2
    while i * i <= n:
        if n % i == 0:
            found = i
            break
        i += 1
    else:
        found = n
    return found


def for_else(n):
    for k in [2, 3, 5, 7]:
        if n % k == 0:
            r = k
            break
    else:
        r = -1
    return r


def bubble(v):
    n = len(v)
    for i in range(n):
        swapped = False
        for j in range(n - 1):
            if v[j] > v[j + 1]:
                t = v[j]
                v[j] = v[j + 1]
                v[j + 1] = t
                swapped = True
        if not swapped:
            break
    return v


def insertion(v):
    for i in range(1, len(v)):
        key = v[i]
        j = i - 1
        while j >= 0 and v[j] > key:
            v[j + 1] = v[j]
            j -= 1
        v[j + 1] = key
    return v


def selection(v):
    n = len(v)
    for i in range(n):
        m = i
        for j in range(i + 1, n):
            if v[j] < v[m]:
                m = j
        v[i], v[m] = v[m], v[i]
    return v


def trace_of(a):
    t = 0
    for i in range(len(a)):
        t += a[i][i]
    return t


def fib(n):
    a, b = 0, 1
    while n > 0:
        a, b = b, a + b
        n -= 1
    return a


def fact_rec(n):
    if n <= 1:
        return 1
    return n * fact_rec(n - 1)


def poly(x):
    return x * fact_rec(4) + fact_rec(3)


def power(x, n):
    if n == 0:
        return 1
    half = power(x, n // 2)
    if n % 2:
        return half * half * x
    return half * half


def cube(x):
    y = power(x, 3)
    return y + 1


def sum_digits(n):
    total = 0
    while n > 0:
        total += n % 10
        n //= 10
    return total


def reverse_number(n):
    r = 0
    while n:
        n, d = divmod(n, 10)
        r = r * 10 + d
    return r


def palindrome(n):
    return reverse_number(n) == n


def collatz_max(n):
    best = n
    steps = 0
    while n != 1:
        if n % 2:
            n = 3 * n + 1
        else:
            n //= 2
        best = max(best, n)
        steps += 1
    return best, steps


def grade(points):
    if points >= 90:
        g = "A"
    elif points >= 80:
        g = "B"
    elif points >= 70:
        g = "C"
    else:
        g = "F"
    return g


def label(n):
    word = "even" if n % 2 == 0 else "odd"
    text = f"{n} is {word}"
    return text


def fizz(n):
    out = ""
    if n % 3 == 0:
        out = out + "Fizz"
    if n % 5 == 0:
        out = out + "Buzz"
    return out or str(n)


def shout(n):
    for i in range(n):
        if i % 2 == 0:
            print("even", i)
        else:
            print("odd", i)
    return n


def mean_var(v):
    m = sum(v) / len(v)
    s = 0.0
    for x in v:
        s += (x - m) ** 2
    return m, s / len(v)


def running_max(v):
    best = v[0]
    where = 0
    for i, x in enumerate(v):
        if x > best:
            best = x
            where = i
    return best, where


def dot(u, v):
    s = 0.0
    for a, b in zip(u, v):
        s += a * b
    return s


def count_dict(n):
    counts = {"even": 0, "odd": 0}
    for i in range(n):
        if i % 2 == 0:
            counts["even"] += 1
        else:
            counts["odd"] += i
    return counts["even"] * 10 + counts["odd"]


def coins(n):
    left = n
    used = 0
    for c in [50, 20, 10, 5, 2, 1]:
        used += left // c
        left = left % c
    return used


class Account:
    def __init__(self, balance):
        self.balance = balance
        self.log = 0

    def deposit(self, x):
        self.balance += x
        self.log += 1
        return self.balance

    def withdraw(self, x):
        if x > self.balance:
            return False
        self.balance -= x
        return True


def bank(x):
    a = Account(10)
    a.deposit(x)
    ok = a.withdraw(12)
    return a.balance, ok


def bank_loop(n):
    a = Account(0)
    for i in range(n):
        a.deposit(i)
    return a.balance


class Vec:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __add__(self, o):
        return Vec(self.x + o.x, self.y + o.y)

    def norm2(self):
        return self.x * self.x + self.y * self.y


def vecs(a):
    p = Vec(a, 1)
    q = Vec(2, a)
    r = p + q
    return r.norm2()


def nested_break(n):
    count = 0
    for i in range(n):
        for j in range(n):
            if i * j > 6:
                break
            if j == i:
                continue
            count += 1
        if count > 10:
            break
    return count, i


def triples(n):
    found = 0
    for a in range(1, n):
        for b in range(a, n):
            for c in range(b, n):
                if a * a + b * b == c * c:
                    found += 1
    return found


def ternary_chain(x):
    y = 1 if x > 10 else 2 if x > 5 else 3
    return y * x


def guard(x):
    if x < 0:
        return -1
    if x == 0:
        return 0
    y = x * 2
    if y > 10:
        return 10
    return y


def try_else(x):
    try:
        if x > 3:
            raise ValueError("big")
    except ValueError:
        y = -1
    else:
        y = x
    finally:
        z = 5
    return y + z


def list_sum(n):
    out = []
    for i in range(n):
        out.append(i * i)
    total = 0
    for v in out:
        total += v
    return total


def evens(n):
    found = []
    i = 0
    while i < n:
        if i % 2 == 0:
            found.append(i)
        i += 1
    return found


def stack_calc(x):
    stack = [1, 2]
    stack.append(x)
    a = stack.pop()
    b = stack.pop()
    stack.append(a + b)
    return stack[-1] * len(stack)


def comp(n):
    sq = [i * i + n for i in range(4)]
    return sum(sq)


def simpson(a, b):
    n = 10
    h = (b - a) / n
    s = 0.0
    for i in range(n + 1):
        x = a + i * h
        if i == 0 or i == n:
            w = 1
        elif i % 2 == 1:
            w = 4
        else:
            w = 2
        s = s + w * x * x
    return s * h / 3


def euler(y, h):
    t = 0.0
    while t < 1.0:
        y = y + h * (-2 * y + t)
        t = t + h
    return y


def rk(y):
    def f(t, y):
        return -y + t

    t, h = 0.0, 0.25
    for _ in range(4):
        k1 = f(t, y)
        k2 = f(t + h / 2, y + h / 2 * k1)
        y = y + h * k2
        t = t + h
    return y


def horner(x):
    coeffs = [1, -2, 3, 4]
    r = 0
    for c in coeffs:
        r = r * x + c
    return r


def binary_search(v, x):
    lo, hi = 0, len(v) - 1
    while lo <= hi:
        mid = (lo + hi) // 2
        if v[mid] == x:
            return mid
        if v[mid] < x:
            lo = mid + 1
        else:
            hi = mid - 1
    return -1


def pi_series(n):
    s = 0.0
    sign = 1.0
    for k in range(n):
        s += sign / (2 * k + 1)
        sign = -sign
    return 4 * s


def clamp(x, lo=0, hi=10):
    if x < lo:
        x = lo
    elif x > hi:
        x = hi
    return x


def clamp_all(v):
    s = 0
    for x in v:
        s += clamp(x)
    return s


def perfect(n):
    s = 0
    for d in range(1, n):
        if n % d == 0:
            s += d
    return s == n


def binary(n):
    bits = 0
    place = 1
    while n > 0:
        bits += place * (n % 2)
        n //= 2
        place *= 10
    return bits


def leap(y):
    if y % 400 == 0:
        return True
    if y % 100 == 0:
        return False
    return y % 4 == 0


def triangle_kind(a, b, c):
    if a == b == c:
        k = 3
    elif a == b or b == c or a == c:
        k = 2
    else:
        k = 1
    return k


def counter_closure(n):
    total = 0

    def add(x):
        nonlocal total
        total += x

    for i in range(n):
        add(i)
    return total


def until_true(n):
    k = 0
    while True:
        k += 1
        if k * k >= n:
            break
    return k


def mixed_return(n):
    for i in range(n):
        if i * i > 10:
            return i
        if i == 7:
            return 100
    return -1


def nested_helper(x):
    return twice(inc(x)) + inc(twice(x))


def inc(x):
    y = x + 1
    return y


def twice(x):
    z = x * 2
    return z


def switch(x):
    match x:
        case 0:
            r = 10
        case 1 | 2:
            r = 20
        case _:
            r = twice(x)
    return r


def assertion(x):
    y = x + 1
    assert y > 0, "must be positive"
    return y * 2


def word_table(n):
    names = ["zero", "one", "two"]
    s = ""
    for i in range(3):
        s = s + names[i][0]
    return n + len(s)


def transposed(m):
    n = 2
    for i in range(n):
        for j in range(i):
            m[i, j], m[j, i] = m[j, i], m[i, j]
    return m


def dynamic_rows(n):
    total = 0
    for i in range(n):
        row = 0
        for j in range(i + 1):
            row += j
        total += row
    return total


def min_max(v):
    lo = hi = v[0]
    for x in v:
        if x < lo:
            lo = x
        if x > hi:
            hi = x
    return hi - lo


def guess(n):
    low, high, tries = 1, 100, 0
    while low < high:
        tries += 1
        mid = (low + high) // 2
        if mid == n:
            break
        if mid < n:
            low = mid + 1
        else:
            high = mid
    return tries


def none_first(v):
    best = None
    for x in v:
        if best is None or x > best:
            best = x
    return best


def outer_handler(x):
    y = 1
    try:
        try:
            if x > 3:
                raise ValueError("big")
            y = x + 1
        except KeyError:
            y = 5
        y = y + 10
    except ValueError:
        y = 0
    return y


def outer_in_loop(n):
    s = 0
    for i in range(n):
        try:
            try:
                if i == 2:
                    raise ValueError("two")
                s = s + i
            except KeyError:
                s = 5
        except ValueError:
            s = s + 100
    return s


def over_map(v):
    s = 0
    for x in map(lambda a: a * a, v):
        s += x
    return s


def flags(n):
    left = [True] * (n + 1)
    count = 0
    for i in range(n):
        if left[i]:
            count += 1
            left[i + 1] = False
    return count


def kinds(x):
    t = x * 2
    del t
    word = "big" if x > 2 else "small"
    best = None
    if x > 1:
        best = x
    return word, best


def alias(x):
    a = [0, 1]

    def more():
        a.append(x)
        return x

    b = more() + more()
    return b + len(a)


V = jnp.asarray([3, 1, 2, 5])
F = jnp.asarray([3.0, 1.0, 2.0, 4.0])
CASES = [
    (outer_handler, (5,)),
    (outer_handler, (2,)),
    (outer_in_loop, (4,)),
    (over_map, (V,)),
    (over_map, (jnp.arange(12),)),
    (flags, (4,)),
    (kinds, (3,)),
    (alias, (2,)),
    (gcd, (48, 18)),
    (gcd_sub, (12, 18)),
    (lcm, (4, 6)),
    (newton_sqrt, (2.0,)),
    (newton_tol, (2.0,)),
    (bisection, (1.0, 2.0)),
    (huber, (3.0,)),
    (huber, (0.5,)),
    (is_prime, (17,)),
    (is_prime, (15,)),
    (is_prime, (1,)),
    (count_primes, (10,)),
    (while_else, (15,)),
    (while_else, (13,)),
    (for_else, (15,)),
    (for_else, (11,)),
    (bubble, (V,)),
    (insertion, (V,)),
    (selection, (V,)),
    (trace_of, (jnp.eye(3),)),
    (fib, (7,)),
    (poly, (3,)),
    (cube, (3,)),
    (sum_digits, (1234,)),
    (reverse_number, (120,)),
    (palindrome, (121,)),
    (collatz_max, (6,)),
    (grade, (85,)),
    (grade, (10,)),
    (label, (3,)),
    (fizz, (15,)),
    (fizz, (7,)),
    (shout, (3,)),
    (mean_var, (F,)),
    (running_max, (V,)),
    (dot, (F, F)),
    (count_dict, (5,)),
    (coins, (88,)),
    (bank, (5,)),
    (bank, (1,)),
    (bank_loop, (4,)),
    (vecs, (3,)),
    (nested_break, (5,)),
    (triples, (6,)),
    (ternary_chain, (7,)),
    (guard, (3,)),
    (guard, (-2,)),
    (guard, (9,)),
    (try_else, (5,)),
    (try_else, (1,)),
    (list_sum, (4,)),
    (evens, (5,)),
    (stack_calc, (4,)),
    (comp, (3,)),
    (simpson, (0.0, 1.0)),
    (euler, (1.0, 0.25)),
    (rk, (1.0,)),
    (horner, (2,)),
    (binary_search, (jnp.arange(9), 5)),
    (binary_search, (jnp.arange(9), 50)),
    (pi_series, (6,)),
    (clamp_all, (jnp.asarray([-3, 5, 30]),)),
    (perfect, (6,)),
    (binary, (10,)),
    (leap, (1900,)),
    (leap, (2024,)),
    (triangle_kind, (3, 4, 3)),
    (counter_closure, (4,)),
    (until_true, (10,)),
    (mixed_return, (9,)),
    (mixed_return, (2,)),
    (nested_helper, (3,)),
    (switch, (2,)),
    (switch, (7,)),
    (assertion, (3,)),
    (word_table, (3,)),
    (transposed, (jnp.asarray([[1, 2], [3, 4]]),)),
    (dynamic_rows, (4,)),
    (min_max, (V,)),
    (guess, (30,)),
    (none_first, (V,)),
]
