"""Texts of run-time values: formats, conversions, containers and objects in `print` and messages."""
# ruff: noqa

from collections import namedtuple
from dataclasses import dataclass, field
from types import SimpleNamespace

import jax.numpy as jnp

from tests.programs.pool import SKIP, program

Pair = namedtuple("Pair", "a b")


@dataclass
class Item:
    a: int
    b: list = field(default_factory=list)
    c: int = field(default=0, repr=False)


class Shown:
    def __init__(self, v): self.v = v
    def __repr__(self): return f"Shown({self.v})"


@program(3, -12)
def conversions(x):
    w = 6
    print(f"{x!r:>{w}}|{x:>6}|{x:06d}|{x!s:<5}|{x!a}|{x=}|{x = :>4}")
    print(f"{x + 1:>{w + 1}}", "{:>5}|{!r:>4}".format(x, x), "%5d|" % 3)
    return x

@program(3.5, -1.25)
def conversions_of_floats(x):
    print(f"{x:.3f}|{x!r:>8}|{x:>8.1f}|{x:e}")
    return x

@program(3, -12)
def percent(x):
    print("%5d|%s|%-4d|%%|%r" % (x, [x], x, "a"), "%(a)d" % {"a": x}, "%s" % x, "%d" % 3)
    return x

@program(3, -12)
def builtins_of_text(x):
    print(str(x) + "!", repr(x), format(x, ">4"), ascii(x), ascii("é"), format([1]), f"{'é'!a:>8}{x!a:>4}")
    print(f"{str(x):>5}|{repr(x):<4}|", ", ".join([str(x), f"{x + 1}"]))
    return x

@program((3, jnp.array([1, 2])))
def str_of_array(x, v):
    print(str(v), f"{v}")
    return x

@program(3, -12)
def containers(x):
    print(f"{[x, 1]} {(x,)} {dict(a=x)} {Pair(x, 2)}", str([x, {"k": (x, 1.5)}]), repr([x, "a"]))
    print([x, Pair(x, "q")], Pair(1, x), {"a": x, "b": [x, (1, x)]}, {1, 2})
    return x

@program(3, -12)
def objects(x):
    a = Shown(1)
    print(a, [a])
    a.v = 2
    print(a)
    a.v = x
    print(a, [a], {"k": a}, str(a), f"{a} {a!r}")
    return x

@program(3, -12)
def data_classes(x):
    print(Item(x, [Item(1), x]), [Item(x)], f"{Item(x)}")
    return x

@program(3, -12, under_jit=SKIP)
def message_with_an_object(x):
    assert x > 0, f"bad {Item(x)}"
    return x

@program(3)
def length_of_percent(x): return len("%d" % x)

@program(3, expect="text-of-traced")
def library_object(x):
    print(SimpleNamespace(a=x))
    return x

@program(3, -12)
def padded_twice(x):
    print(f"{str(x) + 'a':>5}", "%5s|%-4s|" % (str(x), f"{x}"), "{:>6}".format(f"{x}."))
    return x

@program(3, -12)
def quoted_twice(x):
    print([str(x), f"{x}!"], f"{str(x)!r:>8}", repr("a" + str(x)), str([f"{x}'s"]), "%r" % str(x))
    return x

@program(3, -12)
def changed_by_methods(x):
    print(str(x).rjust(5, "."), f"a{x}".upper().center(9), str(x).zfill(4), f"{x} ".strip() * 2, str(x).replace("3", "z"))
    return x

@program(4, 0)
def triangle(n):
    for i in range(1, n + 1):
        print(" " * (n - i) + "*" * (2 * i - 1))
    return n

@program(jnp.array([1, 4, 0]), jnp.array([2, -1, 3]))
def bars(v):
    for x in v:
        print(f"{x:3d} {'#' * x:<6}|{x * '=' + '>'!r:>9}")
    return v

@program(4, 2, under_jit=SKIP)
def message_with_a_bar(n):
    line = f"<{'-' * n}{n}a>"
    print(line.upper() * 2)
    assert n < 4, "too long: " + "-" * n + f"{'+' * n:>6}"
    return n

@program(3, under_jit="list-needs-bound")
def length_of_a_bar(n): return len("#" * n)
