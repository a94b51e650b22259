"""`ng.exercise` says what is wrong with an attempt, where, and no more."""

from __future__ import annotations

import inspect
import math
from typing import Any

import jax
import jax.numpy as jnp
import pytest

import nbgraph as ng


def halvings(n: int) -> int:
    count = 0
    while n > 1:
        n = n // 2
        count = count + 1
    return count


def test_solved() -> None:
    def attempt(n: int) -> int:
        count = 0
        while n > 1:
            n, count = n // 2, count + 1
        return count

    found = ng.exercise(attempt, same_as=halvings, on=[1, 5, 64], has={"while": 1, "cond": 0}, traces=1, lint="clean")
    assert found
    assert repr(found) == "Solved: attempt is as wanted on 3 inputs."


def test_names_the_input_and_both_values() -> None:
    def attempt(n: int) -> int:
        count = 0
        while n > 2:
            n, count = n // 2, count + 1
        return count

    found = ng.exercise(attempt, same_as=halvings, on=[1, 5, 2])
    assert not found
    assert repr(found) == "Not yet: attempt(5) is 1, and 2 is wanted."


def test_an_int_for_a_float_and_a_missing_return_are_told() -> None:
    def bend(x: Any) -> Any:
        if x < 0:
            return 0
        if x > 1:
            return x**0.5
        return None

    found = ng.exercise(bend, same_as=lambda x: max(0.0, x), on=[-1.0])
    assert found.message == "bend(-1.0) is 0, and 0.0 is wanted. (float against int)"
    found = ng.exercise(bend, same_as=lambda x: max(0.0, x), on=[0.25])
    assert found.message == "bend(0.25) is None, and 0.25 is wanted. Is a `return` missing?"


def test_tells_the_line_of_an_error_and_does_not_raise() -> None:
    def attempt(n: int) -> int:
        return n + unknown  # type: ignore[name-defined] # noqa: F821

    line = inspect.getsourcelines(attempt)[1] + 1
    found = ng.exercise(attempt, same_as=halvings, on=[5])
    assert "attempt(5) raises an error: " in found.message
    assert "unknown" in found.message
    assert f"test_exercise.py, line {line}" in found.code
    assert "^^^^^^^" in found.code


def test_counts_loops_and_says_what_became_of_each() -> None:
    def attempt(x: float) -> float:
        for _ in range(3):
            x = x / 2
        return x

    found = ng.exercise(attempt, same_as=lambda x: x / 8, on=[8.0], has={"while": 1})
    assert found.message == "The graph of attempt has 0 `while`, and 1 is wanted."
    assert "for _ in range(3)" in found.code
    assert "unrolled" in found.code


def test_counts_choices() -> None:
    def by_if(x: float) -> float:
        return -x if x < 0 else x

    def by_where(x: float) -> Any:
        return jnp.where(x < 0, -x, x)

    for attempt in (by_if, by_where):
        assert ng.exercise(attempt, same_as=abs, on=[-1.0, 2.0], has={"select": 1, "cond": 0})


def test_an_if_counts_whatever_became_of_it() -> None:
    def attempt(x: float) -> Any:
        if x > 1:
            return jnp.sqrt(x)
        if x > 0:
            return x
        return 0.0

    def bend(x: float) -> float:
        return math.sqrt(x) if x > 1 else max(x, 0.0)

    assert ng.exercise(attempt, same_as=bend, on=[4.0, 0.5, -1.0], has={"if": 2})
    assert "has 1 `cond`" in ng.exercise(attempt, same_as=bend, on=[4.0], has={"cond": 2}).message


def test_a_loop_that_returns_is_one_loop() -> None:
    def attempt(n: int) -> int:
        count = 0
        while count < 10:
            if n <= 1:
                return count
            n = n // 2
            count = count + 1
        return count

    assert ng.exercise(attempt, same_as=halvings, on=[5, 64], has={"while": 1})


def test_traces_name_their_reasons() -> None:
    found = ng.exercise(lambda x: x + 1, same_as=lambda x: x + 1, on=[1, 2, 1.0], traces=1)
    assert "was traced 2 times, and 1 is wanted" in found.message
    assert "trace 2: (x: float32[])" in found.code


def test_of_many_traces_two_are_listed() -> None:
    ones = ng.function(lambda n: jnp.ones(n), static_argnames="n")
    found = ng.exercise(ones, same_as=jnp.ones, on=[1, 2, 3, 4], traces=1)
    assert [line[:8] for line in found.code.splitlines()] == ["trace 1:", "trace 2:", "and 2 mo"]


def test_lint_names_its_line() -> None:
    seen: list[int] = []

    def attempt(n: int) -> int:
        seen.append(n)
        return n

    found = ng.exercise(attempt, same_as=lambda n: n, on=[1], lint="clean")
    assert not found
    assert "seen.append(n)" in found.code


def naive(x: float) -> Any:
    return jnp.log(1 + jnp.exp(x))


def stable(x: float) -> Any:
    return jnp.logaddexp(x, 0.0)


def softplus(x: float) -> float:
    return max(x, 0.0) + math.log1p(math.exp(-abs(x)))


def test_gradients() -> None:
    def cut(x: float) -> Any:
        return jnp.round(x * 0) + stable(x) * 2 - jnp.logaddexp(x, 0.0)

    def wrong(x: float) -> Any:
        from jax.lax import stop_gradient

        return stop_gradient(stable(x))

    assert ng.exercise(stable, same_as=softplus, on=[-100.0, 0.0, 100.0], gradient=True)
    assert ng.exercise(cut, same_as=softplus, on=[0.5], gradient=True)
    found = ng.exercise(wrong, same_as=softplus, on=[0.0], gradient=True)
    assert found.message == "The gradient of wrong(0.0) is 0.0, and 0.5 is wanted."
    assert ng.exercise(naive, same_as=softplus, on=[80.0])
    found = ng.exercise(naive, same_as=naive, on=[0.0, 100.0], gradient=True)
    assert found.message == "The gradient of naive(100.0) is nan, and a finite one is wanted."


def test_any_slope_between_both_sides_of_a_kink_is_right() -> None:
    assert ng.exercise(lambda x: jnp.maximum(x, 0.0), same_as=lambda x: max(x, 0.0), on=[0.0, 1.0], gradient=True)


def test_hints_come_from_the_second_failure_on() -> None:
    def attempt(n: int) -> int:
        return n

    def ask() -> str:
        return ng.exercise(attempt, same_as=halvings, on=[4], hints=["Count.", "Halve."]).hint

    assert [ask() for _ in range(4)] == ["", "Count.", "Halve.", "Halve."]
    assert ng.exercise(attempt, same_as=halvings, on=[0], hints=["Count.", "Halve."])
    assert ask() == ""


def test_inputs_are_as_they_were() -> None:
    def attempt(items: list[float]) -> float:
        items.append(1.0)
        return items[0] + items[1]

    given = [1.0]
    assert ng.exercise(attempt, same_as=attempt, on=[(given,)])
    assert given == [1.0]


def test_errors_that_are_wanted() -> None:
    def attempt(n: int) -> int:
        if n < 0:
            raise ValueError("negative")
        return n

    def lax(n: int) -> int:
        return n

    assert ng.exercise(attempt, same_as=attempt, on=[1, -1])
    found = ng.exercise(lax, same_as=attempt, on=[1, -1])
    assert found.message == "lax(-1) is -1, and ValueError is to be raised."


def test_what_is_shown_is_no_markup() -> None:
    found = ng.exercise(lambda s: s + "<img src=x>", same_as=lambda s: s, on=["<script>"])
    assert "<script>" not in found._repr_html_()
    assert "&lt;script&gt;" in found._repr_html_()


def test_names_in_a_message_are_code_on_a_page() -> None:
    found = ng.exercise(lambda x: x, same_as=abs, on=[1.0], has={"cond": 1})
    assert "<code>cond</code>" in found._repr_html_()


def test_a_wrong_exercise_raises() -> None:
    with pytest.raises(ValueError, match="must have an input"):
        ng.exercise(halvings, same_as=halvings, on=[])
    with pytest.raises(ValueError, match="not 'until'"):
        ng.exercise(halvings, same_as=halvings, on=[1], has={"until": 1})


def test_no_function_is_told() -> None:
    assert ng.exercise(3, same_as=halvings, on=[1]).message == "A function is wanted, and this is 3."  # type: ignore[arg-type]


def test_an_attempt_that_ends_the_program_is_told_too() -> None:
    def attempt(n: int) -> int:
        raise SystemExit(n)

    assert "attempt(1) raises an error: SystemExit" in ng.exercise(attempt, same_as=halvings, on=[1]).message


def test_one_hint_may_stand_by_itself() -> None:
    def attempt(n: int) -> int:
        return n

    found = [ng.exercise(attempt, same_as=halvings, on=[4], hints="Halve it.") for _ in range(2)]
    assert [each.hint for each in found] == ["", "Halve it."]


def test_a_hint_of_a_pair_is_for_what_is_wrong_and_an_argument_is_short() -> None:
    def attempt(values):
        return values.sum() + 1.0

    hints = ["Sum.", ("is 56.0", "Nothing is added."), ("is 1.0", "Never told.")]
    found = [ng.exercise(attempt, same_as=lambda v: v.sum(), on=[jnp.arange(11.0)], hints=hints) for _ in range(2)]
    assert {each.message for each in found} == {"attempt(f32[11]) is 56.0, and 55.0 is wanted."}
    assert [each.hint for each in found] == ["", "Nothing is added."]


def test_the_line_that_cuts_or_breaks_a_gradient_is_shown() -> None:
    def cut(x):
        fixed = jax.lax.stop_gradient(x)
        return fixed**0.5

    def broken(x):
        return jnp.where(x > 0, jnp.sqrt(x), 0.0)

    found = ng.exercise(cut, same_as=lambda x: x**0.5, on=[2.0], gradient=True)
    assert "fixed = jax.lax.stop_gradient(x)" in found.code
    found = ng.exercise(broken, same_as=lambda x: x**0.5 if x > 0 else 0.0, on=[-1.0], gradient=True)
    assert "gradient of broken(-1.0) is nan" in found.message
    assert found.code.splitlines()[-1].strip() == "^" * len("jnp.sqrt(x)")
