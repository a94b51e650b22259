"""Classes in functions: methods, operators, inheritance, data classes, enumerations, private names."""
# ruff: noqa

import functools

import jax
import jax.numpy as jnp

from tests.programs.pool import SKIP, program


@program(3, 1)
def local_class_method(x):
    class A:
        k = 2
        def f(self, y):
            if y > 2: return y * self.k
            return -y
    return A().f(x)

@program(3, 1)
def local_class_property(x):
    class A:
        def __init__(self, y): self.y = y
        @property
        def p(self):
            if self.y > 2: return self.y * 2
            return -self.y
    return A(x).p

@program(3, 1)
def local_class_property_setter(x):
    class A:
        def __init__(self, y): self._y = y
        @property
        def p(self): return self._y
        @p.setter
        def p(self, v):
            if v > 2: self._y = v
            else: self._y = -v
    a = A(0)
    a.p = x
    return a.p

@program(3, 1)
def local_staticmethod(x):
    class A:
        @staticmethod
        def f(y): return y if y > 2 else -y
        @classmethod
        def g(cls, y): return cls.f(y) + 1
    return A.f(x) + A().f(x) + A.g(x) + A().g(x)

@program(3, 1)
def dunder_getitem(x):
    class V:
        def __init__(self, a): self.a = a
        def __getitem__(self, i):
            if self.a > i: return self.a
            return i
        def __len__(self): return 3
        def __call__(self, y):
            if y > 2: return y
            return self.a
        def __contains__(self, y): return y > self.a
        def __bool__(self): return True
        def __iter__(self):
            return iter([self.a, 2])
    v = V(x)
    return v[2], len(v), v(x), (x + 1) in v, 1 if v else 0, [y for y in v]

@program(3, 1)
def dunder_eq(x):
    class V:
        def __init__(self, a): self.a = a
        def __eq__(self, o):
            if self.a > o.a: return False
            return self.a == o.a
        def __lt__(self, o):
            if self.a < o.a: return True
            return False
    return 1 if V(x) == V(1) else 0, 2 if V(x) < V(2) else 3, V(x) != V(2)

@program(3, 1)
def dataclass_local(x):
    from dataclasses import dataclass, field, replace
    @dataclass
    class P:
        x: int
        y: int = 2
        def norm(self):
            if self.x > self.y: return self.x
            return self.y
    p = P(x)
    if x > 2: p.y = 10
    q = replace(p, x=p.x + 1)
    return p.norm() + q.norm() + p.y

@program(3, 1)
def dataclass_post_init(x):
    from dataclasses import dataclass
    @dataclass
    class P:
        x: int
        def __post_init__(self):
            if self.x > 2: self.x = 100
    return P(x).x

@program(3, 1)
def typing_namedtuple(x):
    from typing import NamedTuple
    class P(NamedTuple):
        a: int
        b: int = 2
        def s(self):
            return self.a if self.a > self.b else self.b
    return P(x).s()

@program(3, 1)
def inheritance(x):
    class A:
        def __init__(self, y):
            self.y = y if y > 2 else -y
        def f(self): return self.y
    class B(A):
        def __init__(self, y):
            super().__init__(y)
            if y > 2: self.z = 1
            else: self.z = 2
        def f(self): return super().f() + self.z
    return B(x).f()

@program(3, 1)
def name_mangling(x):
    class A:
        def __init__(self, y):
            self.__y = y
        def f(self):
            if self.__y > 2: self.__y = 10
            return self.__g()
        def __g(self):
            __k = 3
            if self.__y > 2: __k = 4
            return self.__y + __k
    return A(x).f()

@program(3, 1)
def new_(x):
    class A:
        def __new__(cls, y):
            o = super().__new__(cls)
            if y > 2: o.v = y
            else: o.v = 0
            return o
    return A(x).v

@program(3, 1)
def slots_again(x):
    class A:
        __slots__ = ("y",)
        def __init__(self, y):
            if y > 2: self.y = y
            else: self.y = -y
    a = A(x)
    if x > 2: a.y += 1
    return a.y

@program(3, 1)
def class_body_static(x):
    class A:
        for i in range(3): pass
        if i > 1: k = 5
        else: k = 6
        t = [j for j in range(k)]
    return x + A.k + len(A.t)

@program(3, 1)
def class_body_traced_value(x):
    class A:
        k = x + 1
        def f(self): return self.k if self.k > 2 else 0
    return A().f()

@program(3, 1)
def metaclass(x):
    class M(type):
        def __call__(cls, y):
            o = super().__call__(y)
            o.z = 1 if y > 2 else 2
            return o
    class A(metaclass=M):
        def __init__(self, y): self.y = y if y > 2 else -y
    a = A(x)
    return a.y, a.z

@program(3, 1)
def class_in_branch(x):
    if x > 2:
        class A:
            k = 1
        r = A.k
    else:
        r = 0
    return r

@program(3, 1)
def partialmethod_(x):
    class A:
        def f(self, a, b): return a if a > b else b
        g = functools.partialmethod(f, 2)
    return A().g(x)

@program(3, 1)
def cached_property_(x):
    class A:
        def __init__(self, y): self.y = y
        @functools.cached_property
        def p(self): return self.y if self.y > 2 else -self.y
    a = A(x)
    return a.p + a.p

@program(3, 1)
def total_ordering_(x):
    @functools.total_ordering
    class A:
        def __init__(self, y): self.y = y
        def __eq__(self, o): return self.y == o.y
        def __lt__(self, o): return self.y < o.y
    return 1 if A(x) < A(2) else 2, 3 if A(x) >= A(2) else 4

@program(3, 1)
def callable_object_again(x):
    class F:
        def __init__(self, k): self.k = k
        def __call__(self, y): return y * self.k if y > self.k else y
    f = F(2)
    return f(x) + list(map(f, [x, 1]))[0]

@program(3, 1)
def method_ref(x):
    class A:
        def __init__(self, k): self.k = k
        def f(self, y): return y * self.k if y > self.k else y
    m = A(2).f
    g = A.f
    return m(x) + g(A(1), x)

@program(3, 1)
def annot_attr(x):
    class A: pass
    a = A()
    a.y: int = x
    d = {}
    d["k"]: int = x
    if x > 2: d["k"]: int = 5
    (p): int = x
    return a.y + d["k"] + p

@program(3, 1)
def aug_targets(x):
    class A: pass
    a = A(); a.b = [1, 2]; a.c = A(); a.c.d = x
    a.b[0] += x
    a.c.d *= 2
    if x > 2: a.b[1] -= 5; a.c.d += 1
    return a.b, a.c.d

@program(3, 1)
def chained_mixed(x):
    class A: pass
    a = A()
    v = [0, 0]
    a.k = v[0] = y = (z, w) = (x, 2)
    return a.k, v, y, z, w

@program(3, 1)
def swap_attrs(x):
    class A: pass
    a = A(); a.p, a.q = x, 5
    if x > 2: a.p, a.q = a.q, a.p
    return a.p, a.q

@program(3, 1)
def partial_class(x):
    class A:
        def __init__(self, k, j=1): self.k, self.j = k, j
        def get(self): return self.k if self.k > 2 else self.j
    P = functools.partial(A, j=x)
    return P(3).get() + P(1).get() + functools.partial(A.get, A(x))()

@program(3, 1)
def decorator_class(x):
    class Memo:
        def __init__(self, f): self.f, self.n = f, 0
        def __call__(self, *a):
            self.n += 1
            r = self.f(*a)
            return r if r > 2 else -r
    @Memo
    def f(y): return y + 1 if y > 2 else y
    return f(x) + f(1), f.n

@program(3, 1)
def class_attr_mutation(x):
    class A:
        n = 0
        def up(self):
            if x > 2: A.n += 1
            else: A.n += 10
    A().up(); A().up()
    return A.n

@program(3, 1)
def classmethod_alt(x):
    class A:
        def __init__(self, v): self.v = v
        @classmethod
        def make(cls, v):
            if v > 2: w = v
            else: w = -v
            return cls(w)
    class B(A): pass
    return B.make(x).v

@program(3, 1)
def abstract(x):
    from abc import ABC, abstractmethod
    class Shape(ABC):
        @abstractmethod
        def area(self): ...
        @property
        @abstractmethod
        def name(self): ...
        def big(self): return 1 if self.area() > 10 else 0
    class Sq(Shape):
        def __init__(self, a): self.a = a
        def area(self): return self.a * self.a if self.a > 0 else 0
        @property
        def name(self): return "sq"
    s = Sq(x + 1)
    return s.big(), s.area(), len(s.name)

@program(3, 1)
def protocol_generic(x):
    from typing import Generic, TypeVar, Protocol
    T = TypeVar("T")
    class Box(Generic[T]):
        def __init__(self, v: T): self.v = v
        def get(self) -> T: return self.v if self.v > 2 else self.v - 1
    return Box[int](x).get()

@program(3, 1)
def enum_(x):
    from enum import Enum, IntEnum
    class C(Enum):
        A = 1
        B = 2
        def scaled(self, y): return y * self.value if y > 2 else self.value
    class D(IntEnum):
        P = 3
    return C.A.scaled(x) + C.B.scaled(x) + D.P + x

@program(3, 1)
def intenum_choice(x):
    from enum import IntEnum
    class D(IntEnum):
        P = 3
        Q = 4
    d = D.P if x > 2 else D.Q
    return d + 1

@program(3, 1)
def slots_dataclass(x):
    from dataclasses import dataclass
    @dataclass(slots=True, frozen=True, order=True)
    class P:
        a: int
        b: int = 0
        def up(self): return P(self.a + 1 if self.a > 2 else self.a, self.b)
    return P(x).up().a

@program(3, 1)
def dataclass_eq(x):
    from dataclasses import dataclass
    @dataclass(order=True)
    class P:
        a: int
        b: int = 0
    return (1 if P(x) == P(3) else 0), (1 if P(x) < P(2, 5) else 0), 1 if P(x) != P(1) else 2

@program(3, 1)
def getattr_dynamic(x):
    class A:
        def __init__(self): self.f_a = x; self.f_b = 2
        def __getattr__(self, n): return 7 if x > 2 else 8
    a = A()
    return sum(getattr(a, f"f_{k}") for k in "abc")

@program(3, 1)
def setattr_hook(x):
    class A:
        def __setattr__(self, n, v):
            if v > 2: object.__setattr__(self, n, v)
            else: object.__setattr__(self, n, -v)
    a = A()
    a.k = x
    a.j = x + 1
    return a.k, a.j

@program(3, 1)
def user_iter_len(x):
    class C:
        def __init__(self, v): self.v = v
        def __len__(self): return 3
        def __getitem__(self, i):
            if i >= 3: raise IndexError
            return self.v[i] if x > 2 else -self.v[i]
    c = C([1, 2, x])
    return sum(c), [y for y in c], len(c), c[-1], list(reversed(c))

@program(3, 1)
def user_bool(x):
    class B:
        def __init__(self, v): self.v = v
        def __bool__(self): return self.v > 2
    b = B(x)
    if b: r = 1
    else: r = 2
    k = 3 if not b else 4
    return r, k

@program(3, 1)
def user_int_float(x):
    class B:
        def __init__(self, v): self.v = v
        def __int__(self): return 3
        def __index__(self): return 1
        def __abs__(self): return self.v if self.v > 2 else -self.v
        def __round__(self, n=0): return self.v
        def __matmul__(self, o): return o if o > 2 else self.v
        def __iadd__(self, o):
            if o > 2: self.v += o
            return self
        def __divmod__(self, o): return self.v, o
        def __invert__(self): return -self.v
    b = B(x)
    b += x
    return int(b), [10, 20][b], abs(b), round(b), b @ 4, divmod(b, 2), ~b, b.v

@program(3, 1)
def private_names_in_function(x):
    __a = x
    class A:
        __k = 4
        def f(self, __p=2):
            __l = __p + self.__k
            if x > 2: __l += 1
            return __l
    return A().f() + __a

@program(3, 1)
def kw_mangled(x):
    class A:
        def g(self, __z=1): return __z if x > 2 else 0
        def f(self): return self.g(_A__z=5)
    return A().f()

@program(3, 1)
def nested_class_in_class(x):
    class A:
        class B:
            def f(self): return x if x > 2 else 0
        b = B()
        def f(self): return self.b.f() + self.B().f()
    return A().f()

@program(3, 1)
def closure_in_class_body(x):
    k = x
    class A:
        k2 = k + 1
        def f(self):
            nonlocal k
            if k > 2: k += 10
            return k + self.k2
    a = A()
    return a.f(), a.f(), k

@program(3, 1)
def super_multi(x):
    class A:
        def f(self): return 1 if x > 2 else 2
    class B(A):
        def f(self): return super().f() * 10
    class C(A):
        def f(self): return super().f() * 100
    class D(B, C):
        def f(self):
            for _ in range(2): r = super().f()
            return r
    return D().f()

@program(3, 1)
def super_in_branch(x):
    class A:
        def f(self): return 5
    class D(A):
        def f(self):
            if x > 2: return super(D, self).f()
            return [super(D, self).f() for _ in range(2)][0] + 1
    return D().f()


class Shelf:
    def __init__(self): self.books = []
    def __len__(self): return len(self.books) + 1


@program(3, -3)
def len_of_an_object(x):
    s = Shelf()
    before = len(s)
    if x > 0: s.books.append(x)
    return before, len(s), len(s) > 1

@program(3, 1, -3)
def attribute_named_by_a_variable(x):
    class A: pass
    def put(o, name, v):
        if v > 2: setattr(o, name, v)
        else: setattr(o, name, 0)
    a = A()
    put(a, "u", x)
    put(a, "w", x + 1)
    put(a, "u", a.w - 1)
    return a.u, a.w
