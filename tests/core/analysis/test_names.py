"""Names that code reads, writes, captures and declares in its own scope."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from nbgraph.core.analysis.names import Names, free_names, names

CASES = {
    "a = b": Names(reads=frozenset("b"), writes=frozenset("a")),
    "a += b": Names(reads=frozenset("ab"), writes=frozenset("a")),
    "v[i] = x": Names(reads=frozenset("vix")),
    "v[i] += x": Names(reads=frozenset("vix")),
    "o.a = x": Names(reads=frozenset("ox")),
    "del a": Names(reads=frozenset("a"), writes=frozenset("a")),
    "(a, [b, *c]) = d": Names(reads=frozenset("d"), writes=frozenset("abc")),
    "import a.b, c as d": Names(writes=frozenset("ad")),
    "from a import b": Names(writes=frozenset("b")),
    "with a as b: pass": Names(reads=frozenset("a"), writes=frozenset("b")),
    "for a in b: c": Names(reads=frozenset("bc"), writes=frozenset("a")),
    "global a\na = 1": Names(writes=frozenset("a"), declared=frozenset("a")),
    "f = lambda a, b=c: a + d": Names(reads=frozenset("cd"), writes=frozenset("f"), captured=frozenset("d")),
    "def f(a=b): return a + c": Names(reads=frozenset("bc"), writes=frozenset("f"), captured=frozenset("c")),
    "class C(b): a = d": Names(reads=frozenset("bd"), writes=frozenset("C"), captured=frozenset("d")),
    "[a + b for a in c]": Names(reads=frozenset("bc")),
    "(a + b for a in c)": Names(reads=frozenset("bc"), captured=frozenset("bc")),
    "[b := a for a in c]": Names(reads=frozenset("c"), writes=frozenset("b"), unsure=frozenset("b")),
    "(a := b) and (c := d)": Names(reads=frozenset("bd"), writes=frozenset("ac"), unsure=frozenset("c")),
    "(a := b) if p else c": Names(reads=frozenset("bpc"), writes=frozenset("a"), unsure=frozenset("a")),
    "a < (b := c) < (d := e)": Names(reads=frozenset("ace"), writes=frozenset("bd"), unsure=frozenset("d")),
    "p and (a := b)\na = 1": Names(reads=frozenset("pb"), writes=frozenset("a")),
    "try: a\nexcept E as e: b": Names(reads=frozenset("aEb")),
    "try: a = 1\nexcept E as e: b = e": Names(reads=frozenset("E"), writes=frozenset("ab")),
    "match a:\n case [b, *c]: pass\n case {1: d, **e}: pass": Names(reads=frozenset("a"), writes=frozenset("bcde")),
}


@pytest.mark.parametrize(("code", "expected"), CASES.items(), ids=CASES.keys())
def test_names(code: str, expected: Names) -> None:
    assert names(*ast.parse(code).body) == expected


@pytest.mark.parametrize(
    ("code", "free"),
    [
        ("def f(a, *b, c, **d): return a + b + c + d + e", "e"),
        ("def f():\n a = 1\n def g(): return a + b", "b"),
        ("def f():\n nonlocal a\n a = 1", "a"),
        ("def f():\n global a\n a = b", "ab"),
        ("class C:\n a = b\n def g(self): return self.a + c", "bc"),
    ],
)
def test_free_names(code: str, free: str) -> None:
    definition: Any = ast.parse(code).body[0]
    assert free_names(definition) == frozenset(free)
