"""What a mask chooses and a deque of run-time length: our words in texts, a deque that changes in a loop over it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import nbgraph as ng

TEXTS: list[Callable[[Any], Any]] = [
    lambda value: f"{value}",
    lambda value: "{}".format(value),  # noqa: UP032
    lambda value: format(value),
    lambda value: str(value),
    lambda value: "%s" % value,  # noqa: UP031
    lambda value: str([value]),
]


def chosen(v: Any, write: Any) -> Any:
    return write(v[v > 0])


def plain(v: Any, write: Any) -> Any:
    return write([item for item in v if item > 0])


def queue(v: Any, write: Any) -> Any:
    q: Any = deque()
    for item in v:
        if item > 0:
            q.append(item)
    return write(q)


@pytest.mark.parametrize("write", TEXTS)
@pytest.mark.parametrize("function", [chosen, plain, queue])
def test_no_text_in_our_words(function: Any, write: Any) -> None:
    with pytest.raises(ng.NbgraphError):
        ng.function(function)(np.array([1, -1, 3]), write)


@pytest.mark.parametrize("walk", [lambda q: q, enumerate, reversed, lambda q: zip(q, q, strict=True)])
def test_a_deque_does_not_change_while_it_is_walked_over(walk: Any) -> None:
    def changing(v: Any, walk: Any) -> Any:
        q = queue(v, lambda q: q)
        for _ in walk(q):
            q.append(1)
        return len(q)

    with pytest.raises(ng.NbgraphError):
        ng.function(changing)(np.array([1, -1, 3]), walk)


def test_a_queue_is_a_deque() -> None:
    def asked(v: Any, _: Any) -> Any:
        return queue(v, lambda q: (isinstance(q, deque), isinstance(q, list), len(q), sorted(q), q == [1, 3]))

    assert (
        ng.function(asked)(np.array([1, -1, 3]), None)
        == asked(np.array([1, -1, 3]), None)
        == (True, False, 2, [1, 3], False)
    )
