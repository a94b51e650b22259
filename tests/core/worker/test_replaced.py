"""Warnings of libraries that converted code calls are said of the user's line, and by the first runs alone."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import nbgraph as ng
from nbgraph.core.worker.replaced import warn_at_users_lines


@pytest.fixture
def shown() -> Iterator[list[tuple[Any, ...]]]:
    found: list[tuple[Any, ...]] = []
    with warnings.catch_warnings():
        warnings.simplefilter("default")
        warnings.showwarning = lambda message, category, file, line, *_: found.append((str(message), file, line))
        warn_at_users_lines()
        yield found


def too_large(x):
    return x / np.exp(1000.0)


def forgets(x):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
    warnings.warn("odd", stacklevel=1)
    return 2 * x


def test_a_librarys_warning_names_the_users_line(shown: list[tuple[Any, ...]]) -> None:
    ng.function(too_large)(1.0)
    assert [(file, line) for _, file, line in shown] == [(__file__, too_large.__code__.co_firstlineno + 1)]


def test_a_measured_call_warns_no_more(shown: list[tuple[Any, ...]]) -> None:
    ng.compare(forgets, 1.0)
    assert 1 <= len(shown) < 10
