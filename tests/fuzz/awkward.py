"""Syntactically odd but valid functions: each has a result or one located refusal, never a traceback of ours."""

from __future__ import annotations

# Each text defines `program`; the comment after the definition says nothing: names say what is odd.
AWKWARD: dict[str, str] = {
    "docstring only": '''
def program(a):
    """Nothing else."""
''',
    "pass only": """
def program(a):
    pass
""",
    "ellipsis only": """
def program(a): ...
""",
    "one line": """
def program(a): a += 1; return a
""",
    "decorated": """
import functools
def twice(f):
    @functools.wraps(f)
    def inner(*args, **kwargs):
        return f(*args, **kwargs) * 2
    return inner
@twice
def program(a):
    if a > 0:
        return a
    return -a
""",
    "decorated inside": """
def program(a):
    def plus(f):
        return lambda z: f(z) + 1
    @plus
    def inner(z):
        return z if z > 0 else -z
    return inner(a)
""",
    "star arguments": """
def program(*args, **kwargs):
    total = 0
    for item in args:
        if item > 0:
            total += item
    return total, len(kwargs)
""",
    "positional and keyword only": """
def helper(a, /, b=2, *, c=3):
    return a + b if a > c else c
def program(a):
    return helper(a), helper(a, c=a), helper(a, b=a)
""",
    "starred call": """
def helper(a, b, c=0):
    return a - b + c
def program(a):
    args = [a, 2]
    more = {"c": a}
    return helper(*args), helper(*args, **more), helper(1, *[a])
""",
    "default argument": """
def program(a):
    def inner(z, y=a):
        if z > 0:
            return y
        return z
    a = a + 1
    return inner(a)
""",
    "lambda default": """
def program(a):
    fs = [lambda z, i=i: z + i for i in range(3)]
    if a > 0:
        a = a * 2
    return fs[0](a) + fs[2](a)
""",
    "late binding": """
def program(a):
    fs = []
    for i in range(3):
        fs.append(lambda z: z + i)
    return fs[0](a), fs[2](a)
""",
    "closure sees the change": """
def program(a):
    s = 1
    f = lambda: s
    if a > 0:
        s = 2
    return f()
""",
    "nonlocal in a loop": """
def program(a):
    count = 0
    def bump():
        nonlocal count
        count += 1
        return count
    while a > 0:
        bump()
        a -= 1
    return count
""",
    "global": """
total = 0
def program(a):
    global total
    total = 0
    if a > 0:
        total = a
    return total
""",
    "recursion on a static value": """
def factorial(n, x):
    if n == 0:
        return x
    return n * factorial(n - 1, x)
def program(a):
    return factorial(4, a)
""",
    "recursion on a traced value": """
def program(a):
    if a <= 0:
        return 0
    return 1 + program(a - 1)
""",
    "generator": """
def program(a):
    def items():
        yield a
        yield a + 1
    total = 0
    for item in items():
        if item > 0:
            total += item
    return total
""",
    "generator with a traced condition": """
def program(a):
    def items():
        if a > 0:
            yield a
        yield 1
    return sum(items())
""",
    "generator expression": """
def program(a):
    return sum(i * a for i in range(4) if i != 2), max(a + i for i in (1, 2))
""",
    "nested comprehension": """
def program(a):
    return [[i * j + a for j in range(i)] for i in range(3)], {i: a for i in (1, 2)}[2]
""",
    "comprehension with a traced filter": """
def program(a):
    return len([i for i in range(4) if i < a])
""",
    "comprehension scope": """
def program(a):
    i = 7
    xs = [i for i in range(3)]
    return i + a, xs
""",
    "async function": """
async def program(a):
    if a > 0:
        return a
    return 0
""",
    "try and finally": """
def program(a):
    log = []
    try:
        if a > 0:
            a = a + 1
    finally:
        log.append(1)
    return a, len(log)
""",
    "return in try with finally": """
def program(a):
    try:
        if a > 0:
            return a
        b = 1
    finally:
        a = 0
    return b
""",
    "return in finally": """
def program(a):
    try:
        return a
    finally:
        return 5
""",
    "return in finally under a condition": """
def program(a):
    try:
        b = a + 1
    finally:
        if a > 0:
            return 5
    return b
""",
    "break in try": """
def program(a):
    total = 0
    for i in range(5):
        try:
            if i > a:
                break
            total += i
        finally:
            total += 10
    return total
""",
    "continue in finally": """
def program(a):
    total = 0
    for i in range(3):
        try:
            total += a
        finally:
            if i == 1:
                continue
        total += 1
    return total
""",
    "except": """
def program(a):
    try:
        b = [1, 2][5]
    except IndexError as error:
        b = a
    else:
        b = 7
    return b
""",
    "raise caught": """
def program(a):
    try:
        if a > 0:
            raise ValueError("positive")
        b = 1
    except ValueError:
        b = 2
    return b
""",
    "raise": """
def program(a):
    if a > 2:
        raise ValueError("too large")
    return a
""",
    "raise without message": """
def program(a):
    if a > 2:
        raise KeyError
    return a
""",
    "assert with message": """
def program(a):
    assert a < 3, f"a is {a}"
    return a
""",
    "with": """
import contextlib
@contextlib.contextmanager
def manager():
    yield 3
def program(a):
    with manager() as b, contextlib.nullcontext(a) as c:
        if a > 0:
            b = b + c
    return b
""",
    "return in with": """
import contextlib
def program(a):
    with contextlib.nullcontext(2) as b:
        if a > 0:
            return b
    return a
""",
    "del": """
def program(a):
    b = a
    del b
    b = 2
    if a > 0:
        b = 3
    return b
""",
    "del in a branch": """
def program(a):
    b = 1
    if a > 0:
        del b
    return a
""",
    "del an item": """
def program(a):
    xs = [a, 2, 3]
    del xs[0]
    d = {"k": a}
    del d["k"]
    return xs, len(d)
""",
    "match on values": """
def program(a):
    match a:
        case 1:
            return 10
        case 2 | 3:
            return 20
        case _ if a > 5:
            return 30
    return 40
""",
    "match on a sequence": """
def program(a):
    match (a, 2):
        case (x, 2) if x > 0:
            return x
        case (x, *rest):
            return x + len(rest)
""",
    "match on a static subject": """
def program(a):
    kind = "square"
    match kind:
        case "cube":
            a = a ** 3
        case "square":
            a = a ** 2
    return a
""",
    "match on a class": """
class Point:
    __match_args__ = ("x", "y")
    def __init__(self, x, y):
        self.x, self.y = x, y
def program(a):
    match Point(a, 3):
        case Point(x, 3):
            return x
        case _:
            return -1
""",
    "class inside": """
def program(a):
    class Box:
        size = 2
        def __init__(self, value):
            self.value = value
        def get(self):
            if self.value > 0:
                return self.value * self.size
            return 0
    return Box(a).get()
""",
    "attribute changed in a branch": """
class Box:
    pass
def program(a):
    box = Box()
    box.value = 1
    if a > 0:
        box.value = 2
    return box.value
""",
    "property and method": """
class Counter:
    def __init__(self):
        self.count = 0
    def bump(self, by):
        if by > 0:
            self.count += by
        return self
    @property
    def twice(self):
        return self.count * 2
def program(a):
    return Counter().bump(a).bump(1).twice
""",
    "dataclass": """
import dataclasses
@dataclasses.dataclass
class Point:
    x: int
    y: int = 2
def program(a):
    p = Point(a)
    if a > 0:
        p = dataclasses.replace(p, y=5)
    return p.x + p.y
""",
    "mangled name": """
class Box:
    __hidden = 3
    def get(self, a):
        if a > 0:
            return self.__hidden
        return a
def program(a):
    return Box().get(a)
""",
    "super": """
class Base:
    def get(self, a):
        return a + 1
class Derived(Base):
    def get(self, a):
        if a > 0:
            return super().get(a)
        return 0
def program(a):
    return Derived().get(a)
""",
    "callable object": """
class Adder:
    def __init__(self, n):
        self.n = n
    def __call__(self, a):
        return a + self.n if a > 0 else a
def program(a):
    return Adder(3)(a)
""",
    "partial": """
import functools
def helper(n, a):
    if a > n:
        return n
    return a
def program(a):
    return functools.partial(helper, 2)(a)
""",
    "f-string": """
def program(a):
    name = "x"
    text = f"{name!r:>5}{1 + 1}"
    return a if len(text) == 6 else 0
""",
    "f-string of a traced value": """
def program(a):
    text = f"a={a}"
    return len(text)
""",
    "string formatting of a traced value": """
def program(a):
    return len("%d" % a)
""",
    "walrus everywhere": """
def program(a):
    if (b := a + 1) > 2 and (c := b * 2) > 3:
        return b + c
    while (b := b - 1) > 0:
        a += b
    return a, [d := a, d + 1]
""",
    "chained comparison with calls": """
def program(a):
    def f(z):
        return z + 1
    return 0 < f(a) < 5 != a, not 1 < a
""",
    "starred targets": """
def program(a):
    first, *rest = [a, 2, 3]
    *init, last = (1, 2, a)
    (x, y), z = (a, 1), 2
    return first, rest, init, last, x + y + z
""",
    "chained and nested assignment": """
def program(a):
    b = c = [0, 0]
    b[0], d = c[1], e = a, 2
    return b, c, d, e
""",
    "augmented everything": """
def program(a):
    x = [1, [2, 3]]
    d = {"k": 4}
    x[1][0] += a
    x[0] -= 1
    d["k"] *= 2
    a **= 2
    a <<= 1
    a |= 1
    return x, d, a
""",
    "slices": """
def program(a):
    x = [a, 1, 2, 3]
    x[1:3] = [a, a]
    return x[::-1], x[-2:], x[:1]
""",
    "loop else": """
def program(a):
    for i in range(4):
        if i == a:
            break
    else:
        return -1
    return i
""",
    "while else with break in else": """
def program(a):
    total = 0
    for i in range(3):
        k = 2
        while k > 0:
            k -= 1
            if k == a:
                break
        else:
            break
        total += 1
    return total
""",
    "loop variable after the loop": """
def program(a):
    for i in range(a):
        pass
    return i
""",
    "loop over a string": """
def program(a):
    total = 0
    for letter in "abc":
        if letter == "b":
            continue
        total += a
    return total
""",
    "loop over a dict": """
def program(a):
    total = 0
    for key, value in {"x": 1, "y": a}.items():
        if value > 1:
            total += value
    return total
""",
    "break leaves an iterator where it is": """
def program(a):
    items = iter([1, 2, 3])
    for item in items:
        if item == 2:
            break
    return a, list(items)
""",
    "nested functions with the same name": """
def program(a):
    def f(z):
        def f(y):
            return y + 1
        return f(z) * 2 if z > 0 else z
    return f(a)
""",
    "names of ours": """
def program(a):
    ng = 1
    loop_body = 2
    if_true = 3
    did_return = 4
    return_value = 5
    for i in range(3):
        if a > i:
            return ng + loop_body
    return if_true + did_return + return_value
""",
    "unicode names": """
def program(größe):
    if größe > 0:
        größe = größe * 2
    return größe
""",
    "line continuation and semicolons": """
def program(a):
    if a > 0 and \\
       a < 5: a += 1; a *= 2
    else: a = 0
    return (a
            + 1)
""",
    "conditional lambda": """
def program(a):
    f = (lambda z: z + 1) if a > 0 else (lambda z: z - 1)
    return f(a)
""",
    "None in one branch": """
def program(a):
    b = None
    if a > 0:
        b = a
    return a if b is None else b
""",
    "strings in branches": """
def program(a):
    if a > 0:
        name = "positive"
    else:
        name = "negative"
    return name
""",
    "returns of different shapes": """
def program(a):
    if a > 0:
        return a, 1
    return a
""",
    "append in a loop": """
def program(a):
    xs = []
    for i in range(3):
        xs.append(a * i)
    return xs
""",
    "append under a condition": """
def program(a):
    xs = [1]
    if a > 0:
        xs.append(a)
    return xs
""",
    "dict of functions": """
def program(a):
    table = {"add": lambda z: z + 1, "sub": lambda z: z - 1}
    return table["add"](a) if a > 0 else table["sub"](a)
""",
    "yield from": """
def program(a):
    def inner():
        yield from range(3)
    return sum(inner()) + a
""",
    "import inside": """
def program(a):
    import math
    from math import floor as down
    return math.sqrt(a * a) + down(2.5)
""",
    "type annotations": """
def program(a: "int") -> int:
    b: int
    c: int = 2
    if a > 0:
        b = c
    else:
        b = a
    return b
""",
    "is comparisons": """
def program(a):
    flag = a > 0
    return flag is True, a is None, a is not None
""",
    "integer methods": """
def program(a):
    return divmod(a, 3), pow(a, 2), round(a / 2), abs(-a), int(a), float(a), bool(a)
""",
    "exec'd helper": """
exec("def helper(a):\\n    return a + 1")
def program(a):
    return helper(a) if a > 0 else a
""",
    "deep nesting": """
def program(a):
    if a > 0:
        if a > 1:
            if a > 2:
                if a > 3:
                    if a > 4:
                        return 5
                    return 4
                return 3
            return 2
        return 1
    return 0
""",
    "unreachable code": """
def program(a):
    return a
    a = yield_ = 2
    return a
""",
    "while False and if constants": """
def program(a):
    while False:
        a = 1
    if 0:
        a = 2
    elif True:
        a = a + 3
    return a
""",
    "loop that never runs": """
def program(a):
    for i in []:
        a = i
    for i in range(0):
        a = i
    return a
""",
    "eval and locals": """
def program(a):
    b = 2
    return len(locals()) + a
""",
    "ternary chain": """
def program(a):
    return 1 if a < 0 else 2 if a == 0 else 3 if a < 3 else 4
""",
    "not everything": """
def program(a):
    return not a, not not a, not (a and 0), not [], (a or 5, a and 7)
""",
}
