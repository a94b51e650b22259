"""Blocks as functions: what comes in, what goes out, and what stays in cells."""

from __future__ import annotations

import ast

import pytest

from nbgraph.core.functionalise.scope import ScopeConverter
from nbgraph.core.functionalise.sites import Site
from nbgraph.core.normalise.trees.naming import Namer, identifiers
from nbgraph.core.source.environment import Environment


def converted(code: str) -> tuple[str, ScopeConverter]:
    """The body of a converted function as text, and what was learned on the way."""
    tree = ast.parse(code)
    (function,) = tree.body
    assert isinstance(function, ast.FunctionDef)
    converter = ScopeConverter(Environment({}), Namer(identifiers(tree)))
    text = ast.unparse(converter.convert(function))
    return "\n".join(line for line in text.splitlines() if line), converter


CASES = {
    "if: a name that a branch reads and binds comes in": (
        """
def f(x):
    y = 1
    if x > 0:
        y = y + x
    return y
""",
        """
def f(x):
    y = 1
    def if_true(y):
        return y + x
    y = ng.if_(x > 0, if_true, lambda y: y, y)
    return y
""",
    ),
    "if: what nobody reads afterwards stays inside": (
        """
def f(x):
    if x > 0:
        t = x * 2
        y = t + t
    else:
        y = 0
    return y
""",
        """
def f(x):
    def if_true():
        t = x * 2
        return t + t
    y = ng.if_(x > 0, if_true, lambda: 0)
    return y
""",
    ),
    "if: two outputs in the order of their mention": (
        """
def f(x, b, a):
    if x:
        b = a
        a = x
        x = b
    return a, b
""",
        """
def f(x, b, a):
    def if_true(x, a):
        b = a
        a = x
        x = b
        return (b, a)
    b, a = ng.if_(x, if_true, lambda x, a: (b, a), x, a)
    return (a, b)
""",
    ),
    "if: a name that one branch leaves unbound": (
        """
def f(x):
    if x > 0:
        y = 1
    return y
""",
        """
def f(x):
    y = ng.if_(x > 0, lambda: 1, lambda: ng.undefined('y'))
    return ng.defined(y)
""",
    ),
    "if: a branch that only has effects": (
        """
def f(x, g):
    if x > 0:
        g(x)
    return x
""",
        """
def f(x, g):
    def if_true():
        ng.call(g, x)
    ng.if_(x > 0, if_true, lambda: None)
    return x
""",
    ),
    "elif nests": (
        """
def f(x):
    if x > 0:
        y = 1
    elif x < 0:
        y = 2
    else:
        y = 3
    return y
""",
        """
def f(x):
    def if_false():
        return ng.if_(x < 0, lambda: 2, lambda: 3)
    y = ng.if_(x > 0, lambda: 1, if_false)
    return y
""",
    ),
    "while: the test, the next iteration and the rest decide what travels": (
        """
def f(n):
    a = 0
    while n > 0:
        t = n * 2
        a = a + t
        n = n - 1
    return a
""",
        """
def f(n):
    a = 0
    def loop_body(n, a):
        t = n * 2
        a = a + t
        n = n - 1
        return (n, a)
    n, a = ng.while_(lambda n, a: n > 0, loop_body, n, a)
    return a
""",
    ),
    "while: a name that is only bound inside": (
        """
def f(n):
    while n > 0:
        last = n
        n = n - 1
    return last
""",
        """
def f(n):
    def loop_body(n, last):
        last = n
        n = n - 1
        return (n, last)
    n, last = ng.while_(lambda n, last: n > 0, loop_body, n, ng.undefined('last'))
    return ng.defined(last)
""",
    ),
    "for: the item is a parameter": (
        """
def f(v):
    s = 0
    for i in v:
        s = s + i
    return s
""",
        """
def f(v):
    s = 0
    def loop_body(i, s):
        return s + i
    s = ng.for_(v, loop_body, s)
    return s
""",
    ),
    "for: an item that is read afterwards travels": (
        """
def f(v):
    for i in v:
        pass
    return i
""",
        """
def f(v):
    def loop_body(item, i):
        return item
    i = ng.for_(v, loop_body, ng.undefined('i'))
    return ng.defined(i)
""",
    ),
    "for: a tuple of targets is unpacked inside": (
        """
def f(v):
    s = 0
    for i, (j, k) in v:
        s = s + i * j + k
    return s
""",
        """
def f(v):
    s = 0
    def loop_body(item, s):
        i, (j, k) = item
        return s + i * j + k
    s = ng.for_(v, loop_body, s)
    return s
""",
    ),
    "for: the loop goes on while nothing was found": (
        """
def f(v):
    found = False
    for i in v:
        if i:
            found = True
            break
    return found
""",
        """
def f(v):
    found = False
    did_break = False
    def loop_body(i, found, did_break):
        return ng.if_(i, lambda: (True, True), lambda: (found, did_break))
    found, did_break = ng.for_(v, loop_body, found, did_break, test=lambda found, did_break: ng.not_(did_break))
    return found
""",
    ),
    "nested loops": (
        """
def f(v, w):
    s = 0
    for i in v:
        for j in w:
            s = s + i * j
    return s
""",
        """
def f(v, w):
    s = 0
    def loop_body(i, s):
        def loop_body(j, s):
            return s + i * j
        return ng.for_(w, loop_body, s)
    s = ng.for_(v, loop_body, s)
    return s
""",
    ),
    "a captured name is changed in place": (
        """
def f(x):
    c = 0
    def bump():
        nonlocal c
        c += 1
    if x > 0:
        c = 5
    bump()
    return c
""",
        """
def f(x):
    c = 0
    def bump():
        nonlocal c
        c += 1
    def if_true():
        nonlocal c
        c = 5
    ng.if_(x > 0, if_true, lambda: None)
    ng.call(bump)
    return c
""",
    ),
    "a captured name that only a block binds gets a cell": (
        """
def f(x):
    if x > 0:
        c = 5
    return lambda: c
""",
        """
def f(x):
    c = ng.undefined('c')
    def if_true():
        nonlocal c
        c = 5
    ng.if_(x > 0, if_true, lambda: None)
    return lambda: ng.defined(c)
""",
    ),
    "a loop's captured item": (
        """
def f(v, keep):
    for i in v:
        keep(lambda: i)
""",
        """
def f(v, keep):
    i = ng.undefined('i')
    def loop_body(item):
        nonlocal i
        i = item
        ng.call(keep, lambda: i)
    ng.for_(v, loop_body)
""",
    ),
    "a global name is changed in place": (
        """
def f(x):
    global total
    if x > 0:
        total = x
    return total
""",
        """
def f(x):
    global total
    def if_true():
        global total
        total = x
    ng.if_(x > 0, if_true, lambda: None)
    return total
""",
    ),
    "a store to an item of a container from outside": (
        """
def f(x):
    if x > 0:
        table[x] = 1
""",
        """
def f(x):
    global table
    def if_true():
        global table
        table = ng.set_item(table, x, 1)
    ng.if_(x > 0, if_true, lambda: None)
""",
    ),
    "with and try keep their blocks in place": (
        """
def f(x, c):
    with c:
        if x > 0:
            x = 1
    try:
        y = x
    finally:
        x = 2
    return x, y
""",
        """
def f(x, c):
    with c:
        x = ng.if_(x > 0, lambda: 1, lambda: x)
    y = ng.undefined('y')
    try:
        y = x
    finally:
        x = 2
    return (x, ng.defined(y))
""",
    ),
    "an inner function is converted too": (
        """
def f(x):
    def g(y):
        if y > 0:
            return y
        return -y
    return g(x)
""",
        """
def f(x):
    def g(y):
        def if_false():
            return -y
        return ng.if_(y > 0, lambda: y, if_false)
    return ng.call(g, x)
""",
    ),
}


@pytest.mark.parametrize(("before", "after"), CASES.values(), ids=CASES.keys())
def test_blocks(before: str, after: str) -> None:
    assert converted(before.strip())[0] == after.strip()


def test_sites_say_what_each_call_stands_for() -> None:
    code = "def f(x):\n    while x > 3:\n        x -= 1\n        if x == 5:\n            break\n    return x"
    _, converter = converted(code)
    flag = frozenset({"did_break"})
    assert converter.sites == {
        ("while_", (2, 2, 4, 15)): Site(
            "while", ("did_break", "x"), ("did_break", "x"), "the loop goes on", flag, returned=((),)
        ),
        ("if_", (4, 4, 8, 17)): Site(
            "if", (), ("did_break",), "x == 5", flag, flags=True, returned=((("did_break", 5),), ())
        ),
    }


def test_generators_stay_python() -> None:
    code = "def f(v):\n    for i in v:\n        yield i"
    text, converter = converted(code)
    assert text == code
    assert converter.sites == {}
