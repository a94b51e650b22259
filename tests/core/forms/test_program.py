"""The jaxpr as text: the user's names, one equation a line, each line with its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp

from nbgraph.core.examine.reporting import report_call
from nbgraph.core.forms.lines import LONGEST
from nbgraph.core.forms.program import Program, program_text
from nbgraph.core.source.text import SourceText
from nbgraph.core.spans import Span


def form(function: Callable[..., Any], *arguments: Any) -> Program:
    report = report_call(function, arguments, timing=False, call=True)
    assert report.forms is not None, report.errors
    return Program(report.forms.codes[0], report.forms.operations)


def lines(function: Callable[..., Any], *arguments: Any) -> list[str]:
    return [line.strip() for line in form(function, *arguments).code.text.splitlines()]


def clipped(x, limit):
    if x > limit:
        low = x - limit
        x = low * jnp.sin(low)
    return x


def counted(n):
    total = 0
    while n > 1:
        total = total + n
        n = n - 1
    return total


def summed(values):
    total = 0.0
    for value in values:
        total = total + value
    return total


def test_values_are_called_what_the_user_calls_them() -> None:
    found = lines(clipped, 3.0, 1.0)
    assert found[0] == "{ lambda ; x:f32[] limit:f32[]. let"
    assert "low:f32[] = sub x limit" in found


def test_a_loop_has_its_test_first_and_names_its_variables_inside() -> None:
    found = lines(counted, 5)
    test, body = (next(i for i, line in enumerate(found) if line.startswith(start)) for start in ("cond_j", "body_j"))
    assert test < body
    assert "total:i32[]" in found[body]
    assert any(line.startswith("total_1:i32[] = add total n") for line in found)


def test_a_scan_names_the_element() -> None:
    assert any("value:f32[]" in line and line.startswith("jaxpr=") for line in lines(summed, jnp.arange(20.0)))


def test_the_true_branch_comes_first_and_says_so() -> None:
    found = lines(clipped, 3.0, 1.0)
    start = next(i for i, line in enumerate(found) if " = cond[" in line)
    assert found[start + 1].startswith("True={ lambda")
    inside = found[start : next(i for i, line in enumerate(found) if line.startswith("False={"))]
    assert any("sin" in line for line in inside)


def test_letters_for_the_rest_are_no_names_of_the_users() -> None:
    def f(a, b):
        return (a + b) * (a - b)

    found = lines(f, 1.0, 2.0)
    assert found[1:3] == ["c:f32[] = add a b", "d:f32[] = sub a b"]


def test_a_result_that_nothing_needs_is_an_underscore() -> None:
    assert any(line.startswith("_:i32[] total:i32[] = while[") for line in lines(counted, 5))


@jax.jit
def helper(y):
    return y * 2 + 1


def test_a_function_traced_apart_is_printed_once_under_its_own_names() -> None:
    def twice(x):
        return helper(helper(x))

    found = lines(twice, 1.0)
    assert sum(line.startswith("jaxpr={ lambda ; y:") for line in found) == 1
    first = next(i for i, line in enumerate(found, 1) if line.startswith("jaxpr={"))
    assert any(f"jit[name=helper as in line {first}]" in line for line in found)


def test_each_line_knows_its_place() -> None:
    program = form(counted, 5)
    start = counted.__code__.co_firstlineno
    texts = program.code.text.splitlines()
    places = {texts[link.generated.line - 1].strip(): link.source.line - start for link in program.code.mappings}
    assert places["total_1:i32[] = add total n"] == 3
    assert places["n_1:i32[] = sub n 1:i32[]"] == 4
    assert dict(program.owners)[counted.__code__.co_filename, start + 2] == ("while", "gt")


def test_addresses_that_change_from_run_to_run_are_left_out() -> None:
    def shown(x):
        jax.debug.print("{}", x)
        return x

    text = form(shown, 1.0).code.text
    assert "debug_callback" in text or "debug_print" in text
    assert " at 0x" not in text


def test_a_long_program_is_cut_and_says_by_how_much() -> None:
    def long(x):
        for _ in range(LONGEST):
            x = jnp.sin(x) + 1.0
        return x

    made = program_text(jax.make_jaxpr(long)(1.0), source=SourceText("none", ()), function=Span("none", 1, 0, 1, 0))
    shown = made.code.text.splitlines()
    assert len(shown) == LONGEST + 1
    assert shown[-1].startswith(f"# … {LONGEST + 2} more lines")
