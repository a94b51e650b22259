"""A class that a function defines and returns: the values to return in its place are the user's, not Python's own."""

from __future__ import annotations

from typing import Any

import pytest

import nbgraph as ng


def counted(n: int) -> Any:
    class Count:
        total = 0

    for i in range(n):
        Count.total += i
    return Count


def test_the_values_to_return_are_the_users() -> None:
    with pytest.raises(ng.NbgraphError, match=r"`\{\"total\": \.\.\.\}`, a dict of its values") as raised:
        ng.function(counted)(5)
    assert "__" not in str(raised.value).splitlines()[-2]
