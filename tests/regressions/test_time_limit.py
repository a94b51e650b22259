"""A call that is stopped for its time: whatever it is doing then, it is stopped, and its thread goes on as before."""

from __future__ import annotations

import contextlib
import sys
import threading
import time
import weakref

import pytest

from nbgraph.core.timing.cap import TimeLimitError, within
from nbgraph.core.timing.contained import contained


def test_a_stopped_thread_can_be_profiled() -> None:
    """It waited for ever at the next function's start."""

    def loop() -> None:
        while True:
            time.sleep(0.001)

    with pytest.raises(TimeLimitError):
        within(0.05, "the loop", loop)
    seen: list[str] = []
    sys.setprofile(lambda frame, event, _: seen.append(event))
    try:
        (lambda: 1)()
    finally:
        sys.setprofile(None)
    assert "call" in seen


class Thing:
    pass


def test_what_a_weak_references_callback_swallows_comes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python tells of it on the user's screen and goes on; nothing is told, and the call is stopped all the same."""
    told: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", told.append)
    swallowed = 0

    def callback(_: object) -> None:
        nonlocal swallowed
        try:
            for _ in range(20_000 if swallowed < 1 else 1):
                pass
        except BaseException:
            swallowed += 1
            raise

    def loop() -> None:
        while True:
            _kept = weakref.ref(Thing(), callback)

    with pytest.raises(TimeLimitError):
        within(0.05, "the loop", loop)
    assert swallowed
    assert not told
    assert sys.unraisablehook == told.append


def test_a_time_that_is_up_before_the_watch_runs_leaves_nothing_behind() -> None:
    """A busy machine takes longer to start the watch: it was never ended then, and went on for ever."""
    for _ in range(20):
        with contextlib.suppress(TimeLimitError):
            within(0.0, "nothing", lambda: None)
    assert not [thread for thread in threading.enumerate() if thread.name == "nbgraph time limit"]


@pytest.mark.parametrize("rest", range(20))
def test_a_call_that_ends_as_its_time_is_up_either_returns_or_is_late(rest: int) -> None:
    end = time.perf_counter() + 0.0195 + rest * 0.0001

    def call() -> int:
        while time.perf_counter() < end:
            pass
        return 1

    with contextlib.suppress(TimeLimitError):
        assert within(0.02, "the loop", call) == 1
    for _ in range(10_000):  # what is still on its way would come up here
        pass


def test_a_contained_call_is_stopped_as_any_other() -> None:
    """The user's exceptions are made others; that of the time limit was, too, and was said to be Python's result."""

    def loop() -> None:
        while True:
            pass

    with pytest.raises(TimeLimitError):
        within(0.05, "the loop", contained(loop))
