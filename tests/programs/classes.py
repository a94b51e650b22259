"""Classes: methods that Python calls by itself, constructors of every kind, decorators, cached functions."""
# ruff: noqa

import functools
from dataclasses import dataclass

import jax
import jax.numpy as jnp

from tests.programs.pool import program


class Amount:
    """A class of the user's at module level, with all that Python calls by itself."""

    scale = 2

    def __init__(self, value):
        self._value = value

    @property
    def value(self):
        return self._value if self._value > 0 else 0

    @value.setter
    def value(self, new):
        if new > 10: self._value = 10
        else: self._value = new

    @functools.cached_property
    def doubled(self):
        if self._value > 2: return self.scale * self._value
        return self._value

    def __add__(self, other): return self._value + other if other > 2 else self._value - other
    def __radd__(self, other): return 100 if self._value > 2 else other
    def __neg__(self):
        if self._value > 2: return -self._value
        return 0
    def __eq__(self, other): return False if self._value > other._value else self._value == other._value
    def __lt__(self, other):
        if self._value < other._value: return True
        return False
    def __getitem__(self, index):
        if index > self._value: return index
        return self._value
    def __contains__(self, item): return item > self._value if item > 1 else False
    def __call__(self, y): return y if y > self._value else self._value
    def __enter__(self):
        if self._value > 2: self._value += 1
        return self
    def __exit__(self, *error):
        if self._value > 2: self._value += 10
        return False


@program(3, 1, -3)
def property_(x): return Amount(x).value

@program(3, 1, 30)
def property_set(x):
    a = Amount(0)
    a.value = x
    a.value += 1
    return a.value

@program(3, 1)
def cached_property(x):
    a = Amount(x)
    return a.doubled + a.doubled

@program((3, 1), (1, 3))
def operators(x, y): return Amount(x) + y, y + Amount(x), -Amount(x)

@program((3, 1), (1, 3), (2, 2))
def comparisons(x, y):
    a, b = Amount(x), Amount(y)
    return (1 if a == b else 0), (1 if a != b else 0), (1 if a < b else 0)

@program((3, 1), (1, 3))
def subscript(x, i): return Amount(x)[i]

@program((3, 1), (1, 3), (3, 5))
def contains(x, y):
    if y in Amount(x): return 1
    return 2 if y not in Amount(x) else 3

@program((3, 1), (1, 3))
def called(x, y): return Amount(x)(y), list(map(Amount(x), [y, 2]))

@program(3, 1)
def context(x):
    a = Amount(x)
    with a as b:
        b._value += 1
    return a._value

@program((3, 5), (1, 0))
def in_a_loop(x, n):
    a = Amount(x)
    s = 0
    for i in range(n):
        s += a + i
        a.value = a.value + 1
    return s, a.value

the_amount = Amount(4)

@program((3,), (1,))
def global_object(x): return the_amount + x

@dataclass
class Clipped:
    x: int
    most: int = 5
    def __post_init__(self):
        if self.x > self.most: self.x = self.most

@program(3, 9)
def post_init(x): return Clipped(x).x

@program(3, 1)
def own_new(x):
    class A:
        def __new__(cls, y):
            made = super().__new__(cls)
            if y > 2: made.v = y
            else: made.v = 0
            return made
        def __init__(self, y):
            if y > 2: self.w = 1
            else: self.w = 2
    a = A(x)
    return a.v, a.w

@program(3, 1)
def own_metaclass(x):
    class Meta(type):
        def __call__(cls, y):
            made = super().__call__(y)
            made.z = 1 if y > 2 else 2
            return made
    class A(metaclass=Meta):
        def __init__(self, y): self.y = y if y > 2 else -y
    a = A(x)
    return a.y, a.z

@program(3, 2, 1)
def ordered(x):
    @functools.total_ordering
    class A:
        def __init__(self, y): self.y = y
        def __eq__(self, o): return self.y == o.y
        def __lt__(self, o): return self.y < o.y
    return [1 if A(x) <= A(2) else 0, 1 if A(x) > A(2) else 0, 1 if A(x) >= A(2) else 0]

@program(3, 1)
def inherited_property(x):
    class A:
        def __init__(self, y): self.y = y
        @property
        def p(self): return self.y if self.y > 2 else -self.y
    class B(A):
        @property
        def p(self): return super().p + 1
    return B(x).p

@program(3, 1)
def private_property(x):
    class A:
        def __init__(self, y): self.__y = y
        @property
        def p(self):
            if self.__y > 2: self.__y += 1
            return self.__y
    return A(x).p

@program(3, 1)
def descriptor(x):
    class Positive:
        def __set_name__(self, owner, name): self.name = "_" + name
        def __get__(self, instance, owner): return getattr(instance, self.name)
        def __set__(self, instance, value):
            if value > 2: setattr(instance, self.name, value)
            else: setattr(instance, self.name, 2)
    class A:
        y = Positive()
    a = A()
    a.y = x
    return a.y

@program(3, 1)
def missing_attribute(x):
    class A:
        def __getattr__(self, name): return len(name) if x > 2 else 0
    return A().abc

@program((3, 5), (1, 0))
def iterator(x, n):
    class Count:
        def __init__(self): self.i = 0
        def __iter__(self): return self
        def __next__(self):
            self.i += 1
            if self.i > 3: raise StopIteration
            return self.i if x > 2 else -self.i
    return [i + n for i in Count()]

@program(3, 1)
def recursive_property(x):
    class Node:
        def __init__(self, value, rest): self.value, self.rest = value, rest
        @property
        def total(self):
            own = self.value if self.value > 1 else 0
            return own + self.rest.total if self.rest is not None else own
    return Node(x, Node(2, Node(x - 1, None))).total

# Functions that libraries hold on to.

@program(3, 1)
def cached(x):
    @functools.lru_cache(maxsize=None)
    def f(y): return y if y > 2 else -y
    return f(x) + f(x + 1)

@program(3, 1)
def cached_closure(x):
    @functools.cache
    def f(n):
        if x > 2: return x + n
        return n
    return f(1) + f(1) + f(2)

@program(3, 1)
def cached_fibonacci(x):
    @functools.lru_cache
    def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
    return x + fib(25)

@program((3, jnp.array([1, 5])), (1, jnp.array([1, 5])))
def methods_for_libraries(x, v):
    class F:
        def __init__(self, k): self.k = k
        def f(self, y): return y * self.k if self.k > 2 else y
    f = F(x)
    return list(map(f.f, [x, 5])), sorted([x, 2], key=f.f), functools.reduce(lambda a, b: f.f(a) + b, [x, 1, 2])

@program(3, 1)
def partials_for_libraries(x):
    def g(a, b): return a if a > b else b
    return list(map(functools.partial(g, x), [1, 5])), functools.partial(functools.partial(g, x), 2)()

@program(3, 1)
def single_dispatch(x):
    @functools.singledispatch
    def f(y): return y if y > 2 else -y
    @f.register
    def _(y: str): return 0
    return f(x) + f("a")

@program(3, 1)
def partial_method(x):
    class A:
        def f(self, a, b): return a if a > b else b
        g = functools.partialmethod(f, 2)
    return A().g(x)

@program(3.0, 1.0)
def own_gradient(x):
    @jax.custom_vjp
    def h(y):
        if y > 2: return y * y
        return y
    def forward(y): return h(y), y
    def backward(kept, g):
        if kept > 2: return (g * 10,)
        return (g,)
    h.defvjp(forward, backward)
    return jax.grad(h)(x) + h(x)

@program((3, 2.5), (-3, -2.5))
def dispatched_by_kind(x, y):
    @functools.singledispatch
    def f(v): return 1
    @f.register
    def _(v: int): return 2 if v > 1 else 5
    @f.register
    def _(v: float): return 3
    class D:
        @functools.singledispatchmethod
        def m(self, v): return 1
        @m.register
        def _(self, v: int): return 2 if v > 1 else 5
        @m.register
        def _(self, v: float): return 3
    return f(x), f(y), f("a"), D().m(x), D().m(y)

class WithHash:
    def __init__(self, x): self.x = x
    def __call__(self, z): return self.x * z if z > 0 else self.x
    def __hash__(self): return 1
    def __eq__(self, o): return self.x == o.x

@program(3, -3)
def called_object_with_hash(x):
    return WithHash(x)(x) + WithHash(x + 1)(2)
