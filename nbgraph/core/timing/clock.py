"""The clock is handed in, so that tests of the measuring are exact."""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """Nanoseconds since an arbitrary moment, never going back."""

    def __call__(self) -> int: ...


REAL: Clock = time.perf_counter_ns
