"""Code printed from a traced program: as an expert would write it, and the program itself when it is traced again."""

# ruff: noqa: SIM108 - programs as users write them

from __future__ import annotations

import zlib
from typing import Any

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng
from nbgraph.core.executor.convert import conversion
from nbgraph.core.printing.printer import print_program
from tests.programs.pool import RIGHT, load_all

PROGRAMS = load_all()
SAMPLE = [
    name
    for name, each in PROGRAMS.items()
    if each.expect == RIGHT and not each.reset and zlib.crc32(name.encode()) % 24 == 0
]


def printed(function: Any, *arguments: Any) -> str:
    compiled = ng.function(function)
    traced = compiled.trace(*arguments)
    return print_program(conversion(function), compiled.traces[-1], traced).text


def collatz(a):
    counter = 0
    while a != 1:
        if a % 2 == 0:
            a = a // 2
        else:
            a = 3 * a + 1
        counter = counter + 1
    return counter


COLLATZ = """\
from jax import lax


def collatz(a):
    def loop_test(state):
        a, counter = state
        return a != 1

    def loop_body(state):
        a, counter = state
        a = lax.cond(a % 2 == 0, lambda: a // 2, lambda: 3 * a + 1)
        counter = counter + 1
        return a, counter

    counter = lax.while_loop(loop_test, loop_body, (a, 0))[-1]
    return counter
"""

delta = 1.0


def huber(a):
    if jnp.abs(a) <= delta:
        loss = a * a / 2
    else:
        loss = delta * (jnp.abs(a) - delta / 2)
    return loss


HUBER = """\
import jax.numpy as jnp
from jax import lax

delta = 1.0


def huber(a):
    loss = lax.cond(
        jnp.abs(a) <= delta,
        lambda: a * a / 2,
        lambda: delta * (jnp.abs(a) - delta / 2),
    )
    return loss
"""


def newton(x):
    guess = x
    for _ in range(20):
        guess = 0.5 * (guess + x / guess)
    return guess


NEWTON = """\
from jax import lax


def newton(x):
    guess = lax.fori_loop(0, 20, lambda _, guess: 0.5 * (guess + x / guess), x)
    return guess
"""


def nested(n):
    if n >= 0:
        while n < 5:
            n += 1
    return n


NESTED = """\
from jax import lax


def nested(n):
    n = lax.cond(
        n >= 0,
        lambda: lax.while_loop(lambda n: n < 5, lambda n: n + 1, n),
        lambda: n,
    )
    return n
"""


def print_branches(x):
    if x > 2:
        print("big", x)
    else:
        print("small")
    return x


PRINT_BRANCHES = """\
import jax
from jax import lax


def print_branches(x):
    def if_true():
        jax.debug.print('big {}', x, ordered=True)

    def if_false():
        jax.debug.print('small', ordered=True)

    lax.cond(x > 2, if_true, if_false)
    return x
"""


@pytest.mark.parametrize(
    ("function", "arguments", "text"),
    [
        pytest.param(collatz, (27,), COLLATZ, id="collatz"),
        pytest.param(huber, (0.5,), HUBER, id="huber"),
        pytest.param(newton, (2.0,), NEWTON, id="newton"),
        pytest.param(nested, (0,), NESTED, id="nested"),
        pytest.param(print_branches, (3,), PRINT_BRANCHES, id="print_branches"),
    ],
)
def test_a_classic_reads_as_an_expert_would_write_it(function: Any, arguments: tuple[Any, ...], text: str) -> None:
    assert printed(function, *arguments) == text


@pytest.mark.parametrize("name", SAMPLE)
def test_a_printed_program_is_the_program(name: str) -> None:
    program = PROGRAMS[name]
    with jax.numpy_dtype_promotion("strict" if program.strict else "standard"):
        text = printed(program.function, *program.arguments[0])
    assert "nbgraph" not in text
    assert not text.startswith("# No specialised form: the code would be another program")
