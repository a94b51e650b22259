"""What tests share is ended after one that fails, and with the module."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

import pytest

from tests.shared import FAILED, Shared


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def shared(told: list[str]) -> Shared[int]:
    numbers = count(1)

    @contextmanager
    def started() -> Iterator[int]:
        number = next(numbers)
        yield number
        told.append(f"{number} has ended")

    return Shared(started)


def test_tests_that_pass_have_the_same(shared: Shared[int], told: list[str], request: pytest.FixtureRequest) -> None:
    for _ in range(2):
        with shared.lent(request.node) as number:
            assert number == 1
    assert told == []
    shared.close()
    assert told == ["1 has ended"]


def test_after_one_that_fails_the_next_has_another(
    shared: Shared[int], told: list[str], request: pytest.FixtureRequest
) -> None:
    with shared.lent(request.node):
        request.node.stash[FAILED] = True
    assert told == ["1 has ended"]
    request.node.stash[FAILED] = False
    with shared.lent(request.node) as number:
        assert number == 2


def test_what_cannot_start_is_not_handed_on(request: pytest.FixtureRequest) -> None:
    @contextmanager
    def started() -> Iterator[int]:
        raise OSError("no more ports")
        yield 1

    for _ in range(2):
        with pytest.raises(OSError, match="no more ports"), Shared(started).lent(request.node):
            pass
