"""Names that are None, a text or a number, as only the run knows: what Python gives or raises, the graph does."""
# ruff: noqa

import math

import jax.numpy as jnp

from tests.programs.pool import SKIP, program

V = jnp.array([3.0, 1.5, -1.0, 2.0, -4.0, 2.5, 0.0, 7.0, -2.0, 5.0, 1.0, 9.0])
P = jnp.abs(V) + 1
I = jnp.array([3, 1, 2, 5, -4, 7, 0, 8, 2, 2, 9, 6])
F3, I3 = jnp.array([3.0, -1.0, 2.0]), jnp.array([3, 1, 2])
M = jnp.array([[1.0, 2.0], [3.0, 4.0], [0.0, 1.0]])
G = jnp.stack([V, -V, V * 2, P, P - V, V, -P, P * 3, V + 1, V, P, -V]).T[:, :2]
T = "chosen-text"  # no `jit` of the user's can hand back None


@program(V, P, -V, under_jit=T)
def smallest(xs):
    best = None
    for x in xs:
        if best is None or x < best:
            best = x
    return best


@program(V, P, -V, under_jit=T)
def first_negative(xs):
    for i, x in enumerate(xs):
        if x < 0:
            return i
    return None


@program(2.0, -2.0, 0.0, under_jit=T)
def falls_off_the_end(x):
    if x > 0:
        return "positive"
    if x < 0:
        return -1


@program(V, P, -V, strict=False)
def item_at_what_was_found(xs):
    i = first_negative(xs)
    if i is None:
        return -1.0
    return xs[i] * 2 + i


@program(V, P, under_jit=SKIP)
def unguarded(xs):
    i = first_negative(xs)
    return i + 1


@program(2.0, -2.0, 1.0, under_jit=T)
def or_a_default(x):
    r = None
    if x > 0:
        r = x * 3
    return r or 7


@program(2, 1, 5)
def compared(x):
    r = None if x > 3 else x
    return r == None, r == 2, r != 2, x == r, "a" == r, r is None, r in (None, 2), r in [1, 2]


@program(2, 1, 3)
def ordered(x):
    r = None if x > 3 else x
    return 1 < r <= 3


@program(2, 5, under_jit=T)
def text_or_number(x):
    r = "big" if x > 3 else x
    return r * 2


@program(6, 1, 7, under_jit=T)
def last_of_collatz(n):
    last = None
    while n > 1:
        last = n
        n = n // 2 if n % 2 == 0 else 3 * n + 1
    return last


@program(2.0, 1.0, 5.0, under_jit=SKIP)
def by_functions(x):
    r = None if x > 3 else x
    return math.sqrt(r) + abs(r) + max(r, 1) + float(r) + -r


@program(2.5, 0.5)
def summed(x):
    total = None
    for _ in range(3):
        total = 0 if total is None else total + x
    return total


@program(2.0, 5.0)
def kind(x):
    r = None if x > 3 else x
    return isinstance(r, float), isinstance(r, type(None))


@program(V, P, -V, under_jit=T)
def best_pair(xs):
    best = None, 0.0
    for x in xs:
        if best[0] is None or x > best[0]:
            best = x, x * 2
    return best


@program(V, P, -V, under_jit=T)
def collected(xs):
    out = []
    for x in xs:
        out.append(None if x < 0 else x)
    return out


class Best:
    def __init__(self):
        self.seen = None

    def see(self, x):
        if self.seen is None or x > self.seen:
            self.seen = x


@program(V, P, -V, under_jit=T)
def in_an_attribute(xs):
    best = Best()
    for x in xs:
        best.see(x)
    return best.seen


@program(2, -2, 0, 1)
def three_valued(x):
    flag = None
    if x > 1:
        flag = True
    elif x < -1:
        flag = False
    if flag is None:
        return 0
    return 1 if flag else -1


@program(30, 0, 3)
def until_found(n):
    x = None
    i = 0
    while x is None:
        i += 1
        if i * i > n:
            x = i
    return x * 2


@program((7, 2), (7, 0), (-7, 2), under_jit=T)
def quotient(a, b):
    q = None if b == 0 else a // b
    return q, "div" if q is None else "ok"


@program(G, -G, under_jit=T)
def best_row(m):
    best = total = None
    for row in m:
        if total is None or row.sum() > total:
            best, total = row, row.sum()
    return best, total


@program(2, 3, 0, 5, under_jit=SKIP)
def in_a_list(x):
    r = None if x > 3 else x
    return [10, 20, 30, 40][r]


@program(2, 5, 0, under_jit=T)
def round_of(n):
    for i in range(n):
        if i == 2:
            return "two"
    return n


@program(4, -4, 0)
def as_a_bound(x):
    n = x if x > 0 else None
    s = 0
    if n is not None:
        for i in range(n):
            s += i
    return s


@program(2, 5, under_jit=T)
def joined_texts(x):
    r = None if x > 3 else x
    return f"<{r}>", str(r) + "!", "%s" % r, f"{[r]}"


@program(3, 4, under_jit=T)
def joined_from_a_generator(n):
    return " ".join("Fizz" if (i + n) % 3 == 0 else str(i + n) for i in range(1, 6))


@program(15, 3, 5, 4, under_jit=T)
def by_truth(n):
    s = "Fizz" * (n % 3 == 0) + (n % 5 == 0) * "Buzz"
    return s or str(n), "a" * (n > 2 and n < 7), 2 * "b"


@program(7, 0, 3, under_jit="list-needs-bound")
def appended_in_branches(n):
    out = []
    for i in range(n):
        if i % 3 == 0:
            out.append("Fizz")
        elif i % 2 == 0:
            out.append(str(i))
        else:
            out.append(None)
    return out


@program(2, 5, under_jit=T)
def containers_in_branches(x):
    if x > 2:
        made = [1, "a", (None, 2)], {"k": None}
    else:
        made = [None, "b", (3, 2)], {"k": x}
    return made


@program(15, 0, 4)
def fizz_buzz(n):
    for i in range(1, n + 1):
        s = ""
        if i % 3 == 0:
            s += "Fizz"
        if i % 5 == 0:
            s += "Buzz"
        print(s or i)


@program(15, 0, 4)
def fizz_buzz_in_one_line(n):
    for i in range(1, n + 1):
        print("FizzBuzz" if i % 15 == 0 else "Buzz" if i % 5 == 0 else "Fizz" if i % 3 == 0 else i)


@program(15, 0, 4)
def in_containers(n):
    for i in range(n):
        r = i if i % 2 == 0 else None
        print(r, [r], (r, 1), {"r": r})


@program(V, P, -V)
def squared(xs):
    best = smallest(xs)
    return 0.0 if best is None else best * best


# The same with arrays of three rows, whose loops Python runs.

@program(F3, -F3)
def smallest_of_three(xs):
    return smallest(xs)


@program(I3, -I3)
def best_of_three(xs):
    return best_pair(xs)


@program(M, -M)
def best_row_of_three(m):
    return best_row(m)


@program(F3, -F3, jnp.abs(F3), under_jit=T)
def first_of_three(xs):
    return first_negative(xs)


@program(I, -I, under_jit=T)
def smallest_of_ints(xs):
    return smallest(xs)


@program(6, 7, 1)
def through_a_helper(n):
    last = last_of_collatz(n)
    if last is None: last = n * 10
    return last + 1


@program(0, 3, 9, under_jit=T)
def reset_and_counted(n):
    best, rounds = None, 0
    for i in range(n):
        if i % 4 == 3: best = None
        elif best is None: best = i
        else: best += i
        rounds += 1 if best is not None else 0
    return rounds, best is None, best or -1


@program((1, 0.5), (-1, 0.5), under_jit=T)
def of_two_types(x, y):
    r = None
    if x > 0: r = x
    elif y > 0: r = y
    return r


@program(0, 1, 5, under_jit=T)
def chosen_in_a_loop(n):
    r = None
    for i in range(n):
        r = "even" if i % 2 == 0 else i * 10 if i % 3 == 0 else None
    return r


@program((3, 2), (0, 2), (3, 9))
def kept_by_a_lambda(n, k):
    limit = None if n == 0 else n
    below = lambda i: limit is None or i < limit
    total = 0
    for i in range(k):
        if below(i): total += i
    return total


@program(jnp.zeros(0))
def whether_any_of_none(xs):
    return smallest(xs) is None


@program(9, 4, 7)
def squared_where_found(n):
    x = None
    for i in range(n):
        if i > 2: x = i
    if x is None: raise ValueError("nothing")
    return x * x


@program(9, 1, 3, 0, under_jit=T)
def summed_from_nothing(n):
    out = None
    for i in range(n):
        out = (out or 0) + i
    return out


@program((V, 4.0), (P, 0.5), (V, -9.0), under_jit=T)
def largest_below(xs, limit=None):
    best = None
    for x in xs:
        if limit is not None and x > limit:
            continue
        if best is None or x > best:
            best = x
    return best
