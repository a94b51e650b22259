"""Odd but valid functions, drawn at random: constructs that lecturers type and converters forget, mixed without care.

Each program has a result, or one refusal that its reader can use. Programs may well raise in Python.
"""
# ruff: noqa: E501  one table entry per idea

from __future__ import annotations

import textwrap
from random import Random

PREAMBLE = """
import contextlib, dataclasses, functools, math, operator
import numpy as np
import jax.numpy as jnp

def twice(f):
    @functools.wraps(f)
    def inner(*args, **kwargs):
        return f(*args, **kwargs) * 2
    return inner

def scaled(by=1, *, plus=0):
    def decorate(f):
        return lambda *args: f(*args) * by + plus
    return decorate

def helper(x, /, y=2, *rest, k=3, **more):
    if x > y:
        return x - y
    for r in rest:
        x += r
    return x + k + len(more)

def checked(x):
    if x < -1:
        raise ValueError(f"too small: {x}")
    return x + 1

def items(n):
    for i in range(n):
        yield i

@dataclasses.dataclass
class Point:
    x: object
    y: int = 2
    def norm(self):
        return self.x * self.x + self.y * self.y
    @property
    def double(self):
        return self.x * 2 if self.x > 0 else self.x
    @staticmethod
    def origin():
        return Point(0, 0)
    @classmethod
    def at(cls, x):
        return cls(x)
    def __add__(self, other):
        return Point(self.x + other.x, self.y + other.y)

class Counter:
    total = 0
    def __init__(self, start):
        self.n = start
    def __call__(self, by):
        if by > 0:
            self.n += by
        return self.n
    def __enter__(self):
        return self
    def __exit__(self, *_):
        self.n += 1

TABLE = {"a": 1, "b": 2}
"""

NAMES = ("a", "b", "c", "größe", "x1", "ﬁ")  # the last is normalised by Python
TESTS = (
    "{0} > {1}", "0 < {0} <= {1}", "not {0} > 1", "{0} > 0 and {1} < 3", "{0} == 1 or {1} != 2", "{0} in (1, 2)",
    "(t := {0} + 1) > {1}", "{0} % 2 == 0", "{0} is None", "bool({0})", "{0}", "isinstance({0}, (int, float, np.number, np.bool_))", "True", "callable({0})",
)  # fmt: skip
VALUES = (
    "{0} + 1", "{0} * {1}", "-{0}", "{0} // 2", "{0} % 3", "abs({0})", "max({0}, {1})", "min({0}, 1, {1})", "1", "2.5", "True", "None",
    "({0} if {2} else {1})", "(lambda z: z + {1})({0})", "(lambda z, *w, k={1}: z + k)({0})", "helper({0})", "helper({0}, {1}, 3, k=1, z=2)",
    "helper(*({0}, {1}))", "helper({0}, **{{'k': 4}})", "checked({0})", "sum(i * {0} for i in range(3))", "sum([{0}, {1}])", "len([{0}, {1}])",
    "[{0}, {1}][0]", "({0}, {1})[-1]", "{{'k': {0}}}['k']", "TABLE['a'] + {0}", "Point({0}).norm()", "Point.at({0}).double", "(Point({0}) + Point(1)).x",
    "functools.partial(helper, {0})({1})", "math.floor({0} / 2)", "int({0})", "float({0})", "round({0} / 3)", "divmod({0}, 3)[1]", "pow({0}, 2)",
    "functools.reduce(lambda p, q: p + q, [{0}, {1}, 1])", "np.abs({0})", "jnp.where({0} > 0, {0}, {1})", "operator.add({0}, {1})",
    "(w := {0} + 2)", "[i + {0} for i in range(3) if i != 1][-1]", "{0} ** 2", "{0} & 1", "~{0}", "{0} << 1", "sum(items(3)) + {0}",
    "next(iter([{0}, {1}]))", "list(map(lambda z: z + 1, [{0}]))[0]", "sorted([{0}, {1}])[0]", "any([{0} > 1, {1} > 1])", "all(z > 0 for z in ({0}, {1}))",
    "len(f'{{{0}}}')", "str({0})", "{0} < {1}", "getattr(Point({0}), 'x')", "(yield_ := {0})", "Counter({0})({1})",
    "reversed([1, {0}]).__next__()", "(*({0}, 1), 2)[0]", "dict(k={0})['k']", "dict([('k', {0})])['k']", "[*range(3), {0}][-1]", "{{**TABLE, 'c': {0}}}['c']",
)  # fmt: skip
LINES = (
    "{n} = {v}", "{n} += {v}", "{n}: int = {v}", "{n} = {m} = {v}", "{n}, {m} = {m}, {v}", "{n}, *rest = [{v}, 1, 2]", "({n}, [{m}, *_]) = {v}, [1, 2]",
    "d = {{'k': {n}}}; d['k'] += {v}; {n} = d['k']", "l = [{n}, 1]; l[0] = {v}; {n} = l[0]", "l = [1]; l.append({v}); {n} = l[-1]", "l = []\nl += [{v}]\n{n} = l.pop()",
    "p = Point({v})\np.x = p.x + 1\n{n} = p.x", "assert {t}, f'{{{n}}} fails'", "assert {n} > -100", "print({n}, end=' ')", "print(f'{{{n}}}', {m}, sep='\\t')", "pass", "...",
    "'a string'", "{n} = {v}; {m} = {n}", "if {t}: {n} = {v}", "if {t}: pass\nelse: {n} = {v}", "del {n}\n{n} = {v}", "{n} = \\\n    {v}", "{n} = (\n  {v}\n)  # end",
    "global TOTAL\nTOTAL = {v}", "def f(z=1): return z + {n}\n{n} = f()", "f = lambda: {n}\n{n} = {v}\n{n} = f()", "import math as mm\n{n} = mm.floor(2.5) + {n}",
    "class Local:\n    k = {n}\n    def get(self): return self.k\n{n} = Local().get()", "@twice\ndef g(z): return z + {n}\n{n} = g({m})",
    "@scaled(2, plus=1)\n@twice\ndef g(z):\n    return z if z > 0 else -z\n{n} = g({n})", "def g():\n    nonlocal {n}\n    {n} = {n} + 1\n    return {n}\n{m} = g()",
    "async def later(): return {n}", "def gen():\n    yield {n}\n    yield from (1, 2)\n{n} = sum(gen())", "s = {{1, 2}}; s.add(3); {n} += len(s)", "{n} = {v} if {t} else {v2}",
    "x = np.array([1, 2])\nx[0] = 5\n{n} += x[0]", "v = np.arange(3)\nv[1] = {n}\n{n} = v.sum()", "v = jnp.arange(4)\n{n} = v[1:3].sum() + {n}", "{n} = TABLE.get('a') + {n}",
    "setattr(Counter, 'total', 1)", "if {t}: raise ValueError('stop', {n})", "if {n} > 50: raise KeyError({n}) from None", "eval('1')", "return {v}",
)  # fmt: skip
BLOCKS = (
    "if {t}:\n{B}", "if {t}:\n{B}\nelse:\n{B}", "if {t}:\n{B}\nelif {t2}:\n{B}\nelse:\n{B}", "for i in range(3):\n{B}", "for i in range({n}):\n{B}\n    if i > 4: break", "for i, j in enumerate([1, 2]):\n{B}",
    "for i in range(4):\n    if i == {n}: continue\n{B}", "for i in range(4):\n{B}\n    if i == {n}: break\nelse:\n    {n} = -1", "{k} = 3\nwhile {k} > 0:\n    {k} -= 1\n{B}", "{k} = 0\nwhile {k} < {n} and {k} < 5:\n    {k} += 1\n{B}",
    "{k} = 0\nwhile True:\n    {k} += 1\n    if {k} > 3 or {n} == {k}: break\n{B}", "with contextlib.nullcontext({n}) as {m}:\n{B}", "with Counter({n}) as cm, contextlib.suppress(ZeroDivisionError):\n{B}", "try:\n{B}\nfinally:\n    {n} = 1",
    "try:\n{B}\nexcept ValueError as error:\n    {n} = 7", "try:\n{B}\nexcept (KeyError, TypeError):\n    {n} = 8\nelse:\n    {m} = 2\nfinally:\n    pass", "match {n}:\n    case 1:\n        {n} = 5\n    case int() | float() if {t}:\n    {B4}\n    case _:\n        pass",
    "match ({n}, 2):\n    case (y, 2):\n        {n} = y\n    case [*rest]:\n        pass", "def inner(z):\n    {n} = z\n{B}\n    return {n}\n{n} = inner({m})", "for {n} in (1, 2, 3):\n{B}", "for i in jnp.arange(3):\n{B}", "for k in TABLE:\n{B}",
    "for i in items(2):\n{B}", "if (\n    {t}\n    ):\n{B}", "if {t}:\n\tif {t2}:\n\t\t{n} = 3",
)  # fmt: skip


def generate(random: Random) -> str:
    """The text of one odd module; it defines `program` of one argument."""
    writer = _Writer(random)
    body = writer.block(random.randint(2, 5), 2)
    first = [f"{name} = {random.choice(('a', '1', '2.5', 'a + 1'))}" for name in NAMES[1:]]
    head = random.choice(
        (
            "def program(a):",
            "def program(a, *args, **kwargs):",
            "def program(a, /, flag=True):",
            "def program(a : int)->object :",
        )
    )
    result = random.choice(("{n}", "{n}, {m}", "[{n}, 1]", "{{'r': {n}}}")).format(n=writer.name(), m=writer.name())
    text = "\n".join((*first, body, f"return {result}"))
    if random.random() < 0.1:
        text = f'"""A docstring\nat column 0."""\n{text}'
        text = text.replace("\n", "\n    ").replace("\n    at column", "\nat column")
        return f"{PREAMBLE}\n{head}\n    {text}\n"
    return f"{PREAMBLE}\n{head}\n{textwrap.indent(text, '    ')}\n"


class _Writer:
    def __init__(self, random: Random) -> None:
        self.random = random
        self.serial = 0

    def name(self) -> str:
        return self.random.choice(NAMES)

    def value(self, depth: int = 1) -> str:
        pick = self.name if depth == 0 or self.random.random() < 0.6 else lambda: f"({self.value(depth - 1)})"
        return self.random.choice(VALUES).format(pick(), pick(), self.test())

    def test(self) -> str:
        return self.random.choice(TESTS).format(self.name(), self.name())

    def fill(self, template: str, **more: str) -> str:
        named: dict[str, str] = {
            "n": self.name(),
            "m": self.name(),
            "v": self.value(),
            "v2": self.value(0),
            "t": self.test(),
            "t2": self.test(),
        }
        self.serial += 1
        return template.format(k=f"k{self.serial}", **named, **more)

    def block(self, count: int, depth: int) -> str:
        return "\n".join(self.statement(depth) for _ in range(count))

    def statement(self, depth: int) -> str:
        if depth == 0 or self.random.random() < 0.55:
            return self.fill(self.random.choice(LINES))
        template = self.random.choice(BLOCKS)
        for hole, indent in (("{B4}", "    "), ("{B}", "")):
            while hole in template:
                inner = textwrap.indent(self.block(self.random.randint(1, 2), depth - 1), "    ")
                text = textwrap.indent(inner, indent).replace("{", "{{").replace("}", "}}")
                template = template.replace(hole, text[len(indent) :] if indent else text, 1)
        return self.fill(template)
