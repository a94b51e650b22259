# definitions.annassign_subscript
def annassign_subscript(x):
    v = ng.list_([0, 0])
    v = ng.set_item(v, ng.if_(False, lambda: x - 1, lambda: 1), x)
    return v

# definitions.annotated_only
def annotated_only(x):
    y: int
    y = ng.if_(x > 2, lambda: 1, lambda: 2)
    z: list[undefined_thing] = ng.list_([y])
    return z[0]

# definitions.cache_decor
def cache_decor(x):
    @functools.cache
    def f(y):
        def if_false():
            return -y

        return ng.if_(y > 2, lambda: y, if_false)

    return ng.call(f, x)

# definitions.chained_sub
def chained_sub(x):
    v = ng.list_([0, 0, 0])
    i = 0
    i = item = 2
    v = ng.set_item(v, i, item)
    a = item_1 = w = x
    v = ng.set_item(v, 1, item_1)
    return i, v, a, w

# definitions.complex_const
def complex_const(x):
    return (x + 2j).imag

# definitions.custom_vjp_inner
def custom_vjp_inner(x):
    @jax.custom_vjp
    def h(y):
        def if_true():
            return y * y

        return ng.if_(y > 2, if_true, lambda: y)

    def fwd(y):
        return ng.call(h, y), y

    def bwd(res, g):
        def if_true_1():
            return g * 10,

        return ng.if_(res > 2, if_true_1, lambda: (g,))

    ng.call(h.defvjp, fwd, bwd)
    return ng.call(jax.grad(h), x) + ng.call(h, x)

# definitions.decorator_args
def decorator_args(x):
    def times(k):
        def deco(f):
            def g(y):
                return ng.if_(y > 2, lambda: k * ng.call(f, y), lambda: ng.call(f, y))

            return g

        return deco

    @times(3)
    @times(2)
    def h(y):
        return y + 1

    return ng.call(h, x)

# definitions.decorator_keeps_registry
def decorator_keeps_registry(x):
    reg = {}

    def register(name):
        def deco(f):
            nonlocal reg
            reg = ng.set_item(reg, name, f)
            return f

        return deco

    @register("a")
    def a(y):
        return ng.if_(y > 2, lambda: y, lambda: 0)

    @register("b")
    def b(y):
        return ng.call(a, y) + 1

    return ng.call(sum, (ng.call(f, x) for f in ng.call(reg.values)))

# definitions.def_in_branch_again
def def_in_branch_again(x):
    def if_true():
        def f(y):
            return ng.if_(y > 5, lambda: y, lambda: -y)

        return ng.call(f, x)

    r = ng.if_(x > 2, if_true, lambda: 0)
    return r

# definitions.default_arg_evaluated_once
def default_arg_evaluated_once(x):
    n = ng.list_([0])

    def nxt():
        nonlocal n
        n = ng.set_item(n, 0, n[0] + 1)
        return n[0]

    def f(y, k=ng.call(nxt)):
        return ng.if_(y > 2, lambda: y + k, lambda: k)

    return ng.call(f, x) + ng.call(f, x) + n[0]

# definitions.ellipsis_index
def ellipsis_index(x):
    v = jnp.arange(3) + x
    return v[..., 0], v[None, :].shape[0]

# definitions.fn_attr
def fn_attr(x):
    def f(y):
        return ng.if_(y > 2, lambda: y, lambda: f.k)

    f.k = 7
    return ng.call(f, x)

# definitions.generator_for
def generator_for(x):
    def g():
        yield x
        yield x + 1
        return 5

    s = 0

    def loop_body(y, s):
        def if_true(s):
            s += y
            return s

        return ng.if_(y > 2, if_true, lambda s: s, s)

    s = ng.for_(ng.call(g), loop_body, s)
    return s

# definitions.generator_plain
def generator_plain(x):
    def g():
        for i in range(3):
            yield i * x

    operand = ng.call(sum, ng.call(g))
    listed = ng.list_([])

    def loop_body(y_1):
        ng.call(listed.append, y_1)

    ng.for_(ng.call(g), loop_body)
    return operand, listed, ng.call(list, ng.call(g)), ng.call(tuple, ng.call(g)), ng.call(max, ng.call(g))

# definitions.generator_send
def generator_send(x):
    def g():
        got = yield x
        yield got + 1

    it = ng.call(g)
    a = ng.call(next, it)
    b = ng.call(it.send, a * 2)
    ng.call(it.close)
    return a, b

# definitions.generator_traced_if
def generator_traced_if(x):
    def g(y):
        if y > 2:
            yield y
        yield -y

    return ng.call(sum, ng.call(g, x))

# definitions.generator_traced_while
def generator_traced_while(n):
    def g(n):
        while n > 0:
            yield n
            n -= 1

    s = 0

    def loop_body(y, s):
        s += y
        return s

    s = ng.for_(ng.call(g, n), loop_body, s)
    return s

# definitions.grad_inner
def grad_inner(x):
    @jax.grad
    def h(y):
        def if_true():
            return y * y

        return ng.if_(y > 2, if_true, lambda: y)

    return ng.call(h, x)

# definitions.kwonly
def kwonly(x):
    def f(a, /, b, *c, d=1, **e):
        def if_true():
            return a + b + ng.call(sum, c) + d + e['z']

        def if_false():
            return ng.call(len, c) + ng.call(len, e)

        return ng.if_(a > 2, if_true, if_false)

    return ng.call(f, x, 2, 3, 4, d=x, z=1)

# definitions.lambda_default_again
def lambda_default_again(x):
    fs = ng.list_(
        [lambda y, i=i: ng.if_(y > 2, lambda: y * i, lambda: i) for i in range(3)]
    )
    listed = ng.list_([])

    def loop_body(f_1):
        ng.call(listed.append, ng.call(f_1, x))

    ng.for_(fs, loop_body)
    return listed

# definitions.lambda_late
def lambda_late(x):
    i = ng.undefined('i')
    fs = ng.list_([])

    def loop_body(item):
        nonlocal i
        i = item
        ng.call(fs.append, lambda y: ng.if_(y > 2, lambda: y * i, lambda: i))

    ng.for_(range(3), loop_body)
    listed = ng.list_([])

    def loop_body(f_1):
        ng.call(listed.append, ng.call(f_1, x))

    ng.for_(fs, loop_body)
    return listed

# definitions.lru_cached_static
def lru_cached_static(x):
    @functools.lru_cache
    def fib(n):
        return ng.if_(
            n < 2,
            lambda: n,
            lambda: ng.call(fib, n - 1) + ng.call(fib, n - 2),
        )

    return x + ng.call(fib, 8)

# definitions.lru_cached_traced
def lru_cached_traced(x):
    @functools.lru_cache(maxsize=None)
    def f(y):
        return ng.if_(y > 2, lambda: y, lambda: -y)

    return ng.call(f, x) + ng.call(f, x)

# definitions.lru_closure
def lru_closure(x):
    @functools.lru_cache
    def f(n):
        return ng.if_(x > 2, lambda: x + n, lambda: n)

    return ng.call(f, 1) + ng.call(f, 1) + ng.call(f, 2)

# definitions.lru_static_fib
def lru_static_fib(x):
    calls = ng.list_([0])

    @functools.lru_cache
    def fib(n):
        nonlocal calls
        calls = ng.set_item(calls, 0, calls[0] + 1)
        return ng.if_(
            n < 2,
            lambda: n,
            lambda: ng.call(fib, n - 1) + ng.call(fib, n - 2),
        )

    return x + ng.call(fib, 25), calls[0]

# definitions.multi_del
def multi_del(x):
    a = b = x
    del a, b
    a, (b, c) = x, (x, 1)
    del (a, [b])
    return c + x

# definitions.mutual_recursion
def mutual_recursion(x):
    def even(n):
        return ng.if_(n == 0, lambda: True, lambda: ng.call(odd, n - 1))

    def odd(n):
        return ng.if_(n == 0, lambda: False, lambda: ng.call(even, n - 1))

    return ng.call(even, x)

# definitions.namedtuple_
def namedtuple_(x):
    from collections import namedtuple
    P = ng.call(namedtuple, 'P', 'a b')
    p = ng.call(P, x, 2)

    def if_true(p):
        return ng.call(p._replace, b=x)

    p = ng.if_(x > 2, if_true, lambda p: p, p)
    return p.a + p.b

# definitions.nested_fn_default_from_loop
def nested_fn_default_from_loop(x):
    fs = ng.list_([])
    k = 0

    def loop_body(k):
        def f(y, k=k):
            return ng.if_(y > k, lambda: y, lambda: k)

        ng.call(fs.append, f)
        k += 1
        return k

    k = ng.while_(lambda k: k < 3, loop_body, k)
    listed = ng.list_([])

    def loop_body(f_1):
        ng.call(listed.append, ng.call(f_1, x))

    ng.for_(fs, loop_body)
    return listed

# definitions.nested_nonlocal
def nested_nonlocal(x):
    c = 0

    def f():
        nonlocal c

        def g():
            nonlocal c

            def if_true():
                nonlocal c
                c += 1

            def if_false():
                nonlocal c
                c += 10

            ng.if_(x > 2, if_true, if_false)

        ng.call(g)
        c += 100

    ng.call(f)
    return c

# definitions.nonlocal_in_loop
def nonlocal_in_loop(n):
    s = 0

    def add(i):
        nonlocal s
        s += i

    def loop_body(i):
        ng.call(add, i)

    ng.for_(ng.call(range, n), loop_body)
    k = 0

    def loop_body(k):
        ng.call(add, k)
        k += 1
        return k

    k = ng.while_(lambda k: k < n, loop_body, k)
    return s

# definitions.partial_
def partial_(x):
    def f(a, b, c=0):
        return ng.if_(c > 2, lambda: a + b, lambda: a - b)

    g = ng.call(functools.partial, f, 1, c=x)
    h = ng.call(functools.partial, g, 5)
    return ng.call(g, 2) + ng.call(h)

# definitions.recursion_lambda
def recursion_lambda(x):
    fact = lambda n: ng.if_(n == 0, lambda: 1, lambda: n * ng.call(fact, n - 1))
    return ng.call(fact, 4) + x

# definitions.recursion_static
def recursion_static(x):
    def f(n):
        return ng.if_(
            n == 0,
            lambda: x,
            lambda: ng.call(f, n - 1) + ng.if_(x > 2, lambda: 1, lambda: 2),
        )

    return ng.call(f, 5)

# definitions.recursion_traced
def recursion_traced(x):
    def f(n):
        def if_false():
            return n + ng.call(f, n - 1)

        return ng.if_(n <= 0, lambda: 0, if_false)

    return ng.call(f, x)

# definitions.reduce_
def reduce_(x):
    return ng.call(
        functools.reduce,
        lambda a, b: ng.if_(b > 1, lambda: a + b, lambda: a - b),
        ng.list_([x, 2, x]),
    )

# definitions.singledispatch_
def singledispatch_(x):
    @functools.singledispatch
    def f(y):
        return ng.if_(y > 2, lambda: y, lambda: -y)

    @f.register
    def _(y: str):
        return 0

    return ng.call(f, x) + ng.call(f, 'a')

# definitions.star_call
def star_call(x):
    def f(*a, **k):
        return ng.if_(a[1] > 2, lambda: a[0], lambda: k['q'])

    return ng.call(f, *ng.list_([x, x]), **{'q': x + 5})

# definitions.star_expr_return
def star_expr_return(x):
    a = ng.list_([x, 2])
    return *a, x

# definitions.starred_targets
def starred_targets(x):
    *a, b = [x, 2, 3]
    [c, *d] = (x, 4)

    def loop_body(item_2, b):
        e, *f = item_2

        def if_true(b):
            b += f[-1]
            return b

        return ng.if_(e > 2, if_true, lambda b: b, b)

    b = ng.for_([(x, 1, 2), (3, 4, x)], loop_body, b)
    (*g,) = "ab"
    v = ng.list_([0, 0])
    item, *item_1 = x, 2, 3
    v = ng.set_item(v, 0, item)
    v = ng.set_item(v, slice(1, None), item_1)
    return a, b, c, d, g, v

# definitions.type_comment_annot
def type_comment_annot(x):
    y: "int" = x
    z: list[int] = ng.list_([])

    def if_true():
        w: float = 2.0
        return w

    def if_false():
        w: float = 1.0
        return w

    w = ng.if_(x > 2, if_true, if_false)
    return y + w

# definitions.unpack_array
def unpack_array(v):
    a, *b = v
    (c, d), e = v[:2], v[2]
    return a, b, c, d, e

# definitions.unpack_nested_star
def unpack_nested_star(x):
    (a, *(b, c)), d = ((x, 1, 2), ng.list_([x]))
    [e, [f, *g]] = 1, (2, 3, x)

    def loop_body(item, a):
        (p, q), *r = item
        a += p + r[-1]
        return a

    a = ng.for_([((x, 1), 2, 3)], loop_body, a)
    return a, b, c, d, e, f, g

# definitions.wraps_decorator
def wraps_decorator(x):
    import functools

    def twice(f):
        @functools.wraps(f)
        def g(*a, **k):
            return 2 * ng.call(f, *a, **k)

        return g

    @twice
    def h(y):
        return ng.if_(y > 2, lambda: y, lambda: -y)

    return ng.call(h, x)
