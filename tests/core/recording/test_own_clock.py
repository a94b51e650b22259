"""The limit of a record is in the processor time of its thread: a machine that is busy with others shortens none."""

from __future__ import annotations

import time

from nbgraph.core.recording.record import Options, own_clock


def test_time_in_which_others_run_counts_a_quarter() -> None:
    clock = own_clock()
    began = time.perf_counter()
    time.sleep(0.2)
    passed = time.perf_counter() - began
    assert 0.04 < clock() <= passed / 2


def test_time_in_which_it_computes_counts_whole() -> None:
    clock = Options().clock
    began = time.thread_time()
    while time.thread_time() - began < 0.1:
        pass
    assert clock() >= 0.1
