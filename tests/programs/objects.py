"""Objects that branches and loops make anew."""
# ruff: noqa

from collections import namedtuple
from dataclasses import dataclass, replace

from tests.programs.pool import program


class Vector:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)

    def __mul__(self, k):
        return Vector(self.x * k, self.y * k)

    def longer_than(self, k):
        return self.x * self.x + self.y * self.y > k * k


class Body:
    def __init__(self, position, velocity):
        self.position = position
        self.velocity = velocity

    def step(self, dt):
        self.position = self.position + self.velocity * dt
        if self.position.longer_than(3):
            self.velocity = self.velocity * -1.0


@dataclass
class Account:
    balance: int
    fees: int = 0

    def pay(self, amount):
        return Account(self.balance - amount, self.fees + 1)


@dataclass(frozen=True)
class Fraction:
    top: int
    bottom: int = 1

    def __add__(self, other):
        return Fraction(self.top * other.bottom + other.top * self.bottom, self.bottom * other.bottom)


@dataclass(slots=True)
class Slotted:
    x: int


class Box:
    def __init__(self, width, height):
        self.width, self.height = width, height


class Counter:
    def __init__(self, n):
        self.n = n

    def tick(self):
        self.n += 1


Pair = namedtuple("Pair", "first second")


@program(5, 0)
def in_a_loop(n):
    v, w = Vector(0.0, 0.0), Vector(0.5, 0.25)
    for _ in range(n): v = v + w * 2.0
    return v.x, v.y

@program(5, 0, promotes=True)
def attributes_of_several_kinds(n):
    v = Vector(0, (1, 2.5))
    while v.x < n: v = Vector(v.x + 1, (v.y[1], v.y[0] + v.x))
    return v.x, v.y

@program(30.0, 2.0)
def with_objects_in_it(t):
    body = Body(Vector(0.0, 0.0), Vector(1.0, 0.5))
    while t > 0:
        body.step(0.5)
        t -= 1
    return body.position.x, body.velocity.y

@program(7, 0)
def data_class_by_method(n):
    account = Account(100)
    for i in range(n):
        if i % 2: account = account.pay(i)
    return account.balance, account.fees

@program(6, 1)
def frozen_and_replaced(n):
    total, step = Fraction(0), Fraction(1)
    for i in range(1, n):
        step = replace(step, bottom=i)
        total = total + step
    return total.top, total.bottom

@program(4, 0)
def with_slots(n):
    s = Slotted(3)
    for i in range(n): s = Slotted(s.x + i)
    return s.x

@program(5, 2, -1)
def in_branches(x):
    if x > 3: v = Vector(x, 1)
    elif x > 0: v = Vector(1, x)
    else: v = Vector(0, 0)
    return v.x + 10 * v.y

@program(5, -1)
def on_one_path(x):
    v = Vector(1, 2)
    if x > 3: v = Vector(x, 1)
    v.x += 1
    return v.x + 10 * v.y

@program(5, -1)
def returned_early(x):
    def make(k):
        if k > 3: return Account(k)
        for i in range(k + 3):
            if i * i > k: return Account(i, 1)
        return Account(0, 2)

    account = make(x)
    return account.balance, account.fees

@program(4, 0)
def in_nested_loops(n):
    v = Vector(1, 0)
    for i in range(n):
        for j in range(i):
            v = Vector(v.x + j, v.y + i)
            if v.x > 4: v = Vector(0, v.y)
    return v.x, v.y

@program(20, 3)
def with_break(n):
    v = Vector(1, 1)
    while True:
        v = Vector(v.y, v.x + v.y)
        if v.y > n: break
    return v.x, v.y

@program(5, 0)
def changed_in_place_and_anew(n):
    c = Counter(0)
    for i in range(n):
        c.tick()
        if i % 2: c = Counter(c.n * 2)
    c.tick()
    return c.n

@program(5, 2)
def in_a_tuple(x):
    pair = (Fraction(1), Fraction(2))
    if x > 3: pair = (Fraction(x), pair[0])
    return pair[0].top, pair[1].top

@program(5, 2)
def one_of_two_frozen(x):
    a, b = Fraction(x), Fraction(3)
    best = a if x > 3 else b
    return best.top * 10 + best.bottom

@program((5, 2), (2, 5))
def kept_best(x, y):
    best = Pair(Fraction(0), 0)
    for i in range(x):
        if i < y: best = Pair(Fraction(i, y), i)
    return best.first.top, best.first.bottom, best.second

@program(5, 0)
def parameter_bound_anew(n):
    def moved(v, k):
        for _ in range(k): v = Box(v.width + 1, v.height * 2)
        return v

    start = Box(1, 1)
    end = moved(start, n)
    return start.width, end.width, end.height

@program(3, 0, expect="carry-mismatch")
def changed_through_another_name(n):
    c = Counter(1)
    d = c
    for i in range(n): c = Counter(c.n + i)
    c.tick()
    return d.n

@program(3, 0, expect="branch-mismatch")
def known_to_a_closure(x):
    def reader(d):
        def read(): return d.n
        return read

    c = Counter(1)
    read = reader(c)
    if x > 1: c = Counter(x)
    c.tick()
    return read()

@program(3, 0, expect="branch-mismatch")
def known_to_a_list(x):
    c = Counter(1)
    others = [[c]]
    if x > 1: c = Counter(x)
    c.tick()
    return others[0][0].n

@program(3, 0)
def its_own_closure(x):
    c = Counter(1)
    read = lambda: c.n
    if x > 1: c = Counter(x)
    c.tick()
    return read()

@program(3, 0)
def one_of_two_that_change(x):
    a, b = Counter(1), Counter(2)
    c = a if x > 1 else b
    c.tick()
    return a.n

@program(3, expect="carry-mismatch")
def linked(n):
    node = None
    for i in range(n): node = Pair_of(i, node)
    return node.first

class Pair_of:
    def __init__(self, first, second):
        self.first, self.second = first, second

@program(3, expect="carry-mismatch")
def linked_to_a_known_end(n):
    node = Pair_of(0, None)
    for i in range(n): node = Pair_of(i, node)
    return node.first
