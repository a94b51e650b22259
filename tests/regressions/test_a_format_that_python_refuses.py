"""A format that no number of its type has ended the run in an error of JAX's that quoted a traceback."""

from __future__ import annotations

from typing import Any

import pytest

import nbgraph as ng


def digits_of_an_integer(n: int) -> int:
    print(f"{n:.2d}")
    return n


def integer_of_a_float(x: float) -> str:
    return f"{x:d}"


def joined(n: int) -> str:
    return "n is {:,q}".format(n)  # noqa: UP032


@pytest.mark.parametrize(("function", "value"), [(digits_of_an_integer, 3), (integer_of_a_float, 3.5), (joined, 3)])
def test_the_error_is_pythons(function: Any, value: float) -> None:
    with pytest.raises(ValueError) as expected:
        function(value)
    with pytest.raises(ValueError) as caught:
        ng.function(function)(value)
    assert str(caught.value) == str(expected.value)


def written(n: int, x: float) -> str:
    percent = "%05.1f|%d" % (x, x)  # noqa: UP031
    return f"{n:5d}|{n:>8}|{n:,}|{x:.2f}|{x:e}|{n:c}|{n:#x}|{n!r:>4}|{percent}|{n == 1!s:>6}"


def test_a_format_that_python_takes_is_taken() -> None:
    for n, x in ((65, 3.14159), (7, -2.5)):
        assert ng.function(written)(n, x) == written(n, x)


def tried(x: float) -> str:
    try:
        return f"{x:d}"
    except ValueError:
        return "no integer"


def test_a_try_catches_it() -> None:
    assert ng.function(tried)(2.5) == "no integer"
