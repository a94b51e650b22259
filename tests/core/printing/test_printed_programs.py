"""Code printed from a traced program: as an expert would write it, and the program itself when it is traced again."""

# ruff: noqa: SIM108 - programs as users write them

from __future__ import annotations

import types
import zlib
from typing import Any

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng
from nbgraph.core.printing.printer import printed_program
from tests.programs.pool import RIGHT, load_all

PROGRAMS = load_all()
SAMPLE = [
    name
    for name, each in PROGRAMS.items()
    if each.expect == RIGHT and not each.reset and zlib.crc32(name.encode()) % 24 == 0
]


def printed(function: Any, *arguments: Any) -> str:
    return printed_program(ng.function(function), arguments, {}).text


def pasted(text: str, name: str) -> Any:
    """The function that a text defines in a module of its own."""
    module = types.ModuleType("pasted")
    exec(compile(text, "<pasted>", "exec"), vars(module))
    return getattr(module, name)


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


def bubble_sort(v):
    n = len(v)
    for i in range(n):
        for j in range(n - 1 - i):
            if v[j] > v[j + 1]:
                v[j], v[j + 1] = v[j + 1], v[j]
    return v


BUBBLE_SORT = """\
from jax import lax


def bubble_sort(v):
    for i in range(len(v) - 1):
        for j in range(len(v) - 1 - i):
            v = lax.cond(
                v[j] > v[j + 1],
                lambda: v.at[j].set(v[j + 1]).at[j + 1].set(v[j]),
                lambda: v,
            )
    return v
"""


def sieve_count(n):
    count = 0
    for i in range(2, n):
        prime = True
        for j in range(2, i):
            if i % j == 0:
                prime = False
                break
        if prime:
            count += 1
    return count


SIEVE_COUNT = """\
import jax.numpy as jnp
from jax import lax


def sieve_count(n):
    def loop_body(i, count):
        def loop_test(state):
            j, prime, did_break = state
            return (j < i) & ~did_break

        def loop_body(state):
            j, prime, did_break = state
            test = i % j == 0
            return j + 1, ~test & prime, test

        prime = lax.while_loop(loop_test, loop_body, (2, True, False))[1]
        return jnp.where(prime, count + 1, count)

    count = lax.fori_loop(2, n, loop_body, 0)
    return count
"""


def rnn(xs, w, u, h):
    outputs = []
    for x in xs:
        h = jnp.tanh(w @ x + u @ h)
        outputs.append(h)
    return outputs, h


RNN = """\
import jax.numpy as jnp


def rnn(xs, w, u, h):
    outputs = []
    for x in xs:
        h = jnp.tanh(w @ x + u @ h)
        outputs.append(h)
    return outputs, h
"""


def beam_search(logits, scores, paths):
    for t in range(3):
        total = scores[:, None] + logits[t]
        scores, index = jax.lax.top_k(total.ravel(), 2)
        paths = paths[index // 5].at[:, t].set(index % 5)
    return scores, paths


BEAM_SEARCH = """\
import jax


def beam_search(logits, scores, paths):
    assert logits.shape == (3, 5)
    assert scores.shape == (2,)
    assert paths.shape == (2, 3)
    for t in range(3):
        total = scores[:, None] + logits[t]
        scores, index = jax.lax.top_k(total.ravel(), 2)
        paths = paths[index // 5].at[:, t].set(index % 5)
    return scores, paths
"""


@pytest.mark.parametrize(
    ("function", "arguments", "text"),
    [
        pytest.param(collatz, (27,), COLLATZ, id="collatz"),
        pytest.param(huber, (0.5,), HUBER, id="huber"),
        pytest.param(newton, (2.0,), NEWTON, id="newton"),
        pytest.param(nested, (0,), NESTED, id="nested"),
        pytest.param(bubble_sort, (jnp.array([4, 2, 3, 1]),), BUBBLE_SORT, id="bubble_sort"),
        pytest.param(sieve_count, (20,), SIEVE_COUNT, id="sieve_count"),
        pytest.param(rnn, (jnp.ones((5, 3)), jnp.ones((4, 3)), jnp.ones((4, 4)), jnp.ones(4)), RNN, id="rnn"),
        pytest.param(
            beam_search, (jnp.ones((3, 5)), jnp.ones(2), jnp.zeros((2, 3), "int32")), BEAM_SEARCH, id="beam_search"
        ),
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
    assert not text.startswith("# No pure JAX code: the code would be another program")


def evens(n):
    found = []
    for i in range(n):
        if i % 2 == 0:
            found.append(i)
    return found


def test_a_list_that_outgrows_its_capacity_gets_more() -> None:
    text = printed(evens, 3)
    assert "def evens(n, capacity=1024):" in text
    assert "raise" not in text  # which could only say that there is no room
    function = pasted(text, "evens")
    assert function(20, capacity=4) == evens(20)


def test_code_for_an_array_is_for_arrays_of_any_size() -> None:
    function = pasted(printed(bubble_sort, jnp.array([4, 2, 3, 1])), "bubble_sort")
    assert function(jnp.array([3, 1, 2, 5, 4, 0, 7])).tolist() == [0, 1, 2, 3, 4, 5, 7]


def last_two(v):
    a = b = 0
    for x in v:
        a, b = b, jnp.maximum(a + x, b)
    return b


def test_code_that_is_for_one_size_refuses_others() -> None:
    text = printed(last_two, jnp.array([4, 2, 3]))
    function = pasted(text, "last_two")
    assert int(function(jnp.array([1, 2, 3]))) == int(last_two(jnp.array([1, 2, 3])))
    if "assert v.shape == (3,)" in text:
        with pytest.raises(AssertionError):
            function(jnp.array([1, 2, 3, 4]))


def swapped_in_a_helper(s):
    count = 0

    def grow():
        nonlocal s
        s = s + count

    while count < 3:
        count = count + 1
        if s > 2:
            grow()
    return s, count


@pytest.mark.parametrize("s", [0, 3, 7])
def test_names_hide_nothing_that_is_needed(s: int) -> None:
    function = pasted(printed(swapped_in_a_helper, s), "swapped_in_a_helper")
    assert tuple(map(int, function(s))) == swapped_in_a_helper(s)


def counts_on(n):
    i, s = 0, 0
    for k in range(2, n):
        s = s + k
        i = k
    return i, s


def test_the_last_count_of_a_loop_is_what_python_has() -> None:
    function = pasted(printed(counts_on, 7), "counts_on")
    assert tuple(map(int, function(7))) == counts_on(7)
    assert tuple(map(int, function(9))) == counts_on(9)


def raised(base, exponent):
    total = 1
    for _ in range(exponent):
        total = total * base
    return total


def test_code_for_a_known_argument_refuses_other_values() -> None:
    text = printed_program(ng.function(raised, static_argnames="exponent"), (2, 3), {}).text
    function = pasted(text, "raised")
    assert int(function(3, 3)) == 27
    with pytest.raises(AssertionError):
        function(3, 4)


def shifted(x, by=2):
    return x + by


def test_code_for_a_default_refuses_other_values() -> None:
    function = pasted(printed(shifted, 3), "shifted")
    assert int(function(3)) == 5
    with pytest.raises(AssertionError):
        function(3, 4)


def test_numbers_that_are_a_size_are_written_as_it() -> None:
    text = printed(lambda v: jnp.sum(v) / len(v) + v.shape[0] * 2, jnp.ones(6))
    assert "6" not in text
    assert float(pasted(text, "function")(jnp.ones(3))) == 7.0
