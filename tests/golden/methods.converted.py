# methods.abstract
def abstract(x):
    from abc import ABC, abstractmethod
    class Shape(ABC):

        @abstractmethod
        def area(self):
            ...

        @property
        @abstractmethod
        def name(self):
            ...

        def big(self):
            return 1 if self.area() > 10 else 0
    class Sq(Shape):

        def __init__(self, a):
            self.a = a

        def area(self):
            return self.a * self.a if self.a > 0 else 0

        @property
        def name(self):
            return 'sq'
    s = ng.call(Sq, x + 1)
    return ng.call(s.big), ng.call(s.area), ng.call(len, s.name)

# methods.annot_attr
def annot_attr(x):
    class A:
        pass
    a = ng.call(A)
    a.y: int = x
    d = {}
    d = ng.set_item(d, 'k', x)

    def if_true(d):
        return ng.set_item(d, 'k', 5)

    d = ng.if_(x > 2, if_true, lambda d: d, d)
    (p): int = x
    return a.y + d["k"] + p

# methods.attribute_named_by_a_variable
def attribute_named_by_a_variable(x):
    class A:
        pass

    def put(o, name, v):
        def if_true():
            setattr(o, name, v)

        def if_false():
            setattr(o, name, 0)

        ng.if_(v > 2, if_true, if_false)

    a = ng.call(A)
    ng.call(put, a, 'u', x)
    ng.call(put, a, 'w', x + 1)
    ng.call(put, a, 'u', a.w - 1)
    return a.u, a.w

# methods.aug_targets
def aug_targets(x):
    class A:
        pass
    a = ng.call(A)
    a.b = ng.list_([1, 2])
    a.c = ng.call(A)
    a.c.d = x
    ng.set_attribute(a, 'b', ng.update_item(a.b, 0, '+=', x))
    a.c.d *= 2

    def if_true():
        ng.set_attribute(a, 'b', ng.set_item(a.b, 1, a.b[1] - 5))
        a.c.d += 1

    ng.if_(x > 2, if_true, lambda: None)
    return a.b, a.c.d

# methods.cached_property_
def cached_property_(x):
    class A:

        def __init__(self, y):
            self.y = y

        @functools.cached_property
        def p(self):
            return self.y if self.y > 2 else -self.y
    a = ng.call(A, x)
    return a.p + a.p

# methods.callable_object_again
def callable_object_again(x):
    class F:

        def __init__(self, k):
            self.k = k

        def __call__(self, y):
            return y * self.k if y > self.k else y
    f = ng.call(F, 2)
    return ng.call(f, x) + ng.call(list, ng.call(map, f, [x, 1]))[0]

# methods.chained_mixed
def chained_mixed(x):
    class A:
        pass
    a = ng.call(A)
    v = ng.list_([0, 0])
    a.k = item = y = z, w = (x, 2)
    v = ng.set_item(v, 0, item)
    return a.k, v, y, z, w

# methods.class_attr_mutation
def class_attr_mutation(x):
    class A:
        n = 0

        def up(self):
            if x > 2:
                A.n += 1
            else:
                A.n += 10
    ng.call(ng.call(A).up)
    ng.call(ng.call(A).up)
    return A.n

# methods.class_body_static
def class_body_static(x):
    class A:
        for i in range(3):
            pass
        if i > 1:
            k = 5
        else:
            k = 6
        t = [j for j in range(k)]
    return x + A.k + ng.call(len, A.t)

# methods.class_body_traced_value
def class_body_traced_value(x):
    class A:
        k = x + 1

        def f(self):
            return self.k if self.k > 2 else 0
    return ng.call(ng.call(A).f)

# methods.class_in_branch
def class_in_branch(x):
    def if_true():
        class A:
            k = 1
        return A.k

    r = ng.if_(x > 2, if_true, lambda: 0)
    return r

# methods.classmethod_alt
def classmethod_alt(x):
    class A:

        def __init__(self, v):
            self.v = v

        @classmethod
        def make(cls, v):
            if v > 2:
                w = v
            else:
                w = -v
            return cls(w)
    class B(A):
        pass
    return ng.call(B.make, x).v

# methods.closure_in_class_body
def closure_in_class_body(x):
    k = x
    class A:
        k2 = k + 1

        def f(self):
            nonlocal k
            if k > 2:
                k += 10
            return k + self.k2
    a = ng.call(A)
    return ng.call(a.f), ng.call(a.f), k

# methods.dataclass_eq
def dataclass_eq(x):
    from dataclasses import dataclass
    @dataclass(order=True)
    class P:
        a: int
        b: int = 0
    return ng.if_(ng.call(P, x) == ng.call(P, 3), lambda: 1, lambda: 0), ng.if_(ng.call(P, x) < ng.call(P, 2, 5), lambda: 1, lambda: 0), ng.if_(ng.call(P, x) != ng.call(P, 1), lambda: 1, lambda: 2)

# methods.dataclass_local
def dataclass_local(x):
    from dataclasses import dataclass, field, replace
    @dataclass
    class P:
        x: int
        y: int = 2

        def norm(self):
            if self.x > self.y:
                return self.x
            return self.y
    p = ng.call(P, x)

    def if_true():
        p.y = 10

    ng.if_(x > 2, if_true, lambda: None)
    q = ng.call(replace, p, x=p.x + 1)
    return ng.call(p.norm) + ng.call(q.norm) + p.y

# methods.dataclass_post_init
def dataclass_post_init(x):
    from dataclasses import dataclass
    @dataclass
    class P:
        x: int

        def __post_init__(self):
            if self.x > 2:
                self.x = 100
    return ng.call(P, x).x

# methods.decorator_class
def decorator_class(x):
    class Memo:

        def __init__(self, f):
            self.f, self.n = (f, 0)

        def __call__(self, *a):
            self.n += 1
            r = self.f(*a)
            return r if r > 2 else -r

    @Memo
    def f(y):
        return ng.if_(y > 2, lambda: y + 1, lambda: y)

    return ng.call(f, x) + ng.call(f, 1), f.n

# methods.dunder_eq
def dunder_eq(x):
    class V:

        def __init__(self, a):
            self.a = a

        def __eq__(self, o):
            if self.a > o.a:
                return False
            return self.a == o.a

        def __lt__(self, o):
            if self.a < o.a:
                return True
            return False
    return ng.if_(ng.call(V, x) == ng.call(V, 1), lambda: 1, lambda: 0), ng.if_(ng.call(V, x) < ng.call(V, 2), lambda: 2, lambda: 3), ng.call(V, x) != ng.call(V, 2)

# methods.dunder_getitem
def dunder_getitem(x):
    class V:

        def __init__(self, a):
            self.a = a

        def __getitem__(self, i):
            if self.a > i:
                return self.a
            return i

        def __len__(self):
            return 3

        def __call__(self, y):
            if y > 2:
                return y
            return self.a

        def __contains__(self, y):
            return y > self.a

        def __bool__(self):
            return True

        def __iter__(self):
            return iter([self.a, 2])
    v = ng.call(V, x)
    operand = v[2]
    operand_1 = ng.call(len, v)
    operand_2 = ng.call(v, x)
    operand_3 = ng.in_(x + 1, v)
    operand_4 = ng.if_(v, lambda: 1, lambda: 0)
    listed = ng.list_([])

    def loop_body(y_1):
        ng.call(listed.append, y_1)

    ng.for_(v, loop_body)
    return operand, operand_1, operand_2, operand_3, operand_4, listed

# methods.enum_
def enum_(x):
    from enum import Enum, IntEnum
    class C(Enum):
        A = 1
        B = 2

        def scaled(self, y):
            return y * self.value if y > 2 else self.value
    class D(IntEnum):
        P = 3
    return ng.call(C.A.scaled, x) + ng.call(C.B.scaled, x) + D.P + x

# methods.getattr_dynamic
def getattr_dynamic(x):
    class A:

        def __init__(self):
            self.f_a = x
            self.f_b = 2

        def __getattr__(self, n):
            return 7 if x > 2 else 8
    a = ng.call(A)
    return ng.call(
        sum, (ng.call(getattr, a, ng.text(f'f_{ng.shown(k)}')) for k in 'abc')
    )

# methods.inheritance
def inheritance(x):
    class A:

        def __init__(self, y):
            self.y = y if y > 2 else -y

        def f(self):
            return self.y
    class B(A):

        def __init__(self, y):
            super().__init__(y)
            if y > 2:
                self.z = 1
            else:
                self.z = 2

        def f(self):
            return super().f() + self.z
    return ng.call(ng.call(B, x).f)

# methods.intenum_choice
def intenum_choice(x):
    from enum import IntEnum
    class D(IntEnum):
        P = 3
        Q = 4
    d = ng.if_(x > 2, lambda: D.P, lambda: D.Q)
    return d + 1

# methods.kw_mangled
def kw_mangled(x):
    class A:

        def g(self, __z=1):
            return __z if x > 2 else 0

        def f(self):
            return self.g(_A__z=5)
    return ng.call(ng.call(A).f)

# methods.len_of_an_object
def len_of_an_object(x):
    s = ng.call(Shelf)
    before = ng.call(len, s)

    def if_true():
        ng.call(s.books.append, x)

    ng.if_(x > 0, if_true, lambda: None)
    return before, ng.call(len, s), ng.call(len, s) > 1

# methods.local_class_method
def local_class_method(x):
    class A:
        k = 2

        def f(self, y):
            if y > 2:
                return y * self.k
            return -y
    return ng.call(ng.call(A).f, x)

# methods.local_class_property
def local_class_property(x):
    class A:

        def __init__(self, y):
            self.y = y

        @property
        def p(self):
            if self.y > 2:
                return self.y * 2
            return -self.y
    return ng.call(A, x).p

# methods.local_class_property_setter
def local_class_property_setter(x):
    class A:

        def __init__(self, y):
            self._y = y

        @property
        def p(self):
            return self._y

        @p.setter
        def p(self, v):
            if v > 2:
                self._y = v
            else:
                self._y = -v
    a = ng.call(A, 0)
    a.p = x
    return a.p

# methods.local_staticmethod
def local_staticmethod(x):
    class A:

        @staticmethod
        def f(y):
            return y if y > 2 else -y

        @classmethod
        def g(cls, y):
            return cls.f(y) + 1
    return ng.call(A.f, x) + ng.call(ng.call(A).f, x) + ng.call(A.g, x) + ng.call(ng.call(A).g, x)

# methods.metaclass
def metaclass(x):
    class M(type):

        def __call__(cls, y):
            o = super().__call__(y)
            o.z = 1 if y > 2 else 2
            return o
    class A(metaclass=M):

        def __init__(self, y):
            self.y = y if y > 2 else -y
    a = ng.call(A, x)
    return a.y, a.z

# methods.method_ref
def method_ref(x):
    class A:

        def __init__(self, k):
            self.k = k

        def f(self, y):
            return y * self.k if y > self.k else y
    m = ng.call(A, 2).f
    g = A.f
    return ng.call(m, x) + ng.call(g, ng.call(A, 1), x)

# methods.name_mangling
def name_mangling(x):
    class A:

        def __init__(self, y):
            self.__y = y

        def f(self):
            if self.__y > 2:
                self.__y = 10
            return self.__g()

        def __g(self):
            __k = 3
            if self.__y > 2:
                __k = 4
            return self.__y + __k
    return ng.call(ng.call(A, x).f)

# methods.nested_class_in_class
def nested_class_in_class(x):
    class A:

        class B:

            def f(self):
                return x if x > 2 else 0
        b = B()

        def f(self):
            return self.b.f() + self.B().f()
    return ng.call(ng.call(A).f)

# methods.new_
def new_(x):
    class A:

        def __new__(cls, y):
            o = super().__new__(cls)
            if y > 2:
                o.v = y
            else:
                o.v = 0
            return o
    return ng.call(A, x).v

# methods.partial_class
def partial_class(x):
    class A:

        def __init__(self, k, j=1):
            self.k, self.j = (k, j)

        def get(self):
            return self.k if self.k > 2 else self.j
    P = ng.call(functools.partial, A, j=x)
    return ng.call(ng.call(P, 3).get) + ng.call(ng.call(P, 1).get) + ng.call(ng.call(functools.partial, A.get, ng.call(A, x)))

# methods.partialmethod_
def partialmethod_(x):
    class A:

        def f(self, a, b):
            return a if a > b else b
        g = functools.partialmethod(f, 2)
    return ng.call(ng.call(A).g, x)

# methods.private_names_in_function
def private_names_in_function(x):
    __a = x
    class A:
        __k = 4

        def f(self, __p=2):
            __l = __p + self.__k
            if x > 2:
                __l += 1
            return __l
    return ng.call(ng.call(A).f) + __a

# methods.protocol_generic
def protocol_generic(x):
    from typing import Generic, TypeVar, Protocol
    T = ng.call(TypeVar, 'T')
    class Box(Generic[T]):

        def __init__(self, v: T):
            self.v = v

        def get(self) -> T:
            return self.v if self.v > 2 else self.v - 1
    return ng.call(ng.call(Box[int], x).get)

# methods.setattr_hook
def setattr_hook(x):
    class A:

        def __setattr__(self, n, v):
            if v > 2:
                object.__setattr__(self, n, v)
            else:
                object.__setattr__(self, n, -v)
    a = ng.call(A)
    a.k = x
    a.j = x + 1
    return a.k, a.j

# methods.slots_again
def slots_again(x):
    class A:
        __slots__ = ('y',)

        def __init__(self, y):
            if y > 2:
                self.y = y
            else:
                self.y = -y
    a = ng.call(A, x)

    def if_true():
        a.y += 1

    ng.if_(x > 2, if_true, lambda: None)
    return a.y

# methods.slots_dataclass
def slots_dataclass(x):
    from dataclasses import dataclass
    @dataclass(slots=True, frozen=True, order=True)
    class P:
        a: int
        b: int = 0

        def up(self):
            return P(self.a + 1 if self.a > 2 else self.a, self.b)
    return ng.call(ng.call(P, x).up).a

# methods.super_in_branch
def super_in_branch(x):
    class A:

        def f(self):
            return 5
    class D(A):

        def f(self):
            if x > 2:
                return super(D, self).f()
            return [super(D, self).f() for _ in range(2)][0] + 1
    return ng.call(ng.call(D).f)

# methods.super_multi
def super_multi(x):
    class A:

        def f(self):
            return 1 if x > 2 else 2
    class B(A):

        def f(self):
            return super().f() * 10
    class C(A):

        def f(self):
            return super().f() * 100
    class D(B, C):

        def f(self):
            for _ in range(2):
                r = super().f()
            return r
    return ng.call(ng.call(D).f)

# methods.swap_attrs
def swap_attrs(x):
    class A:
        pass
    a = ng.call(A)
    a.p, a.q = x, 5

    def if_true():
        a.p, a.q = a.q, a.p

    ng.if_(x > 2, if_true, lambda: None)
    return a.p, a.q

# methods.total_ordering_
def total_ordering_(x):
    @functools.total_ordering
    class A:

        def __init__(self, y):
            self.y = y

        def __eq__(self, o):
            return self.y == o.y

        def __lt__(self, o):
            return self.y < o.y
    return ng.if_(ng.call(A, x) < ng.call(A, 2), lambda: 1, lambda: 2), ng.if_(ng.call(A, x) >= ng.call(A, 2), lambda: 3, lambda: 4)

# methods.typing_namedtuple
def typing_namedtuple(x):
    from typing import NamedTuple
    class P(NamedTuple):
        a: int
        b: int = 2

        def s(self):
            return self.a if self.a > self.b else self.b
    return ng.call(ng.call(P, x).s)

# methods.user_bool
def user_bool(x):
    class B:

        def __init__(self, v):
            self.v = v

        def __bool__(self):
            return self.v > 2
    b = ng.call(B, x)
    r = ng.if_(b, lambda: 1, lambda: 2)
    k = ng.if_(ng.not_(b), lambda: 3, lambda: 4)
    return r, k

# methods.user_int_float
def user_int_float(x):
    class B:

        def __init__(self, v):
            self.v = v

        def __int__(self):
            return 3

        def __index__(self):
            return 1

        def __abs__(self):
            return self.v if self.v > 2 else -self.v

        def __round__(self, n=0):
            return self.v

        def __matmul__(self, o):
            return o if o > 2 else self.v

        def __iadd__(self, o):
            if o > 2:
                self.v += o
            return self

        def __divmod__(self, o):
            return (self.v, o)

        def __invert__(self):
            return -self.v
    b = ng.call(B, x)
    b += x
    return ng.call(int, b), ng.list_([10, 20])[b], ng.call(abs, b), ng.call(round, b), b @ 4, ng.call(divmod, b, 2), ~b, b.v

# methods.user_iter_len
def user_iter_len(x):
    class C:

        def __init__(self, v):
            self.v = v

        def __len__(self):
            return 3

        def __getitem__(self, i):
            if i >= 3:
                raise IndexError
            return self.v[i] if x > 2 else -self.v[i]
    c = ng.call(C, ng.list_([1, 2, x]))
    operand = ng.call(sum, c)
    listed = ng.list_([])

    def loop_body(y_1):
        ng.call(listed.append, y_1)

    ng.for_(c, loop_body)
    return operand, listed, ng.call(len, c), c[-1], ng.call(list, ng.call(reversed, c))
