"""After a time limit stopped a call, its thread can be profiled: it waited for ever at the next function's start."""

from __future__ import annotations

import sys
import time

import pytest

from nbgraph.core.timing.cap import TimeLimitError, time_limit


def test_a_stopped_thread_can_be_profiled() -> None:
    with pytest.raises(TimeLimitError), time_limit(0.05, "the loop"):
        while True:
            time.sleep(0.001)
    seen: list[str] = []
    sys.setprofile(lambda frame, event, _: seen.append(event))
    try:
        (lambda: 1)()
    finally:
        sys.setprofile(None)
    assert "call" in seen
