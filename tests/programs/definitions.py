"""Functions in functions: decorators, defaults, closures, generators, targets of every kind."""
# ruff: noqa

import functools

import jax
import jax.numpy as jnp

from tests.programs.pool import SKIP, program


@program(3, 1)
def multi_del(x):
    a = b = x
    del a, b
    a, (b, c) = x, (x, 1)
    del (a, [b])
    return c + x

@program(3, 1)
def namedtuple_(x):
    from collections import namedtuple
    P = namedtuple("P", "a b")
    p = P(x, 2)
    if x > 2: p = p._replace(b=x)
    return p.a + p.b

@program(3, 1)
def def_in_branch_again(x):
    if x > 2:
        def f(y): return y if y > 5 else -y
        r = f(x)
    else:
        r = 0
    return r

@program(3, 1)
def wraps_decorator(x):
    import functools
    def twice(f):
        @functools.wraps(f)
        def g(*a, **k):
            return 2 * f(*a, **k)
        return g
    @twice
    def h(y):
        return y if y > 2 else -y
    return h(x)

@program(3, 1)
def decorator_args(x):
    def times(k):
        def deco(f):
            def g(y): return k * f(y) if y > 2 else f(y)
            return g
        return deco
    @times(3)
    @times(2)
    def h(y): return y + 1
    return h(x)

@program(3.0, 1.0)
def grad_inner(x):
    @jax.grad
    def h(y):
        if y > 2: return y * y
        return y
    return h(x)

@program(3.0, 1.0)
def custom_vjp_inner(x):
    @jax.custom_vjp
    def h(y):
        if y > 2: return y * y
        return y
    def fwd(y): return h(y), y
    def bwd(res, g):
        if res > 2: return (g * 10,)
        return (g,)
    h.defvjp(fwd, bwd)
    return jax.grad(h)(x) + h(x)

@program(3, 1)
def lru_cached_static(x):
    @functools.lru_cache
    def fib(n): return n if n < 2 else fib(n-1) + fib(n-2)
    return x + fib(8)

@program(3, 1)
def lru_cached_traced(x):
    @functools.lru_cache(maxsize=None)
    def f(y): return y if y > 2 else -y
    return f(x) + f(x)

@program(3, 1)
def cache_decor(x):
    @functools.cache
    def f(y):
        if y > 2: return y
        return -y
    return f(x)

@program(3, 1)
def partial_(x):
    def f(a, b, c=0): return a + b if c > 2 else a - b
    g = functools.partial(f, 1, c=x)
    h = functools.partial(g, 5)
    return g(2) + h()

@program(3, 1)
def reduce_(x):
    return functools.reduce(lambda a, b: a + b if b > 1 else a - b, [x, 2, x])

@program(3, 1, under_jit=SKIP)
def singledispatch_(x):
    @functools.singledispatch
    def f(y): return y if y > 2 else -y
    @f.register
    def _(y: str): return 0
    return f(x) + f("a")

@program(3, 1)
def recursion_static(x):
    def f(n): return x if n == 0 else f(n - 1) + (1 if x > 2 else 2)
    return f(5)

@program(3, expect="traced-recursion")
def recursion_traced(x):
    def f(n):
        if n <= 0: return 0
        return n + f(n - 1)
    return f(x)

@program(3, expect="traced-recursion")
def mutual_recursion(x):
    def even(n):
        return True if n == 0 else odd(n - 1)
    def odd(n):
        return False if n == 0 else even(n - 1)
    return even(x)

@program(3, 1)
def generator_plain(x):
    def g():
        for i in range(3): yield i * x
    return sum(g()), [y for y in g()], list(g()), tuple(g()), max(g())

@program(3, 1)
def generator_for(x):
    def g():
        yield x
        yield x + 1
        return 5
    s = 0
    for y in g():
        if y > 2: s += y
    return s

@program(3, 1)
def generator_send(x):
    def g():
        got = yield x
        yield got + 1
    it = g()
    a = next(it)
    b = it.send(a * 2)
    it.close()
    return a, b

@program(3, expect="traced-value-in-python")
def generator_traced_if(x):
    def g(y):
        if y > 2: yield y
        yield -y
    return sum(g(x))

@program(3, expect="traced-value-in-python")
def generator_traced_while(n):
    def g(n):
        while n > 0:
            yield n
            n -= 1
    s = 0
    for y in g(n): s += y
    return s

@program(3, 1)
def lambda_default_again(x):
    fs = [lambda y, i=i: y * i if y > 2 else i for i in range(3)]
    return [f(x) for f in fs]

@program(3, 1)
def lambda_late(x):
    fs = []
    for i in range(3):
        fs.append(lambda y: y * i if y > 2 else i)
    return [f(x) for f in fs]

@program(3, 1)
def default_arg_evaluated_once(x):
    n = [0]
    def nxt():
        n[0] += 1
        return n[0]
    def f(y, k=nxt()): return y + k if y > 2 else k
    return f(x) + f(x) + n[0]

@program(3, 1)
def kwonly(x):
    def f(a, /, b, *c, d=1, **e):
        if a > 2: return a + b + sum(c) + d + e["z"]
        return len(c) + len(e)
    return f(x, 2, 3, 4, d=x, z=1)

@program(3, 1)
def star_call(x):
    def f(*a, **k): return a[0] if a[1] > 2 else k["q"]
    return f(*[x, x], **{"q": x + 5})

@program(3, 1)
def fn_attr(x):
    def f(y): return y if y > 2 else f.k
    f.k = 7
    return f(x)

@program(3, 1)
def nested_nonlocal(x):
    c = 0
    def f():
        nonlocal c
        def g():
            nonlocal c
            if x > 2: c += 1
            else: c += 10
        g()
        c += 100
    f()
    return c

@program(5, 0)
def nonlocal_in_loop(n):
    s = 0
    def add(i):
        nonlocal s
        s += i
    for i in range(n): add(i)
    k = 0
    while k < n:
        add(k)
        k += 1
    return s

@program(3, 1)
def type_comment_annot(x):
    y: "int" = x
    z: list[int] = []
    if x > 2: w: float = 2.0
    else: w: float = 1.0
    return y + w

@program(3, 1)
def chained_sub(x):
    v = [0, 0, 0]
    i = 0
    i = v[i] = 2
    a = v[1] = w = x
    return i, v, a, w

@program(3, 1, under_jit=SKIP)
def starred_targets(x):
    *a, b = [x, 2, 3]
    [c, *d] = (x, 4)
    for e, *f in [(x, 1, 2), (3, 4, x)]:
        if e > 2: b += f[-1]
    (*g,) = "ab"
    v = [0, 0]
    v[0], *v[1:] = x, 2, 3
    return a, b, c, d, g, v

@program(3, 1)
def star_expr_return(x):
    a = [x, 2]
    return *a, x

@program(3, 1)
def ellipsis_index(x):
    v = jnp.arange(3) + x
    return v[..., 0], v[None, :].shape[0]

@program(3, 1)
def complex_const(x):
    return (x + 2j).imag

@program(3, 1)
def nested_fn_default_from_loop(x):
    fs = []
    k = 0
    while k < 3:
        def f(y, k=k):
            if y > k: return y
            return k
        fs.append(f)
        k += 1
    return [f(x) for f in fs]

@program(3, 1)
def recursion_lambda(x):
    fact = lambda n: 1 if n == 0 else n * fact(n - 1)
    return fact(4) + x

@program(3, 1)
def lru_closure(x):
    @functools.lru_cache
    def f(n): return x + n if x > 2 else n
    return f(1) + f(1) + f(2)

@program(3, 1)
def lru_static_fib(x):
    calls = [0]
    @functools.lru_cache
    def fib(n):
        calls[0] += 1
        return n if n < 2 else fib(n-1) + fib(n-2)
    return x + fib(25), calls[0]

@program(3, 1)
def annotated_only(x):
    y: int
    if x > 2: y = 1
    else: y = 2
    z: list[undefined_thing] = [y]
    return z[0]

@program(3, 1)
def annassign_subscript(x):
    v = [0, 0]
    v[x - 1 if False else 1]: int = x
    return v

@program(3, 1)
def unpack_nested_star(x):
    (a, *(b, c)), d = (x, 1, 2), [x]
    [e, [f, *g]] = 1, (2, 3, x)
    for (p, q), *r in [((x, 1), 2, 3)]: a += p + r[-1]
    return a, b, c, d, e, f, g

@program((jnp.array([3, 1, 2]),))
def unpack_array(v):
    a, *b = v
    (c, d), e = v[:2], v[2]
    return a, b, c, d, e

@program(3, 1)
def decorator_keeps_registry(x):
    reg = {}
    def register(name):
        def deco(f):
            reg[name] = f
            return f
        return deco
    @register("a")
    def a(y): return y if y > 2 else 0
    @register("b")
    def b(y): return a(y) + 1
    return sum(f(x) for f in reg.values())
