"""Random programs about objects with several names: in lists, tuples, dicts, attributes, closures and defaults.

In Python all names stand for one object, whichever of them changes it. A program draws from a part of the tables only,
so that its few statements meet one another.
"""

from __future__ import annotations

import textwrap
from random import Random

# ruff: noqa: E501  one table entry per idea

PREAMBLE = """
import copy
from dataclasses import dataclass, field, replace

class P:
    def __init__(self, x, y=0):
        self.x, self.y = x, y
    def move(self, by):
        self.x += by
        return self
    @property
    def double(self):
        return self.x * 2
    @double.setter
    def double(self, value):
        self.x = value / 2

@dataclass
class Team:
    head: object = None
    members: list = field(default_factory=list)
    named: dict = field(default_factory=dict)
    def join(self, p):
        self.members.append(p)
        if self.head is None or p.x > self.head.x:
            self.head = p
        return p
    def swap(self, other):
        self.head, other.head = other.head, self.head

def bump(p, by=1):
    p.x += by
    return p

def larger(p, q):
    if p.x > q.x:
        return p
    return q

def moved(p, by):
    if by > 0:
        p.move(by)
        return p
    return P(p.x, by)
"""

# {p}, {q}: names of objects; {O}, {Q}: any object; {v}, {w}: numbers; {c}: a condition; {i}: an index of `l`, {k}: a
# fresh name; {l}: the number of a loop around, or n; {B}: a block.
NUMBERS = (
    "1", "n", "n", "{l}", "{l}", "{p}.x", "{q}.y", "{O}.x", "{p}.double", "x", "{p}.x + {q}.x", "sum(o.x for o in l)", "max(o.x for o in l)", "len(u.members)", "[o.x for o in l][{i}]", "int({p} is {q})",
    "{p}.x * 2 - {q}.y", "d['a'].x", "t[0].x", "u.head.x", "f().x", "larger({p}, {q}).y", "abs({p}.x - {q}.x)", "2.5",
)  # fmt: skip
TESTS = (
    "n > 1", "n > 1", "n % 2 == 0", "{l} % 2 == 0", "{l} == 1", "{p}.x > 2", "{p}.x > {q}.x", "{p}.y < {v}", "{p} is {q}", "{p} is l[{i}]", "u.head is {p}", "{O}.x > {Q}.x", "any(o.x > 3 for o in l)", "not {p}.y", "{p}.x > 0 and {q}.x < 4", "{p} in l",
)  # fmt: skip
OBJECTS = (
    "{p}", "{p}", "{q}", "P(n)", "P({l}, {v})", "P({v})", "l[{i}]", "l[{i}]", "l[0]", "l[-1]", "t[0]", "t[{l} % 2]", "d['a']", "d['b']", "u.head", "w.head", "f()", "bump({p})", "bump({O}, {v})", "{p}.move({v})", "larger({p}, {q})", "moved({p}, {v})", "u.join({p})",
    "({p} if {c} else {q})", "(l[{i}] if {c} else {p})", "(P({v}) if {c} else {p})", "copy.copy({p})", "copy.deepcopy({O})", "max(l, key=lambda o: o.x)", "min(l, key=lambda o: (o.y, o.x))", "sorted(l, key=lambda o: -o.x)[0]", "next(o for o in l if o.x >= l[0].x)", "[o for o in l][{i}]", "[{p}, {q}][n % 2]", "({p}, {q})[{l} % 2]", "{{0: {p}, 1: {q}}}[n % 2]", "u.named.get('k', {p})", "(lambda o=({p}): o)()", "list(reversed(l))[0]",
)  # fmt: skip
LINES = (
    "{p} = {O}", "{p} = {O}", "{p} = {O}", "{p}.x = {v}", "{p}.x += {v}", "{p}.x += 1", "{p}.y = {v}", "{p}.double = {v}", "{p}.move({v})", "bump({O})", "bump({p}, {v})", "{O}.x += {v}", "{O}.y = {v}", "{p}.x, {q}.x = {q}.x, {p}.x", "{p}, {q} = {q}, {p}", "{p} = {q} = {O}",
    "l[{i}] = {O}", "l[{i}].x += {v}", "l[{i}].y = {v}", "l[0], l[{i}] = l[{i}], l[0]", "l[{i}], {p} = {p}, l[{i}]", "l = [{p}, {q}, {O}]", "l = l[::-1]", "l = l[1:] + l[:1]", "l.sort(key=lambda o: o.x)", "l.append({O})", "l = list(l)", "l.reverse()",
    "t = ({O}, {Q})", "t = (t[1], t[0])", "t[0].x = {v}", "t[n % 2].y += 1", "{p}, {q} = t", "d['a'] = {O}", "d['a'], d['b'] = d['b'], d['a']", "d['b'].x += {v}", "d = {{'a': {O}, 'b': {Q}}}", "d = dict(d)", "e = d\ne['a'] = {O}",
    "u.head = {O}", "u.head.x += {v}", "u.join({O})", "u.swap(w)", "w = u", "w = replace(u)", "w.members = u.members", "w = Team({O}, [{p}])", "u.named['k'] = {O}", "w.named = u.named", "u.members[-1].x += 1", "{p} = u.head", "u.head, w.head = w.head, {O}", "w = copy.copy(u)",
    "def f(o={O}): return o", "f = lambda: {p}", "f().x += {v}", "def g():\n    nonlocal {p}\n    {p} = {O}\ng()", "def g(o, by={v}):\n    o.x += by\n    return o\n{q} = g({O})", "x = {v}", "x += {v}", "x += {p}.x", "for o in l: o.x += {v}", "for o, z in zip(l, (1, n, 2)): o.y = z", "[o.move({v}) for o in l]",
)  # fmt: skip
BLOCKS = (
    "if {c}:\n{B}", "if {c}:\n{B}\nelse:\n{B}", "if {c}:\n    {p} = {O}\nelse:\n    {p} = {Q}", "if {c}:\n    u.head = {O}", "if {c}:\n    l[{i}] = {O}", "if {c}:\n    {p} = {q}\n{B}", "for {k} in range(n):\n{B}", "for {k} in range(n):\n{B}", "for {k} in range(3):\n{B}", "for o in l:\n    if o.x > {v}:\n        {p} = o", "for o in l:\n    if {c}:\n        o.x += {v}",
    "for {k}, o in enumerate(l):\n    o.y = {k}\n{B}", "{k} = 0\nwhile {k} < n:\n    {k} += 1\n{B}", "for {k} in range(n):\n{B}\n    if {c}:\n        break\nelse:\n{B}", "for {k} in range(n + 1):\n    if {c}:\n        continue\n{B}", "for {k} in range(n):\n    {p}.x += {v}\n    {p} = {O}", "for {k} in range(n):\n    l[{k} % 3].x += {v}\n{B}",
    "while {p}.x < 3:\n    {p}.x += 1\n    {q}.y += 1", "try:\n{B}\nfinally:\n    {p}.y += 1", "if {c}:\n    return {R}", "for {k} in range(n):\n{B}\n    if {c}:\n        return {R}", "for {k} in range(n):\n    {p}, {q} = {q}, {O}\n{B}", "match n:\n    case 0 | 1:\n        {p} = {O}\n    case _:\n        {q}.x += {v}",
)  # fmt: skip
_FIRST = {
    "l": "l = [P(1), {p}, P(n, 2)]",
    "t": "t = ({p}, P(n))",
    "d": "d = {{'a': {p}, 'b': P(3)}}",
    "u": "u = Team({p}, [{q}])",
    "w": "w = Team({q})",
    "f": "f = lambda: {q}",
}
_SHOWN = {
    "l": "[(o.x, o.y) for o in l]",
    "t": "t[0].x, t[1].y",
    "d": "d['a'].x, d['b'].x",
    "u": "u.head.x, len(u.members)",
    "w": "w.head.x",
    "f": "f().x",
}
ARGUMENTS = ((3, 1), (0, 2), (2, 2.5), (1, -1))


def generate(random: Random) -> str:
    """The text of one module; it defines `program` of two numbers."""
    write = _Writer(random)
    body = write.block(random.randint(1, 4), 2)
    names = set("".join(c if c.isalnum() else " " for c in body).split())
    made = [name for name in _FIRST if name in names]
    shown = ["a.x, a.y", "b.x", "x", *(_SHOWN[name] for name in made)]
    result = ", ".join(random.sample(shown, random.randint(1, len(shown))))
    first = (
        f"a, b = P(x), {random.choice(('P(n, 1)', 'P(1)', 'P(x)'))}",
        *(write.drawn(_FIRST[name]) for name in made),
    )
    text = "\n".join((*first, body, f"return {result}")).replace("{R}", result)
    return f"{PREAMBLE}\ndef program(n, x):\n{textwrap.indent(text, '    ')}\n"


class _Writer:
    def __init__(self, random: Random) -> None:
        self.random = random
        self.serial = 0
        self.loops = ["n"]
        tables = {"L": LINES, "K": BLOCKS, "O": OBJECTS, "v": NUMBERS, "c": TESTS}
        self.tables = {
            key: random.sample(table, max(3, round(len(table) * random.choice((0.1, 0.25, 1)))))
            for key, table in tables.items()
        }

    def block(self, count: int, depth: int) -> str:
        return "\n".join(self.statement(depth) for _ in range(count))

    def statement(self, depth: int) -> str:
        if not depth or self.random.random() < 0.55:
            return self.drawn(self.random.choice(self.tables["L"]))
        self.serial += 1
        name = f"i{self.serial}"
        template = self.random.choice(self.tables["K"])
        is_counted = template.startswith(("for {k} in range", "{k} = 0"))
        self.loops += [name] * is_counted
        text = self.drawn(template.replace("{k}", name))
        while "{B}" in text:
            inner = self.block(self.random.randint(1, 2), depth - 1)
            start = text.rindex("\n", 0, text.index("{B}")) + 1
            text = text[:start] + textwrap.indent(inner, "    ") + text[start + 3 :]
        if is_counted:
            self.loops.pop()
        return text

    def drawn(self, template: str, depth: int = 2) -> str:
        """A template with its holes filled, but for blocks and results."""
        p, q = self.random.sample(("a", "b"), 2)
        filled = {"p": p, "q": q, "B": "{B}", "R": "{R}", "l": self.random.choice(self.loops)}
        filled["i"] = self.random.choice(("0", "1", "-1", "n % 3", "n % 2", f"{filled['l']} % 3"))
        for hole, (table, plain) in {
            "O": ("O", p),
            "Q": ("O", q),
            "v": ("v", "n"),
            "w": ("v", "1"),
            "c": ("c", "n > 1"),
        }.items():
            if f"{{{hole}}}" in template:
                filled[hole] = self.drawn(self.random.choice(self.tables[table]), depth - 1) if depth else plain
        return template.format(**filled)
