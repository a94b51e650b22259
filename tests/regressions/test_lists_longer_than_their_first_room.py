"""Pure JAX code: a list that has needed more room than at first, and grows further in a branch behind its loop."""

from __future__ import annotations

from typing import Any

import pytest

import nbgraph as ng
from tests.core.printing.test_pasted import pasted
from tests.programs import oracle


def one_more(n):
    items = []
    i = 0
    while i < n:
        items.append(i)
        i += 1
    if n > 1:
        items.append(-1)
    return items


def one_less_and_two_more(n):
    items = []
    i = 0
    while i < n:
        items.append(i)
        i += 1
    if n > 1:
        items.pop()
    if n > 2:
        items.append(7)
        items.append(8)
    return items


def made_anew(n):
    items = []
    i = 0
    while i < n:
        items.append(i)
        i += 1
    if n > 1:
        items = items + [7]  # noqa: RUF005
    return items


@pytest.mark.parametrize("function", [one_more, one_less_and_two_more, made_anew])
def test_no_item_is_lost(function: Any) -> None:
    text = ng.to_code(function, 3)
    made = pasted(text, function.__name__)
    for n in (0, 3, 1024, 1025, 1500):
        python, outcome = oracle.in_python(function, (n,)), oracle.observe(made, (n,))
        assert oracle.disagreement(python, outcome) == "", (n, text)
