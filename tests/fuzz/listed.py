"""Random programs about lists as a lecturer writes them: grown, cut, sorted, searched, nested, handed to helpers.

Every list has few items, so that nothing grows without end. `hard` programs also give lists second names.
"""

from __future__ import annotations

import textwrap
from random import Random

# ruff: noqa: E501  one table entry per idea

PREAMBLE = """
class Stack:
    def __init__(self, items):
        self.items = items
    def push(self, x):
        self.items.append(x)
    def pop(self):
        return self.items.pop() if self.items else -1
    def size(self):
        return len(self.items)

def total(items):
    t = 0
    for x in items:
        t += x
    return t

def evens(items):
    return [x for x in items if x % 2 == 0]

def put(items, x):
    if x > 0:
        items.append(x)
    return len(items)

def largest(items):
    best = 0
    for i in range(len(items)):
        if items[i] > best:
            best = items[i]
    return best
"""

# {n}, {m}: numbers; {l}, {k}: lists of numbers; {v}, {w}: any number; {c}: a condition; {i}: a fresh name.
NUMBERS = (
    "{n}", "{n}", "{m}", "1", "2", "3", "{n} + {m}", "{n} - 1", "{n} * 2 % 10", "{n} % 3", "abs({n})",
    "len({l})", "len({l})", "sum({l})", "total({l})", "largest({l})", "max({l}, default=0)", "{l}.count({n})", "({l}[0] if {l} else 0)",
    "({l}[-1] if {l} else {n})", "({l}[{n} % len({l})] if {l} else 1)", "sum(x for x in {l} if x > {n})", "sum([x * y for x, y in zip({l}, {k})])",
    "len([x for x in {l} if x % 2])", "min({l} + [{n}])", "({l}.index({n}) if {n} in {l} else -1)", "sum({l}[1:])", "max([{n}, {m}])",
)  # fmt: skip
TESTS = (
    "{n} > {m}", "{n} % 2 == 0", "{n} < 3", "{l}", "not {l}", "len({l}) > 2", "len({l}) < {n}", "{n} in {l}", "{n} not in {l}", "{n} > 0 and {l}",
    "len({l}) == len({k})", "any(x > {n} for x in {l})", "all(x < 5 for x in {l})", "sum({l}) > {n}", "{l} == {k}", "len({l}) > 0 and {l}[0] > {n}",
)  # fmt: skip
LISTS = (
    "[]", "[{v}]", "[{v}, {w}]", "[0] * 3", "[{n}] * 4", "[0] * ({n} % 4)", "{l}[:]", "list({l})", "{l}.copy()", "{l} + [{v}]", "[{v}] + {l}",
    "{l}[1:]", "{l}[:-1]", "{l}[::-1]", "{l}[:{n} % 3]", "{l}[{n} % 3:]", "{l}[::2]", "sorted({l})", "sorted({l}, reverse=True)", "list(reversed({l}))", "[x + 1 for x in {l}]",
    "[x for x in {l} if x > {n}]", "[j * j for j in range({n} % 5)]", "list(range({n} % 4))", "[x + y for x, y in zip({l}, {k})]", "evens({l})",
    "[j + x for j, x in enumerate({l})]", "[x if x > {n} else 0 for x in {l}]", "list(map(lambda x: x * 2, {l}))", "[{l}[j] for j in range(len({l}))]", "[max(x, {n}) for x in {l}]",
)  # fmt: skip
LINES = (
    "{n} = {v}", "{n} = {v}", "{n} += {w} % 5", "{n} = {v} % 10",
    "{l}.append({v})", "{l}.append({v})", "{l}.append({v})", "{l} += [{v}]", "{l}.extend([{v}, {w}])", "{l} = {l} + [{v}]", "{l}.insert(0, {v})", "{l}.insert({n} % 3, {w})",
    "{l} = {L}", "{l} = {L}", "{l}.sort()", "{l}.reverse()", "{l}.sort(reverse=True)", "if {l}:\n    {l}.pop()", "if {l}:\n    {n} = {l}.pop()", "if {l}:\n    {n} = {l}.pop(0)",
    "if {l}:\n    {l}[0] = {v}", "if {l}:\n    {l}[-1] += {w} % 7", "if len({l}) > 1:\n    {l}[0], {l}[1] = {l}[1], {l}[0]", "if {n} in {l}:\n    {l}.remove({n})",
    "if len({l}) > 2:\n    del {l}[1]", "{l}[1:2] = [{v}, {w}]", "{l}[:] = {L}", "del {l}[2:]", "{l}.clear()", "if {l}:\n    {l}[{n} % len({l})] = {v}", "put({l}, {v})", "{n} = put({l}, {w})",
    "{s}.push({v})", "{n} = {s}.pop()", "{n} = {s}.size()", "{s}.items.append({n})", "{d}['x'].append({v})", "{n} = len({d}['x']) + sum({d}['y'])", "{d}['y'] = {L}",
    "{r}.append([{v}, {w}])", "if {r}:\n    {n} = {r}[-1][0]", "if {r}:\n    {r}[0][1] = {v}", "{r} = [[j, {n}] for j in range({n} % 4)]", "{n} = sum(row[1] for row in {r})", "{r}.append([x for x in ({v}, {w})])",
    "{p}.append(({v}, {w}))", "for x, y in {p}:\n    {n} = (x + y) % 10", "if {p}:\n    {n}, {m} = {p}.pop()", "if {p} and {p}[-1][0] == {n}:\n    {p}[-1] = ({n}, {p}[-1][1] + 1)",
    "{l}, {k} = {L}, [{v}]", "{n}, {m} = {m}, {n}", "print(len({l}), {n})",
)  # fmt: skip
BLOCKS = (
    "if {c}:\n{B}", "if {c}:\n{B}", "if {c}:\n{B}\nelse:\n{B}", "if {c}:\n{B}\nelif {t}:\n{B}\nelse:\n{B}",
    "for {i} in range({n} % 4):\n{B}", "for {i} in range({n} % 4):\n{B}", "for {i} in range(3):\n{B}", "for {i} in {l}[:]:\n{B}", "for {i} in list({l}):\n{B}", "for {i}, {m} in enumerate({l}[:3]):\n{B}",
    "for {i}, {m} in zip({l}[:3], {L}):\n{B}", "for {i} in range(len({l})):\n{B}", "for {i} in range(2):\n{B}\n    if {c}:\n        break", "for {i} in range({n} % 5):\n    if {c}:\n        continue\n{B}",
    "k{i} = 0\nwhile k{i} < {n} % 5:\n    k{i} += 1\n{B}", "while {l} and {c}:\n    {n} = {l}.pop()", "while len({l}) > 2:\n    {k}.append({l}.pop(0))", "while len({l}) < 4:\n    {l}.append({w})",
    "for {i} in range({n} % 4):\n{B}\n    if {c}:\n        return {R}", "for {i} in range(len({l}) - 1):\n    if {l}[{i}] > {l}[{i} + 1]:\n        {l}[{i}], {l}[{i} + 1] = {l}[{i} + 1], {l}[{i}]",
    "for x in {l}:\n    if x not in {k}:\n        {k} = {k} + [x]",
)  # fmt: skip
ALIASES = (
    "{l} = {k}", "{d}['x'] = {l}", "{s}.items = {l}", "{r}.append({l})", "{l} = {d}['x']", "{l} = {s}.items", "{s} = Stack({l})", "if {r}:\n    row = {r}[0]\n    row.append({v})",
    "{r} = [[{v}, {w}]] * 2", "{r} = [{l}, {k}]", "{k} = {l}\n{k}.append({v})", "{l}.append({l}.pop())", "{r} = [[0] * 2 for j in range(3)]\n{r}[{n} % 3][1] = {v}", "{l}.extend({l}[:2])",
)  # fmt: skip
NAMES = {"n": ("a", "b", "c"), "l": ("l", "out", "given"), "s": ("s",), "d": ("d",), "r": ("rows",), "p": ("pairs",)}
ARGUMENTS = (
    (3, 2, [3, 1, 2]),
    (0, 0, [0, 0, 0]),
    (5, 1, [1, 1, 4]),
    (-1, 4, [-2, 7, 7]),
    (2, -3, [9, 8, 2]),
)
_RESULTS = ("a, b, c", "l, out", "rows, pairs", "d, a", "s.items, given[:]", "out", "len(l), out")


def generate(random: Random, *, hard: bool = False) -> str:
    """The text of one module; it defines `program` of two numbers and a list of three.

    Args:
        random: where all choices come from.
        hard: write also what gives lists second names, which may be refused.
    """
    result = ", ".join(random.sample(_RESULTS, 2))
    write = _Writer(random, result, hard=hard)
    first = [
        "c = 1",
        *("given = given[:]" for _ in range(random.random() < 0.7)),
        f"l = {random.choice(('[]', '[a, b]', '[a]', '[1, 2, 3]', 'list(given)'))}",
        f"out = {random.choice(('[]', '[]', '[b]', '[0] * 3'))}",
    ]
    body = write.block(random.randint(2, 5), 2)
    needed = {
        "s": f"s = Stack({random.choice(('[]', '[a, 2]'))})",
        "d": "d = {'x': [], 'y': [b]}",
        "rows": f"rows = {random.choice(('[]', '[[a, b]]', '[[1, 2], [3, 4]]'))}",
        "pairs": f"pairs = {random.choice(('[]', '[(a, b)]'))}",
    }
    names = set("".join(c if c.isalnum() else " " for c in f"{body} {result}").split())
    text = "\n".join((*first, *(line for name, line in needed.items() if name in names), body, f"return {result}"))
    return f"{PREAMBLE}\ndef program(a, b, given):\n{textwrap.indent(text, '    ')}\n"


class _Writer:
    def __init__(self, random: Random, result: str, *, hard: bool) -> None:
        self.random = random
        self.result = result
        self.hard = hard
        self.serial = 0

    def block(self, count: int, depth: int) -> str:
        return "\n".join(self.statement(depth) for _ in range(count))

    def statement(self, depth: int) -> str:
        if self.hard and self.random.random() < 0.2:
            return self.fill(self.random.choice(ALIASES))
        if not depth or self.random.random() < 0.6:
            return self.fill(self.random.choice(LINES))
        self.serial += 1
        text = self.fill(self.random.choice(BLOCKS), i=f"i{self.serial}")
        while "{B}" in text:
            inner = self.block(self.random.randint(1, 2), depth - 1)
            text = text.replace("{B}", textwrap.indent(inner, "    "), 1)
        return text

    def fill(self, template: str, **names: str) -> str:
        """A template with its holes filled, blocks left open."""
        n, m = self.random.sample(NAMES["n"], 2)
        items, others = self.random.sample(NAMES["l"], 2)
        names |= {"n": n, "m": m, "l": items, "k": others, "B": "{B}", "R": self.result}
        names |= {letter: NAMES[letter][0] for letter in "sdrp"}
        holes = {"v": NUMBERS, "w": NUMBERS, "L": LISTS, "c": TESTS, "t": TESTS}
        names |= {hole: self.drawn(templates) for hole, templates in holes.items()}
        return template.format(**names)

    def drawn(self, templates: tuple[str, ...]) -> str:
        n, m = self.random.sample(NAMES["n"], 2)
        items, others = self.random.sample(NAMES["l"], 2)
        v, w = (self.random.choice((n, m, "1", f"{n} + 1", f"len({items})")) for _ in range(2))
        return self.random.choice(templates).format(n=n, m=m, l=items, k=others, v=v, w=w)
