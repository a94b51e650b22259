"""Programs whose record is held against plain Python's lines: what students write, and what calls what."""

# ruff: noqa: E701, B007, B905, C416, E731, RET504, SIM108

from __future__ import annotations

import functools
from typing import Any

import jax
import jax.numpy as jnp

A = jnp.asarray


def f_pos(x):
    y = x - 3
    return y


def half(x):
    if x % 2 == 0:
        y = x // 2
        return y
    return 3 * x + 1


def square(x):
    y = x * x
    return y


def does_test_call(x):
    n = 0
    while f_pos(x) > 0:
        x = x - 1
        n = n + 1
    return n


def does_test_not(x):
    n = 0
    while not f_pos(x) < 0:
        x = x - 1
        n = n + 2
    return n


def does_if_call(x):
    if half(x) > 4:
        r = 1
    else:
        r = 2
    return r


def does_alias(x):
    g = half
    r = g(x)
    return r + 1


def does_param_list(x):
    fs = [half, square]
    for f in fs:
        x = f(x)
    return x


def apply(f, x):
    r = f(x)
    return r


def does_param(x):
    return apply(half, x) + apply(square, x)


def does_dict(x):
    ops = {"h": half, "s": square}
    y = ops["h"](x)
    z = ops["s"](y)
    return z


def does_lambda(x):
    f = lambda v: v * 2 + 1
    y = f(x)
    return f(y)


def does_lambda_loop(n):
    add = lambda a, b: a + b * b
    s = 0
    for i in range(n):
        s = add(s, i)
    return s


def does_comp(n):
    xs = [half(i) for i in [n, n + 1, n + 2]]
    return sum(xs)


def does_comp_plain(xs):
    ys = [x * 2 for x in xs if x > 1]
    return ys


def does_genexp(xs):
    return sum(x * x for x in xs)


def gen(n):
    k = n
    for i in range(3):
        k = k * 2
        yield k


def does_gen(n):
    t = 0
    for v in gen(n):
        t = t + v
    return t


class Acc:
    def __init__(self, a):
        self.a = a

    def add(self, b):
        c = self.a + b
        self.a = c
        return c

    @property
    def double(self):
        d = self.a * 2
        return d

    @staticmethod
    def sq(v):
        w = v * v
        return w

    @classmethod
    def make(cls, v):
        return cls(v + 1)

    def __add__(self, o):
        s = self.a + o.a
        return Acc(s)

    def __call__(self, q):
        m = q * self.a
        return m


def does_method(x):
    p = Acc(x)
    y = p.add(2)
    return y


def does_property(x):
    p = Acc(x)
    y = p.double
    return y + 1


def does_static(x):
    y = Acc.sq(x)
    p = Acc.make(y)
    return p.a


def does_bound(x):
    p = Acc(x)
    m = p.add
    y = m(3)
    return m(y)


def does_op(x):
    p = Acc(x) + Acc(2)
    y = p.a
    return y


def does_callable(x):
    p = Acc(x)
    y = p(4)
    return y


def does_partial(x):
    f = functools.partial(apply, half)
    y = f(x)
    return y


def does_map(xs):
    return [y for y in map(square, xs)]


def does_sorted(x):
    a = [x, x - 3, x + 2]
    m = max(a, key=lambda v: v * v)
    return m


def does_walrus(x):
    while (y := half(x)) > 1:
        x = y
    return x


def does_return_cond(x):
    return half(x) if x > 2 else square(x)


def does_and(x):
    n = 0
    while x > 0 and f_pos(x) > 0:
        x = x - 1
        n = n + 1
    return n


def does_early(n):
    for i in range(n):
        if i * i > n:
            return i
    return -1


def does_break(n):
    s = 0
    for i in range(n):
        if s > 10:
            break
        s = s + i
    return s


def does_continue(n):
    s = 0
    for i in range(n):
        if i % 3 == 0:
            continue
        s = s + i
    return s


def does_array(xs):
    m = xs[0]
    for x in xs:
        if x > m:
            m = x
    return m


def does_enum(xs):
    best = 0
    for i, x in enumerate(xs):
        if x > xs[best]:
            best = i
    return best


def does_zip(xs, ys):
    d = 0
    for a, b in zip(xs, ys):
        d = d + a * b
    return d


def does_list(x):
    t = 0
    for v in [x, x + 1, 5]:
        t = t + v
    return t


def does_nested(n):
    t = 0
    for i in range(n):
        for j in range(i):
            t = t + i * j
    return t


def does_true(n):
    k = 0
    while True:
        n = n // 2
        k = k + 1
        if n == 0:
            break
    return k


def fact(n):
    if n <= 1:
        return 1
    r = fact(n - 1)
    return n * r


def does_rec(x):
    return x * fact(4)


def does_try(x):
    try:
        if x > 3:
            raise ValueError("big")
        y = x + 1
    except ValueError:
        y = 0
    return y


def does_assert(x):
    y = x * 2
    assert y < 10, "too big"
    return y


def does_err(n):
    t = 0
    for i in range(n):
        t = t + i
        if t > 5:
            raise ValueError("over")
    return t


def does_zero(n):
    t = 7
    while n > 0:
        n = n - 1
        t = t + 1
    return t


def does_zero_for(n):
    t = 7
    for i in range(n):
        t = t + i
    return t


def does_grow(n):
    out = []
    while n > 1:
        out.append(n)
        n = half(n)
    return out


def does_while_else(n):
    k = 2
    while k < n:
        if n % k == 0:
            r = 0
            break
        k = k + 1
    else:
        r = 1
    return r


def does_newton(a):
    x = a
    before = 0.0
    while abs(x - before) > 1e-6 * x:
        before = x
        x = (x + a / x) / 2
    return x


def does_inner_fn(n):
    def step(v):
        w = v - 2
        return w

    k = 0
    while step(n) > 0:
        n = step(n)
        k += 1
    return k


def does_two_in_test(n):
    k = 0
    while f_pos(n) > square(k):
        k = k + 1
        n = n + 1
    return k


def cond2(n):
    if n > 10:
        return n - 10
    return 0


def does_test_branch(n):
    k = 0
    while cond2(n) > 2:
        n = n - 1
        k = k + 1
    return k


def does_test_loop(n):
    k = 0
    while digits(n) > 3:
        n = n - 1
        k = k + 1
    return k


def digits(m):
    s = 0
    while m > 0:
        s = s + m % 10
        m = m // 10
    return s


def does_match(x):
    match x:
        case 1:
            r = 10
        case 2:
            r = 20
        case _:
            r = half(x)
    return r


def does_tuple(x):
    a, b = half(x), square(x)
    a, b = b, a
    return a - b


def does_kw(x):
    return apply(x=x, f=square)


def does_ternary_lambda(x):
    g = half if x is None else square
    y = g(x)
    return y


def does_reduce(x):
    return functools.reduce(lambda a, b: a * 2 + b, [x, 1, 2])


def deco(f):
    @functools.wraps(f)
    def inner(*a):
        r = f(*a)
        return r + 1

    return inner


@deco
def decorated(x):
    y = x * 3
    return y


def does_deco(x):
    z = decorated(x)
    return z


def does_dictcomp(x):
    d = {i: half(x + i) for i in range(3)}
    return d[0] + d[2]


def does_closure(x):
    fs = []
    for k in range(3):
        fs.append(lambda v, k=k: v * k + x)
    t = 0
    for f in fs:
        t = t + f(t)
    return t


A = jnp.asarray


def sq(x):
    y = x * x
    return y


def does_while_return(n):
    k = 0
    while True:
        if k * k > n:
            return k
        k = k + 1


def does_two_returns(n):
    while n > 0:
        if n % 7 == 0:
            return n
        n = n - 2
    return -1


def does_nested_break(n):
    c = 0
    for i in range(n):
        for j in range(n):
            if j > i:
                break
            c = c + 1
    return c


def does_nested_continue(n):
    c = 0
    for i in range(n):
        if i == 1:
            continue
        for j in range(i):
            if j == 1:
                continue
            c = c + j
    return c


def does_for_else(n):
    for i in range(2, n):
        if n % i == 0:
            r = i
            break
    else:
        r = 0
    return r


def does_elif(x):
    if x > 10:
        y = 1
    elif x > 5:
        y = 2
    elif x > 2:
        y = 3
    else:
        y = 4
    return y


def does_elif_loop(n):
    a = b = c = 0
    while n > 0:
        if n % 3 == 0:
            a = a + 1
        elif n % 3 == 1:
            b = b + n
        else:
            c = c + n * n
        n = n - 1
    return a + b + c


def does_no_else(x):
    if x > 3:
        x = x - 3
        x = x * 2
    return x


def does_swap(a, b):
    while b != 0:
        a, b = b, a % b
    return a


def does_bisect(n):
    lo, hi = 0, n
    while hi - lo > 1:
        mid = (lo + hi) // 2
        if mid * mid > n:
            hi = mid
        else:
            lo = mid
    return lo


def does_list_set(n):
    xs = [0, 0, 0]
    for i in range(n):
        xs[i % 3] = xs[i % 3] + i
    return xs


def does_array_set(xs):
    for i in range(len(xs)):
        if xs[i] < 0:
            xs[i] = 0
    return xs


def does_sort(xs):
    n = len(xs)
    for i in range(n):
        for j in range(n - 1 - i):
            if xs[j] > xs[j + 1]:
                xs[j], xs[j + 1] = xs[j + 1], xs[j]
    return xs


def does_while_and(n):
    k = 0
    while n > 1 and k < 4:
        n = n // 2
        k += 1
    return k, n


def does_chain(x):
    if 1 < x < 10:
        x += 1
    return x


def does_not(x):
    if not x > 3:
        y = 1
    else:
        y = x
    return y


def does_ternary(x):
    y = x if x > 3 else -x
    z = y * 2
    return z


def does_undefined_later(x):
    for i in range(x):
        last = i * 2
    return last


def does_aug(n):
    s = 0
    while n:
        s += n & 1
        n >>= 1
    return s


def does_for_range3(n):
    s = 0
    for i in range(n, 0, -2):
        s = s + i
    return s


def does_for_reversed(xs):
    s = 0
    for x in reversed(xs):
        s = s * 2 + x
    return s


def does_zip_enum(xs, ys):
    s = 0
    for i, (a, b) in enumerate(zip(xs, ys)):
        if a > b:
            s = s + i
        else:
            s = s - b
    return s


def helper_default(x, k=3):
    z = x * k
    return z


def does_default(x):
    a = helper_default(x)
    b = helper_default(x, 5)
    c = helper_default(k=2, x=b)
    return a + b + c


def helper_star(*vs):
    t = 0
    for v in vs:
        t = t + v
    return t


def does_star(x):
    return helper_star(x, x + 1, x + 2)


def helper_early(n):
    for i in range(n):
        if i * i > n:
            return i
    return 0


def does_calls_early(n):
    t = 0
    while n > 0:
        t = t + helper_early(n)
        n = n - 3
    return t


class P:
    def __init__(self, v):
        self.v = v

    def scaled(self, k, extra=1):
        w = self.v * k + extra
        return w

    def chain(self, k):
        q = self.scaled(k)
        return self.scaled(q, 2)


def does_unbound(x):
    p = P(x)
    y = P.scaled(p, 3)
    return y


def does_chain_methods(x):
    p = P(x)
    y = p.chain(2)
    return y


def does_if_method(x):
    p = P(x)
    if p.scaled(2) > 5:
        x = x + 1
    return x


def does_partial2(x):
    f = functools.partial(helper_default, 5)
    y = f(x)
    return y


def does_vmap_alias(xs):
    g = jax.vmap(sq)
    ys = g(xs)
    return ys


def does_jit_alias(x):
    g = jax.jit(sq)
    y = g(x)
    return y + 1


def does_scan(n):
    def body(carry, x):
        carry = carry + x * n
        return carry, carry

    total, seen = jax.lax.scan(body, 0, jnp.arange(3))
    return total + seen[1]


def does_fori(n):
    def body(i, total):
        square = i * i
        return total + square

    return jax.lax.fori_loop(0, n, body, 0)


def does_while_loop(n):
    def again(state):
        return state[0] > 1

    def body(state):
        half = state[0] // 2
        return half, state[1] + 1

    _, count = jax.lax.while_loop(again, body, (n, 0))
    return count


def does_cond(x):
    def large(x):
        y = x * 2
        return y + 1

    def small(x):
        z = x - 1
        return z * z

    return jax.lax.cond(x > 3, large, small, x)


def does_lax_map(n):
    def one(x):
        y = x * x
        return y + n

    return jax.lax.map(one, jnp.arange(3))


def does_grad_alias(x):
    g = jax.grad(sq)
    y = g(x)
    return y


def does_lambda_default(x):
    f = lambda a, b=4: a * b
    y = f(x)
    z = f(x, y)
    return z


def does_nested_lambda(x):
    f = lambda a: lambda b: a + b
    y = f(x)(3)
    return y


def does_two_lambdas(x):
    f, g = lambda a: a + 1, lambda a: a * 2
    y = f(g(x))
    return y


def does_comp_cond(n):
    xs = [sq(i) if i > n else i for i in [1, 2, 3]]
    return xs[0] + xs[2]


def does_comp_nested(n):
    t = sum([i * j for i in [1, 2] for j in [n, 3]])
    return t


def does_test_lambda(n):
    ok = lambda v: v * v > 4
    k = 0
    while ok(n):
        n = n - 1
        k = k + 1
    return k


def does_test_any(n):
    while any([n > 5, n == 3]):
        n = n - 1
    return n


def does_test_helper_while(n):
    while helper_early(n) > 1:
        n = n - 1
    return n


def ack(m, n):
    if m == 0:
        return n + 1
    if n == 0:
        return ack(m - 1, 1)
    return ack(m - 1, ack(m, n - 1))


def does_ack(x):
    return ack(1, 1) + x


def does_try_loop(n):
    s = 0
    for i in range(n):
        try:
            if i == 2:
                raise ValueError("two")
            s = s + i
        except ValueError:
            s = s + 100
    return s


def does_try_finally(x):
    try:
        y = x + 1
        if y > 3:
            raise ValueError("big")
        y = y * 2
    except ValueError:
        y = -1
    finally:
        z = 5
    return y + z


def does_index_error(xs):
    i = 0
    while xs[i] > 0:
        i = i + 1
    return i


def does_div(n):
    s = 0
    for i in range(n):
        s = s + 10 // (3 - i)
    return s


def does_early_nested(n):
    for i in range(n):
        for j in range(n):
            if i * j > 3:
                return i + j
    return 0


def does_global_const(x):
    y = x * LIMIT
    return y


LIMIT = 4


def does_shadow(x):
    sq2 = sq(x)
    x = sq2
    x = sq(x)
    return x


def does_same_line_twice(x):
    for k in range(2):
        x = sq(x) + sq(k)
    return x


def does_callback(f, n):
    t = 0
    for i in range(n):
        t = t + f(i)
    return t


def does_use_callback(n):
    return does_callback(sq, n) + does_callback(lambda v: v + 1, n)


# fmt: off
def does_one_line_ifs(x):
    s = 0
    if x > 0: s += 1
    if x > 1: s += 10
    if x > 3: s += 1000
    return s
# fmt: on


def does_coins(coins, amount):
    best = [0] + [99] * 6
    for a in range(1, 7):
        for c in coins:
            if c <= a and best[a - c] + 1 < best[a]:
                best[a] = best[a - c] + 1
    return best[amount]


def does_rows(n):
    rows = []
    for i in range(n):
        row = [i]
        for j in range(i):
            row.append(j)
        rows.append(row)
    return len(rows)


CASES: list[tuple[Any, tuple[Any, ...]]] = [
    (does_test_call, (6,)),
    (does_test_not, (6,)),
    (does_if_call, (6,)),
    (does_if_call, (3,)),
    (does_alias, (6,)),
    (does_alias, (7,)),
    (does_param_list, (6,)),
    (does_param, (6,)),
    (does_dict, (6,)),
    (does_lambda, (6,)),
    (does_lambda_loop, (4,)),
    (does_comp, (4,)),
    (does_comp_plain, (A([1, 2, 3]),)),
    (does_genexp, (A([1, 2, 3]),)),
    (does_gen, (3,)),
    (does_method, (3,)),
    (does_property, (3,)),
    (does_static, (3,)),
    (does_bound, (3,)),
    (does_op, (3,)),
    (does_callable, (3,)),
    (does_partial, (3,)),
    (does_map, (A([1, 2, 3]),)),
    (does_sorted, (3,)),
    (does_walrus, (6,)),
    (does_return_cond, (6,)),
    (does_return_cond, (1,)),
    (does_and, (6,)),
    (does_early, (9,)),
    (does_early, (1,)),
    (does_break, (9,)),
    (does_continue, (7,)),
    (does_array, (A([1, 4, 3]),)),
    (does_enum, (A([1, 4, 3]),)),
    (does_zip, (A([1, 4, 3]), A([1, 2, 3]))),
    (does_list, (3,)),
    (does_nested, (4,)),
    (does_true, (9,)),
    (does_rec, (3,)),
    (does_try, (5,)),
    (does_try, (2,)),
    (does_assert, (7,)),
    (does_assert, (3,)),
    (does_err, (9,)),
    (does_zero, (0,)),
    (does_zero_for, (0,)),
    (does_grow, (6,)),
    (does_while_else, (15,)),
    (does_while_else, (7,)),
    (does_newton, (2.0,)),
    (does_inner_fn, (7,)),
    (does_two_in_test, (9,)),
    (does_test_branch, (15,)),
    (does_test_loop, (15,)),
    (does_match, (2,)),
    (does_match, (6,)),
    (does_tuple, (5,)),
    (does_kw, (5,)),
    (does_ternary_lambda, (5,)),
    (does_reduce, (5,)),
    (does_deco, (5,)),
    (does_dictcomp, (4,)),
    (does_closure, (4,)),
    (does_while_return, (10,)),
    (does_two_returns, (9,)),
    (does_two_returns, (8,)),
    (does_nested_break, (4,)),
    (does_nested_continue, (4,)),
    (does_for_else, (9,)),
    (does_for_else, (7,)),
    (does_elif, (12,)),
    (does_elif, (4,)),
    (does_elif, (1,)),
    (does_elif_loop, (7,)),
    (does_no_else, (5,)),
    (does_no_else, (1,)),
    (does_swap, (12, 18)),
    (does_bisect, (50,)),
    (does_list_set, (5,)),
    (does_array_set, (A([1, -2, 3]),)),
    (does_sort, (A([3, 1, 2]),)),
    (does_while_and, (100,)),
    (does_chain, (5,)),
    (does_chain, (15,)),
    (does_not, (1,)),
    (does_not, (5,)),
    (does_ternary, (2,)),
    (does_undefined_later, (3,)),
    (does_aug, (11,)),
    (does_for_range3, (7,)),
    (does_for_reversed, (A([1, 2, 3]),)),
    (does_zip_enum, (A([1, 5, 2]), A([2, 2, 2]))),
    (does_default, (2,)),
    (does_star, (2,)),
    (does_calls_early, (10,)),
    (does_unbound, (2,)),
    (does_chain_methods, (2,)),
    (does_if_method, (3,)),
    (does_partial2, (3,)),
    (does_vmap_alias, (A([1.0, 2.0]),)),
    (does_jit_alias, (3,)),
    (does_scan, (3,)),
    (does_fori, (4,)),
    (does_while_loop, (9,)),
    (does_cond, (5,)),
    (does_cond, (2,)),
    (does_lax_map, (4,)),
    (does_grad_alias, (3.0,)),
    (does_lambda_default, (3,)),
    (does_nested_lambda, (3,)),
    (does_two_lambdas, (3,)),
    (does_comp_cond, (1,)),
    (does_comp_nested, (2,)),
    (does_test_lambda, (5,)),
    (does_test_any, (8,)),
    (does_test_helper_while, (9,)),
    (does_ack, (3,)),
    (does_try_loop, (4,)),
    (does_try_finally, (1,)),
    (does_try_finally, (5,)),
    (does_index_error, ([1, 2],)),
    (does_div, (5,)),
    (does_early_nested, (4,)),
    (does_global_const, (3,)),
    (does_shadow, (3,)),
    (does_same_line_twice, (2,)),
    (does_use_callback, (3,)),
    (does_one_line_ifs, (3,)),
    (does_one_line_ifs, (-3,)),
    (does_coins, (A([1, 2, 3]), 5)),
]
