"""Calls become functions and values in the user's namespace, or one located error."""

from __future__ import annotations

import functools
import heapq

import jax
import numpy as np
import pytest

from nbgraph.core.errors import CallError
from nbgraph.core.executor.convert import convert
from nbgraph.magics.calls import parse_calls
from nbgraph.magics.evaluate import bind
from nbgraph.magics.line import MagicLine, forget_lines


def collatz(a, limit=10, *, verbose=False):
    return a


@pytest.fixture(autouse=True)
def tidy():
    yield
    forget_lines()


def bound(text: str, **names):
    line = MagicLine(text)
    namespace = {"collatz": collatz, "np": np, **names}
    return bind(parse_calls(line)[0], line, namespace)


def problem(text: str, **names) -> tuple[CallError, str]:
    with pytest.raises(CallError) as caught:
        bound(text, **names)
    span = caught.value.span
    shift = len("%%autograph ")
    return caught.value, text[span.column - shift : span.end_column - shift]


def test_arguments_are_evaluated_where_the_user_stands():
    call = bound("collatz(n + 1, *rest, **options)", n=26, rest=[5], options={"verbose": True})
    assert call.function is collatz
    assert (call.args, dict(call.kwargs)) == ((27, 5), {"verbose": True})


def test_keywords_become_positions_so_that_they_cannot_meet_the_reports_own():
    def f(title, timing):
        return title

    call = bound("f(timing=1, title=2)", f=f)
    assert (call.args, dict(call.kwargs)) == ((2, 1), {})


def test_a_comprehension_sees_the_users_names():
    assert bound("collatz([n * i for i in range(3)])", n=2).args == ([0, 2, 4],)


def test_a_bare_name_is_a_function_to_look_at():
    call = bound("collatz")
    assert call.function is collatz
    assert not call.is_call


def test_methods_and_partials_are_functions():
    assert bound("p(3)", p=functools.partial(collatz, limit=3)).args == (3,)
    assert bound("box.upper()", box="text").function() == "TEXT"


def test_what_a_library_is_handed_is_held():
    first = bound("jax.tree.map(collatz, [3], is_leaf=None)", jax=jax)
    assert (first.function.func, first.function.args) == (jax.tree.map, (collatz,))
    assert (first.args, first.kwargs) == (([3],), {"is_leaf": None})
    inside = bound("jax.lax.fori_loop(0, 5, collatz, 1)", jax=jax)
    assert inside.function.keywords == {"body_fun": collatz}
    assert (inside.args, inside.kwargs) == ((0, 5), {"init_val": 1})
    named = bound("heapq.nlargest(2, [3, 1], key=collatz)", heapq=heapq)
    assert (named.function.keywords, named.args) == ({"key": collatz}, (2, [3, 1]))
    chosen = bound("jax.lax.cond(True, collatz, collatz, 1)", jax=jax)
    assert (chosen.function.func, chosen.function.args) == (jax.lax.cond, (True, collatz, collatz))
    assert chosen.args == (1,)
    assert bound("collatz(collatz)").function is collatz


@pytest.mark.parametrize(
    ("text", "culprit", "words"),
    [
        ("colatz(27)", "colatz", "`colatz` is not defined"),
        ("collatz(m + 1)", "m", "`m` is not defined"),
        ("collatz('é', m)", "m", "`m` is not defined"),
        ("np.nothing(3)", "np.nothing", "AttributeError"),
        ("collatz(1 / 0)", "1 / 0", "ZeroDivisionError: division by zero"),
        ("collatz(3, 1 / 0)", "1 / 0", "`1 / 0` cannot be evaluated"),
        ("collatz(*5)", "5", "cannot be unpacked"),
        ("collatz(**5)", "5", "cannot be unpacked"),
        ("n(3)", "n", "`n` is of type int, not a function"),
        ("collatz()", "collatz()", "missing a required argument: 'a'"),
        ("collatz(1, 2, 3)", "collatz(1, 2, 3)", "too many positional arguments"),
        ("collatz(1, speed=3)", "collatz(1, speed=3)", "unexpected keyword argument 'speed'"),
        ("collatz(f32[-1])", "f32[-1]", "whole numbers"),
        ("collatz(f32[2.5])", "f32[2.5]", "whole numbers"),
        ("collatz(f32[rows])", "rows", "`rows` is not defined"),
        ("collatz(await x)", "await x", "cannot be evaluated"),
    ],
)
def test_each_bad_part_is_one_error_at_its_place(text, culprit, words):
    error, marked = problem(text, n=26)
    assert marked == culprit
    assert words in error.message


def test_a_misspelt_name_is_offered():
    assert problem("colatz(27)")[0].remedy == "`collatz`"
    assert "define `zzz` first" in problem("zzz(27)")[0].remedy


def test_an_interrupt_while_evaluating_is_no_error_of_the_call():
    def stop():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        bound("collatz(stop())", stop=stop)


def test_abstract_values_are_shapes_and_types():
    call = bound("collatz(f32[n, 4], i32, verbose={'mask': bool[3], 'weights': (bf16[()], f16[])})", n=3)
    shapes = jax.tree.map(lambda value: (value.shape, str(value.dtype)), (call.args, call.kwargs))
    assert shapes == (
        (((3, 4), "float32"), ((), "int32")),
        {"verbose": {"mask": ((3,), "bool"), "weights": (((), "bfloat16"), ((), "float16"))}},
    )


def test_a_letter_that_nothing_defines_is_a_size_that_stays_open():
    first, second = bound("collatz(f32[k, 2 * n], f32[k])", n=3).args
    assert (str(first.shape), first.shape[0] == second.shape[0]) == ("(k, 6)", True)


def test_what_the_user_has_named_is_the_users():
    assert bound("collatz(f32[1])", f32=[10, 20]).args == (20,)
    assert bound("collatz([i8 for i8 in range(2)])").args == ([0, 1],)
    assert bound("collatz(bool)").args == (bool,)
    assert bound("collatz('f32[]', f32[])").args[0] == "f32[]"


def test_a_lambda_on_the_line_has_source():
    call = bound("jax.grad(lambda x: x * x if x > 1 else x)(3.0)", jax=jax)
    assert call.function(*call.args) == 6.0
    written = call.function.__wrapped__
    assert float(jax.jit(convert(written))(3.0)) == 9.0
