"""`while`."""
# ruff: noqa

import jax
import jax.numpy as jnp

import nbgraph as ng

from tests.programs.pool import program


@program(5, 0, -1)
def countdown(n):
    while n > 0: n -= 1
    return n

@program(5, 0)
def two_names(n):
    a = b = 0
    while n > 0:
        a += n; b += 1; n -= 1
    return a, b

@program(4, 0)
def nested(n):
    t = 0
    i = 0
    while i < n:
        j = 0
        while j < i:
            t += j; j += 1
        i += 1
    return t

@program(5, 0)
def with_else(n):
    while n > 2: n -= 1
    else: n = n * 10
    return n

@program(6, 3, 0)
def else_and_break(n):
    while n > 0:
        if n == 3: break
        n -= 1
    else: n = 100
    return n

@program(10, 3, 0)
def with_continue(n):
    s = 0
    while n > 0:
        n -= 1
        if n % 2: continue
        s += n
    return s

@program(10, 3, 0)
def while_true(n):
    s = 0
    while True:
        if s >= n: break
        s += 3
    return s

@program(10, 3, 0)
def while_true_return(n):
    s = 0
    while True:
        s += 3
        if s >= n: return s

@program(10, 0)
def static_first(n):
    i = 0
    while i < 3: i += 1
    while i < n: i += 2
    return i

@program(10, 0)
def becomes_traced(n):
    i = 0
    while i < 5:
        i = i + 1 if i < 3 else i + n + 1
    return i

@program(3, 0)
def and_test(n):
    i = 0
    while i < 10 and i * i < n * n: i += 1
    return i

@program(3, 0)
def or_test(n):
    i = 0
    while i < n or i < 2: i += 1
    return i

@program(3, 0)
def not_test(n):
    done = False
    i = 0
    while not done:
        i += 1
        done = i >= n
    return i

@program(1.0, 100.0)
def float_state(x):
    k = 0
    while x > 1e-2:
        x = x / 2; k += 1
    return k, x

@program(7, 1, promotes=True)
def int_becomes_float(x):
    while x > 1: x = x / 2
    return x

@program(7, 0)
def truth_of_int(x):
    c = 0
    while x:
        x //= 2; c += 1
    return c

@program(7, 0)
def tuple_state(x):
    t = (0, 0)
    while x > 0:
        t = (t[0] + 1, t[1] + x); x -= 1
    return t

@program(7, 0)
def dict_state(x):
    d = {'n': 0}
    while x > 0:
        d = {'n': d['n'] + x}; x -= 1
    return d

@program((jnp.array([1.0, 2.0]), 3), (jnp.array([1.0, 2.0]), 0))
def array_state(v, n):
    while n > 0:
        v = v * 2; n -= 1
    return v

@program((jnp.array([1.0, 2.0]),), (jnp.array([90.0, 20.0]),))
def array_test(v):
    while jnp.sum(v) < 50: v = v * 2
    return v

@program((jnp.array([1.0, 2.0]),), expect="predicate-not-scalar")
def array_in_test(v):
    while v < 50: v = v * 2
    return v

@program(7, 0, expect="carry-mismatch")
def growing_shape(n):
    v = jnp.zeros(1)
    while n > 0:
        v = jnp.concatenate([v, v]); n -= 1
    return v

@program(7, 0, expect="carry-mismatch")
def tuple_grows(n):
    t = ()
    while n > 0:
        t = t + (n,); n -= 1
    return t

@program(7, 0)
def name_only_inside(n):
    s = 0
    while n > 0:
        t = n * 2
        s += t
        n -= 1
    return s

@program(7, 1, under_jit="undefined-name")
def name_after(n):
    while n > 0:
        t = n
        n -= 1
    return t

@program(7, 0)
def if_inside(n):
    a = b = 0
    while n > 0:
        if n % 3 == 0: a += n
        elif n % 3 == 1: b += n
        else: a, b = b, a
        n -= 1
    return a, b

@program(7, 0)
def break_in_else_of_if(n):
    s = 0
    while n > 0:
        if s < 5: s += n
        else: break
        n -= 1
    return s, n

@program(9, 0)
def break_after_work(n):
    s = 0
    while True:
        n -= 1
        s += n
        if n < 3: break
        s += 100
    return s

@program(9, 4, 0)
def two_breaks(n):
    s = 0
    while s < 100:
        if n == 4: break
        s += n
        n -= 1
        if n < 2: break
        s += 1
    return s, n

@program(9, 4, 0)
def break_and_continue(n):
    s = 0
    while n > 0:
        n -= 1
        if n % 2: continue
        if n == 4: break
        s += n
    return s

@program(5, 1, 0)
def nested_breaks(n):
    c = 0
    i = 0
    while i < n:
        j = 0
        while True:
            if j > i: break
            c += 1
            j += 1
        if c > 8: break
        i += 1
    return c, i

@program(5, 1, 0)
def test_calls(n):
    def more(k): return k > 2
    while more(n): n -= 1
    return n

@program(5, 1, 0)
def walrus_test(n):
    s = 0
    while (m := n - 1) > 0:
        s += m
        n -= 1
    return s, m

@program(5, 1, 0)
def chained_test(n):
    while 0 < n < 10: n += 2
    return n

@program(5, 1, 0)
def after_if(n):
    if n > 2: k = 2
    else: k = 1
    while n > 0: n -= k
    return n

@program(5, 0)
def bool_state(n):
    odd = False
    while n > 0:
        odd = not odd; n -= 1
    return odd

@program(5, 0)
def none_before(n):
    last = None
    while n > 0:
        last = 1; n -= 1
    return n

@program(5, 0)
def lambda_inside(n):
    s = 0
    while n > 0:
        f = lambda a: a + n
        s = f(s)
        n -= 1
    return s

@program(5, 0)
def unused_state(n):
    k = 3
    while n > 0: n -= 1
    return k

@program(3, 0)
def three_levels(n):
    c = 0
    i = 0
    while i < n:
        j = 0
        while j < n:
            k = 0
            while k < n: c += 1; k += 1
            j += 1
        i += 1
    return c

@program(7, 3, 0)
def first_round_makes_another_kind(n):
    best = None
    while True:
        n = n - 2
        best = n * n if best is None else max(best, n)
        if n < 1: break
    return best, n

@program(7, 3, 0, promotes=True)
def first_round_promotes(x):
    s = 0
    while True:
        s = s + x * 0.5
        x = x - 1
        if x < 1: break
    return s, x

@program(4, 2, 0)
def first_round_makes_an_array(n):
    acc = 0
    while True:
        acc = acc + jnp.arange(3) * n
        n -= 1
        if n <= 0: break
    return acc

@program(9, 4, 1)
def name_born_in_while_true(n):
    while True:
        half = n // 2
        n = n - 3
        if n < half: break
    return half, n

class Meter:
    def __init__(self):
        self.total = 0
        self.log = []

@program(9, 4, 1)
def object_changed_before_a_late_break(n):
    meter = Meter()
    while True:
        meter.total = meter.total + n
        n = n - 2
        if meter.total > 12: break
        if n < 0: break
    return meter.total, n

@program(9, 4, 1)
def object_changed_in_python_rounds(x):
    meter, k = Meter(), 0
    while True:
        meter.log.append(x * k)
        meter.total += 1
        k += 1
        if k >= 3: break
    return meter.total, sum(meter.log)

@program(9, 4, 1)
def python_draws_once_a_round(x):
    draw = iter([1, 2, 3, 4]).__next__
    k = 0
    while True:
        x = x + draw()
        k += 1
        if k >= 3: break
    return x

@program(9, 4, 1)
def iterator_before_a_traced_break(x):
    draw = iter([x, 2, 3, 4])
    s = next(draw)
    while True:
        s = s + 2
        if s > 7: break
    return s, next(draw)

@program(3, 2, 1)
def late_breaks_nested(n):
    i = s = 0
    while True:
        j = 0
        while True:
            k = 0
            while True:
                s = s + k * j + i
                k += 1
                if k >= n: break
            j += 1
            if j > k: break
        i += 1
        if i >= n: break
    return s, i

@program(3, 2, 1, promotes=True)
def late_breaks_nested_with_promotions(n):
    i = s = 0
    while True:
        j = t = 0
        while True:
            t = t + j * 0.5
            j += 1
            if j > n: break
        s = s + t
        i += 1
        if i >= n: break
    return s, i

@program(4, 1, 0)
def known_test_becomes_traced(n):
    s = k = 0
    while s < 7 and k < 20:
        for i in range(n): s = s + i
        k += 1
    return s, k

@program(3, 0, promotes=True)
def promotions_on_every_level(n):
    total = 0
    for i in range(n):
        row = 0
        for j in range(n):
            cell = 0
            k = 0
            while k < n:
                cell = cell + 0.5 * (i + j)
                k += 1
            row = row + cell
        total = total + row
    return total

@program(3, 0)
def objects_on_every_level(n):
    outer = Meter()
    for i in range(n):
        inner = Meter()
        for j in range(n):
            deep = Meter()
            for k in range(n): deep.total = deep.total + i + j * k
            inner.total = inner.total + deep.total
        outer.total = outer.total + inner.total
    return outer.total

@program(3, 0, promotes=True)
def chain_of_promotions_inside(n):
    a = b = c = 0
    for i in range(n):
        for j in range(n):
            a = b
            b = c
            c = c + 0.5
        a = a + 1
    return a, b, c

@program(5, 2, 0)
def jitted_loop_inside_a_loop(n):
    s = 0
    for i in range(n):
        s = summed(s + i)
    return s

@jax.jit
@ng.convert
def summed(m):
    t = 0
    for k in range(m + 1):
        u = 0
        for l in range(k): u = u + 1
        t = t + u
    return t % 50

@program(30, 5, 0)
def test_and_body_change_one_object(n):
    meter = Meter()
    def more():
        meter.total = meter.total + 1
        return meter.total < n
    while more(): meter.total = meter.total + 10
    return meter.total

@program(3, 0)
def test_counts_how_often_it_is_asked(n):
    looks = [0]
    def more():
        looks[0] += 1
        return n > 0
    while more(): n -= 1
    return looks[0]

@program(7, 0, 200, under_jit="skip")
def test_asserts(x):
    s = 0
    def below(a):
        assert a < 100, a
        return a < x
    while below(s): s = s + 3
    return s

@program(4, 1, 0, promotes=True)
def test_acts_in_a_nest(n):
    meter, t = Meter(), 0
    def more():
        meter.total = meter.total + 1
        return meter.total < n
    for i in range(n):
        meter.total = 0
        while more(): t = t + 0.5
    return meter.total, t

@program(17, 3, 0)
def break_first_in_while_true(n):
    steps = 0
    while True:
        if n <= 1: break
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps

@program(17, 3, 0)
def two_breaks_first(n):
    s = 0
    while n < 40:
        if n % 7 == 6: break
        if s > 9: break
        else: s += 2
        n += 3
    return s, n

@program(9, 3, 0)
def break_first_and_late(n):
    s = 0
    while n > 0:
        if s > 12: break
        s += n
        if s % 5 == 4: break
        n -= 1
    else: s += 100
    return s, n

@program(9, 3, 0)
def return_first_in_while_true(n):
    s = 0
    while True:
        if s > n: return s * 2
        s += 3

@program(9, 3, 0)
def return_first_inside_another_loop(n):
    s = 0
    for i in range(n):
        while True:
            if s > i * 2: break
            s += 3
        while True:
            if s > 20: return s, i
            s += 1
            if s % 4 == 0: break
    return s, -1

@program(9, 3, 0)
def only_a_break(n):
    while True:
        if n < 100: break
    return n

@program((27.0, 3.0), (2.0, 0.5), (0.25, 1.0))
def root_by_halving(y, hi):
    lo = 0.0
    while True:
        if hi - lo < 1e-3: break
        mid = (lo + hi) / 2
        if mid * mid * mid > y: hi = mid
        else: lo = mid
    return jnp.round(lo, 1)
