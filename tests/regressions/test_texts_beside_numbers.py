"""Texts in lists compared with numbers of run time: none is equal to one, whatever number a graph has for a text."""

from __future__ import annotations

import re
from typing import Any

import jax
import pytest

import nbgraph as ng


def counted(n):
    return ["x", "y", "z"].count(n), n in ["x", "y"]


def counted_in_a_pair(n):
    pairs = [("x", 1), ("y", 2)]
    return (n, n) in pairs, pairs.count((n, 1)), ("y", n) in pairs


def of_a_list_that_grows(n):
    words = []
    for _ in range(n):
        words.append("x")
    return words == [0], words.count(0), "x" in words


def chosen(n):
    word = "x" if n > 1 else "y"
    return [n, 0].count(word), (n, word) == (word, n), [word, "y"].index("y")


@pytest.mark.parametrize("function", [counted, counted_in_a_pair, of_a_list_that_grows, chosen])
@pytest.mark.parametrize("number", [0, 1, 2])
def test_no_text_is_equal_to_a_number(function: Any, number: int) -> None:
    assert jax.device_get(ng.function(function)(number)) == function(number)


def place(n):
    return ["x", "y", "z"].index(n)


def removed(n):
    words = ["x", "y"]
    words.remove(n)
    return words


@pytest.mark.parametrize("function", [place, removed])
def test_a_number_is_not_found_among_texts(function: Any) -> None:
    with pytest.raises(ValueError, match="not in list"):
        ng.function(function)(1)


def times_a_float(n):
    return str(n) * 2.0


def float_times(n):
    return 2.5 * f"{n}-"


def part_of_a_text(n):
    return "abc".count(n)


def text_minus_number(n):
    return str(n) - 1


def replaced_by_a_number(n):
    return "abc".replace("a", n)


def set_plus_set(n):
    return {n} + {1}


@pytest.mark.parametrize(
    "function", [times_a_float, float_times, part_of_a_text, text_minus_number, replaced_by_a_number, set_plus_set]
)
def test_what_python_refuses_is_refused_in_its_words(function: Any) -> None:
    with pytest.raises(TypeError) as wanted:
        function(2)
    with pytest.raises(TypeError, match=f"^{re.escape(str(wanted.value))}$"):
        ng.function(function)(2)
