"""Printed code made for some values of static or left-out arguments takes no other values of them."""

from __future__ import annotations

from typing import Any

import pytest

import nbgraph as ng
from tests.core.printing.test_pasted import pasted


def stepped(n, step=None):
    """Steps."""
    if step is None:
        step = 1
    return n + step


def moved(n, mode="up", *, twice=False):
    n = n + 1 if mode == "up" else n - 1
    return 2 * n if twice else n


@pytest.mark.parametrize(
    ("function", "given", "alike", "others"),
    [(stepped, (5,), [(7,), (7, None)], [(5, 2)]), (moved, (5, "down"), [(7, "down")], [(5,), (5, "up")])],
)
def test_other_values_are_refused(function: Any, given: Any, alike: Any, others: Any) -> None:
    code = pasted(str(ng.to_code(function, *given)), function.__name__)
    for arguments in alike:
        assert code(*arguments) == function(*arguments)
    for arguments in others:
        with pytest.raises(AssertionError):
            code(*arguments)
