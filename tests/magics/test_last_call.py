"""The last call that a cell makes: the cell runs as Python runs it, and the same call is looked at."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest

from tests.magics.kernels import Kernel

LEAST = "def least(xs):\n    xs.sort()\n    return xs[0]\n"
SQUARE = "def square(x):\n    if x > 0:\n        return x * x\n    return 0.0 * x\n"
LATER = "if True:\n    def later():\n        return square(3.0)"


@contextmanager
def started() -> Iterator[Kernel]:
    """One kernel for the module, with the real converter."""
    with closing(Kernel()) as kernel:
        assert kernel.run("%load_ext nbgraph\nimport jax, jax.numpy as jnp, numpy as np").status == "ok"
        yield kernel


def page(kernel: Kernel, cell: str) -> tuple[str, list[str]]:
    """The text of what a cell shows, and its results; a cell that fails fails the test."""
    run = kernel.run(cell)
    assert run.status == "ok", run.texts("error")
    (text,) = filter(None, run.texts("display_data"))
    return text, run.texts("execute_result")


def printed(kernel: Kernel, expression: str) -> str:
    return "".join(kernel.run(f"print({expression})").texts("stream")).strip()


@pytest.mark.parametrize(
    ("last", "title"),
    [
        ("square(3.0)", "square(3.0) = 9.0"),
        ("square(3.0) ;", "square(3.0) = 9.0"),
        ("y = square(3.0)", "square(3.0) = 9.0"),
        ("print(square(3.0))", "square(3.0) = 9.0"),
        ("square(\n    3.0,\n)", "square(3.0) = 9.0"),
        ("a = 1; square(x=3.0)", "square(x=3.0) = 9.0"),
        ("square(*[3.0])", "square(*[3.0]) = 9.0"),
        ("square(x := 3.0)", "square(x := 3.0) = 9.0"),
        ("jax.grad(square)(3.0)", "jax.grad(square)(3.0) = 6.0"),
        (
            "jax.vmap(jax.grad(square))(jnp.arange(3.0))",
            "jax.vmap(jax.grad(square))(jnp.arange(3.0)) = [0.0, 2.0, 4.0]",
        ),
        ("square(np.float32(3))", "square(np.float32(3)) = 9.0"),
    ],
)
def test_the_call_is_looked_at(kernel, last, title):
    text, _ = page(kernel, f"%%autograph\n{SQUARE}{last}")
    assert text.splitlines()[0].replace("Array(", "").startswith(title.partition(" = ")[0])
    assert "Same result" in text
    assert "if x > 0" in text.split("x * x", 1)[1]  # the graph's region


@pytest.mark.parametrize(
    ("last", "title"),
    [
        ("y = square(3.0)\ny", "square(3.0) = 9.0"),
        ("y = square(3.0)\nprint('the square is', y)\nassert y == 9", "square(3.0) = 9.0"),
        ("y: float = square(3.0)", "square(3.0) = 9.0"),
        ("y = 1.0\ny += square(3.0)", "square(3.0) = 9.0"),
        ("print('the square is', square(3.0))", "square(3.0) = 9.0"),
        ("print(f'{square(3.0):.2f}')", "square(3.0) = 9.0"),
        ("print(square(2.0), square(3.0))", "square(3.0) = 9.0"),
        ("square(2.0)\nsquare(3.0)\nlen([])", "square(3.0) = 9.0"),
        ("round(square(3.0), 1)", "square(3.0) = 9.0"),
        ("square(square(2.0))", "square(square(2.0)) = 16.0"),
        ("assert square(3.0) == 9", "square(3.0) = 9.0"),
        ("for x in [2.0, 3.0]:\n    print(x, square(x))", "square(3.0) = 9.0"),
        ("[square(x=x) for x in (2.0, 3.0)]", "square(x=3.0) = 9.0"),
        ("for x in [jnp.float32(2), jnp.float32(3)]:\n    square(x)", "square(x) = 9.0"),
        ("if __name__ == '__main__':\n    print(square(3.0))", "square(3.0) = 9.0"),
        ("sum(square(x) for x in [2.0, 3.0])", "square(3.0) = 9.0"),
        ("print(max((square(x) for x in [2.0, 3.0]), default=0))", "square(3.0) = 9.0"),
        ("if any(square(x) > 4 for x in [3.0, 2.0]):\n    pass", "square(3.0) = 9.0"),
        ("f = square\nf(3.0)", "f(3.0) = 9.0"),
        ("f = jax.vmap(square)\ny = f(jnp.arange(3.0))\ny.sum()", "f(jnp.arange(3.0)) = [0"),
        ("fs = [square]\nfs[0](3.0)", "fs[0](3.0) = 9.0"),
    ],
)
def test_the_last_call_is_looked_at_wherever_it_stands(kernel, last, title):
    text, _ = page(kernel, f"%%autograph\n{SQUARE}{last}")
    assert text.splitlines()[0].replace("Array(", "").startswith(title)
    assert "Same result" in text


def test_an_object_that_can_be_called(kernel):
    model = "class Line:\n    def __init__(self, a):\n        self.a = a\n    def __call__(self, x):\n"
    text, results = page(kernel, f"%%autograph\n{model}        return self.a * x\nmodel = Line(2.0)\nmodel(3.0)")
    assert results == ["6.0"]
    assert text.startswith("model(3.0) = 6.0\nSame result")


def test_an_error_that_the_cell_handles(kernel):
    inverse = "def inverse(x):\n    if x == 0:\n        raise ValueError('no inverse')\n    return 1 / x\n"
    text, _ = page(kernel, f"%%autograph\n{inverse}try:\n    inverse(0)\nexcept ValueError:\n    pass")
    assert "Both raise ValueError: no inverse" in text.partition("\n\n")[0]


def test_the_cell_gives_and_changes_what_python_does(kernel):
    text, results = page(kernel, f"%%autograph\n{LEAST}xs = [3, 1, 2]\nleast(xs)")
    assert results == ["1"]
    assert printed(kernel, "xs") == "[1, 2, 3]"
    assert "least(xs) = 1" in text and "This call changes the argument `xs`." in text
    assert "keeps what it had" not in text


def test_the_arguments_are_those_from_before_the_call(kernel):
    text, _ = page(kernel, f"%%autograph -o kept\n{LEAST}xs = [3, 1, 2]\nleast(xs)")
    assert "Same result" in text
    assert printed(kernel, "kept.reports[0].recording is None") == "False"


def test_an_argument_may_have_any_name(kernel):
    text, _ = page(kernel, "%%autograph\ndef f(self, args):\n    return self + args\nf(self=1, args=2)")
    assert text.startswith("f(self=1, args=2) = 3")


def test_it_prints_once(kernel):
    run = kernel.run("%%autograph\ndef told(n):\n    print('n is', n)\n    return n\nprint(told(2) )")
    assert "".join(run.texts("stream")) == "n is 2\n2\n"


def test_it_acts_once(kernel, tmp_path):
    path = tmp_path / "log.txt"
    body = f"def noted(n):\n    with open({str(path)!r}, 'a') as log:\n        log.write('x')\n    return n + 1\n"
    text, results = page(kernel, f"%%autograph\n{body}noted(2)")
    assert (path.read_text(), results) == ("x", ["3"])
    assert "This call writes a file, so the cell makes it once only" in text


def test_what_can_be_used_once_is_used_once(kernel):
    text, results = page(kernel, "%%autograph\ndef total(xs):\n    return sum(xs)\ntotal(n for n in range(4))")
    assert results == ["6"]
    assert "its arguments cannot be copied" in text


def test_arguments_are_evaluated_once(kernel):
    given = "seen = []\ndef given():\n    seen.append(1)\n    return 2.0\n"
    page(kernel, f"%%autograph\n{SQUARE}{given}square(given())")
    assert printed(kernel, "seen") == "[1]"


def test_a_call_that_finds_something_else_says_so(kernel):
    body = "count = [0]\ndef counted(k):\n    count[0] += k\n    return count[0]\n"
    text, results = page(kernel, f"%%autograph\n{body}counted(2)")
    assert (results, printed(kernel, "count")) == (["2"], "[2]")
    assert "In the cell this call gave 2: here it was made once more, and has found something else." in text


MAKERS = """%%autograph
def make_adder(n):
    def add(x):
        return x + n if x > 0 else n
    return add

def counter():
    k = 0
    def count():
        nonlocal k
        k += 1
        return k
    return count, lambda: k
"""


def test_what_returns_functions_of_its_own_returns_them_in_later_cells_too(kernel):
    """A graph returns no function that uses values of the call: what makes one stays Python's."""
    kernel.run(MAKERS)
    assert printed(kernel, "make_adder(5)(1), [counter()[at]() for at in (0, 1)]") == "6 [1, 0]"
    text, results = page(kernel, "%%autograph\nadd = make_adder(5)\nadd(1) + add(-1)")
    assert results == ["11"]
    assert "add(-1) = 5" in text and "Same result as plain Python: 5." in text
    (text,) = kernel.run("%%autograph make_adder(4)").texts("display_data")
    assert "Write instead: `return n`, the values that it uses" in text


def test_a_call_that_has_raised_gave_nothing_and_no_value_is_named(kernel):
    body = "class Box:\n    def __init__(self, x):\n        self.x = x\n\ndef box(x):\n    return 2 * [Box(x)]\n"
    kernel.run(f"%%autograph\n{body}")
    run = kernel.run("%%autograph\nboxed = box(2.0)")
    assert run.status == "error"
    assert (
        "the result holds a Box twice" in run.texts("display_data")[0]
        and "In the cell" not in run.texts("display_data")[0]
    )


INVERSE = "def inverse(x):\n    return 1 // x\n"


@pytest.mark.parametrize(
    "last",
    ["inverse(0)", "y = inverse(0)\nprint(y)", "for x in [1, 0]:\n    inverse(x)", "print(\n    inverse(\n0\n))"],
)
def test_a_call_that_raises_has_its_page_below_pythons_error(kernel, last):
    run = kernel.run(f"%%autograph\n{INVERSE}{last}")
    assert run.status == "error"
    (shown,) = run.texts("error")
    assert "ZeroDivisionError" in shown and "nbgraph" not in shown.replace("%%autograph", "")
    (text,) = filter(None, run.texts("display_data"))
    assert text.startswith("inverse(0) = ") and "Write instead: `if x != 0:` before this line" in text


@pytest.mark.parametrize(
    "last", ["inverse(1)\nundefined", "inverse()", "try:\n    inverse(0)\nexcept ZeroDivisionError:\n    1 / 0"]
)
def test_an_error_beside_the_call_is_pythons_alone(kernel, last):
    run = kernel.run(f"%%autograph\n{INVERSE}{last}")
    assert run.status == "error"
    assert not [*filter(None, run.texts("display_data"))]


@pytest.mark.parametrize(
    ("cell", "result"),
    [
        (f"{SQUARE}jax.vmap(square)(jnp.arange(3.0))", "Array([0., 1., 4.], dtype=float32)"),
        (f"{SQUARE}print(jax.jit(square)(3.0))", "9.0"),
        (f"@jax.jit\n{SQUARE}print(square(3.0))", "9.0"),
        ("def first(x):\n    x[0] = 5.0\n    return x\nfirst(jnp.zeros(2))", "Array([5., 0.], dtype=float32)"),
    ],
)
def test_what_python_cannot_run_is_what_the_converted_functions_give(kernel, cell, result):
    run = kernel.run(f"%%autograph\n{cell}")
    assert run.status == "ok", run.texts("error")
    assert [*run.texts("execute_result"), *(text.strip() for text in run.texts("stream"))] == [result]
    assert "Same result as" in "".join(run.texts("display_data"))


def test_a_refusal_takes_nothing(kernel):
    text, results = page(kernel, "%%autograph\ndef odd(xs):\n    xs.sort(key=hash)\n    return xs\nodd([3, 1, 2])")
    assert results == ["[1, 2, 3]"]
    assert "needs a key" in text


def test_a_call_behind_the_magic_is_the_one(kernel):
    text, results = page(kernel, f"%%autograph square(2.0)\n{SQUARE}square(3.0)")
    assert results == ["9.0"]
    assert text.startswith("square(2.0) = 4.0")


def test_a_function_of_an_earlier_cell(kernel):
    kernel.run(f"%%autograph -q\n{SQUARE}")
    text, _ = page(kernel, "%%autograph\nsquare(3.0)")
    assert text.startswith("square(3.0) = 9.0")


def test_a_method_finds_its_object_as_it_was(kernel):
    account = """
class Account:
    def __init__(self, balance):
        self.balance = balance

    def deposit(self, amount):
        if amount > 0:
            self.balance = self.balance + amount
        return self.balance

    def after(self, years):
        return self.balance * years if years > 0 else 0.0

account = Account(10.0)
account.deposit(5.0)"""
    text, results = page(kernel, f"%%autograph{account}")
    assert results == ["15.0"]
    assert text.startswith("account.deposit(5.0) = 15.0\n") and "In the cell" not in text
    text, results = page(kernel, "%%autograph\naccount.after(2.0)")
    assert results == ["30.0"]
    assert text.startswith("account.after(2.0) = 30.0\nSame result")


def test_a_quiet_cell_makes_it_once(kernel):
    run = kernel.run(f"%%autograph -q\n{SQUARE}square(3.0)")
    assert (run.texts("display_data"), run.texts("execute_result")) == ([], ["9.0"])


def test_in_a_cell_that_awaits(kernel):
    text, _ = page(kernel, f"%%autograph\nimport asyncio\n{SQUARE}await asyncio.sleep(0)\nsquare(3.0)")
    assert text.startswith("square(3.0) = 9.0")


def test_an_edited_cell_run_again(kernel):
    page(kernel, f"%%autograph\n{SQUARE}square(3.0)")
    text, results = page(kernel, f"%%autograph --diff\n{SQUARE.replace('0.0 * x', '-x')}square(-3.0)")
    assert results == ["3.0"]
    assert "changed since" in text


@pytest.mark.parametrize(
    "last", ["square", "jax.grad(square)", "len([1])", "if False: square(3.0)", "later = lambda: square(3.0)", LATER]
)
def test_what_is_no_such_call_is_left_alone(kernel, last):
    text, _ = page(kernel, f"%%autograph\n{SQUARE}{last}")
    assert text.startswith("square\n")
    assert "A call below the function, or behind `%%autograph`, shows" in text


def test_nothing_of_it_stays_among_the_names(kernel):
    page(kernel, f"%%autograph\n{SQUARE}square(3.0)")
    assert printed(kernel, "[name for name in dir() if 'nbgraph' in name]") == "[]"


def test_what_runs_later_is_left_alone(kernel):
    kernel.run(f"%%autograph -q\n{SQUARE}")
    kernel.run("%%autograph\nlater = (square(x) for x in [3.0])\nearlier = lambda: square(2.0)")
    assert printed(kernel, "next(later), earlier()") == "9.0 4.0"
