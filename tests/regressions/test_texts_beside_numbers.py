"""Texts in lists compared with numbers of run time: none is equal to one, whatever number a graph has for a text."""

from __future__ import annotations

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
