"""A full run of the garbage collector takes longer than the prompt may: what Stop waits for provokes none."""

from __future__ import annotations

import gc
import pickle
from collections.abc import Iterator

import pytest

from nbgraph.core.worker.channel import unpickled
from nbgraph.core.worker.thread import in_time

MANY = pickle.dumps([[number] for number in range(100_000)])


@pytest.fixture
def collections() -> Iterator[list[int]]:
    """The generations that are collected meanwhile."""
    found: list[int] = []

    def note(phase: str, info: dict[str, int]) -> None:
        found.append(info["generation"])

    gc.callbacks.append(note)
    yield found
    gc.callbacks.remove(note)


def test_many_objects_are_read_without_a_collection(collections: list[int]) -> None:
    pickle.loads(MANY)
    assert len(collections) > 2
    gc.collect()
    collections.clear()
    held = unpickled(MANY)
    during = list(collections)
    assert len(held) == 100_000
    assert len(during) <= 2  # the one that waited, and what it begins
    assert gc.isenabled()


def test_what_is_made_in_time_is_made_without_a_collection() -> None:
    assert in_time(lambda: (gc.isenabled(), [[number] for number in range(100_000)])[0], 10.0) is False
    assert gc.isenabled()


def test_a_collector_that_the_user_has_switched_off_stays_off() -> None:
    gc.disable()
    try:
        assert in_time(lambda: unpickled(MANY)[3], 10.0) == [3]
        assert not gc.isenabled()
    finally:
        gc.enable()
