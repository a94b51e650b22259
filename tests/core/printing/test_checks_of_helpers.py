"""Printed code of loops whose helpers check something."""

from __future__ import annotations

from typing import Any

import pytest

import nbgraph as ng
from tests.core.printing.test_pasted import NO_FORM, pasted
from tests.programs import oracle


def asked_in_the_test(x):
    s = 0

    def below(a):
        if a >= 50:
            raise ValueError(f"{a} is too much")
        return a < x

    while below(s):
        s = s + 7
        if s == 21:
            continue
    return s


def added_in_a_round(n):
    s = 0

    def checked(a):
        if a >= 8:
            raise ValueError("big")
        return a

    for i in range(n):
        s = s + checked(2 * i)
    return s


@pytest.mark.parametrize("function", [asked_in_the_test, added_in_a_round], ids=lambda f: f.__name__)
def test_the_checks_of_a_helper_are_made_in_the_loop(function: Any) -> None:
    text = ng.to_code(function, 3)
    assert not text.startswith(NO_FORM), text
    made = pasted(text, function.__name__)
    for argument in (0, 3, 4, 30, 100):
        python, outcome = oracle.in_python(function, (argument,)), oracle.observe(made, (argument,))
        assert oracle.disagreement(python, outcome) == "", (argument, text)
