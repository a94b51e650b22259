"""Printed code of programs that choose texts at run time: the texts stand in a table, and their numbers travel."""

from __future__ import annotations

import builtins
import re
from typing import Any

import jax
import pytest

import nbgraph as ng
from nbgraph.core.errors import NbgraphError
from tests.core.printing.test_pasted import NO_FORM, pasted
from tests.programs import oracle

LIMITS = {"low": 10, "mid": 20, "high": 30}


def grade_of(p):
    if p >= 90:
        return "A"
    if p >= 80:
        return "B"
    return "F"


def points(grade):
    if grade == "A":
        return 4
    if grade == "B":
        return 3
    return 0


def grades(n):
    s = 0
    for i in range(n):
        s += points(grade_of(70 + 7 * i))
    return s


def two_machines(n):
    mode, k = "go", 0
    other = "x"
    while mode != "stop" and k < 50:
        other = "y" if other == "x" else "x"
        k += n
        if k > 20:
            mode = "stop"
    return k, mode, other


def sign_first(n):
    sign = ""
    if n < 0:
        sign += "-"
    m, digits = abs(n), 0
    while m > 0:
        m //= 10
        digits += 1
    print(sign, digits, end=";")
    return digits


def swapped(n):
    a, b = "left", "right"
    for _ in range(n):
        a, b = b, a
    return a, b


def levels(n):
    level, total = "low", 0
    for _ in range(n):
        if total > 25:
            level = "high"
        elif total > 8:
            level = "mid"
        total += LIMITS[level] // 5
    return total, level, LIMITS[level]


def found_or_none(n):
    word = None
    for i in range(n):
        if i == 3:
            word = "three"
            break
    if word:
        return len(word)
    return -1


def matched_in_a_loop(n):
    last = "none"
    for i in range(n):
        match i % 3:
            case 0:
                last = "fizz"
            case 1:
                last = "buzz"
        if last == "buzz" and i > 4:
            print(f"{last:>6}|{i:03d}", last.upper())
    return last == "fizz"


def label(kind, n):
    return f"{kind}:{n}"


def labelled(n):
    word = label("a" if n > 2 else "b", n)
    for i in range(n):
        word = label("c", i)
    return word


def same_again(n):
    x = "a"
    y = ""
    for i in range(n):
        x = "a"
        y = x + "b"
        if i > 2:
            x = "c"
    return x, y


def in_a_message(n):
    word = "apple"
    for i in range(n):
        word = "apple" if i == 1 else "apples"
        print(i, word)
    if n >= 9:
        raise ValueError(f"{n} {word}")
    return n


def answered_by_a_dict(n):
    counts = {"a": 0, "b": 0}
    for i in range(n):
        key = "a" if i % 3 else "b"
        counts[key] = counts[key] + i
    return counts["a"], counts["b"]


PROGRAMS = {
    grades: (0, 5),
    two_machines: (1, 7, 30),
    sign_first: (-120, 5, 0),
    swapped: (0, 3, 4),
    levels: (0, 3, 9),
    found_or_none: (2, 7),
    matched_in_a_loop: (3, 9),
    labelled: (0, 3),
    same_again: (0, 2, 6),
    in_a_message: (3, 10),
    answered_by_a_dict: (0, 7),
}


@pytest.mark.parametrize("function", PROGRAMS, ids=lambda function: function.__name__)
def test_pasted_code_chooses_the_text_that_python_chooses(function: Any) -> None:
    text = ng.to_code(function, PROGRAMS[function][0])
    assert not text.startswith(NO_FORM), text
    made = pasted(text, function.__name__)
    for argument in PROGRAMS[function]:
        python, outcome = oracle.in_python(function, (argument,)), oracle.observe(made, (argument,))
        assert oracle.disagreement(python, outcome) == "", (argument, text)


def growing(n):
    s = ""
    for i in range(n):
        s = s + "x" if i < 3 else "y"
    return s


def handed_to_a_library(n):
    kind = "b" if n > 2 else "a"
    return re.sub("a", "c", kind)


def in_a_new_dict(n):
    k = 0
    while k < n:
        k += 3
    return {"kind": "even" if k % 2 == 0 else "odd"}


def marked(word, mark="!"):
    return word + mark


def of_a_default(n):
    word = "x"
    for i in range(n):
        word = "y" if i % 2 else "x"
    return marked(word), marked(word, mark="?")


@pytest.mark.parametrize(
    "function", [growing, handed_to_a_library, in_a_new_dict, of_a_default], ids=lambda f: f.__name__
)
def test_where_a_text_must_be_known_there_is_no_special_code_that_guesses(function: Any) -> None:
    try:
        text = ng.to_code(function, 3)
    except ng.NbgraphError:
        return  # it has no graph at all
    if text.startswith(NO_FORM):
        return
    made = pasted(text, function.__name__)
    for argument in (0, 2, 3, 5):
        assert oracle.disagreement(oracle.in_python(function, (argument,)), oracle.observe(made, (argument,))) == ""


def test_the_code_is_what_one_writes_by_hand() -> None:
    def light(n):
        color, rounds = "red", 0
        while rounds < n:
            if color == "red":
                color = "green"
            else:
                color = "red"
                rounds += 1
        return color

    assert ng.to_code(light, jax.ShapeDtypeStruct((), "int32")) == LIGHT


LIGHT = """\
import jax.numpy as jnp
from jax import lax


def light(n):
    def loop_test(state):
        color, rounds = state
        return rounds < n

    def loop_body(state):
        color, rounds = state
        test = color == 0
        return jnp.where(test, 1, 0), jnp.where(test, rounds, rounds + 1)

    color = lax.while_loop(loop_test, loop_body, (0, 0))[0]
    return ('red', 'green')[int(color)]
"""


def compared_lists(n):
    return [i % 1 for i in range(n)]


def same_lists(n):
    items = compared_lists(n)
    return items == [0], items != [0, 0]


def test_lists_of_other_lengths_are_other_lists() -> None:
    made = pasted(ng.to_code(same_lists, 1), "same_lists")
    for n in (0, 1, 2, 5):
        assert tuple(map(bool, made(n))) == same_lists(n)


def nested_format(n):
    for i in range(n):
        print(i, f"{i:>{n}}")
    return n


def test_a_format_with_values_in_it_is_refused_at_its_line() -> None:
    """The graph would raise in the middle of its run: it can fill in a value, and not the width of one."""
    for attempt in (lambda: ng.to_code(nested_format, 3), lambda: ng.function(nested_format)(3)):
        with pytest.raises(NbgraphError) as caught:
            attempt()
        assert caught.value.span is not None and caught.value.span.line == nested_format.__code__.co_firstlineno + 2
    fixed = ng.function(nested_format, static_argnames="n")
    assert oracle.disagreement(oracle.in_python(nested_format, (3,)), oracle.observe(fixed, (3,))) == ""


def bound_by_a_conditional_expression(n):
    for i in range(n):
        kind = "up" if i % 3 else "down"
    return kind if n else "nothing"


def test_a_conditional_expression_gives_a_name_its_value() -> None:
    made = pasted(ng.to_code(bound_by_a_conditional_expression, 0), "bound_by_a_conditional_expression")
    for n in (0, 1, 3):
        assert made(n) == bound_by_a_conditional_expression(n)


def test_a_container_outside_is_none_of_the_functions_whose_own_name_is_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(builtins, "_", ["left", "right"], raising=False)  # a notebook's last result
    assert not ng.to_code(swapped, 3).startswith(NO_FORM)
