"""`print` acts when the graph runs: not where `sys.stdout` was sent while it was made, and not once for a cache."""

from __future__ import annotations

import contextlib
import functools
import io
import sys
from collections.abc import Callable
from typing import Any

import pytest

import nbgraph as ng
from nbgraph.core.errors import StagingError


@functools.cache
def doubled(n):
    print("computing", n)
    return n * 2


def redirected(n):
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        print("item", n)
    return text.getvalue()


def exchanged(n):
    text, before = io.StringIO(), sys.stdout
    sys.stdout = text
    print("item", n)
    sys.stdout = before
    return text.getvalue()


def of_a_cache(n):
    return doubled(7) + n


def of_a_cache_of_its_own(n):
    @functools.cache
    def own(m):
        print("computing", m)
        return m

    return own(3) + own(n)


@pytest.mark.parametrize(
    ("function", "line"), [(redirected, 4), (exchanged, 5), (of_a_cache, 1), (of_a_cache_of_its_own, 6)]
)
def test_what_only_python_prints_so_is_refused(function: Callable[..., Any], line: int) -> None:
    with pytest.raises(StagingError) as caught:
        ng.function(function)(3)
    assert caught.value.span is not None
    assert caught.value.span.line - function.__code__.co_firstlineno == line


def silenced(n):
    with contextlib.redirect_stdout(io.StringIO()):
        print("nobody sees", n)
    print("seen", n)
    return n + 1


def known_to_its_own_cache(n):
    @functools.cache
    def own(m):
        print("computing", m)
        return m

    return own(3) + own(3) + n


@pytest.mark.parametrize("function", [silenced, known_to_its_own_cache])
def test_what_a_graph_can_print_is_pythons(function: Callable[..., Any], capsys: pytest.CaptureFixture[str]) -> None:
    graph = ng.function(function)
    for n in (3, 4):
        expected = function(n), capsys.readouterr().out
        assert (graph(n), capsys.readouterr().out) == expected
