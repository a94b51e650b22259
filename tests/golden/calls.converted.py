# calls.argument_rebound
def argument_rebound(x):
    def g(a):
        def loop_body(a):
            a -= 1
            return a

        a = ng.while_(lambda a: a > 2, loop_body, a)
        return a

    y = ng.call(g, x)
    return x, y

# calls.callable_object
def callable_object(x):
    return ng.call(ng.call(Account, 0), x)

# calls.called_with_array
def called_with_array(x):
    v = jnp.arange(4)

    def pick(a, i):
        return ng.if_(i < 3, lambda: a[i], lambda: a[0])

    return ng.call(pick, v, x)

# calls.class_and_static_methods
def class_and_static_methods(x):
    a = ng.call(Account.empty)
    ng.call(a.deposit, x)
    return a.balance * ng.call(Account.sign, x) + a.rate

# calls.closure_in_long_loop
def closure_in_long_loop(x):
    total = 0

    def add(a):
        nonlocal total
        total = total + a * x

    def loop_body(i):
        ng.call(add, i)

    ng.for_(range(15), loop_body)
    return total

# calls.closure_in_loop
def closure_in_loop(x):
    total = 0

    def add(a):
        nonlocal total
        total += a

    def loop_body(i):
        ng.call(add, i)

    ng.for_(ng.call(range, x), loop_body)
    return total

# calls.closure_in_while
def closure_in_while(n):
    seen = 0

    def step():
        nonlocal n, seen
        n -= 1
        seen += 1

    def loop_body():
        ng.call(step)

    ng.while_(lambda: n > 0, loop_body)
    return n, seen

# calls.closure_reads
def closure_reads(x):
    k = x * 2

    def g(a):
        return a + k

    k = k + 1
    return ng.call(g, 1)

# calls.closure_writes
def closure_writes(x):
    total = 0

    def add(a):
        nonlocal total

        def if_true():
            nonlocal total
            total += a

        ng.if_(a > 0, if_true, lambda: None)
        return total

    ng.call(add, x)
    ng.call(add, 2)
    ng.call(add, -x)
    return total

# calls.compose
def compose(x):
    def twice(f):
        return lambda a: ng.call(f, ng.call(f, a))

    return ng.call(
        ng.call(twice, lambda a: ng.if_(a > 0, lambda: a + 1, lambda: a - 1)), x
    )

# calls.constructor_traced
def constructor_traced(x):
    a = ng.call(Account, x)

    def if_true():
        a.balance = 7

    ng.if_(x > 0, if_true, lambda: None)
    return a.balance

# calls.counter_factory
def counter_factory(x):
    def make():
        c = 0

        def bump(k):
            nonlocal c

            def if_true():
                nonlocal c
                c += k

            ng.if_(k > 0, if_true, lambda: None)
            return c

        return bump

    a, b = (ng.call(make), ng.call(make))
    ng.call(a, x)
    ng.call(a, 1)
    ng.call(b, 5)
    return ng.call(a, 0), ng.call(b, 0)

# calls.dataclass_field
def dataclass_field(x):
    p = ng.call(Point, 1)

    def if_true():
        p.y = x

    ng.if_(x > 0, if_true, lambda: None)
    return p.y

# calls.dataclass_method
def dataclass_method(x):
    return ng.call(ng.call(Point, x, -x).norm)

# calls.decorated_inner
def decorated_inner(x):
    def twice(f):
        @functools.wraps(f)
        def wrapped(a):
            return ng.call(f, ng.call(f, a))

        return wrapped

    @twice
    def step(a):
        return ng.if_(a > 0, lambda: a + 1, lambda: a - 1)

    return ng.call(step, x)

# calls.defaults
def defaults(x):
    return ng.call(clip, x)

# calls.function_in_dict
def function_in_dict(x):
    table = {'a': lambda v: ng.if_(v > 0, lambda: v, lambda: -v)}
    return ng.call(table['a'], x)

# calls.generator_function
def generator_function(x):
    def g():
        for i in range(3):
            yield i * x

    s = 0

    def loop_body(y, s):
        s += y
        return s

    s = ng.for_(ng.call(g), loop_body, s)
    return s

# calls.grad_inside
def grad_inside(x):
    def f(a):
        def if_true():
            return a * a

        def if_false():
            return -a

        return ng.if_(a > 0, if_true, if_false)

    return ng.call(jax.grad(f), x)

# calls.jax_numpy
def jax_numpy(x):
    def if_true():
        return jnp.sign(x)

    def if_false():
        return jnp.minimum(x, 2)

    return ng.if_(jnp.abs(x) > 2, if_true, if_false)

# calls.jit_inside
def jit_inside(x):
    @jax.jit
    def g(a):
        return a * 2

    return ng.if_(x > 0, lambda: ng.call(g, x), lambda: ng.call(g, -x))

# calls.keyword_only
def keyword_only(x):
    def g(a, *, b, c=3):
        return ng.if_(a > 0, lambda: a + b, lambda: a - c)

    return ng.call(g, x, b=5)

# calls.keywords
def keywords(x):
    return ng.call(clip, x, hi=7), ng.call(clip, lo=-1, x=x)

# calls.lambda_defaults
def lambda_defaults(x):
    fs = ng.list_([lambda a, i=i: a * i for i in range(3)])
    listed = ng.list_([])

    def loop_body(f_1):
        ng.call(listed.append, ng.call(f_1, x))

    ng.for_(fs, loop_body)
    return listed

# calls.local_class
def local_class(x):
    class Box:

        def __init__(self, v):
            self.v = v

        def grow(self):
            self.v += 1 if self.v > 0 else -1
    b = ng.call(Box, x)
    ng.call(b.grow)
    return b.v

# calls.math_calls
def math_calls(x):
    return ng.call(math.sqrt, x * x), ng.call(math.exp, 0.0), math.pi

# calls.math_in_branch
def math_in_branch(x):
    def if_true():
        return ng.call(math.cos, x)

    def if_false():
        return ng.call(math.fabs, x)

    return ng.if_(ng.call(math.sin, x) > 0, if_true, if_false)

# calls.method_branch
def method_branch(x):
    return ng.call(ng.call(Account, 1).deposit, x).balance

# calls.method_in_branch
def method_in_branch(x):
    a = ng.call(Account, 1)

    def if_true():
        ng.call(a.deposit, x)

    ng.if_(x > 0, if_true, lambda: None)
    return a.balance

# calls.method_in_loop
def method_in_loop(n):
    a = ng.call(Account, 0)

    def loop_body(i):
        ng.call(a.deposit, i)

    ng.for_(ng.call(range, n), loop_body)
    return a.balance

# calls.mutual
def mutual(x):
    def even(n):
        return ng.if_(n == 0, lambda: True, lambda: ng.call(odd, n - 1))

    def odd(n):
        return ng.if_(n == 0, lambda: False, lambda: ng.call(even, n - 1))

    return ng.call(even, 4), x

# calls.nested_def
def nested_def(x):
    def outer(a):
        def inner(b):
            def if_false():
                return a - b

            return ng.if_(b > 0, lambda: b, if_false)

        return ng.call(inner, a) + ng.call(inner, -a)

    return ng.call(outer, x)

# calls.numpy_calls
def numpy_calls(x):
    return ng.call(np.sin, x), ng.call(np.maximum, x, 0.0)

# calls.numpy_on_array
def numpy_on_array(v):
    def if_true():
        return ng.call(np.abs, v)

    def if_false():
        return ng.call(np.zeros, 2)

    return ng.if_(ng.call(np.sum, v) > 0, if_true, if_false)

# calls.operator_method
def operator_method(x):
    return (ng.call(Account, 1) + x).balance

# calls.partial_call
def partial_call(x):
    f = ng.call(functools.partial, clip, hi=2)
    return ng.call(f, x), ng.call(ng.call(functools.partial, clip, x), hi=1)

# calls.positional_only
def positional_only(x):
    def g(a, /, b):
        return ng.if_(b > 0, lambda: a * b, lambda: a)

    return ng.call(g, 2, x)

# calls.recursion_with_traced_inside
def recursion_with_traced_inside(x):
    def walk(n, a):
        def if_false():
            def if_true():
                return ng.call(walk, n - 1, a - 1)

            def if_false():
                return ng.call(walk, n - 1, a + 2)

            return ng.if_(a > 2, if_true, if_false)

        return ng.if_(n == 0, lambda: a, if_false)

    return ng.call(walk, 3, x)

# calls.replaced
def replaced(x):
    return ng.call(ng.call(dataclasses.replace, ng.call(Point, 1, 2), x=x).norm)

# calls.star_arguments
def star_arguments(x):
    a = (x, 1)
    k = {'hi': 4}
    return ng.call(clip, *a, **k)

# calls.static_recursion
def static_recursion(x):
    def power(a, n):
        def if_false():
            return a * ng.call(power, a, n - 1)

        return ng.if_(n == 0, lambda: 1, if_false)

    return ng.call(power, x, 4)

# calls.super_call
def super_call(x):
    class A:

        def f(self, a):
            return a + 1 if a > 0 else a
    class B(A):

        def f(self, a):
            return super().f(a) * 2
    return ng.call(ng.call(B).f, x)

# calls.traced_recursion
def traced_recursion(n):
    def factorial(k):
        return ng.if_(k <= 1, lambda: 1, lambda: k * ng.call(factorial, k - 1))

    return ng.call(factorial, n)

# calls.varargs
def varargs(x):
    def total(*a, **k):
        s = 0

        def loop_body(y, s):
            s += ng.if_(y > 0, lambda: y, lambda: -y)
            return s

        s = ng.for_(a, loop_body, s)

        def loop_body(y, s):
            s += y
            return s

        s = ng.for_(ng.call(k.values), loop_body, s)
        return s

    return ng.call(total, x, 2, x, k=x)
