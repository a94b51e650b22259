"""`deque(maxlen=k)` with a `k` of the call is refused at its line, and the remedy gives what Python gives.

Habit: the window of a moving average as an argument. Python's own constructor raised `an integer is required`.
"""

from __future__ import annotations

from collections import deque
from typing import Any

import numpy as np
import pytest

import nbgraph as ng


def moving_average(v: Any, k: Any) -> Any:
    window = deque(maxlen=k)
    for x in v:
        window.append(x)
    return sum(window) / len(window)


def remedied(v: Any, k: Any) -> Any:
    q = deque()
    for x in v:
        q.append(x)
        if len(q) > k:
            q.popleft()
    return sum(q) / len(q)


def with_a_number(v: Any, k: Any) -> Any:
    window = deque(maxlen=3)
    for x in v:
        window.append(x * k)
    return sum(window), window.maxlen, sum(deque(iterable=v))


V = np.array([1.0, 2.0, 4.0, 8.0])


def test_a_run_time_maxlen_is_refused_with_a_remedy_that_works() -> None:
    with pytest.raises(ng.StagingError, match="its `maxlen`, is only known at run time") as refused:
        ng.function(moving_average)(V, 3)
    assert refused.value.span.line == moving_average.__code__.co_firstlineno + 1
    assert "popleft" in refused.value.remedy
    assert ng.function(remedied)(V, 3) == pytest.approx(moving_average(V, 3))
    assert ng.function(moving_average, static_argnames="k")(V, 3) == pytest.approx(moving_average(V, 3))


def test_a_known_maxlen_is_python_s() -> None:
    assert ng.function(with_a_number)(V, 2) == with_a_number(V, 2)
