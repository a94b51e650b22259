"""`a < f() < b`: what stands first was evaluated after the call, whose effect came before a name that is not bound."""

from __future__ import annotations

import pytest

import nbgraph as ng


def loud(b):
    print("called")
    return b


def unbound_first(b):
    return nobody == loud(b) < 1  # noqa: F821 - that is the point


def changed_by_the_call(a):
    def more():
        nonlocal a
        a += 1
        return a

    return a < more() < 100


def test_nothing_is_called_before_a_name_that_is_not_bound(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(NameError, match="nobody"):
        ng.function(unbound_first)(3)
    assert capsys.readouterr().out == ""


def test_the_first_operand_is_what_it_was_before_the_call() -> None:
    graph = ng.function(changed_by_the_call)
    assert [bool(graph(a)) for a in (0, 5)] == [changed_by_the_call(a) for a in (0, 5)]
