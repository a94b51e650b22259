"""What a notebook has changed in a library holds under the magic too; what a call changes ends with it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest

from tests.magics.kernels import ROOT, Kernel
from tests.magics.plain_python import PlainPython

IMPORTS = (
    "import builtins, fractions, math, os, string, textwrap\nimport numpy as np\nimport jax\nimport jax.numpy as jnp\n"
)
OWNERS = "(builtins, math, os, string, np, np.linalg, jnp, fractions.Fraction, textwrap.TextWrapper)"
KEPT = f"kept = {{m: dict(vars(m)) for m in {OWNERS}}}\n"
BACK = """
for module, before in kept.items():
    for name in set(vars(module)) - set(before):
        delattr(module, name)
    for name, value in before.items():
        if vars(module).get(name) is not value:
            setattr(module, name, value)
"""
PATCHES = {
    "a constant": ("math.tau = 3", "return math.tau * x"),
    "a new name": ("np.half = 0.5", "return np.half * x"),
    "a function of the user's": ("np.square = lambda v: v + 100", "return np.square(x)"),
    "a function in a part of a package": ("np.linalg.mine = lambda v: v * 7", "return np.linalg.mine(x)"),
    "another function of the library": ("np.maximum = np.minimum", "return np.maximum(x, 5)"),
    "a function of another library": ("np.add = math.pow", "return np.add(x, 4)"),
    "a builtin": ("builtins.twice = lambda v: 2 * v", "return twice(x)"),
    "a wrapper around the original": (
        "plain = string.capwords\ndef capwords(text): return plain(text) + '!'\nstring.capwords = capwords",
        "return len(string.capwords('two words')) + x",
    ),
    "a wrapper around a function of C": (
        "root = math.isqrt\ndef isqrt(v): return root(v) + 1\nmath.isqrt = isqrt",
        "return math.isqrt(9) + x",
    ),
    "a method of a class": (
        "fractions.Fraction.twice = lambda self: self * 2",
        "return fractions.Fraction(3, 4).twice()",
    ),
    "a property of a class": (
        "fractions.Fraction.half = property(lambda self: self / 2)",
        "return fractions.Fraction(3, 4).half",
    ),
    "a method of the class of a value": (
        "fractions.Fraction.twice = lambda self: self * 2\nthird = fractions.Fraction(1, 3)",
        "return third.twice()",
    ),
    "a number of a class": ("textwrap.TextWrapper.drop = 5", "return textwrap.TextWrapper.drop + x"),
    "a method that the library calls": (
        "textwrap.TextWrapper.fill = lambda self, text: text * 2",
        "return len(textwrap.fill('ab')) + x",
    ),
    "an object of the user's": ("class Box:\n    size = 9\nmath.box = Box()", "return math.box.size + x"),
}


@contextmanager
def started() -> Iterator[Kernel]:
    """One kernel for the module: what one test leaves behind, the next would find."""
    with closing(Kernel()) as kernel:
        assert kernel.run(f"%load_ext nbgraph\n{IMPORTS}{KEPT}").status == "ok"
        yield kernel


def in_notebook(kernel: Kernel, cell: str, setup: str) -> str:
    assert kernel.run(setup).status == "ok"
    kernel.run(f"%%autograph -o result --no-timing f(3)\n{cell}")
    printed = kernel.run("print(repr(result.reports[0].python_value))").texts("stream")
    assert kernel.run(BACK).status == "ok"
    return "".join(printed)


def in_python(python: PlainPython, cell: str, setup: str) -> str:
    return python.run(f"{IMPORTS}{setup}\n{cell}\nprint(repr(f(3)))", ROOT)


@pytest.mark.parametrize("name", PATCHES)
def test_a_change_of_the_notebooks_holds(kernel: Kernel, python: PlainPython, name: str) -> None:
    setup, body = PATCHES[name]
    cell = f"def f(x):\n    {body}\n"
    assert in_notebook(kernel, cell, setup) == in_python(python, cell, setup)


@pytest.mark.parametrize(
    "patch", ["import textwrap; textwrap.indent", "import linecache; linecache.getlines", "import ast; ast.walk"]
)
def test_a_change_of_what_our_own_code_calls_is_for_the_users_alone(kernel: Kernel, patch: str) -> None:
    name = patch.split("; ")[1]
    assert kernel.run(f"{patch.replace('; ', '; original = ' + name + '; ')} = lambda *given: 1 / 0").status == "ok"
    try:
        cell = (
            f"%%autograph -o result --no-timing f(3)\ndef f(x):\n    return x + 1\n\nfailing = {name} is not original"
        )
        assert kernel.run(cell).status == "ok"
        assert kernel.run(f"print(result.value, failing, {name} is original)").texts("stream") == ["4 True False\n"]
    finally:
        kernel.run(f"{name} = original")


def test_it_is_gone_when_the_notebook_has_taken_it_back(kernel: Kernel, python: PlainPython) -> None:
    cell = "def f(x):\n    return math.tau * x if hasattr(np, 'half') is False else 'half'\n"
    assert in_notebook(kernel, cell, "math.tau = 3; np.half = 0.5") == "'half'\n"
    assert in_notebook(kernel, cell, "pass") == in_python(python, cell, "pass")


@pytest.mark.parametrize("change", ["math.pi = 3", "del math.pi", "math.more = 1", "jnp.sin = jnp.cos", "np.pi = 'pi'"])
def test_what_a_call_changes_ends_with_it(kernel: Kernel, python: PlainPython, change: str) -> None:
    in_notebook(kernel, f"def f(x):\n    {change}\n    return x\n", "pass")
    cell = "def f(x):\n    return math.pi, np.pi, hasattr(math, 'more'), float(jnp.sin(x))\n"
    assert in_notebook(kernel, cell, "pass") == in_python(python, cell, "pass")
