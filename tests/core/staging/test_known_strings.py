"""Known strings that a number chooses among are one table, and the digit of one character one subtraction."""

from __future__ import annotations

import pytest

import nbgraph as ng


def in_base(n, b):
    digits = "0123456789abcdef"
    s = ""
    while n > 0:
        n, r = divmod(n, b)
        s = digits[r] + s
    return s


def of_several_lengths(n):
    s = "x"
    while n > 0:
        s = ["", "a", "bb"][n % 3] + s
        n -= 1
    return s


def digits_of(n):
    return sum(int(c) for c in str(n))


def digit_at(n, text):
    s = text[0] if n > 1 else text[-1]
    return int(s + ""), int(s, 16)


def test_the_code_has_one_table() -> None:
    code = ng.to_code(in_base, 255, 16)
    assert "[[48], [49]," in code and "jnp.stack" not in code
    assert ng.function(in_base)(255, 16) == in_base(255, 16) == "ff"
    assert ng.function(of_several_lengths)(5) == of_several_lengths(5)


def test_a_digit_is_a_subtraction() -> None:
    assert "c - 48" in ng.to_code(digits_of, 12345)
    assert int(ng.function(digits_of)(9075)) == 21


@pytest.mark.parametrize("text", ["7b", "-1", "a2", " 3", "_4", "@5", "`6"])
def test_what_is_no_digit_is_refused_as_in_python(text) -> None:
    graph = ng.function(digit_at)
    for n in (1, 2):
        try:
            expected = digit_at(n, text)
        except ValueError:
            with pytest.raises(ValueError, match="invalid literal"):
                graph(n, text)
        else:
            assert tuple(map(int, graph(n, text))) == expected
