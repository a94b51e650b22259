"""Calls of functions of one's own, closures, methods, arguments."""
# ruff: noqa

import dataclasses
import functools
import math

import jax
import jax.numpy as jnp
import numpy as np

from tests.programs.pool import program


def clip(x, lo=0, hi=10):
    if x < lo: return lo
    if x > hi: return hi
    return x

@program(-3, 5, 30)
def defaults(x): return clip(x)

@program(-3, 5, 30)
def keywords(x): return clip(x, hi=7), clip(lo=-1, x=x)

@program(-3, 5, 30)
def star_arguments(x):
    a = (x, 1)
    k = {'hi': 4}
    return clip(*a, **k)

@program(-3, 5)
def varargs(x):
    def total(*a, **k):
        s = 0
        for y in a: s += y if y > 0 else -y
        for y in k.values(): s += y
        return s
    return total(x, 2, x, k=x)

@program(3, -3)
def nested_def(x):
    def outer(a):
        def inner(b):
            if b > 0: return b
            return a - b
        return inner(a) + inner(-a)
    return outer(x)

@program(3, -3)
def closure_reads(x):
    k = x * 2
    def g(a): return a + k
    k = k + 1
    return g(1)

@program(3, -3)
def closure_writes(x):
    total = 0
    def add(a):
        nonlocal total
        if a > 0: total += a
        return total
    add(x); add(2); add(-x)
    return total

@program(3, 0)
def closure_in_loop(x):
    total = 0
    def add(a):
        nonlocal total
        total += a
    for i in range(x): add(i)
    return total

@program(3, 0)
def closure_in_long_loop(x):
    total = 0
    def add(a):
        nonlocal total
        total = total + a * x
    for i in range(15): add(i)
    return total

@program(4, 0)
def closure_in_while(n):
    seen = 0
    def step():
        nonlocal n, seen
        n -= 1
        seen += 1
    while n > 0: step()
    return n, seen

@program(3, -3)
def counter_factory(x):
    def make():
        c = 0
        def bump(k):
            nonlocal c
            if k > 0: c += k
            return c
        return bump
    a, b = make(), make()
    a(x); a(1); b(5)
    return a(0), b(0)

@program(3, -3)
def lambda_defaults(x):
    fs = [lambda a, i=i: a * i for i in range(3)]
    return [f(x) for f in fs]

@program(3, -3)
def compose(x):
    def twice(f): return lambda a: f(f(a))
    return twice(lambda a: a + 1 if a > 0 else a - 1)(x)

@program(3, -3)
def partial_call(x):
    f = functools.partial(clip, hi=2)
    return f(x), functools.partial(clip, x)(hi=1)

@program(5, 0)
def static_recursion(x):
    def power(a, n):
        if n == 0: return 1
        return a * power(a, n - 1)
    return power(x, 4)

@program(3, 0)
def recursion_with_traced_inside(x):
    def walk(n, a):
        if n == 0: return a
        if a > 2: return walk(n - 1, a - 1)
        return walk(n - 1, a + 2)
    return walk(3, x)

@program(3, 6, expect="traced-recursion")
def traced_recursion(n):
    def factorial(k): return 1 if k <= 1 else k * factorial(k - 1)
    return factorial(n)

class Account:
    rate = 2
    def __init__(self, start):
        self.balance = start
        self._limit = 10
    def deposit(self, a):
        if a > 0: self.balance = self.balance + a
        return self
    @property
    def double(self):
        if self.balance > 5: return self.balance * 2
        return self.balance
    @classmethod
    def empty(cls): return cls(0)
    @staticmethod
    def sign(a): return 1 if a > 0 else -1
    def __call__(self, a):
        if a > self._limit: return self._limit
        return a
    def __add__(self, a): return Account(self.balance + a)

@program(3, -3, 30)
def method_branch(x): return Account(1).deposit(x).balance

@program(3, -3)
def constructor_traced(x):
    a = Account(x)
    if x > 0: a.balance = 7
    return a.balance

@program(3, -3)
def method_in_branch(x):
    a = Account(1)
    if x > 0: a.deposit(x)
    return a.balance

@program(3, 0)
def method_in_loop(n):
    a = Account(0)
    for i in range(n): a.deposit(i)
    return a.balance

@program(3, -3)
def class_and_static_methods(x):
    a = Account.empty()
    a.deposit(x)
    return a.balance * Account.sign(x) + a.rate

@program(3, 30)
def callable_object(x): return Account(0)(x)

@program(3, -3)
def operator_method(x): return (Account(1) + x).balance

@dataclasses.dataclass
class Point:
    x: int
    y: int = 0
    def norm(self): return abs(self.x) + abs(self.y)
    def moved(self, d):
        if d > 0: return Point(self.x + d, self.y)
        return Point(self.x, self.y + d)

@program(3, -3)
def dataclass_method(x): return Point(x, -x).norm()

@program(3, -3)
def dataclass_field(x):
    p = Point(1)
    if x > 0: p.y = x
    return p.y

@program(3, -3)
def replaced(x): return dataclasses.replace(Point(1, 2), x=x).norm()

@program(3, -3)
def local_class(x):
    class Box:
        def __init__(self, v): self.v = v
        def grow(self): self.v += 1 if self.v > 0 else -1
    b = Box(x)
    b.grow()
    return b.v

@program(3, -3)
def jit_inside(x):
    @jax.jit
    def g(a): return a * 2
    return g(x) if x > 0 else g(-x)

@program(0.5, -0.5)
def grad_inside(x):
    def f(a):
        if a > 0: return a * a
        return -a
    return jax.grad(f)(x)

@program(0.5, -2.5)
def math_calls(x): return math.sqrt(x * x), math.exp(0.0), math.pi

@program(0.5, -2.5)
def math_in_branch(x):
    if math.sin(x) > 0: return math.cos(x)
    return math.fabs(x)

@program(0.5, -2.5)
def numpy_calls(x): return np.sin(x), np.maximum(x, 0.0)

@program((jnp.array([1.0, -2.0]),), (jnp.array([3.0, 4.0]),))
def numpy_on_array(v):
    if np.sum(v) > 0: return np.abs(v)
    return np.zeros(2)

@program(3, -3)
def jax_numpy(x):
    if jnp.abs(x) > 2: return jnp.sign(x)
    return jnp.minimum(x, 2)

@program(3, -3)
def decorated_inner(x):
    def twice(f):
        @functools.wraps(f)
        def wrapped(a): return f(f(a))
        return wrapped
    @twice
    def step(a): return a + 1 if a > 0 else a - 1
    return step(x)

@program(3, -3)
def function_in_dict(x):
    table = {'a': lambda v: v if v > 0 else -v}
    return table['a'](x)

@program(3, -3)
def argument_rebound(x):
    def g(a):
        while a > 2: a -= 1
        return a
    y = g(x)
    return x, y

@program(3, -3)
def keyword_only(x):
    def g(a, *, b, c=3): return a + b if a > 0 else a - c
    return g(x, b=5)

@program(3, -3)
def positional_only(x):
    def g(a, /, b): return a * b if b > 0 else a
    return g(2, x)

@program(3, 0)
def mutual(x):
    def even(n): return True if n == 0 else odd(n - 1)
    def odd(n): return False if n == 0 else even(n - 1)
    return even(4), x

@program(3, 0)
def called_with_array(x):
    v = jnp.arange(4)
    def pick(a, i): return a[i] if i < 3 else a[0]
    return pick(v, x)

@program(3, 0)
def generator_function(x):
    def g():
        for i in range(3): yield i * x
    s = 0
    for y in g(): s += y
    return s

@program(3, 0)
def super_call(x):
    class A:
        def f(self, a): return a + 1 if a > 0 else a
    class B(A):
        def f(self, a):
            return super().f(a) * 2
    return B().f(x)
