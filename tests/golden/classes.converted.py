# classes.cached
def cached(x):
    @functools.lru_cache(maxsize=None)
    def f(y):
        return ng.if_(y > 2, lambda: y, lambda: -y)

    return ng.call(f, x) + ng.call(f, x + 1)

# classes.cached_closure
def cached_closure(x):
    @functools.cache
    def f(n):
        def if_true():
            return x + n

        return ng.if_(x > 2, if_true, lambda: n)

    return ng.call(f, 1) + ng.call(f, 1) + ng.call(f, 2)

# classes.cached_fibonacci
def cached_fibonacci(x):
    @functools.lru_cache
    def fib(n):
        return ng.if_(
            n < 2,
            lambda: n,
            lambda: ng.call(fib, n - 1) + ng.call(fib, n - 2),
        )

    return x + ng.call(fib, 25)

# classes.cached_property
def cached_property(x):
    a = ng.call(Amount, x)
    return a.doubled + a.doubled

# classes.called
def called(x, y):
    return ng.call(ng.call(Amount, x), y), ng.call(list, ng.call(map, ng.call(Amount, x), [y, 2]))

# classes.called_object_with_hash
def called_object_with_hash(x):
    return ng.call(ng.call(WithHash, x), x) + ng.call(ng.call(WithHash, x + 1), 2)

# classes.comparisons
def comparisons(x, y):
    a, b = (ng.call(Amount, x), ng.call(Amount, y))
    return ng.if_(a == b, lambda: 1, lambda: 0), ng.if_(a != b, lambda: 1, lambda: 0), ng.if_(a < b, lambda: 1, lambda: 0)

# classes.contains
def contains(x, y):
    def if_false():
        return ng.if_(ng.not_(ng.in_(y, ng.call(Amount, x))), lambda: 2, lambda: 3)

    return ng.if_(ng.in_(y, ng.call(Amount, x)), lambda: 1, if_false)

# classes.context
def context(x):
    a = ng.call(Amount, x)
    with a as b:
        b._value += 1
    return a._value

# classes.descriptor
def descriptor(x):
    class Positive:

        def __set_name__(self, owner, name):
            self.name = '_' + name

        def __get__(self, instance, owner):
            return getattr(instance, self.name)

        def __set__(self, instance, value):
            if value > 2:
                setattr(instance, self.name, value)
            else:
                setattr(instance, self.name, 2)
    class A:
        y = Positive()
    a = ng.call(A)
    a.y = x
    return a.y

# classes.dispatched_by_kind
def dispatched_by_kind(x, y):
    @functools.singledispatch
    def f(v):
        return 1

    @f.register
    def _(v: int):
        return ng.if_(v > 1, lambda: 2, lambda: 5)

    @f.register
    def _(v: float):
        return 3

    class D:

        @functools.singledispatchmethod
        def m(self, v):
            return 1

        @m.register
        def _(self, v: int):
            return 2 if v > 1 else 5

        @m.register
        def _(self, v: float):
            return 3
    return ng.call(f, x), ng.call(f, y), ng.call(f, 'a'), ng.call(ng.call(D).m, x), ng.call(ng.call(D).m, y)

# classes.global_object
def global_object(x):
    return the_amount + x

# classes.in_a_loop
def in_a_loop(x, n):
    a = ng.call(Amount, x)
    s = 0

    def loop_body(i, s):
        s += a + i
        a.value = a.value + 1
        return s

    s = ng.for_(ng.call(range, n), loop_body, s)
    return s, a.value

# classes.inherited_property
def inherited_property(x):
    class A:

        def __init__(self, y):
            self.y = y

        @property
        def p(self):
            return self.y if self.y > 2 else -self.y
    class B(A):

        @property
        def p(self):
            return super().p + 1
    return ng.call(B, x).p

# classes.iterator
def iterator(x, n):
    class Count:

        def __init__(self):
            self.i = 0

        def __iter__(self):
            return self

        def __next__(self):
            self.i += 1
            if self.i > 3:
                raise StopIteration
            return self.i if x > 2 else -self.i
    listed = ng.list_([])

    def loop_body(i_1):
        ng.call(listed.append, i_1 + n)

    ng.for_(ng.call(Count), loop_body)
    return listed

# classes.methods_for_libraries
def methods_for_libraries(x, v):
    class F:

        def __init__(self, k):
            self.k = k

        def f(self, y):
            return y * self.k if self.k > 2 else y
    f = ng.call(F, x)
    return ng.call(list, ng.call(map, f.f, [x, 5])), ng.call(sorted, [x, 2], key=f.f), ng.call(functools.reduce, lambda a, b: ng.call(f.f, a) + b, ng.list_([x, 1, 2]))

# classes.missing_attribute
def missing_attribute(x):
    class A:

        def __getattr__(self, name):
            return len(name) if x > 2 else 0
    return ng.call(A).abc

# classes.operators
def operators(x, y):
    return ng.call(Amount, x) + y, y + ng.call(Amount, x), -ng.call(Amount, x)

# classes.ordered
def ordered(x):
    @functools.total_ordering
    class A:

        def __init__(self, y):
            self.y = y

        def __eq__(self, o):
            return self.y == o.y

        def __lt__(self, o):
            return self.y < o.y
    return [ng.if_(ng.call(A, x) <= ng.call(A, 2), lambda: 1, lambda: 0), ng.if_(ng.call(A, x) > ng.call(A, 2), lambda: 1, lambda: 0), ng.if_(ng.call(A, x) >= ng.call(A, 2), lambda: 1, lambda: 0)]

# classes.own_gradient
def own_gradient(x):
    @jax.custom_vjp
    def h(y):
        def if_true():
            return y * y

        return ng.if_(y > 2, if_true, lambda: y)

    def forward(y):
        return ng.call(h, y), y

    def backward(kept, g):
        def if_true_1():
            return g * 10,

        return ng.if_(kept > 2, if_true_1, lambda: (g,))

    ng.call(h.defvjp, forward, backward)
    return ng.call(jax.grad(h), x) + ng.call(h, x)

# classes.own_metaclass
def own_metaclass(x):
    class Meta(type):

        def __call__(cls, y):
            made = super().__call__(y)
            made.z = 1 if y > 2 else 2
            return made
    class A(metaclass=Meta):

        def __init__(self, y):
            self.y = y if y > 2 else -y
    a = ng.call(A, x)
    return a.y, a.z

# classes.own_new
def own_new(x):
    class A:

        def __new__(cls, y):
            made = super().__new__(cls)
            if y > 2:
                made.v = y
            else:
                made.v = 0
            return made

        def __init__(self, y):
            if y > 2:
                self.w = 1
            else:
                self.w = 2
    a = ng.call(A, x)
    return a.v, a.w

# classes.partial_method
def partial_method(x):
    class A:

        def f(self, a, b):
            return a if a > b else b
        g = functools.partialmethod(f, 2)
    return ng.call(ng.call(A).g, x)

# classes.partials_for_libraries
def partials_for_libraries(x):
    def g(a, b):
        return ng.if_(a > b, lambda: a, lambda: b)

    return ng.call(list, ng.call(map, ng.call(functools.partial, g, x), [1, 5])), ng.call(ng.call(functools.partial, ng.call(functools.partial, g, x), 2))

# classes.post_init
def post_init(x):
    return ng.call(Clipped, x).x

# classes.private_property
def private_property(x):
    class A:

        def __init__(self, y):
            self.__y = y

        @property
        def p(self):
            if self.__y > 2:
                self.__y += 1
            return self.__y
    return ng.call(A, x).p

# classes.property_
def property_(x):
    return ng.call(Amount, x).value

# classes.property_set
def property_set(x):
    a = ng.call(Amount, 0)
    a.value = x
    a.value += 1
    return a.value

# classes.recursive_property
def recursive_property(x):
    class Node:

        def __init__(self, value, rest):
            self.value, self.rest = (value, rest)

        @property
        def total(self):
            own = self.value if self.value > 1 else 0
            return own + self.rest.total if self.rest is not None else own
    return ng.call(Node, x, ng.call(Node, 2, ng.call(Node, x - 1, None))).total

# classes.single_dispatch
def single_dispatch(x):
    @functools.singledispatch
    def f(y):
        return ng.if_(y > 2, lambda: y, lambda: -y)

    @f.register
    def _(y: str):
        return 0

    return ng.call(f, x) + ng.call(f, 'a')

# classes.subscript
def subscript(x, i):
    return ng.call(Amount, x)[i]
