"""Random programs about lists of lists whose rows have names: stored, read, changed through either name, handed on.

In Python a row and its name are one list. Each program draws from a part of the tables only, so that its few statements
meet one another.
"""

from __future__ import annotations

import textwrap
from random import Random

# ruff: noqa: E501  one table entry per idea

PREAMBLE = """
class Board:
    def __init__(self, rows):
        self.rows = rows
        self.last = [0, 0]
    def add(self, row):
        self.rows.append(row)
        self.last = row
    def top(self):
        return self.rows[-1]

def bump(row):
    row[0] += 1
    return row

def put(rows, row):
    rows.append(row)
    return row

def swap(rows, i, j):
    rows[i], rows[j] = rows[j], rows[i]

def clear(row, k):
    for i in range(k):
        row[i % 2] = 0

def first(rows):
    return rows[0]

def largest(rows):
    best = rows[0]
    for row in rows:
        if row[0] > best[0]:
            best = row
    return best
"""

# {m}, {q}: lists of rows; {r}, {s}: rows; {i}, {j}: indices; {v}, {w}: numbers; {R}, {S}: any row; {T}: any list of
# rows; {c}: a condition; {k}: a fresh name; {B}: a block.
INDICES = ("0", "0", "1", "-1", "-1", "n", "n - 1", "n % 3", "len({m}) - 1", "{l}", "{l} % 3")
NUMBERS = (
    "1", "7", "n", "n", "{l}", "x", "{r}[0]", "{s}[1]", "{m}[0][0]", "{m}[{i}][1]", "len({m})", "{r}[0] + {s}[1]", "{r}[n % 2]",
    "sum({r})", "sum(row[0] for row in {m})", "max([row[1] for row in {m}], default=0)", "len([row for row in {m} if row[0] > n])", "2.5", "int({r} in {m})", "largest({m})[1]",
)  # fmt: skip
TESTS = (
    "n > 1", "n > 1", "n % 2 == 0", "{l} % 2 == 0", "{l} == 1", "{r}[0] > 2", "{m}[0][0] > 2", "{m}[{i}][1] < {v}", "len({m}) > 3", "{r} == {s}", "{r} in {m}", "{m}[0] == {r}",
    "{r} is {s}", "{m}[0] is {r}", "{r} != {m}[-1]", "{r}[0] > {s}[0] and n > 1", "{m} == {q}", "any(row[0] > 3 for row in {m})", "True", "x > 2", "not {r}[0]",
)  # fmt: skip
ROWS = (
    "{r}", "{r}", "{s}", "[n, 1]", "[{l}, 2]", "[{v}, {w}]", "{m}[{i}]", "{m}[{i}]", "{m}[-1]", "list({r})", "{r}[:]", "[{r}[0] + 1, {r}[1]]", "list({m}[{i}])", "[v + 1 for v in {r}]", "sorted({r})", "{r}[::-1]",
    "bump({r})", "first({m})", "largest({m})", "put({m}, {r})", "b.last", "b.top()", "b.rows[{i}]", "d['a']", "p[0]", "p[n % 2]", "({r} if {c} else {s})", "[{v}] * 2", "{m}.pop()", "{m}.pop({i})", "{m}[{i}] if {c} else [0, n]",
    "max({m})", "min({m})", "g[0][{i}]", "g[n % 2][0]", "{r}.copy()", "[1.5, n]", "[True, n > 1]", "[0] * 2", "sorted({m})[0]", "[row for row in {m}][{i}]", "{m}[1:][0]", "copy.deepcopy({r})",
)  # fmt: skip
TABLES = (
    "{m}", "{q}", "{m}[:]", "list({m})", "{m}[1:]", "{m}[:2]", "{m}[::-1]", "sorted({m})", "[row for row in {m}]", "[row[:] for row in {m}]", "[list(row) for row in {m}]", "[[v + 1 for v in row] for row in {m}]", "[{r}]", "[{r}, {s}]",
    "{m} + [{r}]", "{m} + {q}", "[row for row in {m} if row[0] > n]", "[[n, j] for j in range(3)]", "[[j, n] for j in range(n + 2)]", "[{r} for j in range(3)]", "[[0, n]] * 2", "b.rows", "[]", "list(reversed({m}))", "{m}[::-1]", "[*{m}, {r}]", "heapq.nsmallest(2, {m})", "{m}.copy()",
    "g[0]", "g[n % 2]", "[[0] * 2 for j in range(n)]", "list(d.values())", "list(p)", "[a for a, z in zip({m}, {q})]", "copy.deepcopy({m})", "copy.copy({m})", "[{m}[j] for j in range(len({m}))]", "sorted({m}, key=lambda row: row[1])",
)  # fmt: skip
LINES = (
    "{m}.append({R})", "{m}.append({R})", "{m}.append({R})", "{r} = {R}", "{r} = {R}", "{r} = {R}", "{r}[{e}] = {v}", "{r}[{e}] += {v}", "{r}[{e}] += 1", "{m}[{i}][{e}] = {v}", "{m}[{i}][{e}] += {v}", "{m}[{i}][{e}] += 1",
    "{m}[{i}] = {R}", "{m}[{i}] = {r}", "{r} = {m}.pop()", "{r} = {m}.pop({i})", "{m}.pop({i})", "del {m}[{i}]", "del {m}[0]", "{m}.insert({i}, {R})", "{m}.insert(0, {r})", "{m}.reverse()", "{m}.sort()", "{m}.clear()", "{m}.extend({T})", "{m} += [{R}]",
    "{m} = {T}", "{q} = {T}", "{q} = {T}", "{q} = {m}", "{m}[1:] = {T}", "{m}[:] = {T}", "{m}[{i}], {m}[{j}] = {m}[{j}], {m}[{i}]", "{m}[{i}], {m}[{j}] = {m}[{j}], {m}[{i}]", "{r}, {s} = {s}, {r}", "{r}, {s} = {m}[{i}], {m}[{j}]",
    "{r} = list({r})", "{r}, *rest = {m}", "x = {v}", "x += {v}", "x += {r}[0]", "bump({r})", "bump({m}[{i}])", "{r} = bump({s})", "put({m}, {R})", "{r} = put({m}, {R})", "swap({m}, {i}, {j})", "clear({r}, n)", "clear({m}[{i}], n)", "bump(largest({m}))",
    "b.add({R})", "b.last[0] = {v}", "b.rows[{i}][{e}] = {v}", "b.top()[0] += 1", "b.last = {R}", "b = Board({T})", "b.rows.append({R})", "b.rows = {T}", "{r} = b.last",
    "d['a'] = {R}", "d['b'] = {R}", "d['a'][0] += 1", "d['b'].append({v})", "{r} = d['b']", "{m}.append(d['a'])", "d = {{'a': {R}, 'b': {S}}}", "d['a'], d['b'] = d['b'], d['a']", "d['b'] = d['a']",
    "p = ({R}, {S})", "p[0][1] = {v}", "{r}, {s} = p", "{m}.append(p[1])", "p[n % 2][0] = {v}",
    "g = [{T}, {T}]", "g.append({T})", "g[0][{i}][{e}] = {v}", "g[n % 2][0][0] += 1", "g[0].append({R})", "g[0] = {T}", "{m} = g[0]", "{m} = g[-1]", "{r} = g[0][{i}]", "g[0][{i}] = {R}", "g[0], g[1] = g[1], g[0]",
    "{m}[0] = {m}[-1]", "{m}[{i}] = {m}[{j}]", "{m}[{i}] = list({m}[{j}])", "{r} = {s} = {R}", "{r} += [{v}]", "{r}.append({v})", "{r}.reverse()", "{r}.sort()", "{r}[:] = [{v}, {w}]", "{r}[:] = {s}", "{r}[0], {r}[1] = {r}[1], {r}[0]", "{m}.remove({r})",
    "heapq.heappush({m}, {R})", "{r} = heapq.heappop({m})", "heapq.heapify({m})", "{r} = heapq.heapreplace({m}, {R})", "{m}.extend({m})", "{m} += {m}[:1]", "{m} = list(deque({m}))", "{m}[:1] = {T}", "{m}[{i}], {m}[0] = {m}[0], {m}[{i}]", "{r} = {m}.pop(0)", "{m}.append({m}.pop(0))",
    "u = deque({T})\nu.rotate(n)\n{r} = u.popleft()", "u = [(x, {r}), (n, {R})]\nu.append((1, {s}))\n_, {r} = u.pop()", "u = [(row[0], row) for row in {m}]\n_, {r} = u[n - 1]", "u = ({r}, {s})[n % 2]\nu[{e}] += {v}", "{r} = [{r}, {s}][n - 1]",
)  # fmt: skip
BLOCKS = (
    "if {c}:\n{B}", "if {c}:\n{B}", "if {c}:\n{B}\nelse:\n{B}", "if {c}:\n{B}\nelif {c}:\n{B}\nelse:\n{B}", "if {c}:\n    {r} = {R}\nelse:\n    {r} = {S}", "if {c}:\n    {m}.append({R})",
    "for {k} in range(n):\n{B}", "for {k} in range(n):\n{B}", "for {k} in range(3):\n{B}", "for {k} in range(len({m})):\n{B}", "for {r} in {m}:\n{B}", "for t in {m}:\n{B}", "for t in {m}:\n    t[{e}] += {v}", "for t in {m}:\n    if t[0] > n:\n        {r} = t",
    "for t in {m}[:]:\n{B}", "for {k}, t in enumerate({m}):\n{B}", "for t, u in zip({m}, {q}):\n    t[0], u[1] = u[1], t[0]", "for {k}, z in {m}:\n    x += {k}", "for {k} in range(n):\n{B}\n    if {c}:\n        break", "for {k} in range(n + 1):\n    if {c}:\n        continue\n{B}",
    "{k} = 0\nwhile {k} < n:\n    {k} += 1\n{B}", "while len({m}) > 2:\n    {r} = {m}.pop()\n    {r}[0] += 1", "while len({m}) < 4:\n    {m}.append([{v}, {w}])", "for t in {m}:\n    if len({q}) < 9:\n        {q}.append(t)", "for {k} in range(n):\n{B}\n    if {c}:\n        return {O}", "if {c}:\n    return {O}",
    "for {k} in range(n):\n    {r} = [{k}, {v}]\n    {m}.append({r})\n{B}", "for t in {m}:\n    for {k} in range(2):\n        t[{k}] += {v}", "for {k} in range(len({m}) - 1):\n    if {m}[{k}][0] > {m}[{k} + 1][0]:\n        {m}[{k}], {m}[{k} + 1] = {m}[{k} + 1], {m}[{k}]",
    "for {k} in range(len({m})):\n    for z in range(2):\n        {m}[{k}][z] = {k} + z + n", "for t in g[0]:\n{B}", "for t in d.values():\n    t[0] += 1", "for t in p:\n    t[1] = n", "for t in b.rows:\n{B}", "while {r}[0] < 3:\n    {r}[0] += 1\n    {m}[{i}][1] += {v}",
)  # fmt: skip
_RESULTS = ("m", "q", "r", "s", "x", "m[0]", "q[:]", "len(m)", "(r, s)")
_AT_HAND = {"b": "b.rows, b.last", "d": "d", "p": "p", "g": "g"}
_GROW = (".append(", ".insert(", ".extend(", ".add(", "push(", "put(", "[:] =", "[1:] =", "[:1] =", "m += ", "q += ")
ARGUMENTS = (
    ([[1, 2], [3, 4], [5, 6]], 1),
    ([[1, 2], [3, 4], [5, 6]], 2),
    ([[4, 1], [0, 3], [2, 2]], 0),
    ([[1.5, 2.0], [0.5, 4.0], [2.5, 0.0]], 2),
    ([[True, False], [False, False], [True, True]], 1),
)


def generate(random: Random) -> str:
    """The text of one module; it defines `program` of a list of three rows of two numbers, and a number.

    Args:
        random: where all choices come from.
    """
    write = _Writer(random)
    body = write.block(random.randint(2, 5), 2)
    needed = {
        "b": f"b = Board({write.drawn(random.choice(('m', '[[1, n]]', '[]', 'm[:]')))})",
        "d": "d = {'a': [n, 0], 'b': r}",
        "p": f"p = ({random.choice(('r', 's', 'm[0]'))}, [0, n])",
        "g": f"g = [{random.choice(('m', '[[1, n]]'))}, [[0, 0], [n, 5]]]",
    }
    first = [
        *random.choice(((), (), ("m = [[1, 2], [3, 4], [5, n]]",), ("m = [[k, n] for k in range(3)]",), ("m = [[k, 0] for k in range(n + 2)]",), ("m = [[k, n - k] for k in range(n + 3)]",))),
        f"r = {random.choice(('[0, 1]', 'm[0]', 'm[n % 2]', '[n, n]', '[1, 2]'))}",
        f"s = {random.choice(('[1, 1]', 'r', 'm[-1]', '[n, 2]'))}",
        f"q = {random.choice(('m', '[]', '[[0, 0]]', '[r]', '[[n, n], [2, 1]]', 'm[:]'))}",
        "x = 0",
    ]  # fmt: skip
    names = set("".join(c if c.isalnum() else " " for c in body).split())
    lines = (*first, *(line for name, line in needed.items() if name in names), body, f"return {write.result(names)}")
    text = "\n".join(lines).replace("{O}", write.result(names))
    return f"import copy, heapq\nfrom collections import deque\n{PREAMBLE}\ndef program(m, n):\n{textwrap.indent(text, '    ')}\n"


class _Writer:
    def __init__(self, random: Random) -> None:
        self.random = random
        self.serial = 0
        self.walks = 0  # how many loops around walk over a list itself
        self.loops = ["n"]  # the numbers of the loops around
        tables = {"L": LINES, "K": BLOCKS, "R": ROWS, "T": TABLES, "v": NUMBERS, "c": TESTS}
        self.tables = {key: self._some(table) for key, table in tables.items()}

    def _some(self, table: tuple[str, ...]) -> list[str]:
        """A part of a table: the same ideas meet in one program."""
        return self.random.sample(table, max(4, round(len(table) * self.random.choice((0.15, 0.3, 1)))))

    def result(self, names: set[str]) -> str:
        """What is returned: several names, not always all."""
        found = [*self.random.sample(_RESULTS, self.random.randint(1, 5))]
        return ", ".join((*found, *(text for name, text in _AT_HAND.items() if name in names)))

    def block(self, count: int, depth: int) -> str:
        return "\n".join(self.statement(depth) for _ in range(count))

    def statement(self, depth: int) -> str:
        """A statement; none that makes a list longer in a walk over one, which might have no end."""
        text = self._statement(depth)
        return "x += 1" if self.walks and any(word in text for word in _GROW) else text

    def _statement(self, depth: int) -> str:
        if not depth or self.random.random() < 0.6:
            return self.drawn(self.random.choice(self.tables["L"]))
        self.serial += 1
        name = f"i{self.serial}"
        template = self.random.choice(self.tables["K"])
        is_counted = template.startswith(("for {k} in range", "{k} = 0"))
        self.loops += [name] * is_counted
        text = self.drawn(template.replace("{k}", name))
        is_live = template.startswith("for") and "{B}" in text and not is_counted and "[:]" not in template
        self.walks += is_live
        while "{B}" in text:
            inner = self.block(self.random.randint(1, 2), depth - 1)
            text = text.replace("{B}", textwrap.indent(inner, "    "), 1)
        self.walks -= is_live
        if is_counted:
            self.loops.pop()
        return text

    def drawn(self, template: str, depth: int = 2) -> str:
        """A template with its holes filled, but for blocks and results."""
        m, q = self.random.sample(("m", "q") if self.random.random() < 0.8 else ("q", "m"), 2)
        r, s = self.random.sample(("r", "s"), 2)
        filled = {"m": m, "q": q, "r": r, "s": s, "B": "{B}", "O": "{O}", "l": self.random.choice(self.loops)}
        filled["e"] = self.random.choice(("0", "0", "1", "1", "-1", "n % 2"))
        plain = {"R": "[n, 1]", "S": "[1, n]", "T": "m[:]", "v": "n", "w": "1", "c": "n > 1", "i": "0", "j": "1"}
        for hole, fallback in plain.items():
            if f"{{{hole}}}" in template:
                filled[hole] = self.drawn(self.random.choice(self._for(hole)), depth - 1) if depth else fallback
        return template.format(**filled)

    def _for(self, hole: str) -> list[str] | tuple[str, ...]:
        return INDICES if hole in "ij" else self.tables[{"S": "R", "w": "v"}.get(hole, hole)]
