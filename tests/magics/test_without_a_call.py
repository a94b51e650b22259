"""`%%autograph` without a call, and with a function's name: the generated code, as `--help` says, in a real kernel."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest

from tests.magics.kernels import Kernel

SETUP = """
%load_ext nbgraph
import colorsys, functools, jax

def doubled(f):
    @functools.wraps(f)
    def wrapped(*given):
        return 2 * f(*given)
    return wrapped

def outside(n):
    while n < 10:
        n = n * 2
    return n

class Account:
    def __init__(self, rate):
        self.rate = rate

    def interest(self, y):
        if y > 0:
            return self.rate * y
        return 0

    def years(self):
        yield 1

account, triple = Account(3), functools.partial(outside, 3)
"""
HELPED = """
def helper(x):
    return x * 2

def caller(x):
    for i in range(x):
        x = helper(x)
    return x
"""
BRANCHES = "def f(x):\n    if x > 0:\n        x = x + 1\n    return x\n"


@contextmanager
def started() -> Iterator[Kernel]:
    """One kernel for the module, with the real converter."""
    with closing(Kernel()) as kernel:
        assert kernel.run(SETUP).status == "ok"
        assert kernel.run(f"%%autograph -q\n{BRANCHES}").status == "ok"  # whichever cell asks for it first
        yield kernel


def shown(kernel: Kernel, cell: str) -> str:
    """The one output of a cell, which must not fail; the line of its progress, if it took long, is empty by then."""
    run = kernel.run(cell)
    assert run.status == "ok", run.texts("error")
    (text,) = filter(None, run.texts("display_data"))
    return text


def test_the_cells_functions(kernel):
    text = shown(kernel, f"%%autograph\n{BRANCHES}")
    assert text.splitlines()[0] == "f"
    assert "generated code\n  def f(x):\n" in text
    assert "x = ng.if_(x > 0, if_true, lambda x: x, x)" in text


def test_nothing_ran_where_only_code_is_shown(kernel):
    assert "own process" not in shown(kernel, f"%%autograph jax.grad(f)\n{BRANCHES}")


def test_helpers_are_functions_of_the_cell_too(kernel):
    text = shown(kernel, f"%%autograph\n{HELPED}")
    assert text.count("generated code") == 2
    assert "x = ng.for_(ng.call(range, x), loop_body, x)" in text
    assert "return x * 2" in text.split("generated code")[1]


@pytest.mark.parametrize(
    ("cell", "code"),
    [
        (f"%%autograph f\n{BRANCHES}", "ng.if_(x > 0"),
        ("%autograph f", "ng.if_(x > 0"),
        ("%autograph outside", "ng.while_(lambda n: n < 10"),
        ("%autograph account.interest", "ng.if_(y > 0"),
        ("%autograph Account.interest", "ng.if_(y > 0"),
        ("%autograph Account", "ng.if_(y > 0"),
        ("%autograph triple", "ng.while_(lambda n: n < 10"),
        ("%autograph functools.partial(outside, 3)", "ng.while_(lambda n: n < 10"),
        ("%autograph jax.grad(outside)", "ng.while_(lambda n: n < 10"),
        ("%autograph colorsys.rgb_to_hsv", "ng.if_("),
        ("%%autograph\nsquare = lambda x: x * x if x > 0 else x", "lambda x: ng.if_(x > 0, lambda: x * x, lambda: x)"),
        (
            "%%autograph\n@doubled\ndef decorated(x):\n    while x < 3:\n        x = x + 1\n    return x",
            "2 * ng.call(f, *given)",
        ),
        ("%%autograph\n@jax.jit\ndef compiled(x):\n    return x\n%autograph compiled", "def compiled(x)"),
        ("%%autograph\nclass Own:\n    def m(self, y):\n        if y > 0: return y\n        return 0", "ng.if_(y > 0"),
        ("%%autograph --view code\ndef many(a, b, *, c=1):\n    return a if b else c", "def many(a, b, *, c=1)"),
    ],
)
def test_a_function_without_a_call(kernel, cell, code):
    assert code in shown(kernel, cell).split("generated code", 1)[1]


def test_the_page_has_the_code_and_claims_nothing(kernel):
    run = kernel.run("%autograph -o kept f; outside")
    assert run.status == "ok"
    page = run.outputs[0]["content"]["data"]["text/html"]
    assert "ng.while_" in page
    for claim in ("Same result", "faster", "median", "plain Python"):
        assert claim not in run.texts("display_data")[0]
    assert kernel.run("print(repr(kept))").texts("stream") == ["<nbgraph: f; outside>\n"]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("len", "`len` is not written in Python"),
        ("dict", "`dict` is a class"),
        ("nobody", "the name `nobody` is not defined"),
        ("f, outside", "`f, outside` is not a call"),
    ],
)
def test_what_has_no_code_is_said(kernel, name, message):
    run = kernel.run(f"%autograph {name}")
    assert run.status == "error"
    assert message in run.texts("error")[0]


def test_a_cell_without_functions_shows_nothing(kernel):
    run = kernel.run("%%autograph\nx = 3")
    assert (run.status, run.texts("display_data")) == ("ok", [])


def test_help_begins_with_the_usage(kernel):
    (text,) = kernel.run("%autograph --help").texts("stream")
    assert text.startswith("  %autograph [-h]")
    assert "Without a call the\ngenerated code is shown." in text


@pytest.mark.parametrize("cell", ["total = 0\nfor i in range(3):\n    total += i", "def each(n):\n    yield n"])
def test_a_cell_without_a_function_says_what_to_write(kernel, cell):
    run = kernel.run(f"%%autograph\n{cell}")
    assert run.texts("stream") == ["There is nothing here to make a graph of: write a function, and call it below.\n"]
    assert kernel.run(f"%%autograph -q\n{cell}").texts("stream") == []
