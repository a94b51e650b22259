"""Texts of megabytes fill no page with code, and an exception without a text is still the user's exception."""

from __future__ import annotations

import pytest

import nbgraph as ng
from nbgraph.core.messages import Message, matches


class WithoutTextError(Exception):
    def __str__(self) -> str:
        raise ValueError("no text")


def long_result(x):
    return "a" * 10**7


def long_message(x):
    if x > 5:
        raise ValueError("m" * 10**6)
    return x


def without_text(x):
    raise WithoutTextError


@pytest.mark.parametrize("function", [long_result, long_message])
def test_code_that_nobody_reads_is_not_printed(function):
    code = ng.to_code(function, 3)
    assert code.startswith("# No pure JAX code: a value of") and len(code) < 100


def test_an_exception_whose_text_cannot_be_had_is_raised_as_it_is():
    assert matches(WithoutTextError(), Message.DOMAIN) is None
    with pytest.raises(WithoutTextError):
        ng.function(without_text)(3)
