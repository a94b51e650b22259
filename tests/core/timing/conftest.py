"""A clock that stands still unless told otherwise, so that every measured time is exact."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest


class FakeClock:
    """Nanoseconds that pass only in `advance`."""

    def __init__(self) -> None:
        self.now = 0

    def __call__(self) -> int:
        return self.now

    def advance(self, nanoseconds: int) -> None:
        self.now += nanoseconds

    def taking(self, *nanoseconds: int, result: Any = None) -> Callable[..., Any]:
        """A function that takes the given times, one after the other, the last one from then on."""
        times = list(nanoseconds)

        def call(*args: Any, **kwargs: Any) -> Any:
            self.advance(times.pop(0) if len(times) > 1 else times[0])
            return result

        return call


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()
