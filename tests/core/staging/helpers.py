"""Programs that call a helper three times and more, in the ways in which users do."""
# ruff: noqa

from __future__ import annotations

import linecache
import types
from typing import Any

TEXT = """
import math
import jax.numpy as jnp

SCALE = [2.0]
LIMIT = 3.0
seen = []

def clip(x):
    if x > LIMIT: return LIMIT
    return x

def power(x, n):
    y = 1.0
    for _ in range(n): y = y * x
    return y

def total(v):
    s = 0.0
    for x in v:
        if x > 0: s = s + x
    return s

def both(x, by=1.0):
    if x > by: return x, by
    return -x, by * 2

def is_big(x): return x > LIMIT

def scaled(x): return x * SCALE[0]

class Setting:
    by = 3.0

def by_setting(setting, x): return x * setting["by"]

def by_attribute(x): return x * Setting.by

def said(x):
    print("x is", x)
    return x + 1

def push(items, x):
    items.append(x)
    return len(items)

def name(x): return "big" if isinstance(x, float) else "small"

def apply(f, x):
    if x > 0: return f(x)
    return x

def fact(n): return 1 if n <= 1 else n * fact(n - 1)

def find(v, x):
    for i in range(len(v)):
        if v[i] > x: return True, i
    return False, -1

def first(v): return v[0]

def same(x, y): return x is y

def change(v):
    w = v.copy()
    w[0] = 9.0
    return w

def branches(x): return clip(x) + clip(x + 1) + clip(x + 2)
def static_argument(x): return power(x, 2) + power(x, 3) + power(x, 2) + power(x + 1, 3) + power(x - 1, 2) + power(x, 3)
def loops(v): return total(v) + total(v * 2) + total(v - 1)
def pair(x):
    a, b = both(x)
    c, d = both(a)
    e, f = both(c - b)
    return a + b + c + d + e + f
def in_a_loop(x):
    s = 0.0
    for k in range(4): s = s + clip(x * k) + clip(x + k) + clip(s)
    return s
def in_a_while(x):
    while clip(x) + clip(x + 1) + clip(x + 2) < 8: x = x + 1
    return x
def keywords(x):
    a = both(x, by=2.0); b = both(x + 1, by=2.0); c = both(x + 2, by=2.0); d = both(x, by=3.0)
    return a[0] + b[0] + c[0] + d[1]
def two_types(x, n): return clip(x) + clip(n) + clip(x) + clip(n) + clip(x) + clip(n)
def flags(x):
    big = is_big(x); bigger = is_big(x + 1); biggest = is_big(x + 2)
    if big: y = 1.0
    elif bigger: y = 2.0
    elif biggest: y = 3.0
    else: y = 4.0
    if big: z = is_big(x) and is_big(x - 1)
    else: z = False
    return y, z
def global_unchanged(x): return scaled(x) + scaled(x + 1) + scaled(x + 2)
def setting_changed(x):
    setting = {"by": 2.0}
    a = by_setting(setting, x) + by_setting(setting, x) + by_setting(setting, x)
    setting["by"] = 5.0
    return a + by_setting(setting, x) + by_setting(setting, x) + by_setting(setting, x)
def attribute_changed(x):
    by = Setting.by
    a = by_attribute(x) + by_attribute(x) + by_attribute(x)
    return a * by + by_attribute(x)
def global_rebound(x):
    global LIMIT
    LIMIT = 3.0
    a = clip(x) + clip(x + 1) + clip(x + 2)
    LIMIT = 1.0
    b = clip(x) + clip(x + 1) + clip(x + 2)
    LIMIT = 3.0
    return a, b
def prints(x): return said(x) + said(x + 1) + said(x + 2)
def prints_in_a_branch(x):
    if x > 0: return said(x) + said(x + 1) + said(x + 2)
    return said(x)
def grows(x):
    items = []
    for k in range(3): push(items, x + k)
    return items, push(items, x)
def strings(x): return name(x) + name(x + 1) + name(x) if name(x) == "big" else "none"
def functions(x):
    def half(y): return y / 2
    return apply(half, x) + apply(half, x + 1) + apply(half, -x) + apply(math.sqrt, x) + apply(math.sqrt, x + 1) + apply(math.sqrt, x + 2)
def lambdas(x):
    s = 0.0
    for k in range(3): s = s + apply(lambda y: y * k, x)
    return s
def recursion(x): return fact(3) * x + fact(4) * x + fact(3)
def searched(v, x):
    a, i = find(v, x); b, j = find(v, x + 1); c, k = find(v, x + 2)
    if a: i = i + 10
    if b: j = j + 10
    if c: k = k + 10
    return i, j, k
def captured(x):
    scale = x * 2
    def times(y): return y * scale if y > 0 else y
    a = times(x) + times(x + 1) + times(x + 2)
    scale = x * 3
    return a + times(x) + times(x + 1)
def rebinds(x):
    count = 0
    def tick(y):
        nonlocal count
        count = count + 1
        return y + count
    return tick(x) + tick(x) + tick(x), count
def in_branches(x):
    scale = 1.0
    if x > 1:
        scale = 2.0
        y = clip(x * scale) + clip(x) + clip(x + 1)
    else:
        y = clip(x * scale) - clip(x) - clip(x + 1)
    return y + clip(scale * x)
def captured_flag(x):
    big = x > 1
    def choose(y):
        if big: return y * 2
        return y
    if big: a = choose(x) + choose(x + 1) + choose(x + 2)
    else: a = choose(x) - choose(x + 1) - choose(x + 2)
    return a + choose(x) + choose(x)
def handed_flag(x):
    def choose(big, y):
        if big: return y * 2
        return y
    big = x > 1
    if big: a = choose(big, x) + choose(big, x + 1) + choose(big, x + 2)
    else: a = choose(big, x) - choose(big, x + 1) - choose(big, x + 2)
    return a + choose(big, x) + choose(not big, x) + choose(x > 5, x)
def identity(x):
    v = jnp.array([x, 2 * x])
    w = v + 1
    return same(v, v), same(v, w), same(w, v), same(w, w), same(v, v), same(v, w)
def arrays(v): return first(change(v)) + first(v) + first(change(v + 1)) + first(change(v + 2)) + first(v * 2)
def tuples(x):
    p = (x, 2)
    def swap(q): return q[1], q[0]
    a = swap(p); b = swap((x + 1, 2)); c = swap((x + 2, 2)); d = swap((x, 3))
    return a[1] + b[1] + c[1] + d[0]
def keeps_the_tuple(x):
    p = (x, 2)
    def keep(q): return q
    return keep(p) is p, keep(p) is p, keep(p) is p
def raises(x):
    def safe(y):
        if y < 0: raise ValueError("negative")
        return y
    return safe(x) + safe(x + 1) + safe(x - 2)
def caught(x):
    def safe(y):
        if y < 0: raise ValueError("negative")
        return y
    try: r = safe(x) + safe(x + 1) + safe(x - 2)
    except ValueError: r = 0.0
    return r
def nested_while(x):
    def root(y):
        r = y
        while abs(r * r - y) > 1e-3: r = (r + y / r) / 2
        return r
    return root(x) + root(x + 1) + root(x + 2)
def kinds(x, n):
    def half(y): return y if isinstance(y, int) else y / 2
    return half(x), half(n), half(x + 1), half(n + 1), half(x), half(n)
def zero(x):
    def times(y, z): return y * z
    return times(x, 0.0), times(x, -0.0), times(x, 0), times(x, False), times(x, 0.0), times(x, -0.0), times(x, 0), times(x, 0.0), times(x, -0.0), times(x, 0)
def perhaps(x):
    def maybe(y):
        if y > 0: z = y
        return z if y > 0 else 0.0
    return maybe(x) + maybe(x + 1) + maybe(x + 2)
def lists(x):
    def pairs(y): return [y, y + 1]
    a = pairs(x); b = pairs(x); c = pairs(x)
    a.append(5.0); b[0] = 7.0
    return a, b, c
def none_or(x):
    def given(y, z=None): return y if z is None else y + z
    return given(x), given(x, None), given(x, 1.0), given(x, 2.0), given(x, 1.0), given(x)
"""

X = ((1.5,), (-2.0,), (0.0,), (5.0,))
_OTHERS: dict[str, Any] = {
    "loops": (([3.0, -1.0, 2.0],), ([0.0, 0.0, -4.0],)),
    "arrays": (([3.0, -1.0, 2.0],),),
    "searched": (([3.0, -1.0, 2.0], 1.0), ([3.0, -1.0, 2.0], 7.0)),
    "two_types": ((1.5, 2), (4.0, 7)),
    "kinds": ((1.5, 2),),
    "strings": ((1.5,),),
    "lambdas": ((1.5,), (-1.0,)),
    "recursion": ((2,),),
    "functions": ((1.5,), (0.0,)),
    "captured": ((1.5,), (-1.0,)),
    "nested_while": ((1.5,), (4.0,)),
}


def define(text: str, file: str) -> dict[str, Any]:
    """The names that a text defines."""
    linecache.cache[file] = (len(text), None, text.splitlines(True), file)
    names: dict[str, Any] = {"__name__": file}
    exec(compile(text, file, "exec"), names)
    return names


def programs() -> dict[str, tuple[Any, tuple[tuple[Any, ...], ...]]]:
    """Each program with its sets of arguments."""
    import jax.numpy as jnp

    names = define(TEXT, "<helpers>")
    start = TEXT.split("def branches(x)")[0].count("\n")
    found = {}
    for name, value in names.items():
        if isinstance(value, types.FunctionType) and value.__code__.co_firstlineno > start:
            sets = _OTHERS.get(name, X)
            found[name] = value, tuple(tuple(jnp.array(a) if type(a) is list else a for a in each) for each in sets)
    return found
