"""Printed code of functions with objects of their own: a variable for each attribute, methods in place of calls."""

from __future__ import annotations

from typing import Any

import pytest

import nbgraph as ng
from tests.core.printing.test_pasted import NO_FORM, pasted
from tests.programs import oracle


class Gate:
    """A gate that counts who comes."""

    def __init__(self, start):
        self.state, self._count = "open", start
        self.seen = []

    def __len__(self):
        return self._count + len(self.seen)

    def let_in(self, many):
        many += 1
        word = "shut" if self._count + many > 5 else "open"
        self.state = word
        self._count += many
        return self.state == "shut"

    def twice(self, many):
        self.let_in(many)
        self.let_in(1)

    def is_shut(self):
        return self.state == "shut"


def counted(n):
    gate = Gate(n - n)
    word = 0
    for i in range(n):
        gate.twice(i)
        if gate.is_shut():
            word += 1
            gate.state = "open"
    return gate.state, gate._count, word, len(gate)


def asked_whole(n):
    gate = Gate(1)
    shut = False
    while not gate.is_shut() and len(gate) < 20:
        shut = gate.let_in(n)
    return shut, len(gate) > 7


def handed_on(n):
    gate = Gate(n)
    both = [gate, gate]
    for _ in range(n):
        both[0].let_in(1)
    return both[1].is_shut()


def behind_another_name(n):
    gate = Gate(0)
    other = gate
    for _ in range(n):
        other.let_in(1)
    return gate.state


@pytest.mark.parametrize("function", [counted, asked_whole])
def test_an_object_of_its_own_is_variables(function: Any) -> None:
    text = str(ng.to_code(function, 3))
    assert not text.startswith(NO_FORM), text
    assert "Gate" not in text
    for given in (3, 0, 1, 7):
        python = oracle.in_python(function, (given,))
        found = oracle.observe(pasted(text, function.__name__), (given,))
        assert oracle.disagreement(python, found) == "", (given, text)


@pytest.mark.parametrize("function", [handed_on, behind_another_name])
def test_an_object_that_others_see_stays_one(function: Any) -> None:
    text = str(ng.to_code(function, 3))
    assert "gate_state" not in text
    if not text.startswith(NO_FORM):
        for given in (3, 0, 7):
            python = oracle.in_python(function, (given,))
            found = oracle.observe(pasted(text, function.__name__), (given,))
            assert oracle.disagreement(python, found) == "", (given, text)


def beside(x):
    seen = []
    x > 1 and x < 9 and seen.append(x)
    x > 2 or print("small")
    return x


def test_an_operator_whose_value_nobody_takes_is_a_branch() -> None:
    text = str(ng.to_code(beside, 3))
    assert not text.startswith(NO_FORM), text
    for given in (3, 1, 9):
        python = oracle.in_python(beside, (given,))
        assert oracle.disagreement(python, oracle.observe(pasted(text, "beside"), (given,))) == "", text
